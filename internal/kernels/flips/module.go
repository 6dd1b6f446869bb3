// Package flips has kernels by which the searches of tabu.TabuFlip share what they found. They need nothing of a problem but the
// number of its bits.
package flips

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../kernelgen/gen -out zshare.ptx

//go:embed zshare.ptx
var ptx []byte

// Module is the kernels.
func Module() kernel.Module {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/flips", ptx), PTX: ptx, Entries: map[string]kernel.Entry{
		"Children": {Symbol: "Children", Func: Children},
		"Prints":   {Symbol: "Prints", Func: Prints},
	}}
}
