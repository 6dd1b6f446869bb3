package single

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// deltaMatrix is a swap state that holds all its rows in one matrix, so that a scan need not ask for each. Of i < j < n,
// the delta is at i*stride+j. The stride is a multiple of 8. Of the columns from i&^7 to i, those j < i hold the delta of
// (j, i), and column i holds the greatest number. One of narrow and wide is nil, and the other stays the same slice.
type deltaMatrix interface {
	DeltaMatrix() (narrow []int32, wide []int64, stride int)
}

// swaps is a current solution of a permutation problem and what the problem offers to price its swaps by.
type swaps struct {
	p      multiwalk.Problem
	n      int
	x      []int32
	cost   int64
	state  multiwalk.SwapState     // if offered
	pricer swapPricer              // the state, if it can tell single deltas
	eval   multiwalk.SwapEvaluator // else this; else full evaluation
	narrow []int32                 // the state's matrix, if it has one
	wide   []int64
	stride int
	row    []int64 // what deltas returns where there is no state
	free   []int32 // expiries that admit every swap: for the matrix, else for a row
	work   multiwalk.Counters
}

// newSwaps starts at x, which it copies.
func newSwaps(p multiwalk.Problem, x []int32) *swaps {
	s := &swaps{p: p, n: len(x), x: append([]int32(nil), x...), stride: simd.Stride(len(x))}
	s.cost = p.Cost(s.x)
	s.work.FullEvaluations++
	s.eval, _ = p.(multiwalk.SwapEvaluator)
	if hasSwapState(p) {
		s.state = newSwapState(p, s.x)
		s.pricer, _ = s.state.(swapPricer)
		if m, ok := s.state.(deltaMatrix); ok {
			s.narrow, s.wide, s.stride = m.DeltaMatrix()
			s.free = make([]int32, s.n*s.stride)
			return s
		}
	} else {
		s.row = make([]int64, s.n)
	}
	s.free = make([]int32, s.n)
	return s
}

// checkSwapSpace refuses a space in which swapping any two positions does not make sense, and tours with fixed edges, which
// swaps break.
func checkSwapSpace(method string, p multiwalk.Problem) error {
	switch p.Space().Kind() {
	case multiwalk.KindPermutation, multiwalk.KindTour:
		return multiwalk.NoFixedEdges(method, p)
	}
	return fmt.Errorf("multiwalk: method %s cannot search %v: it needs a permutation or a tour; use anneal", method, p.Space())
}

// warnSlowSwaps tells the user of a problem that only full evaluation prices swaps of.
func warnSlowSwaps(method string, p multiwalk.Problem, plan multiwalk.Plan) {
	_, delta := p.(multiwalk.SwapEvaluator)
	if !hasSwapState(p) && !delta && plan.Warn != nil {
		plan.Warn(fmt.Sprintf("method %s evaluates every swap in full, by do and undo: the problem has no SwapDelta", method))
	}
}

// scanNanoseconds estimates what a look at all swaps and one swap take. Without a state a delta is taken to cost O(n),
// and a full evaluation O(n*n).
func scanNanoseconds(p multiwalk.Problem) int {
	n := p.Space().Len()
	pairs := n * (n - 1) / 2
	if hasSwapState(p) {
		return 200 + pairs
	}
	if _, ok := p.(multiwalk.SwapEvaluator); ok {
		return 200 + pairs*(5+n)
	}
	return 200 + pairs*(20+min(n, 1<<10)*n)
}

// sliceOf returns the units of a round of about 10 ms.
func sliceOf(unitNanoseconds int) int { return max(1, 10_000_000/unitNanoseconds) }

// reset goes to another solution.
func (s *swaps) reset(x []int32, cost int64) {
	copy(s.x, x)
	s.cost = cost
	if s.state != nil {
		s.state.Reset(s.x)
	}
}

// swap makes the move (i, j), which has the delta d.
func (s *swaps) swap(i, j int32, d int64) {
	s.x[i], s.x[j] = s.x[j], s.x[i]
	s.cost += d
	s.work.Moves++
	if s.state != nil {
		s.state.Swap(i, j)
	}
	if invariants.Enabled {
		s.checkLedger()
	}
}

// checkLedger panics if the deltas of all swaps so far do not add up to the change of the cost.
func (s *swaps) checkLedger() {
	if full := s.p.Cost(s.x); full != s.cost {
		panic(fmt.Errorf("by its deltas the current solution costs %d, by full evaluation %d, after %d moves: %w",
			s.cost, full, s.work.Moves, multiwalk.ErrDeltaMismatch))
	}
}

// price returns the delta of one swap.
func (s *swaps) price(i, j int32) int64 {
	i, j = min(i, j), max(i, j)
	if s.pricer != nil {
		return s.pricer.SwapDelta(i, j)
	}
	if s.state != nil {
		narrow, wide := s.state.Row(i)
		if narrow != nil {
			return int64(narrow[j-i-1])
		}
		return wide[j-i-1]
	}
	if s.eval != nil {
		return s.eval.SwapDelta(s.x, i, j)
	}
	s.x[i], s.x[j] = s.x[j], s.x[i]
	c := s.p.Cost(s.x)
	s.x[i], s.x[j] = s.x[j], s.x[i]
	return c - s.cost
}

// deltas returns the deltas of swapping i with i+1, ..., n-1; one of the two is not nil, for the last i both may be.
func (s *swaps) deltas(i int32) (narrow []int32, wide []int64) {
	if s.state != nil {
		return s.state.Row(i)
	}
	row := s.row[:s.n-1-int(i)]
	for k := range row {
		row[k] = s.price(i, i+1+int32(k))
	}
	return nil, row
}

// countScan counts the evaluations of all rows.
func (s *swaps) countScan() { s.countPrices(s.n * (s.n - 1) / 2) }

func (s *swaps) countPrices(pairs int) {
	if s.state != nil || s.eval != nil {
		s.work.DeltaEvaluations += int64(pairs)
	} else {
		s.work.FullEvaluations += int64(pairs)
	}
}
