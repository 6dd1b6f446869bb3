package threshold

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
	"math"
	"slices"
	"testing"
)

// The thresholds begin where a walk takes what is worse by the average, and end at 0.
func TestThreshold_LevelsFitTheProblem(t *testing.T) {
	for name, p := range trial.Zoo() {
		levels := must.Have(ThresholdAccepting{}.thresholds(p, walk.Plan{Seed: 2}))(t)
		if last := levels[len(levels)-1]; last != 0 || !slices.IsSortedFunc(levels, func(a, b float64) int { return int(b - a) }) {
			t.Errorf("%s: %v", name, levels)
		}
		for _, l := range levels {
			if l != math.Floor(l) {
				t.Errorf("%s: level %v is not whole", name, l)
			}
		}
	}
	r := trial.Minimize(t, trial.NewQAP(9, 1), ThresholdAccepting{Start: 40, End: 5, Alpha: 0.5, Sweeps: 2, Once: true}, multiwalk.Settings{Walks: 1})
	if r.Status != multiwalk.MethodEnded || r.Restarts != 0 {
		t.Errorf("%v", fmt.Sprint(r))
	}
}
