// Package own holds problems as a user of the library writes them, from its documents alone: types with a space, a cost, and
// the deltas that come to mind. Beside each stands its rival, the simulated annealing that a careful user would write
// instead. `go test -bench Own` runs both for the same processor time.
package own

import (
	"math/rand/v2"

	"github.com/multiwalk/multiwalk"
)

//go:generate go run ../kernelfile/gen -type Colouring,FlowShop,Knapsack,Ordering,Quadratic,Routing,Setups,Timetable -except Genetic,TabuMoves

// A Case is one instance of the benchmark.
type Case struct {
	Name    string
	Problem multiwalk.Problem
	Rival   Rival
	// Check evaluates a solution by other means than Cost does.
	Check func(x []int32) int64
}

// cases are the instances that are drawn here, and those that need files, which are drawn in their likeness where there are
// none: see the generators.
func cases(f files) []Case {
	var all []Case
	for _, v := range []struct {
		vehicles
		soft, strict guess
	}{
		{vehicles{"x-n101-k25", 101, 26, 4, 1, 100}, guess{128, 4}, guess{512, 1}},
		{vehicles{"x-n200-k36", 200, 38, 5.6, 1, 100}, guess{32, 1}, guess{32, 1}},
		{vehicles{"x-n256-k16", 256, 18, 16, 50, 100}, guess{512, 1. / 4}, guess{128, 1. / 4}},
	} {
		p := f.routing(v.vehicles)
		all = append(all, routingCase(p, v.name, 10, v.soft), routingCase(p, v.name, 100, v.strict))
	}
	return append(all,
		colouringCase(NewColouring(250, 28, 1), guess{1, 1. / 32}),
		colouringCase(NewColouring(250, 29, 1), guess{1. / 4, 1. / 32}),
		colouringCase(NewColouring(250, 30, 1), guess{1. / 4, 1. / 32}),
		quadraticCase(NewQuadratic(1000, 1), guess{1024, 32}),
		quadraticCase(NewQuadratic(2500, 1), guess{4096, 32}),
		orderingCase("lop-100", NewOrdering(100, 1), guess{256, 8}),
		orderingCase("lop-be75eec-250", f.ordering(), guess{4096, 32}),
		flowShopCase("ta051", NewFlowShop(50, 20, 1539989115), guess{4, 1. / 4}),
		flowShopCase("ta081", NewFlowShop(100, 20, 450926852), guess{16, 1. / 4}),
		knapsackCase(NewKnapsack(250, 5, 1), guess{1024, 64}),
		timetableCase(NewTimetable(150, 25, 8, 1), guess{4, 1. / 64}),
		setupsCase(NewSetups(60, 1), guess{2048, 64}))
}

// All returns the cases. Published instances are read from a folder, if they are there.
func All(folder string) []Case { return cases(files{folder}) }

// moves of a rival on x: draw draws a move, remembers it, and returns its delta; accept makes it.
type moves func(r *rand.Rand, x []int32) (draw func() int64, accept func())

// two different positions below n.
func two(r *rand.Rand, n int) (i, j int32) {
	i, j = r.Int32N(int32(n)), r.Int32N(int32(n-1))
	if j >= i {
		j++
	}
	return i, j
}

func insert(x []int32, i, j int32) {
	v := x[i]
	if i < j {
		copy(x[i:j], x[i+1:j+1])
	} else {
		copy(x[j+1:i+1], x[j:i])
	}
	x[j] = v
}

// insertions are moves by their delta.
func insertions(p multiwalk.InsertEvaluator) moves {
	return func(r *rand.Rand, x []int32) (func() int64, func()) {
		var i, j int32
		return func() int64 { i, j = two(r, len(x)); return p.InsertDelta(x, i, j) }, func() { insert(x, i, j) }
	}
}

// changes of one value by their delta.
func changes(p interface {
	multiwalk.Problem
	multiwalk.ChangeEvaluator
}) moves {
	lo, hi := p.Space().Bounds()
	return func(r *rand.Rand, x []int32) (func() int64, func()) {
		var i, v int32
		return func() int64 {
			i, v = r.Int32N(int32(len(x))), lo+r.Int32N(hi-lo)
			if v >= x[i] {
				v++
			}
			return p.ChangeDelta(x, i, v)
		}, func() { x[i] = v }
	}
}

// flips are priced by the tables that the problem's state keeps: who writes them for a search writes them for a loop.
func flips(p multiwalk.Stater) moves {
	return func(r *rand.Rand, x []int32) (func() int64, func()) {
		var i int32
		s := p.NewState(x).(multiwalk.FlipFollower)
		return func() int64 { i = r.Int32N(int32(len(x))); return s.FlipDelta(i) }, func() { s.Flip(i); x[i] = 1 - x[i] }
	}
}

// insertionsInFull evaluates each neighbour in full.
func insertionsInFull(p multiwalk.Problem) moves {
	return func(r *rand.Rand, x []int32) (func() int64, func()) {
		var i, j int32
		cost, next := p.Cost(x), int64(0)
		return func() int64 {
			i, j = two(r, len(x))
			insert(x, i, j)
			next = p.Cost(x)
			insert(x, j, i)
			return next - cost
		}, func() { insert(x, i, j); cost = next }
	}
}
