package single

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/lightweight"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// The pilot begins above nearly all worse deltas and ends below the least, whatever they are.
func TestEnds_EmbraceTheDeltas(t *testing.T) {
	many := func(d int64, n int) []int64 { return slices.Repeat([]int64{d}, n) }
	for what, c := range map[string]struct {
		worse     []int64
		hot, cold float64 // at least and at most
	}{
		"a plateau":         {nil, 1, 0.2},
		"alike":             {many(50, 9), 50, 7},
		"with penalties":    {slices.Concat(many(3, 90), many(1_000_000, 5)), 3, 0.5},
		"mostly penalties":  {slices.Concat(many(3, 5), many(1_000_000, 90)), 1e6, 0.5},
		"from 1 to 1e12":    {[]int64{1, 1e3, 1e6, 1e9, 1e12, 1e12}, 1e12, 0.2},
		"as large as it is": {many(math.MaxInt64, 3), math.MaxInt64, math.MaxInt64 / 7},
	} {
		hot, cold := cooling.Ends(c.worse)
		if hot < c.hot || cold > c.cold || cold <= 0 || hot < 8*cold {
			t.Errorf("%s: from %v to %v, want from %v at least to %v at most", what, hot, cold, c.hot, c.cold)
		}
	}
	if hot, _ := cooling.Ends(slices.Concat(many(3, 90), many(1_000_000, 5))); hot > 100 {
		t.Errorf("a few penalties make the pilot begin at %v", hot)
	}
}

// A budget that is spent leaves a walk frozen, at any scale of costs and wherever it begins: in its last tenth it makes next to
// no worse move, in its first half many.
func TestAnneal_CoolsOverItsBudget(t *testing.T) {
	unraced.Test(t)
	q := trial.NewQAP(30, 4)
	for _, by := range []int64{1, 1000, 1e12} {
		moves := trial.MovesByTenths(t, anneal.Anneal{}, trial.Lifted{Assigning: q, By: by})
		first, last := moves[4], moves[9]-moves[8]
		if last*20 > first || first < 1000 {
			t.Errorf("costs times %d: moves after each tenth %v", by, moves)
		}
	}
}

// Settings that fix the schedule keep their meaning in a run with a budget, and a run without one reheats.
func TestAnneal_SettingsFixTheSchedule(t *testing.T) {
	unraced.Test(t)
	q := trial.NewQAP(12, 4)
	for _, c := range []struct {
		m        walk.Method
		restarts bool
	}{
		{anneal.Anneal{Sweeps: 1}, true}, {anneal.Anneal{Alpha: 0.9}, true}, {anneal.Anneal{Proposals: 10}, true}, {anneal.Anneal{}, false}, {anneal.Anneal{Start: 100, End: 1}, false},
		{threshold.ThresholdAccepting{Sweeps: 1, Alpha: 0.5}, true}, {threshold.ThresholdAccepting{}, false},
		{lightweight.LightWeight{Sweeps: 1, Alpha: 0.5}, true}, {lightweight.LightWeight{}, false},
	} {
		r := trial.Minimize(t, q, c.m, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(300_000)}})
		if (r.Restarts > 0) != c.restarts {
			t.Errorf("%+v: %d restarts", c.m, r.Restarts)
		}
	}
	r := trial.Minimize(t, q, anneal.Anneal{}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.NoImprovement(20_000)}})
	if r.Restarts == 0 {
		t.Error("without a budget: no restart")
	}
}

// A timed run with several walks is repeated by its paces with any number of workers, by all methods that cool.
func TestAnneal_TimedRunsAreRepeated(t *testing.T) {
	q := trial.NewQAP(20, 4)
	for _, m := range []walk.Method{anneal.Anneal{}, threshold.ThresholdAccepting{}, threshold.LateAcceptance{}, lightweight.LightWeight{Start: 100, End: 1}} {
		for _, d := range []multiwalk.Device{nil, device.CPU(1)} {
			s := multiwalk.Settings{Seed: 2, Walks: 3, Stop: []multiwalk.Stop{multiwalk.Time(200e6)}}
			timed := trial.Minimize(t, q, m, s)
			if timed.Partial || timed.Rounds == 0 {
				continue // a busy machine
			}
			s.Device, s.Pace, s.Stop = d, timed.Pace, []multiwalk.Stop{multiwalk.Work(timed.Rounds)}
			again := trial.Minimize(t, q, m, s)
			if trial.History(again) != trial.History(timed) || fmt.Sprint(again.Best, again.Counters) != fmt.Sprint(timed.Best, timed.Counters) {
				t.Errorf("%s on %v: %v\n%v", m.Name(), d, timed, again)
			}
		}
	}
}
