package continuous_test

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/walk"
)

// Descents follow a valley, and of Gallagher's peaks they find the highest, in a part of the evaluations that CMA-ES takes.
func TestQuasiNewton_SolvesValleysAndPeaks(t *testing.T) {
	for f, most := range map[int]int64{8: 1500, 9: 1500, 21: 40_000, 22: 60_000} {
		p := must.Have(bbob.New(f, 10, 1))(t)
		_, least := p.Optimum()
		for _, m := range []walk.Method{continuous.QuasiNewton{}, continuous.Staged{}} {
			res, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 1, Walks: 1,
				Stop: []multiwalk.Stop{continuous.Target(least + bbob.Precision), multiwalk.Evaluations(most)}})
			if err != nil || res.Status != multiwalk.TargetReached {
				t.Errorf("%s on f%d: %v, %v", m.Name(), f, res, err)
			}
		}
	}
}

// By changes of the ends of descents functions are solved whose optima are a lattice, with a second funnel away from the best (24), or whose
// elements are nearly independent (20).
func TestQuasiNewton_SolvesByEnds(t *testing.T) {
	for f, most := range map[int]int64{20: 300_000, 24: 1_000_000} {
		p := must.Have(bbob.New(f, 10, 2))(t)
		_, least := p.Optimum()
		res, err := multiwalk.Minimize(context.Background(), p, continuous.QuasiNewton{}, multiwalk.Settings{Seed: 1, Walks: 1,
			Stop: []multiwalk.Stop{continuous.Target(least + bbob.Precision), multiwalk.Evaluations(most)}})
		if err != nil || res.Status != multiwalk.TargetReached {
			t.Errorf("f%d: %v, %v", f, res, err)
		}
	}
}
