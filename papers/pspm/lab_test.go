package pspm

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tiny is everything on two instances of a few cities, without a GPU.
func tiny(t *testing.T) Config {
	systems := must.Have(SystemsNamed([]string{"sspm", "pssm", "pspm", "pspm-cpu"}))(t)
	return Config{Instances: []Instance{grid(4, 5), grid(6, 5)}, Setup: Setup{Systems: systems, Seed: 5, Cores: 2, Jobs: 2},
		Schedule: short, Trials: 3, Limit: 10 * time.Second, Moves: []int{2, 3, 100}}
}

func newLab(t *testing.T, c Config) *Lab {
	t.Helper()
	return must.Have(NewLab(c))(t)
}

func runAll(t *testing.T, l *Lab) {
	t.Helper()
	for _, e := range Experiments() {
		must.Do(t, e.Run(t.Context(), l))
	}
}

// outcomes is what must be the same in each run: all of the samples but times, convergence, which ends by the clock, and
// how far the walks that did not meet a target got.
func outcomes(l *Lab) string {
	var b strings.Builder
	for _, in := range l.Instances {
		for _, s := range l.Systems {
			for _, kind := range []papers.Kind{Search, Throughput} {
				for moves := range 101 {
					for _, x := range l.runs(kind, in, s, moves) {
						if x.Elapsed = 0; kind == Throughput {
							x.Evaluations = 0
						}
						fmt.Fprintf(&b, "%+v\n", x)
					}
				}
			}
		}
	}
	return b.String()
}

func TestExperiments_EqualSeedsGiveEqualOutcomes(t *testing.T) {
	l := newLab(t, tiny(t))
	runAll(t, l)
	c := tiny(t)
	c.Jobs = 1
	again := newLab(t, c)
	runAll(t, again)
	if a, b := outcomes(l), outcomes(again); a != b || a == "" {
		t.Errorf("got\n%s, then\n%s", a, b)
	}
	c.Seed = 50
	other := newLab(t, c)
	runAll(t, other)
	if outcomes(l) == outcomes(other) {
		t.Error("another seed gives the same")
	}
	for _, e := range Experiments() {
		for _, table := range e.Tables(l) {
			missing := 0
			for _, row := range table.Rows {
				for _, cell := range row.Cells {
					// A convergence trial is stopped by the clock, on a busy machine perhaps before it has anything.
					if cell.Mark != "" && table.Name != "table3-convergence" {
						t.Errorf("%s, %s: marked %+v", table.Name, row.Name, cell)
					}
					if cell.Missing == "no GPU" {
						missing++
					}
				}
			}
			if missing < len(table.Rows) {
				t.Errorf("%s: %d cells lack the GPU in %d rows", table.Name, missing, len(table.Rows))
			}
			if len(table.Notes) > 0 && strings.Contains(strings.Join(table.Notes, " "), " counted ") {
				t.Errorf("%s: the moves are not those of equation (4): %v", table.Name, table.Notes)
			}
		}
	}
	if rows := tables4(l)[0].Rows; len(rows) != 2 {
		t.Errorf("Table 4 has %d rows, want the 2 that CPUs are run with", len(rows))
	}
}

func TestConfig_Refuses(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"no instances":            func(c *Config) { c.Instances = nil },
		"trials -1":               func(c *Config) { c.Trials = -1 },
		"jobs -2":                 func(c *Config) { c.Jobs = -2 },
		"must ascend":             func(c *Config) { c.Moves = []int{4, 4} },
		"must ascend from":        func(c *Config) { c.Moves = []int{0} },
		"does not cool down":      func(c *Config) { c.Schedule.Alpha = 1 },
		"searches -1":             func(c *Config) { c.Searches = -1 },
		"0 trials of system pssm": func(c *Config) { c.TrialsOf = map[string]int{"pssm": 0} },
		"unknown system":          func(c *Config) { c.TrialsOf = map[string]int{"gpu": 3} },
		"limit -1s must be above": func(c *Config) { c.Limit = -time.Second },
	} {
		c := tiny(t)
		change(&c)
		must.Fail(t, want)(NewLab(c))
	}
	must.Fail(t, "known are sspm, pssm")(SystemsNamed([]string{"gpu"}))
	must.Fail(t, "known are table2, ")(papers.Experiments(Experiments(), []string{"table1"}))
}

func TestLab_InterruptedShowsWhatThereIs(t *testing.T) {
	c := tiny(t)
	ctx, cancel := context.WithCancel(t.Context())
	c.Log = func(string) { cancel() } // after the first system's trials on the first instance
	l := newLab(t, c)
	if err := runTable2(ctx, l); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	table := tables2(l)[0]
	if cell := table.Rows[0].Cells[0]; !cell.Has() || cell.Mark != "" {
		t.Errorf("what was finished is %+v", cell)
	}
	if cell := table.Rows[1].Cells[0]; cell.Has() {
		t.Errorf("what was not begun is %+v", cell)
	}
	if cell := table.Summary[0].Cells[0]; cell.Mark != "*" {
		t.Errorf("the average of one of two is %+v", cell)
	}
}

