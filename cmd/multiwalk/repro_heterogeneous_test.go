package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestReproHeterogeneous_WritesEverything(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := []string{"repro", "heterogeneous", "--instances=demo", "--runs=1", "--limit=30ms", "--device=cpu", "--out=out"}
	b.want(0, args...)
	b.prints("Iterated tabu search on one GPU and the cores beside it", "jobs, one core, one search", "No GPU: ", "\nmachine: ",
		"\ncommand: multiwalk repro heterogeneous --instances=demo ")
	b.filled("table.txt", "table.csv", "table.md", journalFile)
	b.runsNothing(args, append(args, "--show"))
}

func TestReproHeterogeneous_Refuses(t *testing.T) {
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	b.refuses("repro heterogeneous", []refusal{
		{console.ExitUsage, "table1", `unknown experiment "table1"; known are table`},
		{console.ExitEnvironment, "table", "published instances are missing: no "},
		{console.ExitUsage, "--instances demo --systems fast", `unknown system "fast"; known are core, `},
		{console.ExitUsage, "--instances demo --searches=-1", "searches -1"},
	})
}
