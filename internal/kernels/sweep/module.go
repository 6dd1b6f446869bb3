// Package sweep has the kernel for annealing by sweeps compiled, so that every problem of bits that lists its pairs
// (neighbourhood.Pairwise) can run on a device, with kernels of its own or without.
package sweep

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../kernelgen/gen -out zsweep.ptx

//go:embed zsweep.ptx
var ptx []byte

// Module is the kernels. Their pairs are arguments.
func Module() kernel.Module {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/sweep", ptx), PTX: ptx, Entries: map[string]kernel.Entry{
		"Sweep": {Symbol: "Sweep", Func: Sweep},
	}}
}
