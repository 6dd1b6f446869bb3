package continuous_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/walk"
)

// swarming are the methods with a population, in all their forms.
var swarming = map[string][]walk.Method{
	"differential-evolution": {
		continuous.Differential{}, continuous.Differential{Strategy: "l-shade"}, continuous.Differential{Strategy: "rand", Population: 5},
		continuous.Differential{Strategy: "best", F: 0.7, CR: 0.3}, continuous.Differential{Schedule: "grow", Population: 8},
	},
	"particle-swarm": {
		continuous.Swarm{}, continuous.Swarm{Topology: "ring", Population: 7}, continuous.Swarm{Topology: "global", Form: "2007"},
	},
	"scatter-search": {
		continuous.Scatter{}, continuous.Scatter{Population: 3, Descents: 3}, continuous.Scatter{Descents: -1},
	},
	"real-genetic": {
		continuous.RealGenetic{}, continuous.RealGenetic{Crossover: "sbx", Mutation: "gaussian", Population: 9, Elites: 3},
		continuous.RealGenetic{Crossover: "arithmetic", Mutation: "cauchy", Rate: -1, Elites: -1},
	},
}

// unfit are settings that are refused.
var unfit = map[string][]walk.Method{
	"differential-evolution": {
		continuous.Differential{Population: 3}, continuous.Differential{Population: 1 << 21}, continuous.Differential{Strategy: "worst"},
		continuous.Differential{Schedule: "never"}, continuous.Differential{Strategy: "rand", F: -1}, continuous.Differential{CR: 0.5},
		continuous.Differential{Strategy: "best", CR: 1.5}, continuous.Differential{FTol: -1},
	},
	"particle-swarm": {
		continuous.Swarm{Population: 1}, continuous.Swarm{Topology: "star"}, continuous.Swarm{Form: "1995"}, continuous.Swarm{Inertia: 1},
		continuous.Swarm{Pull: -1}, continuous.Swarm{FTol: math.NaN()},
	},
	"scatter-search": {
		continuous.Scatter{Population: 2}, continuous.Scatter{Descents: 11}, continuous.Scatter{XTol: 1},
	},
	"real-genetic": {
		continuous.RealGenetic{Population: 1}, continuous.RealGenetic{Tournament: -1}, continuous.RealGenetic{Crossover: "pmx"},
		continuous.RealGenetic{Rate: 2}, continuous.RealGenetic{Mutation: "swap"}, continuous.RealGenetic{Mutate: -0.5},
		continuous.RealGenetic{Elites: 100}, continuous.RealGenetic{Alpha: 3},
		continuous.RealGenetic{Eta: -1}, continuous.RealGenetic{Sigma: 2}, continuous.RealGenetic{FTol: -1},
	},
}

// A large reference set is chosen in time proportional to its size and to the vectors drawn for it: in half a second. If each choice looked
// at all before it, it would be 13 s.
func TestScatter_LargeSetIsChosenSoon(t *testing.T) {
	unraced.Test(t)
	res, err := continuous.Minimize(context.Background(), function(2, rastrigin), continuous.Scatter{Population: 1000}, multiwalk.Settings{
		Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(4000), multiwalk.Time(8 * time.Second)}})
	if err != nil || res.Status != multiwalk.EvaluationLimit {
		t.Errorf("%v, %v", res, err)
	}
}

func TestSwarming_Conforms(t *testing.T) {
	mixed := function(5, sphere)
	mixed.Whole = []bool{true, false, true, false, false}
	fixed := function(3, sphere)
	fixed.Upper[1] = fixed.Lower[1]
	problems := map[string]continuous.Problem{"rastrigin": function(6, rastrigin), "one": function(1, rastrigin),
		"mixed": mixed, "fixed": fixed}
	for name, forms := range swarming {
		for i, m := range forms {
			for title, p := range problems {
				if i > 0 && title != "mixed" {
					continue
				}
				t.Run(name+"/"+title, func(t *testing.T) {
					t.Parallel()
					conformance.Method(t, m, packed(t, p), conformance.Budget(3000), conformance.Refuses(unfit[name]...))
				})
			}
		}
	}
}

// What each method solves within a budget: a gate against slips.
func TestSwarming_Solves(t *testing.T) {
	for _, c := range []struct {
		m    walk.Method
		f    func(x []float64) float64
		most int64
	}{
		{continuous.Differential{}, rastrigin, 60_000},
		{continuous.Differential{}, rosenbrock, 60_000},
		{continuous.Differential{Schedule: "grow"}, sphere, 30_000},
		{continuous.Swarm{}, sphere, 30_000},
		{continuous.Swarm{Topology: "global", Form: "2007"}, sphere, 30_000},
		{continuous.Swarm{Topology: "ring"}, sphere, 30_000},
		{continuous.Scatter{}, rosenbrock, 20_000},
		{continuous.RealGenetic{}, sphere, 60_000},
	} {
		res, err := continuous.Minimize(context.Background(), function(8, c.f), c.m,
			multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{continuous.Target(1e-8), multiwalk.Evaluations(c.most)}})
		if err != nil || res.Status != multiwalk.TargetReached {
			t.Errorf("%+v: %v, %v", c.m, res, err)
		}
		t.Logf("%+v: %v", c.m, res)
	}
}
