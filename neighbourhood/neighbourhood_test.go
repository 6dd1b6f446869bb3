package neighbourhood

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// weighted is a problem over any space, without deltas: each element costs its value times a number of its position.
// No two neighbours need cost the same, and it counts its evaluations.
type weighted struct {
	space multiwalk.Space
	calls int
}

func (w *weighted) Space() multiwalk.Space { return w.space }
func (w *weighted) Cost(x []int32) int64 {
	w.calls++
	var sum int64
	for i, v := range x {
		sum += int64(v) * int64((i*i*7+i*3)%101)
	}
	return sum
}

// edgy is a tour with random edge costs and no other delta.
type edgy struct {
	n         int
	symmetric bool
	cost      []int64
}

func newEdgy(n int, symmetric bool) *edgy {
	r, e := multiwalk.NewRand(1, n), &edgy{n, symmetric, make([]int64, n*n)}
	for i := range n {
		for j := range n {
			e.cost[i*n+j] = int64(r.Uint32N(1000))
			if symmetric && j < i {
				e.cost[i*n+j] = e.cost[j*n+i]
			}
		}
	}
	return e
}

func (e *edgy) Space() multiwalk.Space         { return multiwalk.Tour(e.n) }
func (e *edgy) Symmetric() bool                { return e.symmetric }
func (e *edgy) EdgeCost(i, j int32) int64      { return e.cost[int(i)*e.n+int(j)] }
func (e *edgy) FlipDelta([]int32, int32) int64 { panic("a tour has no flips") }
func (e *edgy) Cost(x []int32) int64 {
	sum := e.EdgeCost(x[len(x)-1], x[0])
	for i := 1; i < len(x); i++ {
		sum += e.EdgeCost(x[i-1], x[i])
	}
	return sum
}

var spaces = []multiwalk.Space{
	multiwalk.Permutation(1), multiwalk.Permutation(2), multiwalk.Permutation(3), multiwalk.Permutation(7),
	multiwalk.Tour(1), multiwalk.Tour(2), multiwalk.Tour(3), multiwalk.Tour(4), multiwalk.Tour(5), multiwalk.Tour(9),
	multiwalk.Binary(1), multiwalk.Binary(6), multiwalk.Integers(5, -2, 2), multiwalk.Integers(3, 4, 4),
	multiwalk.Product(multiwalk.Permutation(4), multiwalk.Binary(3), multiwalk.Integers(2, 1, 3), multiwalk.Permutation(5)),
	multiwalk.Product(multiwalk.Tour(6), multiwalk.Tour(1)),
	multiwalk.Product(multiwalk.Permutation(5), multiwalk.Permutation(5), multiwalk.Permutation(5)),
	multiwalk.Product(multiwalk.Permutation(1), multiwalk.Permutation(1)),
}

// each calls f for every neighbourhood of every space above.
func each(t *testing.T, f func(t *testing.T, p multiwalk.Problem, n Neighbourhood)) {
	for _, s := range spaces {
		for _, name := range append([]string{"", "swap+insert"}, Names()...) {
			p := &weighted{space: s}
			n, err := ByName(p, name)
			if err != nil {
				continue
			}
			t.Run(fmt.Sprintf("%v/%s", s, n.Name()), func(t *testing.T) { f(t, p, n) })
		}
	}
}

func TestMove_IndexIsABijection(t *testing.T) {
	each(t, func(t *testing.T, p multiwalk.Problem, n Neighbourhood) {
		seen := map[Move]int64{}
		for k := range n.Size() {
			m := n.Move(k)
			if at, ok := seen[m]; ok {
				t.Fatalf("moves %d and %d are both %v", at, k, m)
			}
			seen[m] = k
			if got := n.Index(m); got != k {
				t.Fatalf("Index(Move(%d)) = %d, move %v", k, got, m)
			}
		}
	})
}

// nobodyHas tells whether a move of groups is one of values that nobody has.
func nobodyHas(s multiwalk.Space, x []int32, m Move) bool {
	at := x
	for _, p := range s.Parts() {
		if p.Kind() != multiwalk.KindIntegers {
			at = at[p.Len():]
			continue
		}
		at = at[:p.Len()]
		break
	}
	return ofGroups(m.Op) && !slices.Contains(at, m.I) && (m.Op == OpGroupChange || !slices.Contains(at, m.J))
}

func TestMove_ApplyStaysInSpaceAndUndoes(t *testing.T) {
	each(t, func(t *testing.T, p multiwalk.Problem, n Neighbourhood) {
		x := make([]int32, p.Space().Len())
		p.Space().Random(multiwalk.NewRand(3, 0), x)
		was := slices.Clone(x)
		for k := range n.Size() {
			m := n.Move(k)
			n.Apply(x, m)
			if err := p.Space().Check(x); err != nil {
				t.Fatalf("%v: %v", m, err)
			}
			if equal := m.Op == OpSwap && was[m.I] == was[m.J] || nobodyHas(p.Space(), was, m); slices.Equal(x, was) != equal {
				t.Fatalf("%v changes nothing, or equal values", m)
			}
			n.Undo(x, m)
			if !slices.Equal(x, was) {
				t.Fatalf("%v undone gives %v, want %v", m, x, was)
			}
		}
	})
}

