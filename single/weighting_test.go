package single_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/single"
)

// What a walk keeps from flip to flip is what follows from its solution and its weights, whether it smooths or begins anew.
func TestWeighting_KeepsWhatFollows(t *testing.T) {
	p := partial(t, 60, 120, 150, 5)
	for _, m := range []single.Weighting{{}, {Smooth: 9000, Samples: 2}, {Smooth: 3000, Patience: 40, Limit: 2}, {Samples: 100, Patience: 7}} {
		anew := single.CheckWeighting(t, m, p, 2000)
		if m.Patience > 0 && (anew < 20 || anew > 2000/m.Patience) || m.Patience == 0 && anew > 0 {
			t.Errorf("%+v: it began anew %d times", m, anew)
		}
	}
	single.CheckWeighting(t, single.Weighting{}, torn(t, 30, 3), 200)
}

// A search begins with what clauses demand: a chain of hard clauses decides all bits, and where soft clauses contradict it they yield.
func TestWeighting_BeginsWithWhatClausesDemand(t *testing.T) {
	const n = 200
	list := []maxsat.Clause{{Hard: true, Literals: []int{-1}}}
	for v := 2; v <= n; v++ {
		list = append(list, maxsat.Clause{Hard: true, Literals: []int{v - 1, v, -v - n}}, maxsat.Clause{Hard: true, Literals: []int{v + n}},
			maxsat.Clause{Hard: true, Literals: []int{-(v - 1), -v}}, maxsat.Clause{Weight: 9, Literals: []int{-v, -v - n}})
	}
	p, err := maxsat.New("chain", 2*n, list)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		x := single.Decimate(p.Clauses(), seed)
		for v := 1; v <= n; v++ {
			if x[v-1] != int32(1-v%2) {
				t.Fatalf("seed %d: variable %d is %d", seed, v, x[v-1])
			}
		}
		if cost, want := p.Cost(x), int64(9*n/2); cost != want {
			t.Errorf("seed %d: %d, want %d", seed, cost, want)
		}
	}
}