// measured is a Lab with samples that were not run: two trials of each system on two instances of the paper's, with
// figures that are easy to follow. One trial is missing, one missed its threshold.
func measured(t *testing.T) *Lab {
	c := Config{Instances: []Instance{{Name: "rd100", Problem: tsp.Random(100, 1), Best: 7910}, {Name: "lin318", Problem: tsp.Random(318, 1), Best: 42029}},
		Setup: Setup{Seed: 1, Cores: 16, Accelerator: device.Emulator()}, Trials: 2}
	l := newLab(t, c)
	for i, in := range l.Instances {
		for _, s := range l.Systems {
			for _, moves := range l.Moves {
				for k := range 2 {
					searches := 1
					switch s.Where {
					case papers.AllCores:
						searches = 16
					case papers.GPU:
						searches = 4224
					}
					if s.Moves > 0 && moves != PaperMoves || !l.inTable4(s, moves) || s.ID == "pssm" && i == 1 && k == 1 {
						continue
					}
					moves := s.moves(moves)
					x := Run{Trial: Trial{Kind: Search, Instance: in.Name, System: s.ID, Size: moves, Number: k}, Walks: searches,
						Cost: in.Best + in.Best*int64(k+1)/int64(100+moves), Elapsed: time.Duration(k+1) * time.Second, Status: multiwalk.MethodEnded}
					x.Evaluations = int64(l.Schedule.Proposals(in.Problem.N, searches, moves))
					l.Take(x)
					if moves != s.moves(PaperMoves) {
						continue
					}
					x.Kind, x.Target, x.Status = Throughput, l.threshold(in), multiwalk.TargetReached
					x.Elapsed = time.Duration(k+1) * 100 * time.Millisecond
					if s.ID == "sspm" && i == 1 && k == 1 {
						x.Status, x.Elapsed = multiwalk.TimeLimit, time.Minute
					}
					l.Take(x)
					x.Kind, x.Target, x.Status = Convergence, 0, multiwalk.TimeLimit
					l.Take(x)
				}
			}
		}
	}
	return l
}

func TestTables_Golden(t *testing.T) {
	l := measured(t)
	l.Shown = true // what this machine has does not matter
	var b bytes.Buffer
	for _, e := range []Experiment{Experiments()[0], Experiments()[1], Experiments()[4]} {
		for _, table := range e.Tables(l) {
			for _, write := range []func() error{func() error { return table.Text(&b) }, func() error { return table.CSV(&b) }} {
				must.Do(t, write())
				b.WriteByte('\n')
			}
		}
	}
	must.Match(t, "tables.txt", b.Bytes(), *update)
	for _, chart := range charts4(l) {
		b.Reset()
		must.Do(t, chart.SVG(&b))
		must.Match(t, chart.Name+".svg", b.Bytes(), *update)
	}
}

// By hand: SSPM's two searches of rd100 take 1 s and 2 s, so SSES is (1 + 1/2) / 2 of 1145.526 * 100 * 10 * 12 / 1e6.
func TestTable2_ByHand(t *testing.T) {
	l := measured(t)
	row := tables2(l)[0].Rows[0]
	near(t, "SSES", row.Cells[0].Value, 0.75*13.7463, 0.001)
	near(t, "the paper's SSES", row.Cells[1].Value, 4.6, 0)
	// 7910*1/112 and 7910*2/112 above the optimum, rounded down: 70 and 141.
	near(t, "SEC", row.Cells[2].Value, 100*105.5/7910, 1e-9)
	// The GPU runs 4224 searches in the same times.
	near(t, "speed-up", row.Cells[len(row.Cells)-4].Value, 4224, 1e-6)
	if limit, source := l.timeLimit(l.Instances[0]); limit != 150*time.Millisecond || source != "of GPU PSPM" {
		t.Errorf("limit %v %s", limit, source)
	}
	l.Accelerator, l.Lab = nil, papers.Lab[Trial, Run]{}
	if limit, source := l.timeLimit(l.Instances[0]); limit.Round(time.Millisecond) != 2070*time.Millisecond || source != "of the paper's GPU" {
		t.Errorf("limit %v %s", limit, source) // 1 / 48.31e-2
	}
}

// The GPU systems run on the emulator as they do on a GPU, on an instance that it can bear.
func TestExperiments_OnTheEmulator(t *testing.T) {
	unraced.Test(t)
	systems := must.Have(SystemsNamed([]string{"sspm", "pspm", "pspm32", "strided", "strided-each"}))(t)
	c := Config{Instances: []Instance{grid(4, 5)}, Setup: Setup{Systems: systems, Seed: 5, Accelerator: device.Emulator()}, Schedule: Schedule{Start: 100, End: 20, Alpha: 0.7, Sweeps: 1, Every: 2},
		Trials: 3, TrialsOf: map[string]int{"pspm": 2}, Searches: 2, Limit: 10 * time.Second, Moves: []int{4, 48, 64}}
	l := newLab(t, c)
	runAll(t, l)
	again := newLab(t, c)
	runAll(t, again)
	if a, b := outcomes(l), outcomes(again); a != b {
		t.Errorf("got\n%s, then\n%s", a, b)
	}
	if notes := l.uncounted(); len(notes) > 0 {
		t.Logf("a short schedule has a fraction of a step: %v", notes)
	}
	for _, cell := range tables2(l)[0].Rows[0].Cells {
		if cell.Missing != "" && cell.Missing != "-" || cell.Mark != "" {
			t.Errorf("Table 2 has a cell %+v", cell)
		}
	}
	rows := tables4(l)[0].Rows
	if gpu := rows[1].Cells[4]; gpu.Missing != "n/a" {
		t.Errorf("48 moves on a GPU are %+v", gpu)
	}
	if gpu := rows[2].Cells[4]; !gpu.Has() {
		t.Errorf("64 moves on a GPU are %+v", gpu)
	}
	if x := l.runs(Search, l.Instances[0], systems[1], PaperMoves); len(x) != 2 || x[0].Walks != 2 {
		t.Errorf("%+v, want 2 trials of 2 searches", x)
	}
}
