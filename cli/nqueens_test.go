package cli

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

func TestSolve_QueensByName(t *testing.T) {
	b := newBench(t)
	b.want(0, "solve", "nqueens:2000", "--time=5m", "--out=queens.txt", "--record=run.jsonl")
	b.prints("n=2000: cost 0 (the optimum)", "optimum proven", "verified: ")
	q := must.Have(nqueens.New(2000))(t)
	var x []int32
	for line := range strings.Lines(read(t, "queens.txt")) {
		v := must.Have(strconv.Atoi(strings.TrimSpace(line)))(t)
		x = append(x, int32(v-1))
	}
	must.Do(t, q.CheckSolved(x))
	b.want(0, "verify", "run.jsonl")
	b.want(0, "solve", "nqueens:2000", "--start=queens.txt")
	b.want(2, "solve", "nqueens:1999", "--start=queens.txt")
	write(t, "mine", "nqueens:12\n")
	b.want(0, "solve", "mine", "--time=5m")
	b.prints("n=12: cost 0")
}

// A search that is cut short has an answer that costs what it says, and whose conflicts are no fault of it: it is verified,
// written and read as any other. That it is no solution shows in the exit code, as a target does that was missed.
func TestSolve_QueensCutShort(t *testing.T) {
	b := newBench(t)
	short := []string{"solve", "nqueens:60", "--method=tabu", "--evaluations=200"}
	b.want(1, append(short, "--out=q.txt", "--record=q.jsonl")...)
	b.prints("(optimum 0), no solution yet: 60 queens: those in columns ", "verified: ", "solution in q.txt\n")
	b.says("no solution was found that keeps all that must be kept; give it more --evaluations, or another")
	b.want(0, "verify", "q.jsonl")
	b.prints(", no solution yet: 60 queens: ")
	b.want(1, append(short, "--start=q.txt", "--json")...)
	var r report
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || !r.Verified || r.Solved == nil || *r.Solved || r.Cost == 0 {
		t.Errorf("%v in %s", err, b.out.String())
	}
	b.want(1, append(short, "--target=0")...)
	b.says("target 0 missed by ")
	b.want(0, "solve", "nqueens:60", "--json")
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || r.Solved == nil || !*r.Solved {
		t.Errorf("%v in %s", err, b.out.String())
	}
}

func TestSolve_QueensWithoutSolution(t *testing.T) {
	b := newBench(t)
	for _, file := range []string{"nqueens:2", "nqueens:3"} {
		b.want(1, "solve", file)
		if b.out.Len() > 0 || !strings.Contains(b.err.String(), "no solution exists") {
			t.Errorf("%s: %q, %q", file, b.out.String(), b.err.String())
		}
	}
	b.want(2, "solve", "nqueens:many")
}
