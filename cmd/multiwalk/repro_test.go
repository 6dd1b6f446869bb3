package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// What keeps the experiments of the three largest papers short.
const (
	small = "pspm --instances=demo --systems=sspm,pssm --quick --trials=1 --moves=2,4 --device=cpu"
	few   = "nqueens --sizes=8,40 --threads=1,2 --trials=2 --limit=500ms --device=cpu"
	rings = "qap --instances=demo --runs=5 --limit=5s --device=cpu"
)

// repro is the words of a command.
func repro(args ...string) []string {
	return strings.Fields("repro " + strings.Join(args, " "))
}

// Each paper's experiments print and write what they should, tell of their progress, and find all of it again in their journal.
func TestRepro_WritesEverything(t *testing.T) {
	unraced.Test(t)
	for _, c := range []struct {
		args     string
		prints   []string
		progress string
		files    string
		shown    string // what may be shown alone
		other    string // a flag of other settings
	}{
		{small, []string{"Table 2: ", "Table 3, throughput: ", "Table 3, convergence: ", "Table 4: ", "grid240"}, "throughput  grid100  CPU SSPM",
			"table2.txt table2.csv table2.md table3-throughput.txt table3-convergence.csv table4.txt figure4.svg figure4.png figure4-log.svg " +
				"figure4-log.png", "table2", "--seed=2"},
		{few, []string{"Figure 1: ", "Table 1: ", "Figure 2: ", "Figure 3: ", "Figure 4: ", "Figure 5: ", "Table 3: ", "Table 4: ", "Figure 6: ",
			"Figure 7: ", "Batches: ", "From which size N ", "No GPU: "}, "evaluation  N=40 ",
			"figure1.txt figure1.svg table1.csv table1-solved.md figure2.png figure3.svg figure4-median.txt figure5.png crossover.txt table3.txt " +
				"table4.csv figure6.svg figure7-time.txt batch-rate.md", "figure5", "--limit=1s"},
		{rings, []string{"Table I: ", "Table II: ", "Table III: ", "Figure 5: ", "Figure 6: ", "Other methods: ", "ring16", "No GPU: "},
			"ring8    one core genetic, Model II",
			"table1.txt table2.csv table3.md methods.txt methods-hits.csv figure5.svg figure5.txt figure6.txt figure6-ring8.png", "table2", "--limit=1s"},
		{"q3ap --instances=demo --systems=tabu-gpu,tabu-core,tabu-cores --runs=2 --limit=20s --device=cpu",
			[]string{"Q3AP by iterated tabu search: ", "ring12, one core, tabu", "No GPU: "}, "one core tabu: 2 of 2 runs found 24",
			"table.txt table.csv table.md", "", ""},
		{"perceptron --sizes=9x13,5x7 --systems=hamming1-core,hamming3-core,auto-core,hamming2-gpu --runs=2 --iterations=50 --limit=20s --device=cpu",
			[]string{"Permuted perceptron by tabu search: ", "9x13, one core, tabu, 3-Hamming", "No GPU: ", "speed-ups of 9.9 to 18.5"},
			"one core tabu, 1-Hamming: ", "table.txt table.csv table.md speedup.svg speedup.png", "", ""},
		{"multistart --instances=demo --systems=core,cores,search-gpu --runs=1 --limit=300ms --device=cpu",
			[]string{"a thread a search, and a thread a neighbour", "grid100, one core, one search", "No GPU: ", "100 to 3038 cities"}, "",
			"table.txt table.csv table.md speedup.svg", "", ""},
		{"heterogeneous --instances=demo --runs=1 --limit=100ms --device=cpu",
			[]string{"Iterated tabu search on one GPU and the cores beside it", "jobs, one core, one search", "No GPU: "}, "",
			"table.txt table.csv table.md", "", ""},
		{"chapter --demo --quick --limit=20ms --device=cpu",
			[]string{"PUGACE", "GraphCell", "EASEA", "knapsacks", "No GPU: ", "2 places made the same 2 generations"}, "",
			"graphcell.txt easea.csv ants.md", "", ""},
		{"fang --states=1 --trials=1 --device=cpu --systems=cores,one-pass",
			[]string{"Table 1: ", "Table 2: ", "No GPU: its systems are left out", "1 x 32 x 9800, 1"}, "",
			"table1.txt table1.svg table1-deviation.md table1-speed.csv table2.csv", "table2", ""},
	} {
		paper, _, _ := strings.Cut(c.args, " ")
		t.Run(paper, func(t *testing.T) {
			b := newBench(t)
			args := repro(c.args, "--out=out")
			b.want(0, args...)
			b.prints(append(c.prints, "\nmachine: ", "\ncommand: multiwalk "+strings.Join(args[:2], " "))...)
			if !strings.Contains(b.err.String(), c.progress) {
				t.Errorf("tells of no progress: %s", b.err.String())
			}
			b.filled(append(strings.Fields(c.files), journalFile)...)
			b.runsNothing(args, repro(c.args, "--out=out --show", c.shown))
			if c.other != "" {
				b.want(console.ExitUsage, append(args, c.other)...)
				b.says("belong to other settings; give another folder")
			}
		})
	}
}

