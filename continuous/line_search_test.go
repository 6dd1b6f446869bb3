package continuous_test

import (
	"context"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
)

func packed(t *testing.T, p continuous.Problem) *continuous.Packed {
	t.Helper()
	return must.Have(continuous.Of(p))(t)
}

// functions are a function with many optima and one with a valley, of these dimensions, and one of whole numbers too.
func functions(many, valley int) map[string]continuous.Problem {
	mixed := function(5, sphere)
	mixed.Whole = []bool{true, false, true, false, false}
	return map[string]continuous.Problem{"rastrigin": function(many, rastrigin), "rosenbrock": function(valley, rosenbrock), "mixed": mixed}
}

func TestDescents_Conform(t *testing.T) {
	for name, p := range functions(6, 3) {
		t.Run(name, func(t *testing.T) {
			conformance.Method(t, continuous.LineSearch{}, packed(t, p), conformance.Budget(3000),
				conformance.Refuses(continuous.LineSearch{FTol: -1}))
			conformance.Method(t, continuous.QuasiNewton{}, packed(t, p), conformance.Budget(3000),
				conformance.Refuses(continuous.QuasiNewton{Samples: -1}))
		})
	}
}

// Separable functions fall to it in some evaluations a dimension, however many optima they have.
func TestLineSearch_SolvesSeparable(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(x []float64) float64
		most int64
	}{"sphere": {sphere, 500}, "rastrigin": {rastrigin, 6000}} {
		res, err := continuous.Minimize(context.Background(), function(10, c.f), continuous.LineSearch{},
			multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{continuous.Target(1e-8), multiwalk.Evaluations(100_000)}})
		if err != nil || res.Status != multiwalk.TargetReached || res.Evaluations() > c.most {
			t.Errorf("%s: %v, %v", name, res, err)
		}
		t.Logf("%s: %v", name, res)
	}
}

// Where bounds are so far apart that no curvature between them has a number, the axes end after their bounds: intervals are not cut for ever.
func TestLineSearch_EndsOnEndlessAxes(t *testing.T) {
	p := function(2, func([]float64) float64 { return math.Inf(1) })
	p.Lower, p.Upper = []float64{-1e200, -1e200}, []float64{1e200, 1e200}
	res, err := continuous.Minimize(context.Background(), p, continuous.LineSearch{},
		multiwalk.Settings{Seed: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(200)}})
	if err != nil || res.Restarts < 20 {
		t.Errorf("%v, %v: %d restarts", res, err, res.Restarts)
	}
}
