package cli

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// An open path is solved, written, drawn, verified, replayed, resumed and started from like a tour; its length leaves out the way back.
func TestSolve_OpenPaths(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	for _, c := range []struct {
		args        string
		first, last int32 // -1: any
		cost        int64
	}{
		{"--open", -1, -1, ringBest - 519},
		{"--open-ends=1", 0, -1, ringBest - 518},
		{"--open-ends=1,6", 0, 5, ringBest - 517}, // neighbours on the ring
		{"--open --device=emulator --work=3", -1, -1, ringBest - 519},
		{"--problem=hpp:6,1", 5, 0, ringBest - 517},
	} {
		args := append([]string{"solve", ring, "-q", "--evaluations=20000"}, strings.Fields(c.args)...)
		b.want(0, append(args, "--json")...)
		var r report
		must.Do(t, json.Unmarshal(b.out.Bytes(), &r))
		first, last := r.Solution[0], r.Solution[len(r.Solution)-1]
		if r.N != 12 || len(r.Solution) != 12 || r.Cost != c.cost || c.first >= 0 && first != c.first || c.last >= 0 && last != c.last || r.BestKnown != nil {
			t.Errorf("%s: %d cities, length %d, from %d to %d, want %+v", c.args, r.N, r.Cost, first, last, c)
		}
		b.want(0, append(args, "--out=p.tour", "--record=p.jsonl", "--plot=p.svg", "--checkpoint=p.state")...)
		if text := read(t, "p.tour"); !strings.Contains(text, "DIMENSION: 12\n") || !strings.Contains(text, "open path") {
			t.Errorf("%s", text)
		}
		b.want(0, "verify", "p.jsonl", "--replay")
		b.want(0, "resume", "p.state", "--evaluations=40000", "--work=6", "-q")
		b.want(0, append(args, "--start=p.tour", "--json")...)
		b.want(0, append(args, "--start=p.jsonl", "--json")...)
		b.want(0, "ttt", "p.jsonl", "--target=100000", "--fits=none")
		for _, file := range []string{"p.tour", "p.jsonl", "p.svg", "p.state"} {
			must.Do(t, os.Remove(file))
		}
	}
	for args, says := range map[string]string{
		ring + " --open-ends=1,2,3":      "a path has two ends: give one city or two",
		ring + " --open-ends=1,13":       "found 13 as an end of the path",
		ring + " --open-ends=4,4":        "give two different cities",
		grid + " --open --problem=qap":   "--problem qap has no open paths",
		ring + " --problem=hpp:one":      "a path has two ends; give the number of one city or of two",
		ring + " --open --target=bks+1%": "no best known",
		ring + " --open-ends=x":          "--open-ends",
	} {
		b.want(2, append([]string{"solve"}, strings.Fields(args)...)...)
		b.says(says)
	}
}

// The cities of answers have the numbers of the file, and notes say what a file without keywords was taken for, under -q and in JSON too.
func TestSolve_NumbersAndNotes(t *testing.T) {
	b := newBench(t)
	write(t, "zero.tsp", "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n0 0 0\n1 30 0\n2 30 40\n3 0 40\n")
	write(t, "zero.tour", "TYPE: TOUR\nTOUR_SECTION\n3\n2\n1\n0\n-1\n")
	b.want(0, "solve", "zero.tsp", "--start=zero.tour", "--out=-", "-q", "--evaluations=100")
	lines := strings.Split(strings.TrimSpace(b.out.String()), "\n")
	at := slices.Index(lines, "TOUR_SECTION")
	if cities := slices.Sorted(slices.Values(lines[at+1 : at+5])); at < 0 || strings.Join(cities, " ") != "0 1 2 3" {
		t.Errorf("%s", &b.out)
	}
	write(t, "table.txt", "0 3 5 4\n3 0 4 5\n5 4 0 3\n4 5 3 0\n")
	b.want(0, "solve", "table.txt", "--problem=tsp", "-q", "--evaluations=1000")
	b.prints("cost 14")
	b.says("read as the distances between 4 cities")
	write(t, "unit.tsp", "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0.1 0.2\n2 0.9 0.3\n3 0.5 0.8\n4 0.2 0.7\n")
	b.want(0, "solve", "unit.tsp", "--json", "--evaluations=100")
	var r report
	if err := json.Unmarshal(b.out.Bytes(), &r); err != nil || len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "multiply the coordinates by") {
		t.Errorf("%v, %q", err, r.Notes)
	}
}

// A graph without a tour is not said to be solved.
func TestSolve_GraphWithoutATour(t *testing.T) {
	b := newBench(t)
	write(t, "apart.tsp", "TYPE: TSP\nDIMENSION: 6\nEDGE_DATA_SECTION\n1 2 3\n2 3 4\n3 1 5\n4 5 6\n5 6 7\n6 4 7\n-1\n")
	b.want(1, "solve", "apart.tsp", "--evaluations=1000", "-q", "--out=apart.tour", "--record=apart.jsonl")
	if !strings.Contains(b.out.String(), ", no solution yet") || !strings.Contains(read(t, "apart.tour"), "no tour of the graph, which lacks 2 of its edges") {
		t.Errorf("%s%s", &b.out, read(t, "apart.tour"))
	}
	b.want(0, "verify", "apart.jsonl", "--replay")
}
