package single_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/internal/walking"
)

// A thread a walk, a warp a walk and a core make the same walks: descents by either rule, kicks and returns.
func TestMapping_MakesTheSameWalks(t *testing.T) {
	unraced.Test(t)
	p := tsp.Random(13, 1)
	for _, m := range []ils.ILS{{LocalSearch: descent.FirstImprovement}, {LocalSearch: descent.BestImprovement, Strength: 2}, {Neighbourhood: "oropt", Strength: 3, Deviation: 40},
		{Neighbourhood: "insert+swap", Deviation: 1e15}, {Neighbourhood: "3opt", LocalSearch: descent.FirstImprovement}, {Neighbourhood: "3opt", LocalSearch: descent.BestImprovement, Neighbours: 4, Strength: 2}} {
		var runs []*multiwalk.Result
		for _, mapping := range []string{"", walking.MappingNeighbour, walking.MappingSearch} {
			s := multiwalk.Settings{Seed: 3, Walks: 1, Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Evaluations(6000)}}
			if mapping == "" {
				s.Device = device.CPU(1)
			}
			m.Mapping = mapping
			r := must.Have(multiwalk.Minimize(t.Context(), p, m, s))(t)
			runs = append(runs, r)
		}
		for _, r := range runs[1:] {
			if a := runs[0]; a.Cost != r.Cost || !slices.Equal(a.Best, r.Best) {
				t.Errorf("%+v: %v on a core, %v on the emulator", m, a, r)
			}
		}
		if a, b := runs[1], runs[2]; a.Moves != b.Moves || a.Evaluations() != b.Evaluations() || a.Moves < 10 {
			t.Errorf("%+v: %d moves and %d evaluations by a warp, %d and %d by a thread", m, a.Moves, a.Evaluations(), b.Moves, b.Evaluations())
		}
	}
}

func TestMapping_Conforms(t *testing.T) {
	unraced.Test(t)
	conformance.Method(t, ils.ILS{Mapping: walking.MappingSearch}, tsp.Random(9, 1), conformance.On(device.Emulator()))
}

func TestMapping_Refuses(t *testing.T) {
	for says, v := range map[string]struct {
		p    multiwalk.Problem
		m    ils.ILS
		soft bool
	}{
		`ils has no mapping "warp"`:             {tsp.Random(9, 1), ils.ILS{Mapping: "warp"}, true},
		"a thread makes a walk on a tour alone": {trial.FlipProblem(t, 9), ils.ILS{Mapping: walking.MappingSearch}, false},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), says) || errors.Is(err, multiwalk.ErrNoKernel) == v.soft {
			t.Errorf("%v, want ... %s ...", err, says)
		}
	}
}
