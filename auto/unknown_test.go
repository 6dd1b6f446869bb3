package auto_test

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/own"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// Problems without a rule get trials, of methods that serve them all; the result says which one led. Those with a rule do not.
func TestFor_TriesMethodsOnUnknownProblems(t *testing.T) {
	for _, c := range own.All("") {
		m, ok := auto.For(c.Problem).(cooperate.Halving)
		if !ok {
			t.Errorf("%s: %T", c.Name, auto.For(c.Problem))
			continue
		}
		for _, o := range m.Methods {
			if _, err := o.Prepare(c.Problem, multiwalk.Plan{Walks: 1, Warn: func(string) {}}); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
	for _, p := range []multiwalk.Problem{tsp.Random(20, 1), qap.Uniform(20, 1), qap.Structured(20, 1)} {
		if m, ok := auto.For(p).(cooperate.Halving); ok {
			t.Errorf("%T has a rule, and gets %+v", p, m)
		}
	}
}

// A run limited by work or evaluations is repeated exactly, with the same leader, whatever the workers.
func TestFor_TrialsAreRepeated(t *testing.T) {
	p := own.NewColouring(60, 12, 1)
	for _, stop := range []multiwalk.Stop{multiwalk.Work(40), multiwalk.Evaluations(300_000)} {
		var first *multiwalk.Result
		for workers := 1; workers <= 3; workers++ {
			r, err := multiwalk.Minimize(t.Context(), p, auto.For(p), multiwalk.Settings{Seed: 5, Walks: 3, Workers: workers,
				Stop: []multiwalk.Stop{stop}})
			if err != nil {
				t.Fatal(err)
			}
			if notes := strings.Join(r.Notes, "; "); strings.Count(notes, "leads after trials") != 1 {
				t.Errorf("notes %q", notes)
			}
			if first == nil {
				first = r
			}
			if r.Cost != first.Cost || r.Counters != first.Counters || strings.Join(r.Notes, ";") != strings.Join(first.Notes, ";") {
				t.Errorf("%v, %d workers: %v %v, %v %v", stop, workers, r, r.Notes, first, first.Notes)
			}
		}
	}
}

// On a device a problem with kernels that no other method serves gets trials there.
func TestOn_TriesMethodsOnUnknownProblems(t *testing.T) {
	p := own.NewColouring(20, 4, 1)
	m := auto.On(p, device.Emulator())
	if err := multiwalk.Place(p, m, device.Emulator()); err == nil {
		r, err := multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1, Device: device.Emulator(), Walks: 4,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}})
		if err != nil || p.Cost(r.Best) != r.Cost {
			t.Errorf("%s: %v, %v", m.Name(), r, err)
		}
	} else if m.Name() != auto.For(p).Name() {
		t.Errorf("%s, which has no kernels for it: %v", m.Name(), err)
	}
}
