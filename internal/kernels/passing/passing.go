// Package passing solves rows of signs whose products with a solution are given, in any order (neighbourhood.Signed), by approximate
// message passing and trees of guesses. Tree is the search on a core, kernel Pass the same search by a warp of a GPU, number by number.
package passing

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../kernelgen/gen -out zpass.ptx

//go:embed zpass.ptx
var ptx []byte

// Module is the kernels. Their instance is an argument.
func Module() kernel.Module {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/passing", ptx), PTX: ptx, Entries: map[string]kernel.Entry{
		"Pass": {Symbol: "Pass", Func: Pass},
	}}
}
