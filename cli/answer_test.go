package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// An answer as the evaluations have it: the lines alone on the standard output, and their exit codes.
func TestSolve_Answer(t *testing.T) {
	b := newBench(t)
	write(t, "sat.cnf", "p cnf 3 2\n1 0\n-1 2 0\n")
	write(t, "none.cnf", "p cnf 0 0\n")
	write(t, "soft.wcnf", "h 1 0\n3 -1 2 0\n")
	write(t, "better.wcnf", "h 1 0\n3 -1 0\n2 2 0\n")
	write(t, "empty.cnf", "p cnf 1 2\n1 0\n0\n")
	write(t, "hard.wcnf", "c both cannot be\nh 1 0\nh -1 0\n3 2 0\n")
	run := func(code int, args ...string) string {
		t.Helper()
		b.want(code, append(append([]string{"solve"}, args...), "--evaluations=2000", "--workers=1", "-q")...)
		return b.out.String()
	}
	for _, c := range []struct {
		file, form string
		code       int
		says       string // on the standard output
	}{
		{"sat.cnf", "word", 10, "s SATISFIABLE\nv 11"}, {"sat.cnf", "literals", 10, "s SATISFIABLE\nv 1 2 "}, {"none.cnf", "literals", 10, "s SATISFIABLE\nv 0\n"},
		{"soft.wcnf", "word", 30, "o 0\ns OPTIMUM FOUND\nv 11\n"}, {"better.wcnf", "word", 10, "o 3\ns SATISFIABLE\nv 11\n"},
		{"empty.cnf", "word", 20, "c 1 clauses are violated\nc violated: clause 2 (line 3)\ns UNSATISFIABLE\n"},
		{"hard.wcnf", "word", 0, "c 1 hard clauses are violated\nc violated: clause "},
	} {
		if out := run(c.code, c.file, "--answer="+c.form); !strings.HasPrefix(out, c.says) || strings.Contains(out, "verified") {
			t.Errorf("%s as %s: %q, want %q", c.file, c.form, out, c.says)
		}
	}
	if out := run(10, "sat.cnf", "--answer=word", "--out=a.sol"); !strings.Contains(out, "solution in a.sol") {
		t.Errorf("to a file: %q", out)
	}
	if text, err := os.ReadFile("a.sol"); err != nil || !strings.HasPrefix(string(text), "s SATISFIABLE\nv 11") {
		t.Errorf("%q, %v", text, err)
	}
	run(0, "sat.cnf", "--start=a.sol")
	for says, args := range map[string][]string{`--answer "wrd" is no form, did you mean "word"?; known are literals and word`: {"sat.cnf", "--answer=wrd"},
		"--answer is for problem maxsat, and grid is one of qap": {grid, "--answer=word"}} {
		run(2, args...)
		b.says(says)
	}
}

// The clauses that have to hold and do not are named, and JSON has them and the notes about the file.
func TestSolve_NamesViolatedClauses(t *testing.T) {
	b := newBench(t)
	write(t, "hard.wcnf", "c both cannot be\nh 1 0\nh -1 0\n3 2 0\n")
	write(t, "bare.cnf", "1 0\n-1 0\n")
	for _, c := range []struct {
		file, note string
		code       int // clauses that are not called hard may stay violated, as in MaxSAT
	}{{"hard.wcnf", "", 1}, {"bare.cnf", "the file has no line p cnf", 0}} {
		b.want(c.code, "solve", c.file, "--evaluations=2000", "--workers=1", "-q")
		b.prints("\nviolated: clause ")
		b.says(c.note)
		b.want(c.code, "solve", c.file, "--evaluations=2000", "--workers=1", "--json")
		var got report
		must.Do(t, json.Unmarshal(b.out.Bytes(), &got))
		place := got.ViolatedClauses
		if len(place) != 1 || place[0].Clause < 1 || place[0].Clause > 2 || !strings.Contains(strings.Join(got.Notes, "; "), c.note) {
			t.Errorf("%s: %v, notes %q", c.file, place, got.Notes)
		}
	}
}

// Instances, starts and records are read where gzip packed them, and a record of a packed instance is one of the instance.
func TestSolve_PackedFiles(t *testing.T) {
	b := newBench(t)
	pack := func(file string) {
		text := must.Have(os.ReadFile(file))(t)
		var to bytes.Buffer
		w := gzip.NewWriter(&to)
		if _, err := w.Write(text); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		write(t, file+".gz", to.String())
	}
	pack(ring)
	b.want(0, append([]string{"solve", ring + ".gz", "--out=a.tour", "--record=a.jsonl"}, quick...)...)
	b.prints("tsp ring, n=12")
	pack("a.tour")
	pack("a.jsonl")
	b.want(0, "verify", "a.jsonl.gz")
	b.want(0, "verify", "a.jsonl.gz", "--instance="+ring)
	for _, start := range []string{"a.tour.gz", "a.jsonl.gz"} {
		b.want(0, append([]string{"solve", ring, "--start=" + start}, quick...)...)
	}
	whole, _ := os.ReadFile("a.tour.gz")
	write(t, "cut.tour.gz", string(whole[:len(whole)/2]))
	b.want(2, append([]string{"solve", ring, "--start=cut.tour.gz"}, quick...)...)
	b.says("it is packed by gzip and cut short after")
}
