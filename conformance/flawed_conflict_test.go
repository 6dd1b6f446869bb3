package conformance

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/state"
)

// flawedQueens is the queens with the flaw of that name in their states.
type flawedQueens struct {
	*nqueens.Instance
	flaw string
}

func (q flawedQueens) NewState(x []int32) multiwalk.State {
	return flawedConflicts{q.Instance.NewState(x).(state.ConflictState), q.flaw}
}

func (q flawedQueens) ConstructConflictState(r *multiwalk.Rand, aborted func() bool) (state.ConflictState, []int32) {
	switch q.flaw {
	case "nothing is built":
		return nil, nil
	case "another solution":
		r.Uint32()
	}
	s, inConflict := q.Instance.ConstructConflictState(r, aborted)
	if q.flaw == "names nobody" {
		inConflict = nil
	}
	return s, inConflict
}

type flawedConflicts struct {
	state.ConflictState
	flaw string
}

func (s flawedConflicts) Cost() int64 {
	if s.flaw == "cost" {
		return s.ConflictState.Cost() + 1
	}
	return s.ConflictState.Cost()
}

func (s flawedConflicts) Conflicts(i int32) int64 {
	if s.flaw == "nobody is in conflict" {
		return 0
	}
	return s.ConflictState.Conflicts(i)
}

func (s flawedConflicts) SwapDelta(i, j int32) int64 {
	if s.flaw == "delta" && i < j {
		return s.ConflictState.SwapDelta(i, j) - 1
	}
	return s.ConflictState.SwapDelta(i, j)
}

func (s flawedConflicts) Reset(x []int32) {
	if s.flaw != "forgets reset" {
		s.ConflictState.Reset(x)
	}
}

func TestProblem_FindsFlawsOfConflictStates(t *testing.T) {
	unraced.Test(t)
	q := must.Have(nqueens.New(30))(t)
	Problem(t, flawedQueens{q, ""}, Moves(60))
	for flaw, want := range map[string]string{
		"cost": "State.Solution: after 0 moves: Cost() is ", "delta": "State.SwapDelta: after 0 moves: SwapDelta(",
		"nobody is in conflict": "it is false that an element has conflicts", "forgets reset": "State.Solution: after Reset: ",
		"nothing is built": "ConstructConflictState: from the random numbers of walk 0: no state", "names nobody": "the elements named are part of 0",
		"another solution": "ConstructConflictState: from the random numbers of walk 0: the state changed",
	} {
		found(t, flaw, want, CheckProblem(flawedQueens{q, flaw}))
	}
}
