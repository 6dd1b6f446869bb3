// Command gen compiles the kernels of the package above to zkernels.ptx. It needs clang 19.
package main

import (
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

func main() {
	if err := kernelgen.WriteFile("zkernels.ptx", kernelgen.Options{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
