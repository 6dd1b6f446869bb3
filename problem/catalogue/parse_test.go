package catalogue

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/walk"
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
		{"2\n0 1\n3 0\n", "ordering", "file"}, {"4 2\n1 2 3 4\n5 6 7 8\n", "flowshop", "file"},
		{"4 4\n1 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8\n", "flowshop", "file"}, {"2 3\n0 4 1 5 2 6\n0 9 1 3 2 4\n", "flowshop", "file"}, {flows, "flowshop", "file"}, {"2 3\n0 4 1 5 2 6\n2 9 0 3 1 4\n", "jobshop", "file"}, {"4 2\n1.5 2\n3 4\n5 6\n7 8\n", "scheduling", "file"},
		{"4 2\n1.5\n2\n3\n4\n5\n6\n7\n8\n", "scheduling", "file"}, {"4 4\n1.5 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8\n", "scheduling", "file"},
		{"4 3 2 1\n1 1 2 3\n5 6 7 8\n", "tardiness", "file"},
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
		{"a flow shop cut short", "number of jobs, number of machines, initial seed, upper bound and lower bound :\n 2 1 0 9 9\n", "", "f:3: found"},
		{"flow shops", flows + flows, "", "f holds 2 instances, f-1 to f-2; choose one, f#1 to f#2, or by its name"},
		{"a flow shop that is to be what nobody knows", flows, "flowshop:x", "flowshop:flowtime is the only other one"},
		{"a matrix of distances", "3\n0 1 2\n1 0 3\n2 3 0\n", "", "f is one symmetric matrix, as of distances; --problem tsp seeks a tour"},
		{"a job shop whose machines count from 1", "2 3\n1 4 2 5 3 6\n3 9 1 3 2 4\n", "", "f:2: found 3 as machine 3 of job 1; it must be from 0 to 2"},
		{"a job shop with moves that nobody knows", "2 2\n0 3 1 2\n1 4 0 1\n", "jobshop:n8", "its moves are n5, n6 or n7"},
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
		{"a binary quadratic model", `{"linear":{"a":-1},"quadratic":{"a,b":-3},"vartype":"BINARY"}`, "", `f: at /linear: no member "linear" is known here`},
		{"JSON", "[[0, 1],\n [1, 0]]", "maxsat", "f: it is a model of problem tsp and not of maxsat"}, {"XML", "<?xml version='1.0'?>\n<a/>", "", "f is XML"},
		{"qplib", "tiny\nQBN\nminimize\n3 # variables\n2 # nonzeros\n", "", "f is QPLIB: quadratic programming"},
		{"opb", "* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n", "", "f is OPB: pseudo-Boolean"},
		{"opb without its comment", "min: +1 x1 +2 x2;\n+1 x1 +1 x2 >= 1;\n", "", "f is OPB: pseudo-Boolean"},
		{"lp", "\\ a comment\nMinimize\n obj: x + y\nSubject To\n c1: x + y >= 1\nEnd\n", "", "f is LP: linear and integer programming"},
		{"lp that maximises", "max: 3 x\nst\n x <= 4\nend\n", "", "f is LP"},
		{"a script", "for f in *; do x=$f; done\n", "", "f: not an instance of a known format"},
		{"a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "", "f is a pointer of Git LFS and no instance"},
		{"a job shop of Taillard's", "Nb of jobs, Nb of Machines, Time seed, Machine seed, Upper bound, Lower bound\n 2 3 1 2 10 9\nTimes\n", "",
			"f is a job shop in Taillard's first form"},
		{"tables of knapsacks", sack + sack, "", "f holds 2 instances; choose one, f#1 to f#2"},
		{"mps with a comment", "* made by\nNAME x\nROWS\n N c\nCOLUMNS\n", "", "f is MPS"},
		{"vehicles", "C101\n\nVEHICLE\nNUMBER     CAPACITY\n  25 200\nCUSTOMER\nCUST NO.  XCOORD.\n", "", "f is Solomon's format: vehicle routing with time windows"},
		{"flow", "c max flow\np max 4 5\nn 1 s\n", "", "f is DIMACS format p max: maximum flow"},
		{"Matrix Market, general", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n", "", "f:1: found"},
	} {
		must.Fail(t, c.want)(all.Parse([]byte(c.text), "f", c.format))
	}
}

const sack = "knapPI_1_2_9_1\nn 2\nc 4\nz 7\ntime 0.01\n1,5,3,0\n2,7,4,1\n-----\n"

// A table of knapsacks is no matrix, though its file ends in .csv.
func TestParse_TablesOfKnapsacks(t *testing.T) {
	in, err := all.Parse([]byte(sack), "f.csv", "")
	if err != nil || in.Format.Name != "knapsack" || in.Problem.Space().Len() != 2 {
		t.Error(in, err)
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
		{"a.txt", "hello\n", "not an instance of a known format; multiwalk problems lists them"}, {"a", "hello\n", "not an instance of a known format"}, {"a.json", "hello\n", "not an instance of a known format, and no JSON, which begins with { or ["},
	} {
		_, err := all.Parse([]byte(c.text), c.file, "")
		must.Fail(t, c.want)(err)
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
		if least := runtest.Least(in.Problem); in.Format.Name != c.format || least != c.least || !strings.HasPrefix(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s, %q: %s, least %d, notes %q; want %s, %d, %q", c.file, c.text, in.Format.Name, least, notes, c.format, c.least, c.note)
		}
	}
	if _, err := all.Parse([]byte("p cnf 2 1\n1 2 0\n"), "a.mc", ""); err == nil || !strings.HasSuffix(err.Error(), "it was read as maxcut by its ending, and begins as maxsat: --problem maxsat") {
		t.Errorf("clauses in a file of graphs: %v", err)
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
		in := must.Have(all.Parse([]byte(c.text), "f", c.format))(t)
		if _, known := in.BestKnown(); in.Format.Name != c.format || all.FormatOf(c.format).Name != c.format || known {
			t.Errorf("%s is read as %s", c.format, in.Format.Name)
		}
		var b bytes.Buffer
		x := append(slices.Clone(c.want), 4)
		must.Do(t, in.WriteSolution(&b, x))
		back, err := in.ReadSolution(&b, "t")
		if err != nil || !slices.Equal(in.Shown(back), c.want) || walk.Feasible(in.Problem, back) != nil {
			t.Errorf("%s: %v, %v, %v", c.format, back, in.Shown(back), err)
		}
	}
}
