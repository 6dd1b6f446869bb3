// Command gen compiles the kernels of the package above to zsolutions.ptx. It needs clang 19.
package main

import (
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

func main() {
	err := kernelgen.WriteFile("zsolutions.ptx", kernelgen.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
