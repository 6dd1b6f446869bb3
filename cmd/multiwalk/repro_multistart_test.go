package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestReproMultistart_WritesEverything(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := []string{"repro", "multistart", "--instances=demo", "--systems=core,cores,search-gpu", "--runs=1", "--limit=30ms", "--device=cpu", "--out=out"}
	b.want(0, args...)
	b.prints("a thread a search, and a thread a neighbour", "grid100, one core, one search", "No GPU: ", "100 to 3038 cities",
		"\nmachine: ", "\ncommand: multiwalk repro multistart --instances=demo ")
	b.filled("table.txt", "table.csv", "table.md", "speedup.svg", journalFile)
	b.runsNothing(args, append(args, "--show"))
}

func TestReproMultistart_Refuses(t *testing.T) {
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	b.refuses("repro multistart", []refusal{
		{console.ExitUsage, "table1", `unknown experiment "table1"; known are table`},
		{console.ExitEnvironment, "table", "published instances are missing: no "},
		{console.ExitUsage, "--instances nowhere9", `"nowhere9" is none of TSPLIB's`},
		{console.ExitUsage, "--instances demo --systems fast", `unknown system "fast"; known are search-gpu, `},
		{console.ExitUsage, "--instances demo --searches=-1", "searches -1"},
	})
}
