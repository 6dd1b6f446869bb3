// Package clauses has the kernels for searches over clauses compiled, so that every problem whose cost is clauses
// (neighbourhood.Clausal) can run on a device, with kernels of its own or without.
package clauses

import (
	_ "embed"
	"slices"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

//go:generate go run ../../kernelgen/gen -out zfocus.ptx

//go:embed zfocus.ptx
var ptx []byte

// Module is the kernels. Their clauses are arguments.
func Module() kernel.Module {
	return kernel.Module{Name: gpu.NameOf("internal/kernels/clauses", ptx), PTX: ptx, Entries: map[string]kernel.Entry{
		"Draw":             {Symbol: "Draw", Func: Draw},
		"Focus":            {Symbol: "Focus", Func: Focus},
		"FocusShared":      {Symbol: "FocusShared", Func: FocusShared},
		"FocusSharedThree": {Symbol: "FocusSharedThree", Func: FocusSharedThree},
		"FocusThree":       {Symbol: "FocusThree", Func: FocusThree},
		"FocusWarp":        {Symbol: "FocusWarp", Func: FocusWarp},
		"Weigh":            {Symbol: "Weigh", Func: Weigh},
	}}
}

// Form writes clauses one array after the other, as Focus reads them.
func Form(c *neighbourhood.Clauses) []int32 { return slices.Concat(c.Start, c.Literals, c.At, c.In) }
