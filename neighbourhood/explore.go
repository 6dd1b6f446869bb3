package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/state"
)

// Way is a way to price the swaps of a permutation or a tour. A problem offers some of them.
type Way uint8

// The ways.
const (
	InFull     Way = iota // every problem: by its cost with the swap made
	ByDelta               // multiwalk.SwapEvaluator
	ByFollower            // multiwalk.Stater whose states are SwapFollowers
	ByState               // multiwalk.Stater whose states are SwapsFollowers; by the matrix of all deltas, if the state has one
	ByPayments            // Quadratic, of a permutation: O(1), and O(n*n) for a swap that is made
)

// Swaps is the swaps of a problem, and the way in which all walks of a search price them.
type Swaps struct {
	p           multiwalk.Problem
	n           int
	way         Way
	by          func() pricing // makes what prices for one walk
	nanoseconds int            // that a swap takes ByPayments
}

// SwapsOf takes the first of the ways that the problem offers, and InFull if it offers none of them. What is chosen
// changes no delta, only the time that it takes.
func SwapsOf(p multiwalk.Problem, order ...Way) *Swaps {
	s := &Swaps{p: p, n: p.Space().Len()}
	for _, way := range order {
		if s.by = s.pricingBy(way); s.by != nil {
			s.way = way
			return s
		}
	}
	s.by = func() pricing { return inFull{p} }
	return s
}

// pricingBy returns nil if the problem does not offer a way.
func (s *Swaps) pricingBy(way Way) func() pricing {
	permutation := s.p.Space().Kind() == multiwalk.KindPermutation
	switch way {
	case ByDelta:
		if q, ok := s.p.(multiwalk.SwapEvaluator); ok {
			return func() pricing { return byDelta{q} }
		}
	case ByFollower, ByState:
		some := SomeState(s.p)
		_, swaps := some.(state.SwapFollower)
		_, rows := some.(state.SwapsFollower)
		if way == ByFollower && swaps || way == ByState && rows {
			return func() pricing { return &byState{begin: s.p.(multiwalk.Stater).NewState, inRows: way == ByState} }
		}
	case ByPayments:
		if m := MatricesOf(s.p); m != nil && permutation && s.n > 1 {
			return s.byPayments(m)
		}
	}
	return nil
}

// Way is how the swaps are priced.
func (s *Swaps) Way() Way { return s.way }

// HasState says whether a look at all swaps costs O(1) each.
func (s *Swaps) HasState() bool { return s.way == ByState || s.way == ByFollower }

// SwapNanoseconds estimates what a swap that is made takes ByPayments; it is 0 for other ways.
func (s *Swaps) SwapNanoseconds() int { return s.nanoseconds }

// Count counts swaps that were priced.
func (s *Swaps) Count(c *multiwalk.Counters, swaps int64) {
	if s.way == InFull {
		c.FullEvaluations += swaps
	} else {
		c.DeltaEvaluations += swaps
	}
}

// At returns an explorer at x, which it copies; cost is what x costs.
func (s *Swaps) At(x []int32, cost int64) *Explorer {
	e := &Explorer{Swaps: s, X: append([]int32(nil), x...), Cost: cost, by: s.by()}
	e.chooser = oneByOne{e}
	if c, ok := e.by.(chooser); ok {
		e.chooser = c
	}
	e.by.reset(e)
	return e
}

// Explorer is a solution and what prices its swaps, for one walk. A way without deltas needs its cost.
type Explorer struct {
	*Swaps
	X    []int32 // read-only
	Cost int64

	by      pricing
	chooser         // by, if that looks at several proposals at once
	row     []int64 // of a scan, where there is no state that has rows
	free    []int32 // expiries that admit every swap
	held    []bool  // positions of no swap: see Hold; nil: there are none
}

// pricing is one of the ways, for one walk.
type pricing interface {
	// reset goes to the explorer's solution.
	reset(e *Explorer)
	// price returns the delta of a swap of i and j, i != j.
	price(e *Explorer, i, j int32) int64
	// swap makes a swap, in the explorer's solution too.
	swap(e *Explorer, i, j int32)
}

// Reset goes to another solution, which it copies.
func (e *Explorer) Reset(x []int32, cost int64) {
	copy(e.X, x)
	e.Cost = cost
	e.by.reset(e)
}

// Price returns the delta of the swap of i and j, i != j.
func (e *Explorer) Price(i, j int32) int64 { return e.by.price(e, i, j) }

// Swap makes a swap, which has such a delta.
func (e *Explorer) Swap(i, j int32, delta int64) {
	e.by.swap(e, i, j)
	e.Cost += delta
}

// exchange makes a swap in the solution alone.
func (e *Explorer) exchange(i, j int32) { e.X[i], e.X[j] = e.X[j], e.X[i] }

// Save implements checkpoint.Saver. What prices the swaps follows from the solution.
func (e *Explorer) Save(a *checkpoint.Archive) {
	if a.Fields("explorer", &e.X, &e.Cost); a.Reading() && a.Err() == nil {
		e.by.reset(e)
	}
}
