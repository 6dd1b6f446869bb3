package tour

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// adjacency returns the edges of a closed tour as a set of ordered pairs, lower city first.
func adjacency(x []int32) map[[2]int32]int {
	edges := map[[2]int32]int{}
	for i, c := range x {
		d := x[(i+1)%len(x)]
		edges[[2]int32{min(c, d), max(c, d)}]++
	}
	return edges
}

// isTour reports whether the edges, after removing and adding, form one closed tour of n cities.
func isTour(n int, edges map[[2]int32]int) bool {
	next := make([][]int32, n)
	for e, count := range edges {
		for range count {
			next[e[0]] = append(next[e[0]], e[1])
			next[e[1]] = append(next[e[1]], e[0])
		}
	}
	seen, from, at := 0, int32(-1), int32(0)
	for {
		if len(next[at]) != 2 {
			return false
		}
		to := next[at][0]
		if to == from {
			to = next[at][1]
		}
		from, at = at, to
		seen++
		if at == 0 || seen > n {
			return seen == n
		}
	}
}

// buildRandom puts up to k random leaving edges into e and returns the edges that the tour has afterwards; ok is false
// if an edge would be entered that the tour has.
func buildRandom(r *multiwalk.Rand, a *array, e *exchange, k int) (edges map[[2]int32]int, ok bool) {
	n := len(a.city)
	edges = adjacency(a.city)
	e.k = 0
	for e.k < k {
		c, ahead := int32(r.IntN(n)), r.IntN(2) == 0
		d, first := a.next(c), c
		if !ahead {
			d = a.prev(c)
			first = d
		}
		if e.has(a.pos[first]) {
			continue
		}
		e.push(a, c, d, ahead)
		edges[[2]int32{min(c, d), max(c, d)}]--
	}
	for j := range k {
		c, d := e.t[2*j+1], e.t[(2*j+2)%(2*k)]
		if c == d || edges[[2]int32{min(c, d), max(c, d)}] > 0 {
			return nil, false
		}
		edges[[2]int32{min(c, d), max(c, d)}]++
	}
	return edges, true
}

func TestExchange_AgreesWithEdges(t *testing.T) {
	unraced.Test(t)
	r := multiwalk.NewRand(1, 0)
	var e exchange
	closed := map[int]int{}
	for range 60000 {
		n := 5 + r.IntN(16)
		k := 2 + r.IntN(min(maxDepth, n)-1)
		x := make([]int32, n)
		multiwalk.Tour(n).Random(r, x)
		a := newArray(n)
		a.set(x)
		edges, ok := buildRandom(r, a, &e, k)
		if !ok {
			continue
		}
		want := isTour(n, edges)
		if got := e.closes(); got != want {
			t.Fatalf("n %d, tour %v, exchange %v: closes %v, want %v", n, x, e.t[:2*k], got, want)
		}
		if !want {
			continue
		}
		closed[k]++
		e.apply(a)
		for edge, count := range adjacency(a.city) {
			if edges[edge] != count {
				t.Fatalf("tour %v, exchange %v gives %v, with the edge %v", x, e.t[:2*k], a.city, edge)
			}
		}
		checkPositions(t, a)
		a.undo()
		if !slices.Equal(a.city, x) {
			t.Fatalf("undo gives %v, want %v", a.city, x)
		}
		checkPositions(t, a)
	}
	for k := 2; k <= maxDepth; k++ {
		if closed[k] < 10 {
			t.Errorf("only %d exchanges of %d edges closed", closed[k], k)
		}
	}
}

func checkPositions(t *testing.T, a *array) {
	t.Helper()
	for i, c := range a.city {
		if a.pos[c] != int32(i) {
			t.Fatalf("city %d stands at %d, not at %d", c, i, a.pos[c])
		}
	}
}

func TestExchange_PopTakesPushBack(t *testing.T) {
	a := newArray(10)
	a.set([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	var e exchange
	e.push(a, 5, 6, true)
	e.push(a, 1, 2, true)
	before := e
	e.push(a, 4, 3, false)
	e.pop()
	if e.k != before.k || !slices.Equal(e.order[:2], before.order[:2]) {
		t.Fatalf("order %v of %d, want %v of %d", e.order[:e.k], e.k, before.order[:2], before.k)
	}
}

func TestArray_Between(t *testing.T) {
	a := newArray(6)
	a.set([]int32{3, 1, 4, 0, 5, 2})
	for _, v := range []struct {
		from, b, to int32
		want        bool
	}{{1, 4, 0, true}, {1, 5, 0, false}, {5, 3, 1, true}, {5, 4, 1, false}, {2, 2, 2, true}, {4, 4, 0, true}, {4, 0, 0, true}} {
		if got := a.between(v.from, v.b, v.to); got != v.want {
			t.Errorf("between(%d, %d, %d) = %v", v.from, v.b, v.to, got)
		}
	}
}
