package single_test

import (
	"reflect"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// A run by the settings that ran is the same run, also where the moves are those that the problem's kernels price.
func TestRan_RunsTheSame(t *testing.T) {
	for _, p := range sample.Problems() {
		if p.Space().Kind() == multiwalk.KindProduct {
			continue // names of moves do not say which part makes which
		}
		for _, m := range []walk.Method{threshold.LateAcceptance{Length: 50}, threshold.ThresholdAccepting{}, descent.VariableNeighbourhood{}, descent.Climb{Restarts: -1}} {
			s := multiwalk.Settings{Seed: 3, Walks: 1, Device: device.CPU(1), Stop: []multiwalk.Stop{multiwalk.Evaluations(5_000)}}
			res, err := multiwalk.Minimize(t.Context(), p, m, s)
			if err != nil {
				t.Fatalf("%s on %v: %v", m.Name(), p.Space(), err)
			}
			again, err := multiwalk.Minimize(t.Context(), p, res.Ran, s)
			if err != nil {
				t.Fatalf("%+v on %v: %v", res.Ran, p.Space(), err)
			}
			if !reflect.DeepEqual(res.Best, again.Best) || res.Counters != again.Counters {
				t.Errorf("%T on %v: %+v made %v, and then %v", p, p.Space(), res.Ran, res, again)
			}
		}
	}
}
