package catalogue

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
)

// all is what the tests read by.
var all = All()

const (
	square = "NAME: square\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 10 10\n3 10 0\n4 0 10\nEOF\n"
	matrix = "NAME: m\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n" +
		"EDGE_WEIGHT_SECTION\n0 1 2\n3 0 4\n5 6 0\nEOF\n"
	several = "2\n2 1\n1 2 7\n3 2\n1 1 4\n2 3 1\n"
	graph   = "3 2\n1 2 1\n2 3 1\n"
	loops   = "3 3\n1 1 -4\n2 2 1\n2 3 1\n"
	coupled = "c own\np qubo 0 3 1 1\n0 0 -4\n1 2 1\n"
	signs   = "p perceptron 2 3\n+-+\n-++\n1 3\n"
	flows   = "number of jobs, number of machines, initial seed, upper bound and lower bound :\n2 1 7 0 0\nprocessing times :\n4 5\n"
	assign  = "3\n\n0 1 2\n1 0 3\n2 3 0\n\n0 5 4\n5 0 6\n4 6 0\n"
)

func TestFormatOf(t *testing.T) {
	if f := all.FormatOf("maxcut"); f.Told(-5) != 5 || f.Word() != "cut" {
		t.Errorf("%+v", f)
	}
	if f := all.FormatOf("nothing"); f.Told(-5) != -5 || f.Word() != "cost" || f.Name != "" {
		t.Errorf("%+v", f)
	}
}

func TestSolutions_AreReadAsWritten(t *testing.T) {
	for _, text := range []string{square, matrix, assign, "nqueens:4", graph, loops, coupled, "1\n" + loops, signs} {
		in := must.Have(all.Parse([]byte(text), "f", ""))(t)
		x := []int32{2, 0, 1, 3}[:in.Problem.Space().Len()]
		if in.Problem.Space().Kind() == multiwalk.KindBinary {
			x[0] = 1
		}
		var b bytes.Buffer
		must.Do(t, in.WriteSolution(&b, x))
		y, err := in.ReadSolution(&b, "s")
		if err != nil || !slices.Equal(x, y) {
			t.Errorf("%s: wrote %v, read %v, %v", in.Name, x, y, err)
		}
		if _, err := in.ReadSolution(strings.NewReader("junk"), "s"); err == nil || !strings.Contains(err.Error(), "s:1") {
			t.Errorf("%s: junk as a solution: %v", in.Name, err)
		}
	}
}

func TestDraw(t *testing.T) {
	for _, text := range []string{square, "nqueens:4"} {
		in := must.Have(all.Parse([]byte(text), "f", ""))(t)
		for file, start := range map[string]string{"a.svg": "<svg", "b.PNG": "\x89PNG"} {
			var b bytes.Buffer
			if err := in.Draw(&b, file, []int32{0, 1, 2, 3}); err != nil || !strings.Contains(b.String()[:100], start) {
				t.Errorf("%s, %s: %v", in.Name, file, err)
			}
		}
	}
	in := must.Have(all.Parse([]byte(square), "f", ""))(t)
	must.Fail(t, ".svg or .png")(in.CheckPicture("c.jpg"))
	for _, text := range []string{matrix, graph, "p cnf 2 1\n1 -2 0\n"} {
		in := must.Have(all.Parse([]byte(text), "f", ""))(t)
		if err := in.CheckPicture("a.svg"); err == nil || !strings.Contains(err.Error(), "no picture") ||
			!strings.Contains(err.Error(), "leave --plot out") {
			t.Errorf("picture of %s: %v", in.Name, err)
		}
	}
}

// TestDemo_BestKnownIsReached evaluates the tour that the best known cost comes from.
func TestDemo_BestKnownIsReached(t *testing.T) {
	in := must.Have(all.Parse(demo.Text, demo.Name, ""))(t)
	f := must.Have(os.Open(filepath.Join("testdata", "demo.tour")))(t)
	defer f.Close()
	x := must.Have(in.ReadSolution(f, f.Name()))(t)
	if cost := in.Problem.Cost(x); cost != demo.BestKnown {
		t.Errorf("demo.tour costs %d, the best known cost is %d", cost, demo.BestKnown)
	}
}

// A best known cost is of an instance of that name and that size.
func TestBestKnown_OfAnotherSize(t *testing.T) {
	text := []byte("3\n0 1 2\n1 0 3\n2 3 0\n0 1 2\n1 0 3\n2 3 0\n")
	for _, file := range []string{"nug12.dat", "tai3a.dat"} {
		in := must.Have(all.Parse(text, file, ""))(t)
		if best, ok := in.BestKnown(); ok {
			t.Errorf("%s: %+v", file, best)
		}
	}
}

// The demo's best known tour is none of a path.
func TestBestKnown_OfThePathIsUnknown(t *testing.T) {
	in := must.Have(all.Parse(demo.Text, demo.Name, "hpp"))(t)
	if _, known := in.BestKnown(); known {
		t.Error("the demo as a path has a best known cost")
	}
}
