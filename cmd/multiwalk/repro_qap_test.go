package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// rings keeps the experiments short.
var rings = []string{"repro", "qap", "--instances=demo", "--runs=5", "--limit=5s", "--device=cpu"}

func TestReproQAP_WritesEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds")
	}
	b := newBench(t)
	args := append(rings[:len(rings):len(rings)], "--out=out")
	b.want(0, args...)
	b.prints("Table I: ", "Table II: ", "Table III: ", "Figure 5: ", "Figure 6: ", "Other methods: ", "ring16", "No GPU: ",
		"\nmachine: ", "\ncommand: multiwalk repro qap --instances=demo ")
	if !strings.Contains(b.err.String(), "ring8    one core genetic, Model II") {
		t.Errorf("tells of no progress: %s", b.err.String())
	}
	b.filled("table1.txt", "table2.csv", "table3.md", "methods.txt", "methods-hits.csv", "figure5.svg", "figure5.txt",
		"figure6.txt", "figure6-ring8.png", "runs.csv")
	before := b.runsNothing(args, append(args, "--show", "table2"))
	b.want(0, append(args, "--runs=7", "table1")...)
	if after := read(t, filepath.Join("out", journalFile)); !strings.HasPrefix(after, before) || len(after) == len(before) {
		t.Error("more runs do not go on from those that there are")
	}
	b.want(console.ExitUsage, append(args, "--limit=1s")...)
	if !strings.Contains(b.err.String(), "belong to other settings; give another folder") {
		t.Error(b.err.String())
	}
}

func TestReproQAP_JSON(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, append(rings[:len(rings):len(rings)], "--json", "table3")...)
	var got struct {
		Tables []struct {
			Name    string
			Columns []struct{ Source, Name string }
			Rows    []struct {
				Name  string
				Cells []struct{ Value float64 }
			}
		}
	}
	if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || len(got.Tables) != 1 || len(got.Tables[0].Rows) != 3 ||
		got.Tables[0].Rows[0].Name != "ring8" || len(got.Tables[0].Columns) < 5 {
		t.Errorf("%+v, %v", got, err)
	}
	if b.err.Len() > 0 {
		t.Error(b.err.String())
	}
}

func TestReproQAP_OnTheEmulator(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow")
	}
	b := newBench(t)
	b.want(0, "repro", "qap", "--instances=demo", "--runs=1", "--singles=2", "--budget=1ms", "--blocks=2", "--limit=100ms", "--device=emulator",
		"--systems=ga-gpu,model-2,auto-gpu", "table2", "methods")
	b.prints("ring8, 1 ", "ring8, 2 ", "auto on one GPU: ", "\ndevice:  emulator")
}

func TestReproQAP_Refuses(t *testing.T) {
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	write(t, "file", "")
	b.refuses("repro qap", []refusal{
		{console.ExitUsage, "table4", `unknown experiment "table4"; known are table3, methods`},
		{console.ExitEnvironment, "table2", "published instances are missing: no "},
		{console.ExitUsage, "--instances nowhere9", `"nowhere9" is none of QAPLIB's`},
		{console.ExitUsage, "--show", "--show needs the --out"},
		{console.ExitUsage, "--instances demo --systems fast", `unknown system "fast"; known are ga-gpu, `},
		{console.ExitUsage, "--instances demo --blocks 60,30", "[60 30] must ascend"},
		{console.ExitUsage, "--instances demo --runs=-1 --out none", "runs -1"},
		{console.ExitUsage, "--instances demo --device tpu", `unknown device "tpu"`},
		{console.ExitEnvironment, "--instances demo --device cpu --out file", "--out: "},
	})
	if _, err := os.Stat("none"); err == nil {
		t.Error("a folder is made for nothing")
	}
}

// A line that was cut by a crash is dropped, and its run repeated; one that makes no sense is named.
func TestReproQAP_DamagedJournal(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	args := append(rings[:len(rings):len(rings)], "--out=out", "--systems=model-2", "table1")
	b.want(0, args...)
	file := filepath.Join("out", journalFile)
	whole := read(t, file)
	write(t, file, whole+"target,ring8,model")
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

func TestReproQAP_Interrupted(t *testing.T) {
	b := newBench(t)
	go func() { b.signals <- os.Interrupt }()
	b.want(console.ExitMissed, "repro", "qap", "--instances=demo", "--runs=1000000", "--budget=1h", "--device=cpu", "table3", "--out=out")
	if !strings.Contains(b.err.String(), "interrupted: figures marked * rest on fewer trials; the same command goes on from out") ||
		!strings.Contains(b.out.String(), "Table III: ") {
		t.Errorf("says %s%s", b.out.String(), b.err.String())
	}
	read(t, filepath.Join("out", "table3.txt"))
}

// The variants of the paper's model are run where they are asked for: by their experiment, by a flag, or by name.
func TestReproQAP_Variants(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds")
	}
	b := newBench(t)
	args := []string{"repro", "qap", "--instances=demo", "--runs=1", "--device=cpu", "-q"}
	for _, c := range []struct {
		args       []string
		has, lacks string
	}{
		{[]string{"variants"}, "genetic, shuffled [s]", "Table III"},
		{[]string{"--variants", "table3"}, "Model II, p_m 0.1", "Variants of"},
		{[]string{"table3"}, "Model II", "p_m 0.1 ["},
	} {
		b.want(0, append(args[:len(args):len(args)], c.args...)...)
		if out := b.out.String(); !strings.Contains(out, c.has) || strings.Contains(out, c.lacks) {
			t.Errorf("%v: want %q and no %q in\n%s", c.args, c.has, c.lacks, out)
		}
	}
}
