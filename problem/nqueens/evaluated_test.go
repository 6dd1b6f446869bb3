package nqueens_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/single"
)

func TestEvaluated_Conformance(t *testing.T) {
	for _, n := range []int{1, 2, 3, 9, 40} {
		conformance.Problem(t, nqueens.Evaluated{N: n})
	}
}

// annealed runs a short annealing from a random permutation and returns what it did.
func annealed(t *testing.T, p multiwalk.Problem) *multiwalk.Result {
	t.Helper()
	const n = 30
	start := make([]int32, n)
	multiwalk.Permutation(n).Random(multiwalk.NewRand(7, 1), start)
	res := must.Have(multiwalk.Minimize(t.Context(), p, single.Anneal{Start: 3, End: 0.05, Alpha: 0.9, Sweeps: 3, Once: true, Neighbourhood: "swap"},
		multiwalk.Settings{Seed: 7, Walks: 1, Start: start}))(t)
	for i := range res.History {
		h := &res.History[i]
		// Deltas and full evaluations come in units and rounds of other sizes.
		h.Elapsed, h.Round, h.Evaluations = 0, 0, 0
	}
	return res
}

// Schemes, and the deltas of the problem itself, lead a walk through the same costs by the same number of moves.
func TestEvaluated_AllSchemesGiveOneHistory(t *testing.T) {
	want := annealed(t, nqueens.Evaluated{N: 30})
	if len(want.History) < 3 || want.Notes == nil {
		t.Fatalf("a run too short to compare, or not by full evaluation: %v %v", want, want.Notes)
	}
	check := func(name string, got *multiwalk.Result) {
		if got.Cost != want.Cost || got.Moves != want.Moves || len(got.History) != len(want.History) {
			t.Errorf("%s: %v, want %v (seed 7)", name, got, want)
			return
		}
		for i, h := range got.History {
			if h != want.History[i] {
				t.Errorf("%s: incumbent %d is %+v, want %+v (seed 7)", name, i, h, want.History[i])
			}
		}
	}
	for _, s := range nqueens.Schemes() {
		got := annealed(t, nqueens.Evaluated{N: 30, Scheme: s})
		check(s.Name(), got)
		if got.FullEvaluations < want.FullEvaluations || got.DeltaEvaluations != 0 {
			t.Errorf("%s: %+v, want full evaluations alone", s.Name(), got.Counters)
		}
	}
	q := must.Have(nqueens.New(30))(t)
	check("deltas", annealed(t, q))
}
