package walking

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// Moves is a problem and the neighbourhood in which all walks of a search move, whatever the space.
type Moves struct {
	Method      string
	P           multiwalk.Problem
	Planned     walk.Plan
	Name        string // of the neighbourhood, as neighbourhood.ByPosition knows it
	Size        int64
	Incremental bool
	Listed      bool // the problem lists those that are worth a look
	stated      bool // its states price them
	proposals   Proposals
}

// MovesOf refuses a neighbourhood that does not fit the space, and fixed edges.
func MovesOf(method string, p multiwalk.Problem, plan walk.Plan, name string) (Moves, error) {
	if err := walk.NoFixedEdges(method, p); err != nil {
		return Moves{}, err
	}
	nb, err := neighbourhood.ByPosition(p, name)
	if err != nil {
		return Moves{}, err
	}
	WarnFull(method, nb, plan)
	return Moves{method, p, plan, name, nb.Size(), nb.Incremental(), neighbourhood.Lister(nb) != nil, neighbourhood.Stated(p),
		ProposalsOf(p, nb.Incremental())}, nil
}

// ByElement is the default neighbourhood of searches that look at all moves: of bits and integers the moves of one element,
// without exchanges, which are many more.
func ByElement(p multiwalk.Problem, name string) string {
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

// Begin returns the solution that walk number id starts from, and its random numbers.
func (s *Moves) Begin(id int) (Current, *multiwalk.Rand, error) {
	nb, err := neighbourhood.ByPosition(s.P, s.Name)
	if err != nil {
		return Current{}, nil, err
	}
	r, x := multiwalk.NewRand(s.Planned.Seed, id), make([]int32, s.P.Space().Len())
	s.Planned.Begin(s.P, r, x)
	c := NewCurrent(s.P, nb, x)
	neighbourhood.Know(c.NB, c.X, c.Cost)
	return c, r, nil
}

// Nanoseconds estimates what it takes to price a number of moves.
func (s *Moves) Nanoseconds(count int) int {
	if s.stated {
		return 100 + 4*count
	}
	unit := UnitDelta
	if !s.Incremental {
		unit = UnitFull
	}
	return max(1, count*(int(s.proposals)/unit))
}

// BySwaps says whether tabu search and iterated local search walk by swaps alone, which they know best, when they are told
// to use a neighbourhood: on a permutation whose swaps have deltas, or that has no delta at all, and on a tour, of a problem
// without moves of its own.
func BySwaps(p multiwalk.Problem, name string) bool {
	if _, ok := p.(multiwalk.Constrained); ok {
		return false // a walk by swaps alone knows no penalties
	}
	if fixed, err := walk.FixedOf(p); err != nil || len(fixed) > 0 {
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
	return !inserts || neighbourhood.SwapsOf(p, SwapOrder...).Way() != neighbourhood.InFull
}

// ByFlips tells whether a neighbourhood's name stands for single flips. By these iterated tabu search makes thousands of searches on a
// device; by two or three flips at once it makes one: see teamSearch.
func ByFlips(name string) bool { return name == "" || name == neighbourhood.OpFlip.String() }

// PilotSteps is how many proposals the pilot makes at a temperature: all take a fraction of a second.
func (s *Moves) PilotSteps() int {
	const least, most, nanoseconds = 256, 1 << 15, 5_000_000
	return min(max(least, nanoseconds/s.Nanoseconds(1)), most, max(least, s.P.Space().Len()*s.P.Space().Len()/2))
}