// More runs go on from those that there are, and a table says what rests on how many.
func TestRepro_GoesOn(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	b.want(0, repro(rings, "--out=out --systems=model-2 table1")...)
	before := read(t, filepath.Join("out", journalFile))
	b.want(0, repro(rings, "--out=out --systems=model-2 --runs=7 table1")...)
	if after := read(t, filepath.Join("out", journalFile)); !strings.HasPrefix(after, before) || len(after) == len(before) {
		t.Error("more runs do not go on from those that there are")
	}
	b = newBench(t)
	b.want(0, repro(small, "--out=out throughput")...)
	b.want(0, repro(small, "--out=out --show --trials-of=sspm=2,pssm=3 throughput")...)
	if b.prints("* ", "1 trials of each, 2 of CPU SSPM, 3 of CPU PSSM, seeds"); b.err.String() != "" {
		t.Error(b.err.String())
	}
}

func TestRepro_JSON(t *testing.T) {
	unraced.Test(t)
	for _, c := range []struct {
		args, row           string // the last
		rows, columns, cell int    // columns at least, and one that has a figure
	}{
		{small + " --json table4", "4", 2, 2, 1},
		{few + " --json --schemes=linear table3", "40", 2, 7, 0},
		{rings + " --json table3", "ring16", 3, 5, 2},
	} {
		b := newBench(t)
		b.want(0, repro(c.args)...)
		var got struct {
			Tables []struct {
				Columns []struct{ Source, Name string }
				Rows    []struct {
					Name  string
					Cells []struct{ Value float64 }
				}
			}
		}
		if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || len(got.Tables) != 1 || len(got.Tables[0].Rows) != c.rows {
			t.Fatalf("%s: %+v, %v", c.args, got, err)
		}
		last := got.Tables[0].Rows[c.rows-1]
		if last.Name != c.row || len(got.Tables[0].Columns) < c.columns || last.Cells[c.cell].Value <= 0 || b.err.Len() > 0 {
			t.Errorf("%s: %+v, says %s", c.args, got, b.err.String())
		}
	}
}

