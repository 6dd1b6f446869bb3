package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/threshold"
)

// A budget that is spent leaves a walk at rest, at any scale of costs: in its last tenth it makes next to no move, in its first
// half many. One that looks back on a length of its own would still be far from rest.
func TestLateAcceptance_RestsWhenItsBudgetEnds(t *testing.T) {
	unraced.Test(t)
	q := trial.NewQAP(30, 4)
	for _, by := range []int64{1, 1000, 1e12} {
		moves := trial.MovesByTenths(t, threshold.LateAcceptance{}, trial.Lifted{Assigning: q, By: by})
		first, last := moves[4], moves[9]-moves[8]
		if last*20 > first || first < 1000 {
			t.Errorf("costs times %d: moves after each tenth %v", by, moves)
		}
	}
	moves := trial.MovesByTenths(t, threshold.LateAcceptance{Length: 50_000}, q)
	if last := moves[9] - moves[8]; last*20 <= moves[4] {
		t.Errorf("a length is given: moves after each tenth %v", moves)
	}
}

// A run goes on from any state of its list.
func TestLateAcceptance_ResumesItsList(t *testing.T) {
	unraced.Test(t)
	for name, p := range trial.Zoo() {
		s := multiwalk.Settings{Seed: 3, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(60_000)}}
		if err := conformance.CheckResume(threshold.LateAcceptance{}, p, s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
