package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// moves is a problem and the neighbourhood in which all walks of a search move, whatever the space.
type moves struct {
	method      string
	p           multiwalk.Problem
	plan        multiwalk.Plan
	name        string // of the neighbourhood, as neighbourhood.ByPosition knows it
	size        int64
	incremental bool
}

// movesOf refuses a neighbourhood that does not fit the space, and fixed edges.
func movesOf(method string, p multiwalk.Problem, plan multiwalk.Plan, name string) (moves, error) {
	if err := multiwalk.NoFixedEdges(method, p); err != nil {
		return moves{}, err
	}
	nb, err := neighbourhood.ByPosition(p, name)
	if err != nil {
		return moves{}, err
	}
	warnFull(method, nb, plan)
	return moves{method, p, plan, name, nb.Size(), nb.Incremental()}, nil
}

// byElement is the default neighbourhood of searches that look at all moves: of bits and integers the moves of one element,
// without exchanges, which are many more.
func byElement(p multiwalk.Problem, name string) string {
	if _, own := p.(multiwalk.Mover); own {
		return name
	}
	switch k := p.Space().Kind(); {
	case name == "" && k == multiwalk.KindBinary:
		return neighbourhood.OpFlip.String()
	case name == "" && k == multiwalk.KindIntegers:
		return neighbourhood.OpChange.String()
	}
	return name
}

// begin returns the solution that walk number id starts from, and its random numbers.
func (s *moves) begin(id int) (current, *multiwalk.Rand, error) {
	nb, err := neighbourhood.ByPosition(s.p, s.name)
	if err != nil {
		return current{}, nil, err
	}
	r, x := multiwalk.NewRand(s.plan.Seed, id), make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	c := newCurrent(s.p, nb, x)
	neighbourhood.Know(c.nb, c.x, c.cost)
	return c, r, nil
}

// nanoseconds estimates what it takes to price a number of moves.
func (s *moves) nanoseconds(count int) int {
	if neighbourhood.Stated(s.p) {
		return 100 + 4*count
	}
	unit := unitDelta
	if !s.incremental {
		unit = unitFull
	}
	return max(1, count*(proposalUnit(s.p, s.incremental)/unit))
}

// bySwaps says whether tabu search and iterated local search walk by swaps alone, which they know best, when they are told
// to use a neighbourhood: on a permutation whose swaps have deltas, or that has no delta at all, and on a tour, of a problem
// without moves of its own.
func bySwaps(p multiwalk.Problem, name string) bool {
	if _, ok := p.(multiwalk.Constrained); ok {
		return false // a walk by swaps alone knows no penalties
	}
	if fixed, err := multiwalk.FixedOf(p); err != nil || len(fixed) > 0 {
		return false // nor fixed elements
	}
	if _, own := p.(multiwalk.Mover); own && name == "" {
		return false
	}
	switch p.Space().Kind() {
	case multiwalk.KindPermutation:
	case multiwalk.KindTour:
		return name == "" || name == neighbourhood.OpSwap.String()
	default:
		return false
	}
	if name != "" {
		return name == neighbourhood.OpSwap.String()
	}
	_, inserts := p.(multiwalk.InsertEvaluator)
	return !inserts || neighbourhood.SwapsOf(p, swapOrder...).Way() != neighbourhood.InFull
}
