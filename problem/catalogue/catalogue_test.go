package catalogue

import (
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
	"github.com/multiwalk/multiwalk/walk"
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
	assign  = "3\n\n0 1 2\n1 0 3\n2 3 0\n\n0 5 4\n5 0 6\n4 6 0\n"
)

// What is odd about a graph's file is told, with and without a number of colours.
func TestParse_NotesOfGraphs(t *testing.T) {
	for _, c := range []struct{ text, problem, note string }{
		{"p edge 3 9\ne 1 2\ne 2 3\n", "", "says that it has 9 edges, and has 2: it may be cut short"},
		{"p edge 3 9\ne 1 2\ne 2 3\n", "colouring:2", "has 2: it may be cut short"},
		{"p edge 3 2\ne 1 2\ne 2 3\n", "", "2 colours: as few as there can be"}, {"p edge 3 2\ne 1 2\ne 2 3\n", "colouring:2", ""},
		{"p edge 3 0\n", "", "1 colour: no vertices are joined"},
	} {
		in, err := all.Parse([]byte(c.text), "a.col", c.problem)
		if err != nil || !strings.Contains(strings.Join(in.Notes, "; "), c.note) || c.note == "" && len(in.Notes) > 0 {
			t.Errorf("%q as %q: %+v, %v", c.text, c.problem, in, err)
		}
	}
}

