package tour

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// divided returns a random tour over a graph, divided.
func divided(t *testing.T, n, places int, r *multiwalk.Rand) (d *Division, x []int32) {
	t.Helper()
	order := make([]int32, n)
	p := tsp.Random(n, uint64(n))
	p.Construct(r, order)
	g := must.Have(NewGraph(p, 6, order, func() bool { return false }))(t)
	x = make([]int32, n)
	multiwalk.Tour(n).Random(r, x)
	d = NewDivision(g, places*4/5, places)
	d.Divide(r, x)
	return d, x
}

// Regions have no city in common, no more cities than there are places, and list them as the tour comes to them, with a mark exactly where
// the tour leaves the region.
func TestDivision_ListsWhatTheTourComesTo(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, c := range [][2]int{{8, 8}, {40, 64}, {500, 16}, {1000, 64}} {
		d, x := divided(t, c[0], c[1], r)
		pos, seen := make([]int, c[0]), make([]bool, c[0])
		for p, city := range x {
			pos[city] = p
		}
		for i := range d.Regions() {
			list := d.Cities[d.Starts[i]:d.Starts[i+1]]
			if len(list) > c[1] {
				t.Errorf("%v: region %d has %d cities", c, i, len(list))
			}
			for j, city := range list {
				city &^= Stays
				next := list[(j+1)%len(list)] &^ Stays
				if seen[city] || d.Where[city] != d.Starts[i]+int32(j) || j > 0 && pos[list[j-1]&^Stays] > pos[city] {
					t.Fatalf("%v: city %d at place %d of region %d", c, city, j, i)
				}
				if seen[city] = true; (list[j] >= 0) != (pos[next] == (pos[city]+1)%c[0]) {
					t.Errorf("%v: city %d of region %d: mark %v, at positions %d and %d", c, city, i, list[j] < 0, pos[city], pos[next])
				}
			}
		}
		if listed := int(d.Starts[d.Regions()]); 2*listed < c[0] {
			t.Errorf("%v: regions have %d cities", c, listed)
		}
	}
}

// Whatever tours regions have, as long as what stays does, there is one tour in the end, and it has every edge that stays. A region that is
// changed alone changes the tour by as much as itself, since no closed tours come of it.
func TestDivision_ReformsOneTour(t *testing.T) {
	r := multiwalk.NewRand(2, 0)
	for _, c := range [][2]int{{8, 8}, {40, 64}, {500, 16}, {1000, 64}} {
		for _, alone := range []bool{true, false} {
			d, x := divided(t, c[0], c[1], r)
			tours := make([]uint16, c[0])
			want := lengthOf(d.g, x)
			for i := range d.Regions() {
				list := d.Cities[d.Starts[i]:d.Starts[i+1]]
				own := tours[d.Starts[i]:d.Starts[i+1]]
				before := shuffled(d.g, list, own, r, len(list) >= FewestDivided && (!alone || i == 0))
				want += before
			}
			joined := d.Reform(x, tours)
			if err := multiwalk.Tour(c[0]).Check(x); err != nil {
				t.Fatalf("%v: %v", c, err)
			}
			if got := lengthOf(d.g, x); got != want+joined || alone && joined != 0 {
				t.Errorf("%v: length %d with %d for what was joined, without %d", c, got, joined, want)
			}
		}
	}
}

// shuffled writes a random tour of a region: its runs of cities that follow each other, in any order and either way round, with what stays
// between them where it was. It returns by how much that is longer.
func shuffled(g *Graph, list []int32, tour []uint16, r *multiwalk.Rand, change bool) (longer int64) {
	for i := range tour {
		tour[i] = uint16(i)
	}
	before := regionLength(g, list, tour)
	for range len(list) {
		if i, j := r.IntN(len(list)), r.IntN(len(list)); change && i < j {
			slices.Reverse(tour[i : j+1])
			if lost(list, tour) {
				slices.Reverse(tour[i : j+1])
			}
		}
	}
	return regionLength(g, list, tour) - before
}

// lost says whether an edge that stays is not there.
func lost(list []int32, tour []uint16) bool {
	n, kept := len(list), 0
	for i, c := range tour {
		a, b := int(c), int(tour[(i+1)%n])
		if list[a] < 0 && b == (a+1)%n || list[b] < 0 && a == (b+1)%n {
			kept++
		}
	}
	for _, c := range list {
		if c < 0 {
			kept--
		}
	}
	return kept != 0
}

func regionLength(g *Graph, list []int32, tour []uint16) (sum int64) {
	x := make([]int32, len(tour))
	for i, c := range tour {
		x[i] = list[c] &^ Stays
	}
	return lengthOf(g, x)
}

func lengthOf(g *Graph, x []int32) (sum int64) {
	for i, c := range x {
		sum += g.cost(c, x[(i+1)%len(x)])
	}
	return sum
}
