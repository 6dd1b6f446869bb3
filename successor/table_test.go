package successor_test

import (
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/successor"
)

// table is a heuristic by a table of weights, one for all variables: a state is the possibilities drawn, -1 for none.
// Its methods can be made to misbehave.
type table struct {
	weights []int64
	count   func(x []int32, v int32) int32
	weigh   func(x []int32, v, p int32) int64
	assign  func(x []int32, v, p int32)
}

func (h *table) Possibilities(x []int32, v int32) int32 {
	if h.count != nil {
		return h.count(x, v)
	}
	return int32(len(h.weights))
}

func (h *table) Weigh(x []int32, v, p int32) int64 {
	if h.weigh != nil {
		return h.weigh(x, v, p)
	}
	return h.weights[p]
}

func (h *table) Assign(x []int32, v, p int32) {
	if h.assign != nil {
		h.assign(x, v, p)
		return
	}
	x[v] = p
}

func (h *table) CouldNotAssign(x []int32, v int32) { x[v] = -1 }

// Kernels are for the emulator, which needs no PTX.
func (h *table) Kernels() (kernel.Module, error) {
	return kernel.Module{Name: "table", Problem: h, Entries: map[string]kernel.Entry{
		"AssignWeighed":       {Symbol: "a", Func: construct.AssignWeighed[*table, int32]},
		"AssignWeighedStored": {Symbol: "b", Func: construct.AssignWeighedStored[*table, int32]},
	}}, nil
}

// rows is table as a Rater: a weight is a rating less the least one, so the least is forbidden.
type rows struct{ *table }

func (h rows) Rate(x []int32, v, p int32) int64 { return h.Weigh(x, v, p) }
func (h rows) Aggregator() int64                { return 1<<63 - 1 }
func (h rows) Add(a, r int64) int64             { return min(a, r) }
func (h rows) Combine(a, b int64) int64         { return min(a, b) }
func (h rows) Map(r, a int64) int64             { return r - a }

func (h rows) Kernels() (kernel.Module, error) {
	return kernel.Module{Name: "rows", Problem: h, Entries: map[string]kernel.Entry{
		"Assign":       {Symbol: "a", Func: construct.Assign[rows, int32, int64, int64]},
		"AssignStored": {Symbol: "b", Func: construct.AssignStored[rows, int32, int64, int64]},
	}}, nil
}

// weighed is a table's variables.
func weighed(h *table, variables int) successor.Kind[int32] {
	return successor.Weighed(h, variables, len(h.weights))
}