func TestDelta_EqualsFullEvaluation(t *testing.T) {
	each(t, func(t *testing.T, p multiwalk.Problem, n Neighbourhood) { checkDeltas(t, p, n) })
	for size := 1; size <= 8; size++ {
		for _, symmetric := range []bool{true, false} {
			for _, name := range []string{"", "swap", "insert", "2opt", "oropt", "3opt"} {
				p := newEdgy(size, symmetric)
				n, err := ByName(p, name)
				if err != nil || !n.Incremental() {
					t.Fatalf("%s on edges: incremental %v, %v", name, n.Incremental(), err)
				}
				t.Run(fmt.Sprintf("edges%d/%v/%s", size, symmetric, n.Name()), func(t *testing.T) { checkDeltas(t, p, n) })
			}
		}
	}
}

// checkDeltas prices all moves from a few solutions, and follows some of them.
func checkDeltas(t *testing.T, p multiwalk.Problem, n Neighbourhood) {
	r := multiwalk.NewRand(5, 0)
	x := make([]int32, p.Space().Len())
	p.Space().Random(r, x)
	for range 4 {
		for k := range n.Size() {
			m := n.Move(k)
			d, cost := n.Delta(x, m), p.Cost(x)
			n.Apply(x, m)
			if want := p.Cost(x) - cost; d != want {
				t.Fatalf("%v: delta %d, want %d, at %v", m, d, want, x)
			}
			n.Undo(x, m)
		}
		if n.Size() > 0 {
			m := n.Random(r)
			n.Delta(x, m)
			n.Apply(x, m)
		}
	}
}

// A walk that prices a move and makes it evaluates once a move, but for the first solution.
func TestDelta_FullEvaluationsFollowTheWalk(t *testing.T) {
	p := &weighted{space: multiwalk.Permutation(20)}
	n, _ := For(p)
	r, x := multiwalk.NewRand(1, 0), make([]int32, 20)
	p.space.Random(r, x)
	for range 100 {
		m := n.Random(r)
		n.Delta(x, m)
		n.Apply(x, m)
	}
	full, delta := n.Evaluations()
	if full != 101 || delta != 0 || p.calls != 101 {
		t.Fatalf("%d full and %d delta evaluations, %d calls of Cost, want 101, 0, 101", full, delta, p.calls)
	}
}

func TestRandom_ReachesEveryMove(t *testing.T) {
	each(t, func(t *testing.T, p multiwalk.Problem, n Neighbourhood) {
		if n.Size() == 0 {
			return
		}
		r, seen := multiwalk.NewRand(9, 0), make([]int, n.Size())
		draws := 800 * len(seen)
		for range draws {
			k := n.Index(n.Random(r))
			if k < 0 || k >= n.Size() {
				t.Fatalf("drew a move with index %d of %d", k, n.Size())
			}
			seen[k]++
		}
		if least := slices.Min(seen); least < 10 {
			t.Fatalf("move %d drawn %d times in %d", slices.Index(seen, least), least, draws)
		}
	})
}

func TestByName_Refuses(t *testing.T) {
	for _, v := range []struct{ name, want string }{
		{"flip", "neighbourhood flip makes no sense in permutation of 5; use swap, insert, 2opt"},
		{"swop", `unknown neighbourhood "swop"`},
		{"swap+swap", "names swap twice"},
	} {
		_, err := ByName(&weighted{space: multiwalk.Permutation(5)}, v.name)
		must.Fail(t, v.want)(err)
	}
	if _, err := For(&weighted{}); err == nil {
		t.Error("the zero space is not refused")
	}
}

func TestFor_Defaults(t *testing.T) {
	for _, v := range []struct {
		space multiwalk.Space
		want  string
	}{
		{multiwalk.Permutation(5), "swap+insert"}, {multiwalk.Tour(5), "oropt+2opt"}, {multiwalk.Binary(5), "flip+swap"}, {multiwalk.Integers(9, 0, 3), "change+swap+groupchange+groupswap+join"},
		{multiwalk.Integers(5, 3, 3), "change"},
		{multiwalk.Product(multiwalk.Permutation(5), multiwalk.Permutation(5)), "swap+insert"},
		{multiwalk.Product(multiwalk.Permutation(5), multiwalk.Binary(5)), "swap+insert+flip"},
	} {
		if n, err := For(&weighted{space: v.space}); err != nil || n.Name() != v.want {
			t.Errorf("%v: %v, %v, want %s", v.space, n.Name(), err, v.want)
		}
	}
}

// The bounds of int32: two of its least and greatest values, and the whole range.
func TestChange_WideRanges(t *testing.T) {
	for _, s := range []multiwalk.Space{multiwalk.Integers(2, -1<<31, 1<<31-1), multiwalk.Integers(2, -1<<31, 1<<31-2), multiwalk.Integers(2, 1<<31-2, 1<<31-1)} {
		n := must.Have(For(&weighted{space: s}))(t)
		lo, hi := s.Bounds()
		for _, k := range []int64{0, 1, n.Size() / 2, n.Size() - 2, n.Size() - 1} {
			if k < 0 || k >= n.Size() {
				continue
			}
			m, x := n.Move(k), []int32{lo, hi}
			n.Apply(x, m)
			if err := s.Check(x); err != nil || slices.Equal(x, []int32{lo, hi}) || n.Index(m) != k {
				t.Fatalf("%v: move %d is %v, gives %v: %v", s, k, m, x, err)
			}
			if n.Undo(x, m); !slices.Equal(x, []int32{lo, hi}) {
				t.Fatalf("%v: undo of %v gives %v", s, m, x)
			}
		}
	}
}
