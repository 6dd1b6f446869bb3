// Command gen compiles the kernels of the package above to zkernels.ptx. It needs clang 19.
package main

import (
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

func main() {
	var balanced []kernelgen.Instance
	for _, rule := range []string{"counted", "grouped", "mixed", "product"} {
		for _, board := range []string{"permutation", "anyRows"} {
			balanced = append(balanced, kernelgen.Instance{Kernel: "Balanced", Types: []string{rule, board}})
		}
	}
	if err := kernelgen.WriteFile("zkernels.ptx", kernelgen.Options{Instances: balanced}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
