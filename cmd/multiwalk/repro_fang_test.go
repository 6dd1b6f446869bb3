package main

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestReproFANG_WritesEverything(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := []string{"repro", "fang", "--states=1", "--trials=1", "--device=cpu", "--systems=cores,one-pass", "--out=out"}
	b.want(0, args...)
	b.prints("Table 1: ", "Table 2: ", "No GPU: its systems are left out", "1 x 32 x 9800, 1", "\ncommand: multiwalk repro fang ")
	b.filled("table1.txt", "table1.svg", "table1-deviation.md", "table1-speed.csv", "table2.csv", journalFile)
	b.runsNothing(args, append(args, "--show", "table2"))
}

func TestReproFANG_Refuses(t *testing.T) {
	b := newBench(t)
	b.refuses("repro fang", []refusal{
		{console.ExitUsage, "table3", `unknown experiment "table3"; known are table1, table2`},
		{console.ExitUsage, "--systems fast", `unknown system "fast"; known are one-pass, stored`},
		{console.ExitUsage, "--states 2,1", "states [2 1] must ascend"},
		{console.ExitUsage, "--trials=-1", "trials -1"},
	})
}
