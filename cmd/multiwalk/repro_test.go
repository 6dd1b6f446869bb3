package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
)

// small keeps the experiments short.
var small = []string{"repro", "pspm", "--instances=demo", "--systems=sspm,pssm", "--quick", "--trials=1", "--moves=2,4", "--device=cpu"}

func TestRepro_WritesEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds")
	}
	b := newBench(t)
	args := append(small[:len(small):len(small)], "--out=out")
	b.want(0, args...)
	b.prints("Table 2: ", "Table 3, throughput: ", "Table 3, convergence: ", "Table 4: ", "grid240", "\nmachine: ",
		"\ncommand: multiwalk repro pspm --instances=demo ")
	if !strings.Contains(b.err.String(), "throughput  grid100  CPU SSPM") {
		t.Errorf("tells of no progress: %s", b.err.String())
	}
	b.filled("table2.txt", "table2.csv", "table2.md", "table3-throughput.txt", "table3-convergence.csv", "table4.txt",
		"figure4.svg", "figure4.png", "figure4-log.svg", "figure4-log.png", "runs.csv")
	b.runsNothing(args)
	b.want(0, append(args, "--show", "--trials-of=sspm=2,pssm=3", "throughput")...)
	if b.err.String() != "" || !strings.Contains(b.out.String(), "* ") ||
		!strings.Contains(b.out.String(), "1 trials of each, 2 of CPU SSPM, 3 of CPU PSSM, seeds") {
		t.Errorf("does not show what there is: %s%s", b.err.String(), b.out.String())
	}
	b.want(console.ExitUsage, append(args, "--seed=2")...)
	if !strings.Contains(b.err.String(), "belong to other settings; give another folder") {
		t.Error(b.err.String())
	}
}

func TestRepro_JSON(t *testing.T) {
	b := newBench(t)
	b.want(0, append(small[:len(small):len(small)], "--json", "table4")...)
	var got struct {
		Tables []struct {
			Name string
			Rows []struct {
				Name  string
				Cells []struct{ Value float64 }
			}
		}
	}
	if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || len(got.Tables) != 1 || len(got.Tables[0].Rows) != 2 ||
		got.Tables[0].Rows[1].Name != "4" || got.Tables[0].Rows[1].Cells[1].Value != 2.9 {
		t.Errorf("%+v, %v", got, err)
	}
	if b.err.Len() > 0 {
		t.Error(b.err.String())
	}
}

// refusal is arguments that a command refuses, the exit code, and what it says.
type refusal struct {
	code int
	args string
	want string
}

// prints checks that a command has printed all of these.
func (b *bench) prints(texts ...string) {
	b.t.Helper()
	for _, want := range texts {
		if !strings.Contains(b.out.String(), want) {
			b.t.Errorf("does not print %q:\n%s", want, b.out.String())
		}
	}
}

// filled checks that the folder out has these files, none of them empty.
func (b *bench) filled(files ...string) {
	b.t.Helper()
	for _, file := range files {
		if text, err := os.ReadFile(filepath.Join("out", file)); err != nil || len(text) == 0 {
			b.t.Errorf("%s: %d bytes, %v", file, len(text), err)
		}
	}
}

// runsNothing gives commands that find all their trials in the journal, and returns what that holds.
func (b *bench) runsNothing(commands ...[]string) (journal string) {
	b.t.Helper()
	file := filepath.Join("out", journalFile)
	journal = read(b.t, file)
	for _, args := range commands {
		b.want(0, args...)
		if b.err.String() != "" || read(b.t, file) != journal {
			b.t.Errorf("%q runs trials again: %s", args, b.err.String())
		}
	}
	return journal
}

// refuses runs a command with arguments that it must refuse in one line.
func (b *bench) refuses(command string, list []refusal) {
	b.t.Helper()
	for _, c := range list {
		b.want(c.code, strings.Fields(command+" "+c.args)...)
		if !strings.Contains(b.err.String(), c.want) || strings.Count(b.err.String(), "\n") != 1 {
			b.t.Errorf("%s: says %q, want ... %s ...", c.args, b.err.String(), c.want)
		}
	}
}

func TestRepro_Refuses(t *testing.T) {
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	write(t, "file", "")
	b.refuses("repro", []refusal{
		{console.ExitUsage, "", `name one of pspm, nqueens, fang`},
		{console.ExitUsage, "pspm table1", `unknown experiment "table1"; known are table2`},
		{console.ExitEnvironment, "pspm table2", "published instances are missing: no "},
		{console.ExitUsage, "pspm --instances nowhere9", `"nowhere9" is none of TSPLIB's`},
		{console.ExitUsage, "pspm --show", "--show needs the --out"},
		{console.ExitUsage, "pspm --instances demo --systems gpu", `unknown system "gpu"`},
		{console.ExitUsage, "pspm --instances demo --device cpu:4", "cores of the CPU are --cores"},
		{console.ExitUsage, "pspm --instances demo --device tpu", `unknown device "tpu"`},
		{console.ExitUsage, "pspm --instances demo --device cpu --trials=-1", "trials -1"},
		{console.ExitUsage, "pspm --instances demo --device cpu --moves 8,4", "must ascend"},
		{console.ExitEnvironment, "pspm --instances demo --device cpu --out file", "--out: "},
	})
	if device.GPU(0).Ready() != nil {
		b.want(console.ExitEnvironment, "repro", "pspm", "--instances=demo", "--device=gpu")
	}
}

func TestRepro_Interrupted(t *testing.T) {
	b := newBench(t)
	go func() { b.signals <- os.Interrupt }()
	b.want(console.ExitMissed, "repro", "pspm", "--instances=demo", "--systems=sspm", "--device=cpu", "--trials=1000", "table2", "--out=out")
	if !strings.Contains(b.err.String(), "interrupted: figures marked * rest on fewer trials; the same command goes on from out") ||
		!strings.Contains(b.out.String(), "Table 2: ") {
		t.Errorf("says %s%s", b.out.String(), b.err.String())
	}
	read(t, filepath.Join("out", "table2.txt"))
}
