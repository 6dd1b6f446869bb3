package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
)

// few keeps the experiments short.
var few = []string{"repro", "nqueens", "--sizes=8,40", "--threads=1,2", "--trials=2", "--limit=500ms", "--device=cpu"}

func TestReproNQueens_WritesEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds")
	}
	b := newBench(t)
	args := append(few[:len(few):len(few)], "--out=out")
	b.want(0, args...)
	b.prints("Figure 1: ", "Table 1: ", "Figure 2: ", "Figure 3: ", "Figure 4: ", "Figure 5: ", "Table 3: ", "Table 4: ", "Figure 6: ",
		"Figure 7: ", "Batches: ", "From which size N ", "No GPU: ", "\nmachine: ", "\ncommand: multiwalk repro nqueens --sizes=8,40 ")
	if !strings.Contains(b.err.String(), "evaluation  N=40 ") {
		t.Errorf("tells of no progress: %s", b.err.String())
	}
	b.filled("figure1.txt", "figure1.svg", "table1.csv", "table1-solved.md", "figure2.png", "figure3.svg", "figure4-median.txt", "figure5.png",
		"crossover.txt", "table3.txt", "table4.csv", "figure6.svg", "figure7-time.txt", "batch-rate.md", "runs.csv")
	before := read(t, filepath.Join("out", journalFile))
	for _, again := range [][]string{args, append(args, "--show", "figure5")} {
		b.want(0, again...)
		if b.err.String() != "" || read(t, filepath.Join("out", journalFile)) != before {
			t.Errorf("the same command runs trials again: %s", b.err.String())
		}
	}
	b.want(console.ExitUsage, append(args, "--limit=1s")...)
	if !strings.Contains(b.err.String(), "belong to other settings; give another folder") {
		t.Error(b.err.String())
	}
}

func TestReproNQueens_JSON(t *testing.T) {
	b := newBench(t)
	b.want(0, append(few[:len(few):len(few)], "--json", "--schemes=linear", "table3")...)
	var got struct {
		Tables []struct {
			Name    string
			Columns []struct{ Source string }
			Rows    []struct {
				Name  string
				Cells []struct{ Value float64 }
			}
		}
	}
	if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || len(got.Tables) != 1 || len(got.Tables[0].Rows) != 2 ||
		got.Tables[0].Rows[1].Name != "40" || got.Tables[0].Rows[1].Cells[0].Value <= 0 || len(got.Tables[0].Columns) != 7 {
		t.Errorf("%+v, %v", got, err)
	}
	if b.err.Len() > 0 {
		t.Error(b.err.String())
	}
}

func TestReproNQueens_OnTheEmulator(t *testing.T) {
	b := newBench(t)
	b.want(0, "repro", "nqueens", "--sizes=8", "--trials=1", "--limit=5s", "--device=emulator", "--schemes=gpu-coarse", "figure4", "figure6")
	b.prints("coarse [ms]", "Figure 4: of that, kernels", "\ndevice:  emulator")
}

func TestReproNQueens_Refuses(t *testing.T) {
	b := newBench(t)
	write(t, "file", "")
	b.refuses("repro nqueens", []refusal{
		{console.ExitUsage, "table2", `unknown experiment "table2"; known are figure1, table1`},
		{console.ExitUsage, "--show", "--show needs the --out"},
		{console.ExitUsage, "--schemes fast", `unknown scheme "fast"; known are serial, linear`},
		{console.ExitUsage, "--sizes 10,5", "sizes [10 5] must ascend"},
		{console.ExitUsage, "--map best", `no map of threads "best"; use measured, default or paper`},
		{console.ExitUsage, "--threads 0", "threads [0] must ascend"},
		{console.ExitUsage, "--trials=-1 --out none", "trials -1"},
		{console.ExitUsage, "--show --out none", "--show: there is no none"},
		{console.ExitUsage, "--cores=-1", "--cores -1 is negative"},
		{console.ExitUsage, "--device tpu", `unknown device "tpu"`},
		{console.ExitEnvironment, "--device cpu --out file", "--out: "},
	})
	if _, err := os.Stat("none"); err == nil {
		t.Error("a folder is made for nothing")
	}
}

// A line that was cut by a crash is dropped; one that makes no sense is named.
func TestReproNQueens_DamagedJournal(t *testing.T) {
	b := newBench(t)
	args := append(few[:len(few):len(few)], "--out=out", "table3")
	b.want(0, args...)
	file := filepath.Join("out", journalFile)
	whole := read(t, file)
	write(t, file, whole+"threads,ran")
	if b.want(0, args...); read(t, file) != whole {
		t.Errorf("journal is\n%s, was\n%s", read(t, file), whole)
	}
	write(t, file, whole+"x\n")
	b.want(console.ExitUsage, args...)
	if want := fmt.Sprintf("line %d: ", strings.Count(whole, "\n")+1); !strings.Contains(b.err.String(), want) ||
		!strings.Contains(b.err.String(), "take that out") {
		t.Errorf("says %s, want %s", b.err.String(), want)
	}
}

func TestReproNQueens_Interrupted(t *testing.T) {
	b := newBench(t)
	go func() { b.signals <- os.Interrupt }()
	b.want(console.ExitMissed, "repro", "nqueens", "--sizes=2000", "--trials=1000000", "--limit=1h", "--device=cpu", "figure4", "--out=out")
	if !strings.Contains(b.err.String(), "interrupted: figures marked * rest on fewer trials; the same command goes on from out") ||
		!strings.Contains(b.out.String(), "Figure 4: ") {
		t.Errorf("says %s%s", b.out.String(), b.err.String())
	}
	read(t, filepath.Join("out", "figure4.txt"))
}
