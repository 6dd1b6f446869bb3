package tabu

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../kernelgen/gen -out zshop.ptx

//go:embed zshop.ptx
var shopPTX []byte

// ShopModule is the kernels of TabuShop. The shop is an argument.
func ShopModule() kernel.Module {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/tabu", shopPTX), PTX: shopPTX, Entries: map[string]kernel.Entry{
		"TabuShop":       {Symbol: "TabuShop", Func: TabuShop},
		"TabuShopNarrow": {Symbol: "TabuShopNarrow", Func: TabuShopNarrow},
	}}
}
