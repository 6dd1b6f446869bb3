package tsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

// A ring of five cities with two chords, as a list of edges, as lists of neighbours, and with coordinates.
func TestRead_Graphs(t *testing.T) {
	head := "TYPE: TSP\nDIMENSION: 5\n"
	for _, text := range []string{
		head + "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2 3\n2 3 4\n3 4 5\n4 5 6\n5 1 7\n1 3 1\n2 4 1\n-1\nEOF\n",
		head + "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_DATA_SECTION\n0 1 3\n1 2 4\n2 3 5\n3 4 6\n4 0 7\n0 2 1\n1 3 1\n",
		head + "EDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 5 3 -1\n2 3 4 -1\n4 5 3 -1\n-1\nEDGE_WEIGHT_TYPE: EXPLICIT\n" +
			"EDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n3 1 1 7\n4 1 1\n5 1\n6\n",
		head + "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 5\n5 1\n1 3\n2 4\n-1\nEDGE_WEIGHT_TYPE: EXPLICIT\n" +
			"EDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n3 1 1 7\n4 1 1\n5 1\n6\n",
	} {
		p := mustRead(t, text)
		if !p.Sparse() || len(p.Notes()) != 1 {
			t.Fatalf("%q is no graph: %v", text, p.Notes())
		}
		best, missing := int64(-1), 0
		for x := range runtest.Solutions(p.Space()) {
			switch c := p.Cost(x); {
			case best < 0 || c < best:
				best, missing = c, p.Missing(x)
			}
		}
		if best != 19 || missing != 0 { // 1 2 4 5 ... has no edge back; 1 3 2 4 5: 1+4+1+6+7
			t.Errorf("%q: %d with %d edges that are missing", text, best, missing)
		}
		if x := []int32{0, 3, 1, 4, 2}; p.Missing(x) != 3 || p.Cost(x) < 3*p.barred {
			t.Errorf("%v lacks %d edges, costs %d", x, p.Missing(x), p.Cost(x))
		}
		q, err := p.Open()
		if err != nil || !q.Sparse() || q.Missing(q.FromOrder([]int32{0, 3, 1, 4, 2})) != 3-p.lacks(2, 0) {
			t.Errorf("as a path: %v", err)
		}
	}
	places := mustRead(t, cities+threeCities+"EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\n")
	if x := []int32{0, 1, 2}; places.Missing(x) != 1 || !slices.Equal(places.displayX, []float64{1, 2, 3}) {
		t.Errorf("with coordinates: %d missing, drawn at %v", places.Missing(x), places.displayX)
	}
	oneWay := mustRead(t, strings.Replace(cities, "DIMENSION", "TYPE: ATSP\nDIMENSION", 1)+threeCities+"EDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\n")
	if oneWay.Missing([]int32{0, 1, 2}) != 0 || oneWay.Missing([]int32{2, 1, 0}) != 3 {
		t.Error("edges of an ATSP lead both ways")
	}
}

// The fixed edges of an ATSP have a direction, also where its weights have none.
func TestRead_FixedArcs(t *testing.T) {
	head := "TYPE: ATSP\nDIMENSION: 5\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n" +
		"0 13 40 22 31\n17 0 9 35 28\n44 11 0 15 26\n25 33 12 0 8\n30 27 29 10 0\nFIXED_EDGES_SECTION\n"
	for fixed, want := range map[string]int64{"": 75, "3 2": 81, "2 3": 75, "3 2 1 4": 87} {
		p := mustRead(t, head+fixed+"\n-1\n")
		best := int64(-1)
		for x := range runtest.Solutions(p.Space()) {
			if p.Check(x) == nil && (best < 0 || p.Cost(x) < best) {
				best = p.Cost(x)
			}
		}
		if best != want {
			t.Errorf("fixed %s: %d, want %d", fixed, best, want)
		}
		exercise(t, p)
	}
	for fixed, want := range map[string]string{"1 2 1 3": "leaves it", "1 3 2 3": "leaves it", "1 2 2 1": "closes a cycle"} {
		must.Fail(t, want)(Read(strings.NewReader(head+fixed+"\n-1\n"), "f"))
	}
	if p := mustRead(t, strings.Replace(strings.Replace(head, "FULL_MATRIX", "UPPER_ROW", 1), "0 13 40 22 31\n17 0 9 35 28\n44 11 0 15 26\n25 33 12 0 8\n30 27 29 10 0",
		"1 2 3 4 5 6 7 8 9 9", 1)+"1 2\n4 3\n-1\n"); p.Check([]int32{0, 1, 2, 3, 4}) == nil || p.Check([]int32{0, 1, 3, 2, 4}) != nil {
		t.Error("arcs of a symmetric ATSP lead either way")
	}
}
