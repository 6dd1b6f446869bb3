package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// alike agrees with slices.Equal at every length around that of its arrays, wherever the difference is.
func TestAlike_IsEqual(t *testing.T) {
	for n := range 50 {
		x := make([]int32, n)
		for i := range x {
			x[i] = int32(i)
		}
		y := slices.Clone(x)
		if !alike(x, y) {
			t.Fatalf("%d elements differ from their copy", n)
		}
		if alike(x, append(slices.Clone(x), 0)) {
			t.Fatalf("%d elements are the same as one more", n)
		}
		for i := range y {
			y[i]--
			if alike(x, y) {
				t.Fatalf("of %d elements the difference at %d is not seen", n, i)
			}
			y[i]++
		}
	}
}

// A walk's prices by full evaluation are right after whatever it does: after moves that were priced last and others, moves that
// were taken back, and other solutions.
func TestFullDelta_FollowsTheWalk(t *testing.T) {
	for name, space := range map[string]multiwalk.Space{
		"swap+insert+2opt": multiwalk.Permutation(20), "oropt+2opt": multiwalk.Tour(20), "flip": multiwalk.Binary(20),
		"change+swap": multiwalk.Integers(20, 0, 4), "insert+flip+pair": multiwalk.Product(multiwalk.Permutation(9), multiwalk.Binary(9)),
	} {
		p := &weighted{space: space}
		nb, other := named(t, p, name), named(t, p, name)
		r, x := multiwalk.NewRand(1, 1), make([]int32, space.Len())
		space.Random(r, x)
		nb.Reset(x)
		for step := range 2000 {
			m := nb.Random(r)
			y := slices.Clone(x)
			other.Apply(y, m)
			if got, want := nb.Delta(x, m), p.Cost(y)-p.Cost(x); got != want {
				t.Fatalf("%s, step %d: %v costs %d more, priced %d", name, step, m, want, got)
			}
			switch r.Uint32N(6) {
			case 0:
				nb.Apply(x, m)
			case 1:
				nb.Apply(x, nb.Random(r))
			case 2:
				nb.Apply(x, m)
				nb.Undo(x, m)
			case 3:
				nb.Apply(x, m)
				Know(nb, x, p.Cost(x))
			case 4:
				space.Random(r, x)
				nb.Reset(x)
			}
		}
	}
}

func named(t *testing.T, p multiwalk.Problem, name string) Neighbourhood {
	t.Helper()
	return must.Have(ByName(p, name))(t)
}

// From a Reset on a walk that makes what it priced last evaluates once a price, and does not compare solutions.
func TestFullDelta_EvaluatesOnce(t *testing.T) {
	p := &weighted{space: multiwalk.Permutation(20)}
	nb, x := named(t, p, "swap+insert"), make([]int32, 20)
	r := multiwalk.NewRand(1, 1)
	p.space.Random(r, x)
	nb.Reset(x)
	const moves = 100
	for range moves {
		m := nb.Random(r)
		if nb.Delta(x, m); !nb.(*union).current {
			t.Fatal("a price forgot that the copy is the walk's solution")
		}
		nb.Apply(x, m)
	}
	if p.calls != moves+1 {
		t.Errorf("%d evaluations of %d moves, want one more than moves", p.calls, moves)
	}
}
