package main

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestReproPerceptron_WritesEverything(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := []string{"repro", "perceptron", "--sizes=9x13,5x7", "--systems=hamming1-core,hamming3-core,auto-core,hamming2-gpu", "--runs=2",
		"--iterations=50", "--limit=20s", "--device=cpu", "--out=out"}
	b.want(0, args...)
	b.prints("Permuted perceptron by tabu search: ", "9x13, one core, tabu, 3-Hamming", "No GPU: ", "speed-ups of 9.9 to 18.5",
		"\nmachine: ", "\ncommand: multiwalk repro perceptron --sizes=9x13,5x7 ")
	if !strings.Contains(b.err.String(), "one core tabu, 1-Hamming: ") {
		t.Errorf("tells of no progress: %s", b.err.String())
	}
	b.filled("table.txt", "table.csv", "table.md", "speedup.svg", "speedup.png", journalFile)
	b.runsNothing(args, append(args, "--show"))
}

func TestReproPerceptron_Refuses(t *testing.T) {
	b := newBench(t)
	b.refuses("repro perceptron", []refusal{
		{console.ExitUsage, "table1", `unknown experiment "table1"; known are table`},
		{console.ExitUsage, "--sizes 73", "two numbers from 1 to 1023 with an x between"},
		{console.ExitUsage, "--sizes 7x9,7x9", "size 7x9 is named twice"},
		{console.ExitUsage, "--systems fast", `unknown system "fast"; known are hamming1-gpu, `},
		{console.ExitUsage, "--runs=-1", "runs -1"},
		{console.ExitUsage, "--iterations=-1", "iterations -1"},
	})
}
