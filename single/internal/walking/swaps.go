package walking

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// SwapOrder is the ways in which tabu search and swap ILS price swaps, the best first: they look at all swaps at a time.
var SwapOrder = []neighbourhood.Way{neighbourhood.ByState, neighbourhood.ByFollower, neighbourhood.ByDelta}

// SwapsOf returns the swaps of a problem. It refuses a space in which swapping any two positions does not make sense, and
// tours with fixed edges, which swaps break.
func SwapsOf(method string, p multiwalk.Problem, order []neighbourhood.Way) (*neighbourhood.Swaps, error) {
	switch p.Space().Kind() {
	case multiwalk.KindPermutation, multiwalk.KindTour:
	default:
		return nil, fmt.Errorf("multiwalk: method %s cannot search %v: it needs a permutation or a tour; use anneal: %w", method, p.Space(),
			multiwalk.ErrNoDelta)
	}
	if err := walk.NoFixedEdges(method, p); err != nil {
		return nil, err
	}
	return neighbourhood.SwapsOf(p, order...), nil
}

// WarnSlowSwaps tells the user of a problem that only full evaluation prices swaps of.
func WarnSlowSwaps(method string, s *neighbourhood.Swaps, plan walk.Plan) {
	if s.Way() == neighbourhood.InFull && plan.Warn != nil {
		plan.Warn(fmt.Sprintf("method %s evaluates in full: each swap is made, priced by Cost and taken back, as neither the problem has SwapDelta nor a state of it; chapter 2 of the tutorial adds one", method))
	}
}

// ScanNanoseconds estimates what a look at all swaps of n positions and one swap take. Without a state a delta is taken to
// cost O(n), and a full evaluation O(n*n).
func ScanNanoseconds(s *neighbourhood.Swaps, n int) int {
	pairs := n * (n - 1) / 2
	switch {
	case s.HasState():
		return 200 + pairs
	case s.Way() == neighbourhood.ByDelta:
		return 200 + pairs*(5+n)
	}
	return 200 + pairs*(20+min(n, 1<<10)*n)
}

// SwapWalk is a walk by swaps: its solution, and the best that it has been.
type SwapWalk struct {
	*neighbourhood.Explorer
	method string
	P      multiwalk.Problem
	Random *multiwalk.Rand
	best   []int32
	Least  int64 // cost of best
	Work   multiwalk.Counters
}

// NewSwapWalk begins at x, which it keeps as the best.
func NewSwapWalk(method string, p multiwalk.Problem, s *neighbourhood.Swaps, x []int32, r *multiwalk.Rand) SwapWalk {
	cost := p.Cost(x)
	return SwapWalk{Explorer: s.At(x, cost), method: method, P: p, Random: r, best: x, Least: cost,
		Work: multiwalk.Counters{FullEvaluations: 1}}
}

// Make makes the swap of i and j, which has the delta d.
func (w *SwapWalk) Make(i, j int32, d int64) {
	w.Swap(i, j, d)
	w.Work.Moves++
	if invariants.Enabled {
		Ledger(w.method, w.P, w.X, w.Cost, w.Work.Moves)
	}
}

// Rotate draws the first positions of an order anew, and passes the value of each on to the one before.
func (w *SwapWalk) Rotate(order []int32, strength int) {
	drawFirst(w.Random, order, strength)
	for k, i := range order[:strength-1] {
		j := order[k+1]
		d := w.Price(i, j)
		w.Count(&w.Work, 1)
		w.Make(i, j, d)
	}
}

// Scanned counts a look at all swaps.
func (w *SwapWalk) Scanned() {
	n := int64(len(w.X))
	w.Count(&w.Work, n*(n-1)/2)
}

// Note keeps the current solution if it is a new incumbent.
func (w *SwapWalk) Note(s *walk.Slice) {
	if w.Cost < w.Least {
		w.KeepBest()
		s.Improved(w.Cost, w.Work)
	}
}

// KeepBest takes the current solution for the best.
func (w *SwapWalk) KeepBest() {
	w.Least = w.Cost
	copy(w.best, w.X)
}

func (w *SwapWalk) Best() ([]int32, int64)       { return w.best, w.Least }
func (w *SwapWalk) Counters() multiwalk.Counters { return w.Work }

// TakeUp goes on from x.
func (w *SwapWalk) TakeUp(x []int32, cost int64) {
	w.Reset(x, cost)
	if cost < w.Least {
		w.KeepBest()
	}
}

func (w *SwapWalk) Save(a *checkpoint.Archive) {
	a.Fields("swaps", w.Explorer, w.Random, &w.best, &w.Least, &w.Work)
}

func Identity(n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	return x
}

// drawFirst puts k random elements of x first.
func drawFirst(r *multiwalk.Rand, x []int32, k int) {
	for i := range k {
		j := i + r.IntN(len(x)-i)
		x[i], x[j] = x[j], x[i]
	}
}

// OnlySwaps refuses a neighbourhood that a method's kernels do not have, and fixed elements, which they do not keep.
func OnlySwaps(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if err := walk.NoFixed(method, p); err != nil {
		return err
	}
	if _, own := p.(multiwalk.Mover); own && name == "" {
		name = neighbourhood.OpOwn.String()
	}
	if name == "" || name == neighbourhood.OpSwap.String() {
		return nil
	}
	return walk.NoKernel(method, d, fmt.Sprintf("its kernels swap, and the neighbourhood is %q; run it on CPU cores", name))
}
