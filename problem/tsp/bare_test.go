package tsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// One matrix, and one set of places, in the forms in which people keep them.
func TestRead_Tables(t *testing.T) {
	full := []int32{0, 3, 5, 4, 3, 0, 4, 6, 5, 4, 0, 7, 4, 6, 7, 0}
	for _, text := range []string{
		"0 3 5 4\n3 0 4 6\n5 4 0 7\n4 6 7 0\n", "0,3,5,4\n3,0,4,6\n5,4,0,7\n4,6,7,0\n", "0.0;3.0;5;4\n3;0;4;6\n5;4;0;7\n4;6;7;0\n",
		"4\n0 3 5 4\n3 0 4 6\n5 4 0 7\n4 6 7 0\n", "4\n0 3 5 4 3 0 4 6\n5 4 0 7 4 6 7 0\n", "# distances\n0 3 5 4 # first\n3 0 4 6\n\n5 4 0 7\n4 6 7 0",
		"[[0, 3, 5, 4], [3, 0, 4, 6], [5, 4, 0, 7], [4, 6, 7, 0]]", "[[0, 3, 5, 4],\n [3, 0, 4, 6],\n [5, 4, 0, 7],\n [4, 6, 7, 0]]\n",
		"0\n3 0\n5 4 0\n4 6 7 0\n", "3\n5 4\n4 6 7\n", "0 3 5 4\n0 4 6\n0 7\n0\n", "3 5 4\n4 6\n7\n", "4\n0\n3 0\n5 4 0\n4 6 7 0\n", "4\n3\n5 4\n4 6 7\n",
	} {
		p, err := Read(strings.NewReader(text), "t")
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if !slices.Equal(p.EdgeMatrix(), full) || !strings.Contains(p.Notes()[0], "no keywords") {
			t.Errorf("%q: %v, %v", text, p.EdgeMatrix(), p.Notes())
		}
	}
	for text, first := range map[string]int64{
		"10.5 0\n20 0\n20 31\n10 31\n": 1, "4\n10.5 0\n20 0\n20 31\n10 31\n": 1, "1 10.5 0\n2 20 0\n3 20 31\n4 10 31\n": 1,
		"3 10.5 0\n5 20 0\n6 20 31\n9 10 31\n": 3, "0,10.5,0\n2,20,31\n1,20,0\n3,10,31\n": 0, "x,y\n10.5,0\n20,0\n20,31\n10,31\n": 1, "id;x;y\n1;10.5;0\n2;20;0\n3;20;31\n4;10;31\n": 1,
		"city,x,y\nBonn,10.5,0\nUlm,20,0\nRom,20,31\nOslo,10,31\n": 1, "id x y\n1 10.5 0\n2 20 0\n3 20 31\n4 10 31\n": 1,
		"(10.5,0)\n(20, 0)\n(20, 31)\n(10, 31)\n": 1,
	} {
		p, err := Read(strings.NewReader(text), "t")
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if !slices.Equal(p.X, []float64{10.5, 20, 20, 10}) || !slices.Equal(p.Y, []float64{0, 0, 31, 31}) || p.Number(0) != first {
			t.Errorf("%q: %v %v from %d", text, p.X, p.Y, p.Number(0))
		}
	}
	if p := mustRead(t, "0 1 2\n9 0 3\n8 7 0\n"); p.Symmetric() || p.EdgeCost(1, 0) != 9 {
		t.Error("a matrix of one-way distances")
	}
	if p := mustRead(t, "5 1 2\n3 4 5\n6 7 8\n9 9 9\n"); p.Metric != Euc3D || p.N != 4 {
		t.Errorf("places in space: %v", p.Metric)
	}
	for _, text := range []string{"1 2 3 4 5\n6 7 8 9 1\n", "3\n1\n2\n", "1 2 3\n4\n", "Bonn 1 2\n3 4\n", "1 2\nUlm 3 4\n", "x,y\n", "4\n1 2\n3 4\n", "5\n"} {
		if p, err := Read(strings.NewReader(text), "t"); err == nil || !strings.HasPrefix(err.Error(), "t:") {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"0.1 0.2\n0.4 0.9\n0.6 0.3\n":               "multiply the coordinates by 1000",
		"48.1 11.5\n52.5 13.4\n50.1 8.7\n53.5 10\n": "EDGE_WEIGHT_TYPE: GEOM gives metres",
		"481.5 115\n525 134\n501 87\n535 100\n":     "",
		"1 1\n2 2\n1 2\n2 1\n":                      "",
		"0.5 0.5\n0.5 0.5\n0.5 0.5\n":               "",
	} {
		notes := mustRead(t, text).Notes()[1:] // behind that of what the text is
		if got := strings.Join(notes, "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	geo := "DIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 48.101 11.501\n5 48.102 11.502\n6 48.103 11.501\n"
	if notes := mustRead(t, geo).Notes(); len(notes) != 2 || !strings.Contains(notes[0], "numbered from 1 to 6 with gaps") ||
		!strings.Contains(notes[1], "GEOM gives metres") {
		t.Errorf("%q", notes)
	}
	if notes := mustRead(t, cities+threeCities).Notes(); notes != nil {
		t.Errorf("%q", notes)
	}
}

// TSPLIB's own instances are rounded as their authors want it.
func TestNotes_NoneOfTSPLIB(t *testing.T) {
	for _, path := range dataFiles(t, "tsp/*.tsp") {
		p := must.Have(ReadFile(path))(t)
		if notes := p.Notes(); notes != nil {
			t.Errorf("%s: %q", p.Name(), notes)
		}
	}
}