func TestParse_TellsTheFormatFromTheContent(t *testing.T) {
	for _, c := range []struct{ text, format, name string }{
		{square, "tsp", "square"}, {matrix, "tsp", "m"}, {assign, "qap", "file"},
		{strings.ReplaceAll(square, "\n", "\r\n"), "tsp", "square"}, {"nqueens:9\n", "nqueens", "nqueens:9"},
		{strings.Replace(square, "TSP", "HPP", 1), "hpp", "square"}, {strings.ReplaceAll(square, ":", " ="), "tsp", "square"},
		{graph, "maxcut", "file"}, {loops, "qubo", "file"}, {coupled, "qubo", "file"}, {"1\n" + loops, "bqp", "file"}, {signs, "perceptron", "file"},
		{"3\n50\n60 10\n100 20\n120 30\n", "knapsack", "file"}, {"1\n3 1 0\n1 2 3\n4 5 6\n7\n", "knapsack", "file"}, {"p knapsack 2 1\n5\n7 3\n9 4\n", "knapsack", "file"},
		{"2\n0 1\n3 0\n", "ordering", "file"}, {"4 2\n1.5 2\n3 4\n5 6\n7 8\n", "scheduling", "file"},
		{"4 2\n1.5\n2\n3\n4\n5\n6\n7\n8\n", "scheduling", "file"}, {"4 4\n1.5 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8\n", "scheduling", "file"},
		{"c a comment\np edge 3 2\ne 1 2\ne 2 3\n", "colouring", "file"}, {"p col 3 2\ne 1 2\ne 2 3\n", "colouring", "file"},
	} {
		in, err := all.Parse([]byte(c.text), "dir/file.txt", "")
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
		{"binary", "\x7fELF\x00\x01\x02", "", "f: not an instance of a known format; multiwalk problems lists them, and --problem NAME reads the file as one, or says what is wrong in which line"},
		{"text", "hello world\n", "", "f: not an instance of a known format"},
		{"unknown format", square, "sat", `unknown problem "sat"; known are tsp`},
		{"wrong format", square, "qap", "f:1"},
		{"cut", square[:90], "", "f:"},
		{"no solution", "nqueens:3", "", "no solution exists"},
		{"near a format", square, "tps", `unknown problem "tps", did you mean "tsp"?; known are tsp`},
		{"cvrp", strings.Replace(square, "TYPE: TSP", "TYPE : CVRP", 1), "",
			"f:10: there is no CAPACITY"},
		{"time windows of vehicles", strings.Replace(square, "TYPE: TSP", "TYPE : VRPTW", 1), "", "f is TSPLIB type VRPTW: vehicle routing with time windows, which multiwalk does not read"},
		{"vehicles of no number", square, "cvrp:x", `problem "cvrp:x": give the number of vehicles, penalty, or both`},
		{"vehicles twice", square, "cvrp:2,3", `problem "cvrp:2,3": give the number`},
		{"time windows", strings.Replace(square, "TYPE: TSP", "TYPE = TSPTW", 1), "", "f is TSPLIB type TSPTW: a tour with time windows"},
		{"ends", square, "hpp:1,2,3", `problem "hpp:1,2,3": a path has two ends`},
		{"an end that is no city", square, "hpp:5", "f: found 5 as an end of the path"},
		{"sop", strings.Replace(matrix, "ATSP", "SOP", 1), "", "TSPLIB type SOP: sequential ordering"},
		{"tour", "NAME: t\nTYPE: TOUR\nDIMENSION: 2\nTOUR_SECTION\n1\n2\n-1\n", "", "a tour of TSPLIB and no instance"},
		{"a graph to be coloured, cut short", "c a comment\np edge 3 2\ne 1 2\ne 2 4\n", "", "f:4:"},
		{"tasks that cost what nobody knows", "4 2\n1.5 2\n3 4\n5 6\n7 8\n", "scheduling:x", "scheduling:squares is the only other one"},
		{"colours of no number", "p edge 3 1\ne 1 2\n", "colouring:x", `problem "colouring:x": give the number of colours`},
		{"flow shop", "number of jobs, number of machines, initial seed, upper bound and lower bound :\n 2 1 0 9 9\n", "", "flow shop"},
		{"a matrix of distances", "3\n0 1 2\n1 0 3\n2 3 0\n", "", "f is one symmetric matrix, as of distances; --problem tsp seeks a tour"},
		{"flow shop of VRF", "4 2\n1 2 3 4\n5 6 7 8\n", "", "Vallada, Ruiz and Framinan have them: flow shop scheduling"},
		{"square flow shop", "4 4\n1 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8\n", "", "flow shop scheduling, which multiwalk does not read, or, with --problem scheduling,"},
		{"job shop", "2 3\n0 4 1 5 2 6\n2 9 0 3 1 4\n", "", "f is a row of machines and times for each job, as OR-Library has them: job shop scheduling"},
		{"knapsacks", "2\n3 1 0\n1 2 3\n4 5 6\n7\n2 2 9\n1 2\n3 4\n5 6\n7 8\n", "", "f holds 2 instances; choose one, f#1 to f#2"},
		{"a knapsack that is moved in a way that nobody knows", "3\n50\n60 10\n100 20\n120 30\n", "knapsack:x", "knapsack:flips is the only other one"},
		{"knapsacks cut short", "2\n3 1 0\n1 2 3\n4 5 6\n7\n2 2 9\n1 2\n", "", "f:"},
		{"several instances", several, "", "f holds 2 instances; choose one, f#1 to f#2"},
		{"routes", "Route #1: 2 1\nCost 9\n", "", "f is a solution of CVRPLIB and no instance; give the instance's file, and this one by --start"},
		{"mps", "NAME x\nROWS\n N c\nCOLUMNS\n", "", "MPS: linear and integer programming"},
		{"record", `{"line":"run"}`, "", "a record of runs and no instance"},
		{"checkpoint", "multiwalk checkpoint 1\n{}\n", "", "a checkpoint and no instance"},
		{"cvrp that is read as asked", strings.Replace(square, "TYPE: TSP", "TYPE : CVRP", 1), "tsp", "f:2"},
		{"two triangles", "1 0\n2 3 0\n4 5 6 0\n", "", "f: not an instance of a known format; multiwalk problems lists them"},
		{"a table", "3 1 0\n2 5 0\n7 1 0\n", "", "f: not an instance of a known format"},
		{"clauses without a header", "1 2 0\n2 3 0\n1 3 0\n", "", "f: not an instance of a known format"},
		{"two whole triangles", "3\n0\n1 0\n2 3 0\n0\n4 0\n5 6 0\n", "", "f:8: found 12 numbers behind n = 3, as of two triangles: write both matrices whole"},
		{"linear costs", "3\n0 1 2\n1 0 3\n2 3 0\n0 4 5\n4 0 6\n5 6 0\n7 0 9\n1 8 3\n2 5 4\n", "", "f:1: found a third matrix"},
		{"a binary quadratic model", `{"linear":{"a":-1},"quadratic":{"a,b":-3},"vartype":"BINARY"}`, "", `f is JSON: a binary quadratic model, which multiwalk does not read; write lines "i j weight"`},
		{"JSON", "[[0, 1],\n [1, 0]]", "", "f is JSON: no text of lines"}, {"XML", "<?xml version='1.0'?>\n<a/>", "", "f is XML"},
		{"qplib", "tiny\nQBN\nminimize\n3 # variables\n2 # nonzeros\n", "", "f is QPLIB: quadratic programming"},
		{"opb", "* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n", "", "f is OPB: pseudo-Boolean"},
		{"opb without its comment", "min: +1 x1 +2 x2;\n+1 x1 +1 x2 >= 1;\n", "", "f is OPB: pseudo-Boolean"},
		{"lp", "\\ a comment\nMinimize\n obj: x + y\nSubject To\n c1: x + y >= 1\nEnd\n", "", "f is LP: linear and integer programming"},
		{"lp that maximises", "max: 3 x\nst\n x <= 4\nend\n", "", "f is LP"},
		{"mps with a comment", "* made by\nNAME x\nROWS\n N c\nCOLUMNS\n", "", "f is MPS"},
		{"vehicles", "C101\n\nVEHICLE\nNUMBER     CAPACITY\n  25 200\nCUSTOMER\nCUST NO.  XCOORD.\n", "", "f is Solomon's format: vehicle routing with time windows"},
		{"flow", "c max flow\np max 4 5\nn 1 s\n", "", "f is DIMACS format p max: maximum flow"},
		{"Matrix Market, general", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n", "", "f:1: found"},
	} {
		if _, err := all.Parse([]byte(c.text), "f", c.format); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want ... %s ...", c.name, err, c.want)
		}
	}
}

