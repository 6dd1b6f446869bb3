package cooperate

import (
	"io"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// Table 1 of "Parallel neighbourhood search on many-core platforms": temperatures from 10000 to 0.1 by 0.99, 1146 of them
// (Ss), ten sweeps each, and an exchange every 100 (Se). Moves and how they are drawn are ours.
func TestPSPM_DefaultsAreThePapers(t *testing.T) {
	m, err := PSPM{}.withDefaults()
	want := PSPM{Moves: 32, Start: 10000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100, Accept: "best", Proposals: strided}
	if err != nil || m != want || m.steps() != 1146 {
		t.Errorf("%+v with %d steps, %v; want %+v with 1146", m, m.steps(), err, want)
	}
	if c := m.cadence(70, m.steps(), 1); c != (cadence{perStep: 70, period: 7000, length: 80220}) {
		t.Errorf("cadence %+v", c)
	}
	s := must.Have(PSPM{}.Prepare(ring{30}, walk.Plan{Walks: 2}))(t)
	if e := s.(pspmTogether); e.every != 100 || e.period != 100*int64(e.Search.(Stepper).StepUnits()) {
		t.Errorf("on cores it exchanges every %d steps, %d units", e.every, e.period)
	}
}

// Exchange: every 100 steps of methods that have steps, every ten rounds of others.
func TestExchange_Defaults(t *testing.T) {
	for m, want := range map[walk.Method]int64{single.LightWeight{}: 100, single.Climb{Restarts: -1}: 10} {
		s := must.Have(Exchange{Method: m}.Prepare(ring{30}, walk.Plan{Walks: 2, Warn: func(string) {}}))(t)
		if e := s.(*exchange); e.every != want {
			t.Errorf("%s exchanges every %d, want %d", m.Name(), e.every, want)
		}
	}
}

// The predecessor's islands are shuffled every 500 generations.
func TestIslands_DefaultIsThePapers(t *testing.T) {
	s := must.Have(Islands{Method: population.Genetic{}}.Prepare(qap.Uniform(9, 1), walk.Plan{Walks: 2}))(t)
	if period := s.(*islands).period; period != 500 {
		t.Errorf("shuffled every %d generations, and the paper has 500", period)
	}
}

// Populations are looked at every 50 generations, as in the paper, and other walks by slices.
func TestRestart_DefaultsAreThePapers(t *testing.T) {
	every := func(m Restart) (int, int) {
		s := must.Have(m.Prepare(qap.Uniform(9, 1), walk.Plan{Walks: 1, Warn: func(string) {}}))(t)
		w := must.Have(s.NewWalk(0))(t)
		return w.(*restartWalk).every, s.Slice()
	}
	genetic := population.Genetic{Restart: "none"}
	if got, _ := every(Restart{Method: genetic}); got != 50 {
		t.Errorf("looked at every %d generations, and the paper has 50", got)
	}
	if got, slice := every(Restart{Method: genetic, Policy: "fixed"}); got != 100*slice {
		t.Errorf("fixed runs have %d units, want 100 slices of %d", got, slice)
	}
	if got, slice := every(Restart{Method: single.Tabu{}}); got != slice {
		t.Errorf("looks every %d units, want a slice of %d", got, slice)
	}
	if stagnationPatience != 20 {
		t.Errorf("patience is %d", stagnationPatience)
	}
	for i, want := range []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1} {
		if got := luby(int64(i + 1)); got != want {
			t.Errorf("element %d of Luby's sequence is %d, want %d", i+1, got, want)
		}
	}
}

// Searches have as many blocks as they fill, the last in part.
func TestPSPM_BlocksAreFilled(t *testing.T) {
	for _, searches := range []int{1, 3, 4, 5, 8, 9} {
		s := must.Have(PSPM{Searches: searches}.Prepare(scatter(20, 1), walk.Plan{Device: device.Emulator()}))(t)
		w := must.Have(s.NewWalk(0))(t)
		shape := w.(*pspmTourWalk).Shape
		if warps := shape.Threads / 32; shape.Blocks != (searches+warps-1)/warps {
			t.Errorf("%d searches have %d blocks of %d", searches, shape.Blocks, warps)
		}
		if c, ok := w.(io.Closer); ok {
			must.Do(t, c.Close())
		}
	}
}

// Bounds of edge costs that a problem does not say are found by looking at all, up to 4096 cities.
func TestEdgeRange_IsFound(t *testing.T) {
	if least, most, err := edgeRange(ring{30}); err != nil || least != 100 || most != 1500 {
		t.Errorf("from %d to %d, %v", least, most, err)
	}
	if _, _, err := edgeRange(ring{4096}); err != nil {
		t.Error(err)
	}
	if _, _, err := edgeRange(ring{4097}); err == nil {
		t.Error("4097 cities were looked at")
	}
}

// Searches trade temperatures by the time that an H200 takes for their iterations: so this constant is part of every result.
func TestPSPM_Pace(t *testing.T) {
	for n, want := range map[int]int64{30: 3333, 100: 588, 1000: 9, 10_000: 1} {
		if got := paceIterations(n); got != want {
			t.Errorf("%d elements: %d iterations, want %d", n, got, want)
		}
	}
}

// One machine has nobody to exchange with.
func TestShared_TakesSeveralMachines(t *testing.T) {
	var s walk.Search = &wrapped{}
	if got := shared(s, walk.Plan{Device: device.Emulator()}); got != s {
		t.Errorf("the search of one machine became a %T", got)
	}
}
