package catalogue

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
)

const (
	square = "NAME: square\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 10 10\n3 10 0\n4 0 10\nEOF\n"
	matrix = "NAME: m\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n" +
		"EDGE_WEIGHT_SECTION\n0 1 2\n3 0 4\n5 6 0\nEOF\n"
	assign = "3\n\n0 1 2\n1 0 3\n2 3 0\n\n0 5 4\n5 0 6\n4 6 0\n"
)

func TestParse_TellsTheFormatFromTheContent(t *testing.T) {
	for _, c := range []struct{ text, format, name string }{
		{square, "tsp", "square"}, {matrix, "tsp", "m"}, {assign, "qap", "file"},
		{strings.ReplaceAll(square, "\n", "\r\n"), "tsp", "square"}, {"nqueens:9\n", "nqueens", "nqueens:9"},
	} {
		in, err := Parse([]byte(c.text), "dir/file.txt", "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if in.Format.Name != c.format || in.Name != c.name {
			t.Errorf("read as %s %q, want %s %q", in.Format.Name, in.Name, c.format, c.name)
		}
		if best, known := in.BestKnown(); known != (c.format == "nqueens") || best.Cost != 0 {
			t.Errorf("%s has a best known cost", c.name)
		}
	}
}

func TestParse_Refuses(t *testing.T) {
	for _, c := range []struct{ name, text, format, want string }{
		{"empty", "", "", "f: the file is empty"},
		{"blank", " \n\t\n", "tsp", "f: the file is empty"},
		{"binary", "\x7fELF\x00\x01\x02", "", "f: not an instance of a known format; known are tsp"},
		{"text", "hello world\n", "", "f: not an instance of a known format"},
		{"unknown format", square, "sat", `unknown problem "sat"; known are tsp`},
		{"wrong format", square, "qap", "f:1"},
		{"cut", square[:90], "", "f:"},
		{"no solution", "nqueens:3", "", "no solution exists"},
		{"near a format", square, "tps", `unknown problem "tps", did you mean "tsp"?; known are tsp`},
		{"cvrp", strings.Replace(square, "TYPE: TSP", "TYPE : CVRP", 1), "",
			"f is TSPLIB type CVRP: capacitated vehicle routing, which multiwalk does not read"},
		{"sop", strings.Replace(matrix, "ATSP", "SOP", 1), "", "TSPLIB type SOP: sequential ordering"},
		{"tour", "NAME: t\nTYPE: TOUR\nDIMENSION: 2\nTOUR_SECTION\n1\n2\n-1\n", "", "a tour of TSPLIB and no instance"},
		{"colouring", "c a comment\np edge 3 2\ne 1 2\ne 2 3\n", "", "DIMACS format p edge: graph colouring"},
		{"sat", "c a comment\np cnf 2 1\n1 -2 0\n", "", "DIMACS format p cnf: satisfiability"},
		{"flow shop", "number of jobs, number of machines, initial seed, upper bound and lower bound :\n 2 1 0 9 9\n", "", "flow shop"},
		{"linear ordering", "2\n0 1\n3 0\n", "", "one matrix, as in LOLIB: linear ordering"},
		{"pairs", "3 2\n1 2 -1\n2 3 1\n", "", "quadratic binary optimisation, which multiwalk does not read"},
		{"mps", "NAME x\nROWS\n N c\nCOLUMNS\n", "", "MPS: linear and integer programming"},
		{"record", `{"line":"run"}`, "", "a record of runs and no instance"},
		{"checkpoint", "multiwalk checkpoint 1\n{}\n", "", "a checkpoint and no instance"},
		{"cvrp that is read as asked", strings.Replace(square, "TYPE: TSP", "TYPE : CVRP", 1), "tsp", "f:2"},
	} {
		if _, err := Parse([]byte(c.text), "f", c.format); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want ... %s ...", c.name, err, c.want)
		}
	}
}

func TestSolutions_AreReadAsWritten(t *testing.T) {
	for _, text := range []string{square, matrix, assign, "nqueens:4"} {
		in, err := Parse([]byte(text), "f", "")
		if err != nil {
			t.Fatal(err)
		}
		x := []int32{2, 0, 1, 3}[:in.Problem.Space().Len()]
		var b bytes.Buffer
		if err := in.WriteSolution(&b, x); err != nil {
			t.Fatal(err)
		}
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
	in, err := Parse([]byte(square), "f", "")
	if err != nil {
		t.Fatal(err)
	}
	for file, start := range map[string]string{"a.svg": "<svg", "b.PNG": "\x89PNG"} {
		var b bytes.Buffer
		if err := in.Draw(&b, file, []int32{0, 1, 2, 3}); err != nil || !strings.Contains(b.String()[:100], start) {
			t.Errorf("%s: %v", file, err)
		}
	}
	if err := in.CheckPicture("c.jpg"); err == nil || !strings.Contains(err.Error(), ".svg or .png") {
		t.Errorf("c.jpg: %v", err)
	}
	for _, text := range []string{matrix, assign, "nqueens:4"} {
		in, err := Parse([]byte(text), "f", "")
		if err != nil {
			t.Fatal(err)
		}
		if err := in.CheckPicture("a.svg"); err == nil || !strings.Contains(err.Error(), "no picture") ||
			!strings.Contains(err.Error(), "leave --plot out") {
			t.Errorf("picture of %s: %v", in.Name, err)
		}
	}
}

func TestContent(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if _, err := Content(dir, nil); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := Content("none.tsp", nil); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file: %v", err)
	}
	if got, err := Content("nqueens:7", nil); err != nil || string(got) != "nqueens:7" {
		t.Errorf("an instance that is its name: %q, %v", got, err)
	}
	if got, err := Content(Stdin, strings.NewReader("text")); err != nil || string(got) != "text" {
		t.Errorf("standard input: %q, %v", got, err)
	}
	for _, name := range Builtin() {
		text, err := Content(name, nil)
		if err != nil || !IsBuiltin(text) {
			t.Fatalf("built-in %s: %v", name, err)
		}
		in, err := Parse(text, name, "")
		if err != nil {
			t.Fatal(err)
		}
		if best, ok := in.BestKnown(); !ok || best.Proven {
			t.Errorf("built-in %s: best known %+v, %v; want one that is not proven", name, best, ok)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "demo"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Content("demo", nil); err != nil || string(got) != "mine" {
		t.Errorf("a file with a built-in's name: %q, %v; want the file", got, err)
	}
}

// TestDemo_BestKnownIsReached evaluates the tour that the best known cost comes from.
func TestDemo_BestKnownIsReached(t *testing.T) {
	in, err := Parse(demo.Text, demo.Name, "")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join("testdata", "demo.tour"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x, err := in.ReadSolution(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if cost := in.Problem.Cost(x); cost != demo.BestKnown {
		t.Errorf("demo.tour costs %d, the best known cost is %d", cost, demo.BestKnown)
	}
}

// TestForeign_ProgramsAreThere: an error that names a folder must not send anybody to one that is not there.
func TestForeign_ProgramsAreThere(t *testing.T) {
	for _, text := range []string{"p edge 3 2\n", "p col 3 2\n", "p qubo 0 2 2 1\n", "2\n0 1\n3 0\n", "3 2\n1 2 -1\n2 3 1\n"} {
		_, where, ok := strings.Cut(foreign([]byte(text)), "a Go program that solves it is in ")
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(where), "main.go")); !ok || err != nil {
			t.Errorf("%q: %s: %v", text, foreign([]byte(text)), err)
		}
	}
}
