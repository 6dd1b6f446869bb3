// Package own holds problems as a user of the library writes them, from its documents alone: types with a space, a cost, and
// the deltas that come to mind. Beside each stands its rival, the simulated annealing that a careful user would write
// instead. `go test -bench Own` runs both for the same processor time.
package own

import (
	"math/rand/v2"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/state"
)

//go:generate go run ../../internal/kernelfile/gen -type Colouring,FlowShop,Ordering,Quadratic,Setups,Sites,Timetable

// A Case is one instance of the benchmark.
type Case struct {
	Name    string
	Problem multiwalk.Problem
	Moves   moves // of the rival: all that the problem prices
	// Check evaluates a solution by other means than Cost does.
	Check func(x []int32) int64
}

// cases are the instances that are drawn here, and those that need files, which are drawn in their likeness where there are
// none: see the generators.
func cases(f files) []Case {
	var all []Case
	for _, v := range []vehicles{
		{"x-n101-k25", 101, 26, 4, 1, 100}, {"x-n200-k36", 200, 38, 5.6, 1, 100}, {"x-n256-k16", 256, 18, 16, 50, 100},
	} {
		p := f.routing(v)
		all = append(all, routingCase(p, v.name, 10), routingCase(p, v.name, 100))
	}
	return append(all,
		colouringCase(NewColouring(250, 28, 1)),
		colouringCase(NewColouring(250, 29, 1)),
		colouringCase(NewColouring(250, 30, 1)),
		quadraticCase(NewQuadratic(1000, 1)),
		quadraticCase(NewQuadratic(2500, 1)),
		orderingCase("lop-100", NewOrdering(100, 1)),
		orderingCase("lop-be75eec-250", f.ordering()),
		flowShopCase("ta051", NewFlowShop(50, 20, 1539989115)),
		flowShopCase("ta081", NewFlowShop(100, 20, 450926852)),
		knapsackCase(250, 5, 1),
		timetableCase(NewTimetable(150, 25, 8, 1)),
		setupsCase(NewSetups(60, 1)),
		sitesCase(NewSites(100, 20)))
}

// All returns the cases. Published instances are read from a folder, if they are there.
func All(folder string) []Case { return cases(files{folder}) }

// knapsackCase is a knapsack of several rows, searched by the flips and the exchanges that its state prices.
func knapsackCase(items, rows int, seed uint64) Case {
	drawn, err := knapsack.Draw(items, rows, seed)
	if err != nil {
		panic(err) // it is not of a size that can be drawn
	}
	p := knapsack.Flips{Instance: drawn}
	return Case{name("knapsack-%dx%d", items, rows), p, flips(p), func(x []int32) int64 {
		cost, err := p.Verify(x)
		if err != nil {
			panic(err)
		}
		return cost
	}}
}

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

// orders are insertions and swaps by their deltas.
func orders(p interface {
	multiwalk.InsertEvaluator
	multiwalk.SwapEvaluator
}) moves {
	return func(r *rand.Rand, x []int32) []move {
		var i, j int32
		return []move{
			{func() int64 { i, j = two(r, len(x)); return p.InsertDelta(x, i, j) }, func() { insert(x, i, j) }},
			{func() int64 { i, j = two(r, len(x)); return p.SwapDelta(x, i, j) }, func() { x[i], x[j] = x[j], x[i] }},
		}
	}
}

// ordersInFull are insertions and swaps of which each is evaluated in full.
func ordersInFull(p multiwalk.Problem) moves {
	return func(r *rand.Rand, x []int32) []move {
		var i, j int32
		cost, next := p.Cost(x), int64(0)
		inFull := func(do, undo func()) move {
			return move{func() int64 {
				i, j = two(r, len(x))
				do()
				next = p.Cost(x)
				undo()
				return next - cost
			}, func() { do(); cost = next }}
		}
		swap := func() { x[i], x[j] = x[j], x[i] }
		return []move{inFull(func() { insert(x, i, j) }, func() { insert(x, j, i) }), inFull(swap, swap)}
	}
}

// changes are those of one value by their delta, and the exchange of two values, which is two of these.
func changes(p interface {
	multiwalk.Problem
	multiwalk.ChangeEvaluator
}) moves {
	lo, hi := p.Space().Bounds()
	return func(r *rand.Rand, x []int32) []move {
		var i, j, v int32
		return []move{
			{func() int64 {
				i, v = r.Int32N(int32(len(x))), lo+r.Int32N(hi-lo)
				if v >= x[i] {
					v++
				}
				return p.ChangeDelta(x, i, v)
			}, func() { x[i] = v }},
			{func() int64 {
				i, j = two(r, len(x))
				was := x[i]
				if was == x[j] {
					return 0
				}
				d := p.ChangeDelta(x, i, x[j])
				x[i] = x[j]
				d += p.ChangeDelta(x, j, was)
				x[i] = was
				return d
			}, func() { x[i], x[j] = x[j], x[i] }},
		}
	}
}

// flips, and swaps where the state has them, are priced by the tables that it keeps: who writes them for a search writes them
// for a loop.
func flips(p multiwalk.Stater) moves {
	return func(r *rand.Rand, x []int32) []move {
		var i, j int32
		s := p.NewState(x).(state.FlipFollower)
		kinds := []move{{func() int64 { i = r.Int32N(int32(len(x))); return s.FlipDelta(i) }, func() { s.Flip(i); x[i] = 1 - x[i] }}}
		if s, ok := s.(state.SwapFollower); ok {
			kinds = append(kinds, move{func() int64 {
				for i, j = two(r, len(x)); x[i] == x[j] && r.IntN(8) > 0; {
					j = r.Int32N(int32(len(x)))
				}
				return s.SwapDelta(i, j)
			}, func() { s.Swap(i, j); x[i], x[j] = x[j], x[i] }})
		}
		return kinds
	}
}
