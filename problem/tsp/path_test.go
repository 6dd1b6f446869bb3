package tsp

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
)

// The best tour of an open instance is the best path of all orders of the cities, with the ends that were asked for.
func TestOpen_IsTheShortestPath(t *testing.T) {
	for _, p := range []*Instance{Random(6, 1), oneWayMatrix(6, 2), Random(1, 3), Random(2, 4)} {
		for _, ends := range [][]int32{nil, {0}, {int32(p.N) - 1}, {0, int32(p.N) - 1}, {int32(p.N) - 1, 0}} {
			q := must.Have(p.Open(ends...))(t)
			best, bestPath := int64(-1), int64(-1)
			for x := range runtest.Solutions(p.Space()) {
				length := int64(0)
				for i := range x[1:] {
					length += p.EdgeCost(x[i], x[i+1])
				}
				if fits := len(ends) == 0 || x[0] == ends[0] && (len(ends) == 1 || x[len(x)-1] == ends[1]); fits && (bestPath < 0 || length < bestPath) {
					bestPath = length
				}
			}
			for x := range runtest.Solutions(q.Space()) {
				if q.Check(x) != nil || walk.Feasible(q, x) != nil {
					continue
				}
				if c := q.Cost(x); best < 0 || c < best {
					best = c
				}
				order := q.Order(x)
				if again := q.FromOrder(order); q.Cost(again) != q.Cost(x) || q.Check(again) != nil && len(ends) == 0 {
					t.Fatalf("%v is shown as %v", x, order)
				}
				if len(ends) > 0 && order[0] != ends[0] {
					t.Fatalf("%v is shown as %v, from another end than %v", x, order, ends)
				}
			}
			if best != bestPath {
				t.Errorf("%s from %v: %d, want %d", p.Name(), ends, best, bestPath)
			}
			exercise(t, q)
		}
	}
}

func oneWayMatrix(n int, seed uint64) *Instance {
	r := randomStream(seed)
	m := make([]int32, n*n)
	for i := range m {
		m[i] = int32(r.IntN(100))
	}
	p, err := FromMatrix("one way", n, m)
	if err != nil {
		panic(err)
	}
	return p
}

func TestOpen_Refuses(t *testing.T) {
	p := Random(5, 1)
	for _, ends := range [][]int32{{5}, {-1}, {1, 1}, {1, 2, 3}} {
		if _, err := p.Open(ends...); err == nil {
			t.Errorf("a path with the ends %v", ends)
		}
	}
	q, err := p.Open(2)
	if err != nil {
		t.Fatal(err)
	}
	if q, err = q.Open(); err != nil || q.N != 6 || q.FixedEdges() != nil {
		t.Errorf("opened again: %v, %v", q.FixedEdges(), err)
	}
}

// Lists of large instances, with their k-d tree, have the gap too; and a construction that is stopped has the ends.
func TestOpen_OfManyCities(t *testing.T) {
	for _, p := range []*Instance{Random(5000, 1), oneWayMatrix(300, 1)} {
		q := must.Have(p.Open(7, 9))(t)
		checkLists(t, q, 8)
		for c := range p.N {
			if !slices.Contains(q.Neighbours(8)[c*8:][:8], int32(p.N)) {
				t.Fatalf("city %d cannot be an end", c)
			}
		}
		x := make([]int32, q.N)
		for _, stop := range []func() bool{nil, func() bool { return true }} {
			if q.ConstructUntil(randomStream(1), x, stop); q.Check(x) != nil {
				t.Error(q.Check(x))
			}
		}
		if order := q.Order(x); order[0] != 7 || order[len(order)-1] != 9 {
			t.Errorf("from %d to %d", order[0], order[len(order)-1])
		}
	}
}

const path4 = "NAME: p\nTYPE: HPP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n%d 0 0\n%d 30 0\n%d 30 40\n%d 0 40\n"

func TestRead_Paths(t *testing.T) {
	p := mustRead(t, fmt.Sprintf(path4, 0, 1, 2, 3))
	if !p.IsPath() || p.Cities() != 4 || p.N != 5 {
		t.Fatalf("%d cities of %d", p.Cities(), p.N)
	}
	x, err := p.ReadTour(strings.NewReader("TYPE: TOUR\nDIMENSION: 4\nTOUR_SECTION\n3\n2\n1\n0\n-1\n"), "t")
	if err != nil || p.Cost(x) != 100 {
		t.Fatalf("%v, %v", x, err)
	}
	var file, picture bytes.Buffer
	if err := p.WriteTour(&file, "", x); err != nil || !strings.Contains(file.String(), "DIMENSION: 4\nTOUR_SECTION\n0\n1\n2\n3\n-1\n") {
		t.Errorf("%v, %s", err, &file)
	}
	if err := p.SVG(&picture, x); err != nil || strings.Contains(picture.String(), "Z") || !strings.Contains(picture.String(), "a path through 4 cities, length 100") {
		t.Errorf("%v, %s", err, &picture)
	}
	q := must.Have(p.Open(1, 3))(t)
	for text, want := range map[string]string{
		"1 0 2 3": "", "3 0 2 1": "", "0 1 2 3": "t:1: found a path from city 0 to city 3, expected one from 1 to 3; give a path with these ends",
		"4 3\n1 0 9\n0 2 9\n2 3 9\n": "", "4 4\n1 0 9\n0 2 9\n2 3 9\n3 1 9\n": "",
	} {
		x, err := q.ReadTour(strings.NewReader(text), "t")
		if want == "" && (err != nil || q.Check(x) != nil) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
}

// Tours of a file that numbers with gaps have these numbers; those from 0 and from 1 are read as well.
func TestTour_HasTheNumbersOfTheFile(t *testing.T) {
	p := mustRead(t, "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n9 0 40\n1 0 0\n2 30 0\n5 30 40\n")
	want := []int32{3, 1, 0, 2}
	for _, text := range []string{"9 2 1 5", "9 2 1 5 9", "3 1 0 2", "4 2 1 3"} {
		x, err := p.ReadTour(strings.NewReader(text), "t")
		if err != nil || !slices.Equal(x, want) {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
	var b bytes.Buffer
	if err := p.WriteTour(&b, "", want); err != nil || !strings.Contains(b.String(), "\n9\n2\n1\n5\n-1\n") {
		t.Errorf("%v: %s", err, &b)
	}
	must.Fail(t, `found city "7", expected a whole number from 1 to 9 that a city has`)(p.ReadTour(strings.NewReader("9 2 1 7"), "t"))
}