func TestRepro_OnTheEmulator(t *testing.T) {
	unraced.Test(t)
	for _, c := range []struct {
		args   string
		prints []string
	}{
		{"nqueens --sizes=8 --trials=1 --limit=5s --schemes=gpu-coarse figure4 figure6", []string{"coarse [ms]", "Figure 4: of that, kernels"}},
		{"qap --instances=demo --runs=1 --singles=2 --budget=1ms --blocks=2 --limit=100ms --systems=ga-gpu,model-2,auto-gpu table2 methods",
			[]string{"ring8, 1 ", "ring8, 2 ", "auto on one GPU: "}},
	} {
		b := newBench(t)
		b.want(0, repro(c.args, "--device=emulator")...)
		b.prints(append(c.prints, "\ndevice:  emulator")...)
	}
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

// says checks that a command has said so beside what it prints.
func (b *bench) says(want string) {
	b.t.Helper()
	if !strings.Contains(b.err.String(), want) {
		b.t.Errorf("says %q, want ... %s ...", b.err.String(), want)
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

// runsNothing gives commands that find all their trials in the journal.
func (b *bench) runsNothing(commands ...[]string) {
	b.t.Helper()
	file := filepath.Join("out", journalFile)
	journal := read(b.t, file)
	for _, args := range commands {
		b.want(0, args...)
		if b.err.String() != "" || read(b.t, file) != journal {
			b.t.Errorf("%q runs trials again: %s", args, b.err.String())
		}
	}
}

// Every paper refuses in one line what it cannot do, before it makes a folder.
func TestRepro_Refuses(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	t.Setenv("MULTIWALK_DATA", t.TempDir())
	write(t, "file", "")
	for _, c := range []struct {
		code int
		args string
		want string
	}{
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
		{console.ExitUsage, "nqueens table2", `unknown experiment "table2"; known are figure1, table1`},
		{console.ExitUsage, "nqueens --schemes fast", `unknown scheme "fast"; known are serial, linear`},
		{console.ExitUsage, "nqueens --sizes 10,5", "sizes [10 5] must ascend"},
		{console.ExitUsage, "nqueens --map best", `no map of threads "best"; use measured, default or paper`},
		{console.ExitUsage, "nqueens --threads 0", "threads [0] must ascend"},
		{console.ExitUsage, "nqueens --trials=-1 --out none", "trials -1"},
		{console.ExitUsage, "nqueens --show --out none", "--show: there is no none"},
		{console.ExitUsage, "nqueens --cores=-1", "--cores -1 is negative"},
		{console.ExitUsage, "qap table4", `unknown experiment "table4"; known are table3, methods`},
		{console.ExitEnvironment, "qap table2", "published instances are missing: no "},
		{console.ExitUsage, "qap --instances nowhere9", `"nowhere9" is none of QAPLIB's`},
		{console.ExitUsage, "qap --instances demo --systems fast", `unknown system "fast"; known are ga-gpu, `},
		{console.ExitUsage, "qap --instances demo --blocks 60,30", "[60 30] must ascend"},
		{console.ExitUsage, "qap --instances demo --runs=-1 --out none", "runs -1"},
		{console.ExitUsage, "q3ap table1", `unknown experiment "table1"; known are table, orders`},
		{console.ExitEnvironment, "q3ap table", "published instances are missing: no "},
		{console.ExitUsage, "q3ap --instances nug9-d", `"nug9-d" is none of the literature's`},
		{console.ExitUsage, "q3ap --instances demo --systems fast", `unknown system "fast"; known are tabu-gpu, `},
		{console.ExitUsage, "q3ap --instances demo --runs=-1 --out none", "runs -1"},
		{console.ExitUsage, "perceptron table1", `unknown experiment "table1"; known are table`},
		{console.ExitUsage, "perceptron --sizes 73", "two numbers from 1 to 1023 with an x between"},
		{console.ExitUsage, "perceptron --sizes 7x9,7x9", "size 7x9 is named twice"},
		{console.ExitUsage, "perceptron --systems fast", `unknown system "fast"; known are hamming1-gpu, `},
		{console.ExitUsage, "perceptron --runs=-1", "runs -1"},
		{console.ExitUsage, "perceptron --iterations=-1", "iterations -1"},
		{console.ExitUsage, "multistart table1", `unknown experiment "table1"; known are table`},
		{console.ExitEnvironment, "multistart table", "published instances are missing: no "},
		{console.ExitUsage, "multistart --instances nowhere9", `"nowhere9" is none of TSPLIB's`},
		{console.ExitUsage, "multistart --instances demo --systems fast", `unknown system "fast"; known are search-gpu, `},
		{console.ExitUsage, "multistart --instances demo --searches=-1", "searches -1"},
		{console.ExitUsage, "heterogeneous table1", `unknown experiment "table1"; known are table`},
		{console.ExitEnvironment, "heterogeneous table", "published instances are missing: no "},
		{console.ExitUsage, "heterogeneous --instances demo --systems fast", `unknown system "fast"; known are core, `},
		{console.ExitUsage, "heterogeneous --instances demo --searches=-1", "searches -1"},
		{console.ExitUsage, "chapter table1", `unknown experiment "table1"; known are pugace, `},
		{console.ExitEnvironment, "chapter graphcell", "published instances are missing: no "},
		{console.ExitUsage, "chapter --demo --systems fast", `unknown system "fast"; known are core, `},
		{console.ExitUsage, "chapter --demo --generations=-1", "generations -1"},
		{console.ExitUsage, "fang table3", `unknown experiment "table3"; known are table1, table2`},
		{console.ExitUsage, "fang --systems fast", `unknown system "fast"; known are one-pass, stored`},
		{console.ExitUsage, "fang --states 2,1", "states [2 1] must ascend"},
		{console.ExitUsage, "fang --trials=-1", "trials -1"},
	} {
		b.want(c.code, repro(c.args)...)
		if b.says(c.want); strings.Count(b.err.String(), "\n") != 1 {
			t.Errorf("%s: says %q", c.args, b.err.String())
		}
	}
	if _, err := os.Stat("none"); err == nil {
		t.Error("a folder is made for nothing")
	}
	if device.GPU(0).Ready() != nil {
		b.want(console.ExitEnvironment, repro("pspm --instances=demo --device=gpu")...)
	}
}

// A line that was cut by a crash is dropped, and its run repeated; one that makes no sense is named.
func TestRepro_DamagedJournal(t *testing.T) {
	b := newBench(t)
	args := repro(few, "--out=out table3")
	b.want(0, args...)
	file := filepath.Join("out", journalFile)
	whole := read(t, file)
	write(t, file, whole+"threads,ran")
	if b.want(0, args...); read(t, file) != whole {
		t.Errorf("journal is\n%s, was\n%s", read(t, file), whole)
	}
	write(t, file, whole+"x\n")
	b.want(console.ExitUsage, args...)
	b.says(fmt.Sprintf("line %d: ", strings.Count(whole, "\n")+1))
	b.says("take that out")
}

func TestRepro_Interrupted(t *testing.T) {
	for _, c := range []struct{ args, title, file string }{
		{"pspm --instances=demo --systems=sspm --trials=1000 table2", "Table 2: ", "table2.txt"},
		{"qap --instances=demo --runs=1000000 --budget=1h table3", "Table III: ", "table3.txt"},
		{"nqueens --sizes=2000 --trials=1000000 --limit=1h figure4", "Figure 4: ", "figure4.txt"},
	} {
		b := newBench(t)
		go func() { b.signals <- os.Interrupt }()
		b.want(console.ExitMissed, repro(c.args, "--device=cpu --out=out")...)
		b.says("interrupted: figures marked * rest on fewer trials; the same command goes on from out")
		b.prints(c.title)
		read(t, filepath.Join("out", c.file))
	}
}

// The variants of the paper's model are run where they are asked for: by their experiment, by a flag, or by name.
func TestReproQAP_Variants(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	for _, c := range []struct{ args, has, lacks string }{
		{"variants", "genetic, shuffled [s]", "Table III"},
		{"--variants table3", "Model II, p_m 0.1", "Variants of"},
		{"table3", "Model II", "p_m 0.1 ["},
	} {
		b.want(0, repro("qap --instances=demo --runs=1 --device=cpu -q", c.args)...)
		if b.prints(c.has); strings.Contains(b.out.String(), c.lacks) {
			t.Errorf("%s: prints %q:\n%s", c.args, c.lacks, b.out.String())
		}
	}
}
