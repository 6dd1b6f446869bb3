package main

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
)

func TestReproQ3AP_WritesEverything(t *testing.T) {
	b := newBench(t)
	args := []string{"repro", "q3ap", "--instances=demo", "--systems=tabu-gpu,tabu-core,tabu-cores", "--runs=2", "--limit=20s", "--device=cpu", "--out=out"}
	b.want(0, args...)
	b.prints("Q3AP by iterated tabu search: ", "ring12, one core, tabu", "No GPU: ", "\nmachine: ",
		"\ncommand: multiwalk repro q3ap --instances=demo ")
	if !strings.Contains(b.err.String(), "one core tabu: 2 of 2 runs found 24") {
		t.Errorf("tells of no progress: %s", b.err.String())
	}
	b.filled("table.txt", "table.csv", "table.md", journalFile)
	b.runsNothing(append(args, "--show"))
}

func TestReproQ3AP_Refuses(t *testing.T) {
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	b.refuses("repro q3ap", []refusal{
		{console.ExitUsage, "table1", `unknown experiment "table1"; known are table, orders`},
		{console.ExitEnvironment, "table", "published instances are missing: no "},
		{console.ExitUsage, "--instances nug9-d", `"nug9-d" is none of the literature's`},
		{console.ExitUsage, "--instances demo --systems fast", `unknown system "fast"; known are tabu-gpu, `},
		{console.ExitUsage, "--instances demo --runs=-1 --out none", "runs -1"},
	})
}
