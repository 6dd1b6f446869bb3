// Package tours has the kernels for tours compiled for edge costs in a table, so that every problem over tours can
// run on a device, with kernels of its own or without.
package tours

import (
	_ "embed"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../kernelgen/gen -out ztable.ptx github.com/multiwalk/multiwalk/internal/kernels/eax.GrowTours|CrossTours[int32,Table] github.com/multiwalk/multiwalk/internal/kernels/ants.March|Forage[int32,Table]

//go:embed ztable.ptx
var ptx []byte

// Table is edge costs as a symmetric matrix.
type Table struct {
	Cities int32
	Costs  []int32 // row by row
}

// Place implements kernel.Metric: a city's place is its number.
func (t Table) Place(i int32) int32      { return i }
func (t Table) Between(a, b int32) int32 { return t.Costs[a*t.Cities+b] }

func (t Table) Kernels() (kernel.Module, error) {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/tours.Table", ptx), PTX: ptx, Problem: t, Entries: map[string]kernel.Entry{
		"GrowTours":  {Symbol: "GrowTours_int32_Table", Func: eax.GrowTours[int32, Table]},
		"CrossTours": {Symbol: "CrossTours_int32_Table", Func: eax.CrossTours[int32, Table]},
		"Forage":     {Symbol: "Forage_int32_Table", Func: ants.Forage[int32, Table]},
		"March":      {Symbol: "March_int32_Table", Func: ants.March[int32, Table]},
	}}, nil
}
