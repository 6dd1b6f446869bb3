package ils

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// ilsWalk returns an iterated local search on a problem that has come to its first local optimum.
func ilsWalk(t *testing.T, p multiwalk.Problem) *ilsSwapWalk {
	t.Helper()
	search := must.Have(ILS{}.Prepare(p, walk.Plan{Seed: 1, Walks: 1}))(t)
	made := must.Have(search.NewWalk(0))(t)
	w := made.(*ilsSwapWalk)
	for w.home.Cost == math.MaxInt64 {
		w.Step(walk.NewSlice(1))
	}
	return w
}

func TestILSSwap_GoesOnFromLocalOptima(t *testing.T) {
	for name, p := range trial.Flavours(assignment.Uniform(14, 6)) {
		w := ilsWalk(t, p)
		for i := range int32(14) {
			for j := range i {
				x := slices.Clone(w.home.X)
				x[i], x[j] = x[j], x[i]
				if c := p.Cost(x); c < w.home.Cost {
					t.Fatalf("%s: home costs %d, but %d after swapping %d and %d", name, w.home.Cost, c, j, i)
				}
			}
		}
	}
}

func TestILSSwap_Acceptance(t *testing.T) {
	s := walk.NewSlice(1)
	for name, p := range trial.Flavours(assignment.Uniform(14, 6)) {
		w := ilsWalk(t, p)
		home, cost := slices.Clone(w.home.X), w.home.Cost

		w.Make(0, 1, w.Price(0, 1)) // worse: home is a local optimum
		w.judge(s)
		if w.home.Cost != cost || !slices.Equal(w.home.X, home) || w.failures != 1 {
			t.Errorf("%s: after a worse local optimum, home costs %d, before %d; %d failures", name, w.home.Cost, cost, w.failures)
		}
		if p.Cost(w.X) != w.Cost {
			t.Errorf("%s: perturbed from home, the cost is %d, by full evaluation %d", name, w.Cost, p.Cost(w.X))
		}

		w.home.Cost = w.Cost + 1 // what comes is better
		w.strength = 6
		x, c := slices.Clone(w.X), w.Cost
		w.judge(s)
		if w.home.Cost != c || !slices.Equal(w.home.X, x) || w.failures != 0 || w.strength != ilsWeakest {
			t.Errorf("%s: after a better one, home costs %d, want %d; %d failures, strength %d", name, w.home.Cost, c, w.failures, w.strength)
		}

		w.home.Cost, w.failures = math.MinInt64, ilsRestart
		w.judge(s)
		if w.Work.Restarts != 1 || w.failures != 0 || w.home.Cost != math.MaxInt64 || p.Cost(w.X) != w.Cost {
			t.Errorf("%s: no restart after %d failures", name, ilsRestart)
		}
	}
}

func TestILSSwap_PerturbationMovesStrengthPositions(t *testing.T) {
	w := ilsWalk(t, assignment.Uniform(14, 6))
	for strength := 2; strength <= 14; strength++ {
		before := slices.Clone(w.X)
		w.strength = strength
		w.perturb(walk.NewSlice(1))
		moved := 0
		for i, v := range w.X {
			if v != before[i] {
				moved++
			}
		}
		if moved != strength {
			t.Errorf("strength %d moves %d positions", strength, moved)
		}
	}
}

func TestQueue(t *testing.T) {
	q := newQueue(3)
	q.push(1)
	var got []int32
	for !q.empty() {
		got = append(got, q.first())
		q.pop()
		if len(got) == 2 {
			q.push(0)
		}
	}
	if !slices.Equal(got, []int32{0, 1, 2, 0}) {
		t.Errorf("order %v", got)
	}
}
