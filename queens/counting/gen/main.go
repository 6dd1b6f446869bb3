// Command gen compiles the kernel of the package above to zkernel.ptx. It needs clang 19.
package main

import (
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

func main() {
	if err := kernelgen.WriteFile("zkernel.ptx", kernelgen.Options{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
