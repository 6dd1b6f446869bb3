package trial

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
	"math"
	"testing"
)

// Lifted is a problem all of whose costs are multiplied.
type Lifted struct {
	*Assigning
	By int64
}

func (p Lifted) Cost(x []int32) int64 { return p.By * p.Assigning.Cost(x) }

func (p Lifted) SwapDelta(x []int32, i, j int32) int64 { return p.By * p.Assigning.SwapDelta(x, i, j) }

// MovesByTenths is how many moves were made after each tenth of a budget.
func MovesByTenths(t *testing.T, m walk.Method, p multiwalk.Problem) (moves []int64) {
	t.Helper()
	const budget = 200_000
	s, err := m.Prepare(p, walk.Plan{Seed: 3, Walks: 1, Budget: walk.Budget{Evaluations: budget}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	part := walk.NewSlice(math.MaxInt).Sub(math.MaxInt, budget, multiwalk.Counters{}, math.MaxInt64)
	left := true
	for tenth := int64(1); tenth <= 10; tenth++ {
		for left && w.Counters().Evaluations() < tenth*budget/10 {
			left = w.Step(part.Sub(1, math.MaxInt64, multiwalk.Counters{}, math.MaxInt64))
		}
		moves = append(moves, w.Counters().Moves)
	}
	return moves
}
