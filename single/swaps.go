package single

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// swapOrder is the ways in which tabu search and swap ILS price swaps, the best first: they look at all swaps at a time.
var swapOrder = []neighbourhood.Way{neighbourhood.ByState, neighbourhood.ByFollower, neighbourhood.ByDelta}

// swapsOf returns the swaps of a problem. It refuses a space in which swapping any two positions does not make sense, and
// tours with fixed edges, which swaps break.
func swapsOf(method string, p multiwalk.Problem, order []neighbourhood.Way) (*neighbourhood.Swaps, error) {
	switch p.Space().Kind() {
	case multiwalk.KindPermutation, multiwalk.KindTour:
	default:
		return nil, fmt.Errorf("multiwalk: method %s cannot search %v: it needs a permutation or a tour; use anneal", method, p.Space())
	}
	if err := multiwalk.NoFixedEdges(method, p); err != nil {
		return nil, err
	}
	return neighbourhood.SwapsOf(p, order...), nil
}

// warnSlowSwaps tells the user of a problem that only full evaluation prices swaps of.
func warnSlowSwaps(method string, s *neighbourhood.Swaps, plan multiwalk.Plan) {
	if s.Way() == neighbourhood.InFull && plan.Warn != nil {
		plan.Warn(fmt.Sprintf("method %s evaluates in full: each swap is made, priced by Cost and taken back, as neither the problem has SwapDelta nor a state of it; chapter 2 of the tutorial adds one", method))
	}
}

// scanNanoseconds estimates what a look at all swaps of n positions and one swap take. Without a state a delta is taken to
// cost O(n), and a full evaluation O(n*n).
func scanNanoseconds(s *neighbourhood.Swaps, n int) int {
	pairs := n * (n - 1) / 2
	switch {
	case s.HasState():
		return 200 + pairs
	case s.Way() == neighbourhood.ByDelta:
		return 200 + pairs*(5+n)
	}
	return 200 + pairs*(20+min(n, 1<<10)*n)
}

// sliceOf returns the units of a round of about 10 ms.
func sliceOf(unitNanoseconds int) int { return max(1, 10_000_000/unitNanoseconds) }

// swapWalk is a walk by swaps: its solution, and the best that it has been.
type swapWalk struct {
	*neighbourhood.Explorer
	method string
	p      multiwalk.Problem
	random *multiwalk.Rand
	best   []int32
	least  int64 // cost of best
	work   multiwalk.Counters
}

// newSwapWalk begins at x, which it keeps as the best.
func newSwapWalk(method string, p multiwalk.Problem, s *neighbourhood.Swaps, x []int32, r *multiwalk.Rand) swapWalk {
	cost := p.Cost(x)
	return swapWalk{Explorer: s.At(x, cost), method: method, p: p, random: r, best: x, least: cost,
		work: multiwalk.Counters{FullEvaluations: 1}}
}

// swap makes the swap of i and j, which has the delta d.
func (w *swapWalk) swap(i, j int32, d int64) {
	w.Swap(i, j, d)
	w.work.Moves++
	if invariants.Enabled {
		ledger(w.method, w.p, w.X, w.Cost, w.work.Moves)
	}
}

// rotate draws the first positions of an order anew, and passes the value of each on to the one before.
func (w *swapWalk) rotate(order []int32, strength int) {
	drawFirst(w.random, order, strength)
	for k, i := range order[:strength-1] {
		j := order[k+1]
		d := w.Price(i, j)
		w.Count(&w.work, 1)
		w.swap(i, j, d)
	}
}

// scanned counts a look at all swaps.
func (w *swapWalk) scanned() {
	n := int64(len(w.X))
	w.Count(&w.work, n*(n-1)/2)
}

// note keeps the current solution if it is a new incumbent.
func (w *swapWalk) note(s *multiwalk.Slice) {
	if w.Cost < w.least {
		w.keep()
		s.Improved(w.Cost, w.work)
	}
}

// keep takes the current solution for the best.
func (w *swapWalk) keep() {
	w.least = w.Cost
	copy(w.best, w.X)
}

// Best implements multiwalk.Walk.
func (w *swapWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *swapWalk) Counters() multiwalk.Counters { return w.work }

// adopt goes on from x.
func (w *swapWalk) adopt(x []int32, cost int64) {
	w.Reset(x, cost)
	if cost < w.least {
		w.keep()
	}
}

// Save implements checkpoint.Saver.
func (w *swapWalk) Save(a *checkpoint.Archive) {
	a.Fields("swaps", w.Explorer, w.random, &w.best, &w.least, &w.work)
}
