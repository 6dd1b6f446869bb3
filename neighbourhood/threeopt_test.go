package neighbourhood

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// cycle writes a tour from city 0 on, in the direction of its lesser neighbour, so that equal cycles are equal.
func cycle(x []int32) string {
	n, at := len(x), slices.Index(x, 0)
	step := 1
	if x[(at+1)%n] > x[(at+n-1)%n] {
		step = n - 1
	}
	y := make([]int32, n)
	for k := range n {
		y[k] = x[(at+k*step)%n]
	}
	return fmt.Sprint(y)
}

// keptEdges is how many edges of tour x are in tour y.
func keptEdges(x, y []int32) (same int) {
	n := len(x)
	for i, c := range x {
		at, d := slices.Index(y, c), x[(i+1)%n]
		if y[(at+1)%n] == d || y[(at+n-1)%n] == d {
			same++
		}
	}
	return same
}

// exchanged returns all tours that up to three edges of x make with three others, found by looking at every order.
func exchanged(x []int32) map[string]bool {
	all, n := map[string]bool{}, len(x)
	var extend func(y []int32)
	extend = func(y []int32) {
		if len(y) == n {
			if same := keptEdges(x, y); same >= n-3 && same < n {
				all[cycle(y)] = true
			}
			return
		}
		for _, c := range x {
			if !slices.Contains(y, c) {
				extend(append(y[:len(y):len(y)], c))
			}
		}
	}
	extend(x[:1:1])
	return all
}

// 3-opt leads to every tour that shares all edges but three with the present one, and to no other, and so does 3-opt by lists, if they are
// long enough.
func TestThreeOpt_IsAllExchanges(t *testing.T) {
	for _, n := range []int{4, 5, 6, 7, 8} {
		e := newEdgy(n, true)
		x := make([]int32, n)
		e.Space().Random(multiwalk.NewRand(5, n), x)
		nb, members := bound(t, e.Space(), "3opt")
		want, got := exchanged(x), map[string]bool{}
		for k := range nb.Size() {
			y := slices.Clone(x)
			members[0].Do(y, nb.Move(k))
			got[cycle(y)] = true
		}
		listed := tours(t, e, x)
		for name, list := range map[string]map[string]bool{"numbered": got, "listed": listed} {
			delete(list, cycle(x)) // a move may put back what it took
			for c := range want {
				if !list[c] {
					t.Errorf("%s: no move leads from %v to %v", name, x, c)
				}
			}
			if len(list) != len(want) {
				t.Errorf("%s: %d tours of %d cities, want %d", name, len(list), n, len(want))
			}
		}
	}
}

// tours returns where the moves by lists of all other cities lead, and checks their prices.
func tours(t *testing.T, e *edgy, x []int32) map[string]bool {
	t.Helper()
	n := len(x)
	table, near := TableOf(e, newThreeOptOf(t, e), nil), []int32(nil)
	for c := range n {
		for d := range n {
			if d != c {
				near = append(near, int32(d))
			}
		}
	}
	if !table.Lists(n) {
		t.Fatal("3-opt takes no lists")
	}
	table.List(near, n-1)
	b, at, all, edges := &table.Members[0], make([]int32, n), map[string]bool{}, edgeDeltas{e}
	for i, c := range x {
		at[c] = int32(i)
	}
	for k := range b.End {
		m := b.Listed(x, at, table.Free, k)
		d := edges.ThreeOptDelta(x, m.I, m.J, m.K, m.Reversed)
		if d == math.MaxInt64 {
			continue
		}
		y := slices.Clone(x)
		b.Do(y, m)
		if err := e.Space().Check(y); err != nil || e.Cost(y)-e.Cost(x) != d {
			t.Fatalf("%d of %v: %v leads to %v, which is priced %d: %v", k, x, m, y, d, err)
		}
		all[cycle(y)] = true
		if b.Undo(y, m); !slices.Equal(y, x) {
			t.Fatalf("%v undone leads to %v, not to %v", m, y, x)
		}
	}
	return all
}

func newThreeOptOf(t *testing.T, p multiwalk.Problem) Neighbourhood {
	t.Helper()
	nb := must.Have(ByName(p, "3opt"))(t)
	return nb
}

// Where searches look at near cities, what is drawn has short segments; and drawn moves are of all variants, which are numbered.
func TestThreeOpt_IsDrawnNear(t *testing.T) {
	r := multiwalk.NewRand(8, 0)
	for _, n := range []int{3, 4, 5, 13, 100, 1000} {
		e := newEdgy(n, true)
		table := TableOf(e, newThreeOptOf(t, e), nil)
		b, seen, size := &table.Members[0], map[int32]bool{}, newThreeOptOf(t, e).Size()
		for _, lists := range []bool{false, n > 3} {
			if lists {
				table.List(make([]int32, n), 1)
			}
			for range 2000 {
				m := b.Draw(r.Uint32(), r.Uint32(), r.Uint32())
				i, j, k, v := b.cuts(m)
				seen[v] = true
				if i < 0 || i >= j || j >= k || k >= int32(n) || lists && k-i > 2*farthest+1 {
					t.Fatalf("%d cities: %v takes out %d, %d and %d", n, m, i, j, k)
				}
				if at := b.Index(m); at < 0 || at >= size || b.Move(at) != m {
					t.Fatalf("%d cities: %v has number %d of %d", n, m, at, size)
				}
			}
		}
		if len(seen) != min(n, threeOpts) {
			t.Errorf("%d cities: variants %v", n, seen)
		}
	}
}
