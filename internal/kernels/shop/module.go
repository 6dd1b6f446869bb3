// Package shop has the kernels for tabu search in job shops compiled. They are of no problem, as the shop is an argument; they stand apart
// from the package that writes them, since the kernels of problems are compiled with that one before this file is made.
package shop

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../kernelgen/gen -out zshop.ptx github.com/multiwalk/multiwalk/internal/kernels/tabu.TabuShop|TabuShopNarrow

//go:embed zshop.ptx
var ptx []byte

// Module is the kernels.
func Module() kernel.Module {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/shop", ptx), PTX: ptx, Entries: map[string]kernel.Entry{
		"TabuShop":       {Symbol: "TabuShop", Func: tabu.TabuShop},
		"TabuShopNarrow": {Symbol: "TabuShopNarrow", Func: tabu.TabuShopNarrow},
	}}
}
