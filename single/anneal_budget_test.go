package single

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/internal/unraced"
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
		hot, cold := ends(c.worse)
		if hot < c.hot || cold > c.cold || cold <= 0 || hot < 8*cold {
			t.Errorf("%s: from %v to %v, want from %v at least to %v at most", what, hot, cold, c.hot, c.cold)
		}
	}
	if hot, _ := ends(slices.Concat(many(3, 90), many(1_000_000, 5))); hot > 100 {
		t.Errorf("a few penalties make the pilot begin at %v", hot)
	}
}

// A profile of the shares exp(-d/T) of one delta leads back to the temperatures.
func TestProfile_FindsTheTemperatureOfAShare(t *testing.T) {
	const delta, each = 700.0, 100_000
	p := newProfile(8*delta, delta/32)
	for k, level := range p.levels {
		p.note(k, each, int64(each*math.Exp(-delta/metropolis.Exp2(level))))
	}
	p.complete()
	for _, share := range []float64{0.5, 0.1, 0.01, 0.001} {
		got, want := metropolis.Exp2(p.level(math.Log2(share))), delta/-math.Log(share)
		if got < 0.7*want || got > 1.4*want {
			t.Errorf("share %v is taken at %v, want %v", share, got, want)
		}
	}
	if !slices.IsSortedFunc(p.shares, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("shares rise: %v", p.shares)
	}
}

// A pilot that ended too hot still leads to the temperature of a share that it has not seen.
func TestProfile_GoesOnBelowItsEnd(t *testing.T) {
	const delta, each = 700.0, 100_000
	p := newProfile(8*delta, delta/4)
	for k, level := range p.levels {
		p.note(k, each, int64(each*math.Exp(-delta/metropolis.Exp2(level))))
	}
	p.complete()
	got, want := metropolis.Exp2(p.level(math.Log2(1e-5))), delta/-math.Log(1e-5)
	if got < 0.7*want || got > 1.4*want {
		t.Errorf("share 1e-5 is taken at %v, want %v", got, want)
	}
}

// Between temperatures at which nothing changes no time is spent: deltas are 1 or a million.
func TestProfile_LeapsOverGaps(t *testing.T) {
	const each = 100_000
	p := newProfile(4e6, 1.0/16)
	for k, level := range p.levels {
		temperature := metropolis.Exp2(level)
		p.note(k, each, int64(each/2*math.Exp(-1e6/temperature)+each/50*math.Exp(-1/temperature)))
	}
	p.complete()
	const steps = 1000
	between := 0
	for k := range steps {
		if temperature := metropolis.Exp2(p.level(tempering.Between(firstShare, lastShare, float64(k)/steps))); temperature > 30 && temperature < 1e5 {
			between++
		}
	}
	if between > steps/5 {
		t.Errorf("%d of %d steps lie where neither delta matters", between, steps)
	}
}

// lifted is a problem all of whose costs are multiplied.
type lifted struct {
	*qap
	by int64
}

func (p lifted) Cost(x []int32) int64                  { return p.by * p.qap.Cost(x) }
func (p lifted) SwapDelta(x []int32, i, j int32) int64 { return p.by * p.qap.SwapDelta(x, i, j) }

// A budget that is spent leaves a walk frozen, at any scale of costs and wherever it begins: in its last tenth it makes next to
// no worse move, in its first half many.
func TestAnneal_CoolsOverItsBudget(t *testing.T) {
	unraced.Test(t)
	q := newQAP(30, 4)
	for _, by := range []int64{1, 1000, 1e12} {
		moves := movesByTenths(t, Anneal{}, lifted{q, by})
		first, last := moves[4], moves[9]-moves[8]
		if last*20 > first || first < 1000 {
			t.Errorf("costs times %d: moves after each tenth %v", by, moves)
		}
	}
}

// movesByTenths is how many moves were made after each tenth of a budget.
func movesByTenths(t *testing.T, m multiwalk.Method, p multiwalk.Problem) (moves []int64) {
	t.Helper()
	const budget = 200_000
	s, err := m.Prepare(p, multiwalk.Plan{Seed: 3, Walks: 1, Budget: multiwalk.Budget{Evaluations: budget}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.NewWalk(0)
	if err != nil {
		t.Fatal(err)
	}
	part := multiwalk.NewSlice(math.MaxInt).Sub(math.MaxInt, budget, multiwalk.Counters{}, math.MaxInt64)
	left := true
	for tenth := int64(1); tenth <= 10; tenth++ {
		for left && w.Counters().Evaluations() < tenth*budget/10 {
			left = w.Step(part.Sub(1, math.MaxInt64, multiwalk.Counters{}, math.MaxInt64))
		}
		moves = append(moves, w.Counters().Moves)
	}
	return moves
}

// Settings that fix the schedule keep their meaning in a run with a budget, and a run without one reheats.
func TestAnneal_SettingsFixTheSchedule(t *testing.T) {
	unraced.Test(t)
	q := newQAP(12, 4)
	for _, c := range []struct {
		m        multiwalk.Method
		restarts bool
	}{
		{Anneal{Sweeps: 1}, true}, {Anneal{Alpha: 0.9}, true}, {Anneal{Proposals: 10}, true}, {Anneal{}, false}, {Anneal{Start: 100, End: 1}, false},
		{ThresholdAccepting{Sweeps: 1, Alpha: 0.5}, true}, {ThresholdAccepting{}, false},
		{LightWeight{Sweeps: 1, Alpha: 0.5}, true}, {LightWeight{}, false},
	} {
		r := minimize(t, q, c.m, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(300_000)}})
		if (r.Restarts > 0) != c.restarts {
			t.Errorf("%+v: %d restarts", c.m, r.Restarts)
		}
	}
	r := minimize(t, q, Anneal{}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.NoImprovement(20_000)}})
	if r.Restarts == 0 {
		t.Error("without a budget: no restart")
	}
}

// A timed run with several walks is repeated by its paces with any number of workers, by all methods that cool.
func TestAnneal_TimedRunsAreRepeated(t *testing.T) {
	q := newQAP(20, 4)
	for _, m := range []multiwalk.Method{Anneal{}, ThresholdAccepting{}, LateAcceptance{}, LightWeight{Start: 100, End: 1}} {
		for _, d := range []multiwalk.Device{nil, device.CPU(1)} {
			s := multiwalk.Settings{Seed: 2, Walks: 3, Stop: []multiwalk.Stop{multiwalk.Time(200e6)}}
			timed := minimize(t, q, m, s)
			if timed.Partial || timed.Rounds == 0 {
				continue // a busy machine
			}
			s.Device, s.Pace, s.Stop = d, timed.Pace, []multiwalk.Stop{multiwalk.Work(timed.Rounds)}
			again := minimize(t, q, m, s)
			if history(again) != history(timed) || fmt.Sprint(again.Best, again.Counters) != fmt.Sprint(timed.Best, timed.Counters) {
				t.Errorf("%s on %v: %v\n%v", m.Name(), d, timed, again)
			}
		}
	}
}
