package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestReproChapter_WritesEverything(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := []string{"repro", "chapter", "--demo", "--quick", "--limit=20ms", "--device=cpu", "--out=out"}
	b.want(0, args...)
	b.prints("PUGACE", "GraphCell", "EASEA", "knapsacks", "No GPU: ", "2 places made the same 2 generations",
		"\nmachine: ", "\ncommand: multiwalk repro chapter --demo ")
	b.filled("graphcell.txt", "easea.csv", "ants.md", journalFile)
	b.runsNothing(args, append(args, "--show"))
}

func TestReproChapter_Refuses(t *testing.T) {
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	b.refuses("repro chapter", []refusal{
		{console.ExitUsage, "table1", `unknown experiment "table1"; known are pugace, `},
		{console.ExitEnvironment, "graphcell", "published instances are missing: no "},
		{console.ExitUsage, "--demo --systems fast", `unknown system "fast"; known are core, `},
		{console.ExitUsage, "--demo --generations=-1", "generations -1"},
	})
}
