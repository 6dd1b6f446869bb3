// Command gen compiles the kernels for tours whose edge costs are a table to ztable.ptx. It needs clang 19.
package main

import (
	"fmt"
	"os"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

const kernels = "github.com/multiwalk/multiwalk/kernel"

func main() {
	types := []string{"int32", "Table"}
	err := kernelgen.WriteFile("ztable.ptx", kernelgen.Options{Instances: []kernelgen.Instance{
		{Package: kernels, Kernel: "GrowTours", Types: types}, {Package: kernels, Kernel: "CrossTours", Types: types},
	}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
