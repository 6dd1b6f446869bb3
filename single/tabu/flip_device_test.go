package tabu_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/tabu"
)

// The searches keep their promises: deltas add up, equal seeds give equal runs, and a run that is resumed goes on as it was.
func TestFlips_Conform(t *testing.T) {
	unraced.Test(t)
	conformance.Method(t, tabu.IteratedTabu{Length: 60}, trial.FlipProblem(t, 30), conformance.On(device.Emulator()))
}

// The least cost of a small instance, which all solutions prove, is found.
func TestFlips_FindTheOptimum(t *testing.T) {
	for _, n := range []int{2, 3, 16} {
		p := trial.FlipProblem(t, n)
		least := runtest.Least(p)
		r, err := multiwalk.Minimize(t.Context(), p, tabu.IteratedTabu{Length: 50}, multiwalk.Settings{Seed: 1, Walks: 3, Device: device.Emulator(),
			Stop: []multiwalk.Stop{multiwalk.Evaluations(40_000), multiwalk.Target(least)}})
		if err != nil || r.Cost != least {
			t.Errorf("n = %d: %v, %v, want cost %d", n, r, err, least)
		}
	}
}

func TestFlips_Refuse(t *testing.T) {
	d := device.Emulator()
	for says, v := range map[string]struct {
		m tabu.IteratedTabu
		p multiwalk.Problem
	}{
		"have no delta for swap":            {tabu.IteratedTabu{Tabu: tabu.Tabu{Neighbourhood: "swap"}}, trial.FlipProblem(t, 9)},
		"tabu tenure 30 is too long":        {tabu.IteratedTabu{Tabu: tabu.Tabu{Tenure: 30}}, trial.FlipProblem(t, 90)},
		"of up to 200 flips are too strong": {tabu.IteratedTabu{Weakest: 2, Strongest: 200}, trial.FlipProblem(t, 300)},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Device: d, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		must.Fail(t, says)(err)
	}
}

// A cut costs what its complement does, quadratic bits in general do not.
func TestFlips_Mirrored(t *testing.T) {
	if tabu.Mirrored(t, trial.FlipProblem(t, 300)) || !tabu.Mirrored(t, sparseProblem(t, 300)) {
		t.Error("of quadratic bits and of a cut, the cut alone costs what its complement does")
	}
}

func sparseProblem(t testing.TB, n int) *qubo.Instance {
	t.Helper()
	return must.Have(qubo.RandomCut(n, 1))(t)
}
