package walking

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// WarnFull tells the user of moves that only full evaluation prices.
func WarnFull(method string, nb neighbourhood.Neighbourhood, plan walk.Plan) {
	if neighbourhood.Evaluates(nb) && plan.Warn != nil {
		plan.Warn(fmt.Sprintf("method %s evaluates in full: each move is made, priced by Cost and taken back, "+
			"as the problem has no delta for every move of %s; chapter 2 of the tutorial adds one", method, nb.Name()))
	}
}

// Proposals is the nanoseconds of a unit of work of a search that proposes moves. To find them may take a state, which may take as long as a
// round, so a search has them found once.
type Proposals int

// Slice implements walk.Search.
func (u Proposals) Slice() int { return SliceOf(int(u)) }

// ProposalsOf estimates them. A delta is taken to cost O(n), but O(1) on a tour and by a state, and a full evaluation O(n) to O(n*n); a big
// move of the problem's own is taken to cost O(n) too, but more.
func ProposalsOf(p multiwalk.Problem, incremental bool) Proposals {
	n := Proposals(p.Space().Len())
	_, own := p.(multiwalk.Mover)
	switch {
	case !incremental && own:
		return UnitFull * (200 + 20*n)
	case !incremental:
		return UnitFull * (50 + min(n, 1<<8)*n)
	case p.Space().Kind() == multiwalk.KindTour || neighbourhood.Stated(p):
		return UnitDelta * 80
	}
	return UnitDelta * (80 + n)
}

// Proposals in a unit of work of the annealing methods: few enough to keep an evaluation budget closely, enough that
// asking for the next unit costs nothing. A full evaluation may be slow, so there a unit is shorter.
const (
	UnitDelta = 256
	UnitFull  = 16
)

// Listening is the nanoseconds between two looks at whether to stop.
const Listening = 50_000

// EmulatedShare is how many launches of the emulator come to one of a GPU.
const EmulatedShare = 32

// SliceOf returns the units of a round of about 10 ms.
func SliceOf(unitNanoseconds int) int { return max(1, 10_000_000/unitNanoseconds) }