// Where a text may be of several problems, the ending decides.
func TestParse_ByTheEnding(t *testing.T) {
	for file, want := range map[string]string{"a.sparse": "qubo", "a.txt": "maxcut", "a": "maxcut", "a.qubo": "qubo", "a.MC": "maxcut", "a.rud.gz": "maxcut",
		"a.sparse.gz": "qubo", "a.dat": "maxcut"} {
		in, err := all.Parse([]byte(graph), file, "")
		if err != nil || in.Format.Name != want {
			t.Errorf("%s: %v, %v, want %s", file, in, err, want)
		}
	}
}

// FILE#2 is the second instance of a file of several, with a name, a hash and lines of its own.
func TestContent_OfSeveralInstances(t *testing.T) {
	t.Chdir(t.TempDir())
	for file, text := range map[string]string{"b.txt": several, "g.txt": graph, "odd#1": graph} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	hashes := map[string]bool{}
	for file, name := range map[string]string{"b.txt#1": "b-1", "b.txt#2": "b-2", "odd#1": "odd#1"} {
		content, err := all.Content(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := all.Parse(content, file, "")
		if err != nil || in.Name != name {
			t.Fatalf("%s: %v, %v", file, in, err)
		}
		hashes[in.Hash] = true
	}
	if content, err := all.Content("-#2", strings.NewReader(several)); err != nil || len(hashes) != 3 {
		t.Errorf("%v, %v", hashes, err)
	} else if in, err := all.Parse(content, "-#2", "bqp"); err != nil || in.Problem.Space().Len() != 3 || in.Format.Told(-4) != 4 || in.Format.Word() != "value" {
		t.Errorf("the second instance from the standard input: %v, %v", in, err)
	}
	for file, says := range map[string]string{"b.txt#3": "it holds 2, #1 to #2", "g.txt#1": "holds one instance; leave #1 out", "none#1": "no such file"} {
		if _, err := all.Content(file, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", file, err, says)
		}
	}
}

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
		in, err := all.Parse([]byte(text), "f", "")
		if err != nil {
			t.Fatal(err)
		}
		x := []int32{2, 0, 1, 3}[:in.Problem.Space().Len()]
		if in.Problem.Space().Kind() == multiwalk.KindBinary {
			x[0] = 1
		}
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
	in, err := all.Parse([]byte(square), "f", "")
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
	for _, text := range []string{matrix, assign, "nqueens:4", graph, "p cnf 2 1\n1 -2 0\n"} {
		in, err := all.Parse([]byte(text), "f", "")
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
	if _, err := all.Content(dir, nil); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := all.Content("none.tsp", nil); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file: %v", err)
	}
	if got, err := all.Content("nqueens:7", nil); err != nil || string(got) != "nqueens:7" {
		t.Errorf("an instance that is its name: %q, %v", got, err)
	}
	for name, format := range map[string]string{"sat:n20-r4.2": "maxsat", "xorsat:n8-s3": "maxsat", "perceptron:9x11:2": "perceptron"} {
		text, err := all.Content(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := all.Parse(text, name, "")
		if err != nil || in.Name != name || in.Format.Name != format {
			t.Errorf("%s: %+v, %v", name, in, err)
		} else if best, known := in.BestKnown(); known != (format == "perceptron") || best.Proven != known {
			t.Errorf("%s: best known %+v, %v", name, best, known)
		}
	}
	if got, err := all.Content(problem.Stdin, strings.NewReader("text")); err != nil || string(got) != "text" {
		t.Errorf("standard input: %q, %v", got, err)
	}
	for _, name := range all.Builtin() {
		text, err := all.Content(name, nil)
		if err != nil || !all.IsBuiltin(name, text) {
			t.Fatalf("built-in %s: %v", name, err)
		}
		in, err := all.Parse(text, name, "")
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
	if got, err := all.Content("demo", nil); err != nil || string(got) != "mine" {
		t.Errorf("a file with a built-in's name: %q, %v; want the file", got, err)
	}
}

// TestDemo_BestKnownIsReached evaluates the tour that the best known cost comes from.
func TestDemo_BestKnownIsReached(t *testing.T) {
	in, err := all.Parse(demo.Text, demo.Name, "")
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

// A name of nothing gets the nearest one that there is: of a generator, of a built-in instance, of a file without its ending.
func TestContent_DidYouMean(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"square.tsp", "tiny.dat"} {
		if err := os.WriteFile(file, []byte(square), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"percepton:73x73": `did you mean "perceptron:73x73"?`, "nquens:8": `did you mean "nqueens:8"?`, "xorsta:n30": `did you mean "xorsat:n30"?`,
		"q3pa:tiny.dat": `did you mean "q3ap:tiny.dat"?`, "dmeo": `did you mean "demo"?`, "square": `did you mean "square.tsp"?`,
		"q3ap:tiny": `did you mean "q3ap:tiny.dat"?`, "q3ap-df:tiny": `did you mean "q3ap-df:tiny.dat"?`,
		"psychic:9": "", "pcb442": "", "q3ap:none": "", ":": "", "q3ap:dmeo": "",
	} {
		_, err := all.Content(name, nil)
		if err == nil || !strings.Contains(err.Error(), "no such file") || !strings.Contains(err.Error(), want) ||
			want == "" && strings.Contains(err.Error(), "did you mean") {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// The name of a kind of problem is not one of an instance, and the error says which there are.
func TestContent_OfAKindOfProblem(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, want := range map[string]string{"maxcut": "such as maxcut:800, draws one", "qap": "give an instance of it (QAPLIB)"} {
		if _, err := all.Content(name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// Of a text that is of no format, the reader of the format that has its ending says what is wrong, and where.
func TestParse_SaysWhatIsWrongByTheEnding(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.sparse", "3 2\n1 2 5\n4 1 2\n", `a.sparse:3: found "4", expected the first of entry 2 of 2, a whole number from 1 to 3; correct the number`},
		{"a.qubo", "p qbo 0 3 2 1\n", `a.qubo:1: found "qbo", expected qubo; begin with p qubo`},
		{"a.qubo", "p qubo 0 3 2 1\n0 0 1\n1 y 1\n0 1 2\n", `a.qubo:3: found "y"`},
		{"a.wcnf", "h 1 2 0\n3.5 1 -2 0\n", `a.wcnf:2: found "3.5" where the weight of a clause should be, a whole number`},
		{"A.CNF", "p cmf 3 2\n", `A.CNF:1: found`}, {"a.tsp", "hello\n", `a.tsp:1: found "hello", expected a keyword of TSPLIB`},
		{"a.dat", "hello\n", `a.dat:1: found "hello" where the number of facilities`},
		{"a.dat", "2\n0 1\n3 0\n", "a.dat:4: the file ends where a distance should be"}, {"a.0", "2 2\n0 1\n3\n", "a.0:4: the file ends where the time of task 2"}, {"a.mat", "2\n0 1\n3\n", "a.mat:4: the file ends where the entry in row 2"},
		{"a.ppp", "hello\n", `a.ppp:1: found "hello"`},
		{"a.txt", "hello\n", "not an instance of a known format; multiwalk problems lists them"}, {"a", "hello\n", "not an instance of a known format"},
	} {
		_, err := all.Parse([]byte(c.text), c.file, "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.file, err, c.want)
		}
	}
}

// What nobody says is guessed and told: which format the numbers fit, and how to have another. Costs are by brute force.
func TestParse_TellsWhatItGuesses(t *testing.T) {
	loop := "4 5\n1 2 3\n2 2 4\n2 3 -2\n3 4 5\n1 4 1\n"
	quadratic := "3 4\n1 1 -2\n1 2 3\n2 2 1\n2 3 -4\n"
	qs := "# Vars Non-zeros Offset\n3 4 5\n1 1 -2\n1 2 3\n2 2 1\n2 3 -4\n"
	qap := "3 0 1 2 1 0 3 2 3 0 0 4 5 4 0 6 5 6 0\n"
	market := "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 3\n3 2 -4\n"
	for _, c := range []struct {
		file, text, format string
		least              int64
		note               string // all of them, or the beginning
	}{
		{"a.mc", loop, "maxcut", -8, "edges from a vertex to itself (1)"},
		{"a.rud", quadratic, "maxcut", -3, "edges from a vertex to itself (2)"},
		{"a.txt", loop, "maxcut", -8, "read as maxcut (maximum cut), which its numbers fit; if it is not: --problem qubo; edges from a vertex to itself (1)"},
		{"a.txt", graph, "maxcut", -2, "read as maxcut (maximum cut), which its numbers fit; if it is not: --problem qubo"},
		{"a.txt", "4 4\n1 2\n2 3\n3 4\n1 4\n", "maxcut", -4, "read as maxcut (maximum cut), which its numbers fit; if it is not: --problem NAME; the edges have no weights"},
		{"a.txt", "4 4\n0 1 3\n1 2 -2\n2 3 5\n0 3 1\n", "maxcut", -8, "read as maxcut"}, {"a.mc", "3 0\n", "maxcut", 0, ""}, {"a.txt", "1 0\n", "maxcut", 0, "read as maxcut"},
		{"a.txt", quadratic, "qubo", -7, "read as qubo (quadratic unconstrained binary optimisation), which its numbers fit; if it is not: --problem maxcut; read as a QUBO (form .sparse): a weight of two different bits counts twice"},
		{"a.sparse", quadratic, "qubo", -7, "read as a QUBO (form .sparse)"}, {"a.mtx", market, "maxcut", -3, "read as maxcut"},
		{"a.qs", qs, "qubo", -3, "read as a QUBO (ZIMPL's form .qs): a weight of two different bits counts once; the offset 5"}, {"a.txt", qs, "qubo", -3, "read as a QUBO (ZIMPL"},
		{"a.qs", qs[24:], "qubo", -3, "read as a QUBO (ZIMPL"}, {"a.coo", "0 0 -2.0\n0 1 3\n1 1 1\n1 2 -4\n", "qubo", -3, "read as a QUBO (dimod's form .coo)"},
		{"a.txt", "# vartype=BINARY\n# offset=42\n0 0 -1.000000\n0 1 2.000000\n1 2 -1.000000\n", "qubo", -1, "read as a QUBO (dimod's form .coo): a weight of two different bits counts once; the offset 42"},
		{"a.dat", qap, "qap", 56, ""}, {"a.txt", qap, "qap", 56, "read as qap (quadratic assignment problem), which its numbers fit; if it is not: --problem NAME"},
		{"a.mat", "2\n0 1\n3 0\n", "ordering", -3, ""}, {"a.mat", "2\n0 1\n1 0\n", "ordering", -1, ""},
		{"a.txt", "2\n0 1\n3 0\n", "ordering", -3, "read as ordering (linear ordering problem), which its numbers fit; if it is not: --problem NAME"},
		{"a.cnf", "1 2 0\n2 3 0\n1 3 0\n", "maxsat", 0, "the file has no line p cnf"}, {"a.txt", "h 1 0\n2 -1 0\n", "maxsat", 2, ""},
		{"a.cnf", "p cnf 0 0\n", "maxsat", 0, ""},
	} {
		in, err := all.Parse([]byte(c.text), c.file, "")
		if err != nil {
			t.Errorf("%s, %q: %v", c.file, c.text, err)
			continue
		}
		notes := strings.Join(in.Notes, "; ")
		if least := leastOf(in.Problem); in.Format.Name != c.format || least != c.least || !strings.HasPrefix(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s, %q: %s, least %d, notes %q; want %s, %d, %q", c.file, c.text, in.Format.Name, least, notes, c.format, c.least, c.note)
		}
	}
	if _, err := all.Parse([]byte("p cnf 2 1\n1 2 0\n"), "a.mc", ""); err == nil || !strings.HasSuffix(err.Error(), "it was read as maxcut by its ending, and begins as maxsat: --problem maxsat") {
		t.Errorf("clauses in a file of graphs: %v", err)
	}
}

// leastOf is the least cost of all solutions of a small problem, of bits or an order.
func leastOf(p multiwalk.Problem) int64 {
	least, n := int64(math.MaxInt64), p.Space().Len()
	var visit func(x []int32)
	visit = func(x []int32) {
		if len(x) == n {
			least = min(least, p.Cost(x))
			return
		}
		for v := range int32(max(2, n)) {
			if bits := p.Space().Kind() == multiwalk.KindBinary; bits && v < 2 || !bits && !slices.Contains(x, v) && v < int32(n) {
				visit(append(x, v))
			}
		}
	}
	visit(make([]int32, 0, n))
	return least
}

// Whatever gzip packed is the text in it: its ending, its name, its best known cost and its hash.
func TestContent_OfPackedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(file, text string) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("square.tsp.gz", square)
	write("tiny.dat.gz", assign)
	write("packed", assign)
	write("b.txt.gz", several)
	write("G.RUD.GZ", graph)
	for file, want := range map[string][2]string{"square.tsp.gz": {"tsp", "square"}, "tiny.dat.gz": {"qap", "tiny"}, "packed": {"qap", "packed"},
		"b.txt.gz#2": {"bqp", "b-2"}, "G.RUD.GZ": {"maxcut", "G"}, "q3ap:tiny.dat.gz": {"q3ap", "tiny"}} {
		content, err := all.Content(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := all.Parse(content, file, "")
		if err != nil || in.Format.Name != want[0] || in.Name != want[1] || want[0] != "q3ap" && in.Problem.(multiwalk.Namer).Name() != want[1] {
			t.Errorf("%s: %+v, %v", file, in, err)
		}
	}
	gz, _ := os.ReadFile("square.tsp.gz")
	if got, err := all.Content(problem.Stdin, bytes.NewReader(gz)); err != nil || string(got) != square {
		t.Errorf("from the standard input: %q, %v", got, err)
	}
	if err := os.WriteFile("cut.tsp.gz", gz[:len(gz)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{"cut.tsp.gz": "it is packed by gzip and cut short after", "square": `did you mean "square.tsp.gz"?`} {
		if _, err := all.Content(file, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %s", file, err, says)
		}
	}
}

// A best known cost is of an instance of that name and that size.
func TestBestKnown_OfAnotherSize(t *testing.T) {
	text := []byte("3\n0 1 2\n1 0 3\n2 3 0\n0 1 2\n1 0 3\n2 3 0\n")
	for _, file := range []string{"nug12.dat", "tai3a.dat"} {
		in, err := all.Parse(text, file, "")
		if err != nil {
			t.Fatal(err)
		}
		if best, ok := in.BestKnown(); ok {
			t.Errorf("%s: %+v", file, best)
		}
	}
}

// A tour's file is one of a path if that is asked for, with the ends that the problem's name has.
func TestParse_OpenPaths(t *testing.T) {
	for _, c := range []struct {
		text, format string
		want         []int32
	}{
		{square, "hpp", []int32{0, 2, 1, 3}}, {square, "hpp:2", []int32{1, 2, 0, 3}}, {square, "hpp:4,1", []int32{3, 1, 2, 0}},
		{strings.Replace(square, "TSP", "HPP", 1), "tsp", []int32{0, 2, 1, 3}},
		{strings.Replace(square, "TSP", "HPP", 1), "hpp:4,1", []int32{3, 1, 2, 0}},
	} {
		in, err := all.Parse([]byte(c.text), "f", c.format)
		if err != nil {
			t.Fatal(err)
		}
		if _, known := in.BestKnown(); in.Format.Name != c.format || all.FormatOf(c.format).Name != c.format || known {
			t.Errorf("%s is read as %s", c.format, in.Format.Name)
		}
		var b bytes.Buffer
		x := append(slices.Clone(c.want), 4)
		if err := in.WriteSolution(&b, x); err != nil {
			t.Fatal(err)
		}
		back, err := in.ReadSolution(&b, "t")
		if err != nil || !slices.Equal(in.Shown(back), c.want) || walk.Feasible(in.Problem, back) != nil {
			t.Errorf("%s: %v, %v, %v", c.format, back, in.Shown(back), err)
		}
	}
}

// The demo's best known tour is none of a path.
func TestBestKnown_OfThePathIsUnknown(t *testing.T) {
	in, err := all.Parse(demo.Text, demo.Name, "hpp")
	if err != nil {
		t.Fatal(err)
	}
	if _, known := in.BestKnown(); known {
		t.Error("the demo as a path has a best known cost")
	}
}
