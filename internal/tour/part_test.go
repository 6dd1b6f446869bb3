package tour

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// fixing has fixed edges.
type fixing struct {
	*tsp.Instance
	edges [][2]int32
}

func (f fixing) FixedEdges() [][2]int32 { return f.edges }

// What local search gains in regions the tour gains, but for what joining costs, and edges that are fixed stay. All neighbours of a part are
// cities of it, at what the edge to them costs.
func TestPart_GainsWhatTheTourDoes(t *testing.T) {
	r := multiwalk.NewRand(3, 0)
	for _, n := range []int{100, 500, 3500} {
		p, x := fixing{tsp.Random(n, 1), nil}, make([]int32, n)
		multiwalk.Tour(n).Random(r, x)
		for i := 0; i+2 < n; i += 7 {
			p.edges = append(p.edges, [2]int32{x[i], x[i+1]}, [2]int32{x[i+2], x[i+1]})
		}
		g := must.Have(NewGraph(p, 6, x, func() bool { return false }))(t)
		y, tours := make([]int32, n), make([]uint16, n)
		for i := range y {
			y[i] = int32(i)
		}
		d := NewDivision(g, n/5, n/4)
		d.Divide(r, y)
		want, gains := lengthOf(g, y), int64(0)
		for i := range d.Regions() {
			start, end := d.Starts[i], d.Starts[i+1]
			if end-start >= FewestDivided {
				gains += improved(t, g.Part(d.Cities[start:end], d.Where, start), tours[start:end])
			}
		}
		want += d.Reform(y, tours) - gains
		if got := lengthOf(g, y); got != want || gains <= 0 {
			t.Errorf("%d cities: length %d, want %d after gains of %d", n, got, want, gains)
		}
		next := make([]int32, n)
		for i, c := range y {
			next[c] = y[(i+1)%n]
		}
		for _, e := range p.edges {
			if a, b := g.number[e[0]], g.number[e[1]]; next[a] != b && next[b] != a {
				t.Errorf("%d cities: fixed edge %v is gone", n, e)
			}
		}
	}
}

func improved(t *testing.T, part *Graph, tour []uint16) (gain int64) {
	t.Helper()
	for i, near := range part.near {
		if c := int32(i / part.k); near == c || int64(part.nearCost[i]) != part.cost(c, near) {
			t.Fatalf("city %d has neighbour %d at %d", c, near, part.nearCost[i])
		}
	}
	s := NewKOpt(part, 4)
	x := make([]int32, part.n)
	for i := range x {
		x[i] = int32(i)
	}
	before := s.Set(x)
	gain = s.Repair()
	if s.Length() != before-gain {
		t.Errorf("length %d after %d and a gain of %d", s.Length(), before, gain)
	}
	s.Copy(x)
	for i, c := range x {
		tour[i] = uint16(c)
	}
	return gain
}
