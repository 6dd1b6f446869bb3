package qap

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/walk"
)

// tiny is everything on two small instances, on cores alone.
func tiny() Config {
	return Config{Instances: []Instance{ring(2, 3), ring(2, 4)}, Setup: Setup{Seed: 5, Cores: 2}, Runs: 6, Limit: 5 * time.Second, Budget: time.Minute}
}

func newLab(t *testing.T, c Config) *Lab {
	t.Helper()
	return must.Have(NewLab(c))(t)
}

func runAll(t *testing.T, l *Lab) {
	t.Helper()
	for _, e := range Experiments() {
		if err := e.Run(t.Context(), l); err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
	}
}

// complete reports tables without rows, cells of ours that are marked, and columns without any figure.
func complete(t *testing.T, l *Lab, without ...string) {
	t.Helper()
	for _, e := range Experiments() {
		for _, table := range e.Tables(l) {
			if len(table.Rows) == 0 || len(table.Notes) == 0 {
				t.Errorf("%s has %d rows, %d notes", table.Name, len(table.Rows), len(table.Notes))
			}
			for k, column := range table.Columns {
				has := slices.ContainsFunc(table.Rows, func(r exhibit.Row) bool { return r.Cells[k].Has() })
				if column.Source == exhibit.Ours && !has && !slices.Contains(without, column.Group) {
					t.Errorf("%s: column %v has no figure", table.Name, column)
				}
				for _, r := range table.Rows {
					if strings.Contains(r.Cells[k].Mark, exhibit.Partial) {
						t.Errorf("%s, %s, %v: %+v", table.Name, r.Name, column, r.Cells[k])
					}
				}
			}
		}
	}
}

// outcomes is what must be the same in each run, by trial: all but times, and how far losers of a race got.
func outcomes(l *Lab) map[Trial]int64 {
	all := map[Trial]int64{}
	for _, r := range l.Results(nil) {
		t := r.Trial
		if t.System == modelI || t.System == modelII || t.System == noRestart || t.Kind == SingleBlock {
			all[t] = r.Generations
		} else {
			all[t] = r.Cost
		}
	}
	return all
}

func TestExperiments_EqualSeedsGiveEqualOutcomes(t *testing.T) {
	l := newLab(t, tiny())
	runAll(t, l)
	complete(t, l, "speed-up to Model I", "auto on the GPU", "the paper")
	c := tiny()
	c.Jobs = 1
	again := newLab(t, c)
	runAll(t, again)
	a, b := outcomes(l), outcomes(again)
	for trial, want := range a {
		if got, ok := b[trial]; !ok || got != want {
			t.Errorf("%+v gave %d, then %d", trial, want, got)
		}
	}
	if len(a) != len(b) || len(a) < 2*6*len(l.methodIDs()) {
		t.Errorf("%d trials, then %d", len(a), len(b))
	}
	for _, r := range l.Results(nil) {
		trial := r.Trial
		if r.Elapsed <= 0 || trial.System != noRestart && !r.Reached {
			t.Errorf("%+v: %+v", trial, r)
		}
	}
}

func TestExperiments_OnDevices(t *testing.T) {
	t.Run("emulator", func(t *testing.T) {
		if testing.Short() {
			t.Skip("the emulator takes its time")
		}
		onDevice(t, device.Emulators(2), time.Minute)
	})
	t.Run("gpu", func(t *testing.T) {
		gpu := must.Ready(t, device.GPU(0))
		onDevice(t, gpu, time.Second)
	})
}

func onDevice(t *testing.T, d multiwalk.Device, budget time.Duration) {
	c := tiny()
	c.Instances, c.Accelerator, c.Runs, c.Singles, c.Blocks, c.Limit, c.Budget = c.Instances[1:], d, 2, 4, []int{3}, time.Minute, budget
	l := newLab(t, c)
	runAll(t, l)
	complete(t, l, "to the paper's GPU", "auto on the GPU", paperWay, "ours", "gamma, least squares", "normal, least squares", "best fit", "races") // too few runs to fit
	singles := l.alone(l.Instances[0], papers.OneGPU)
	if len(singles) < 4 || len(singles.Reached()) != len(singles) {
		t.Errorf("%d single blocks, %d at the target", len(singles), len(singles.Reached()))
	}
	if _, ok := l.paceOf(l.Instances[0], gaGPU, 3); !ok {
		t.Error("no pace of 3 blocks")
	}
	if d.Workers() > 1 && len(l.toTarget(l.Instances[0], gaGPUs, 0)) != 2 {
		t.Error("no runs on two GPUs")
	}
}

// A single block is the population of a core with the same seed and number: it is at the target in the same generation,
// as far as it is looked at.
func TestSingles_AreWalksOfTheirOwn(t *testing.T) {
	in := ring(2, 4)
	l := newLab(t, Config{Instances: []Instance{in}, Setup: Setup{Accelerator: device.Emulator(), Seed: 3}, Singles: 2, Budget: time.Minute})
	must.Do(t, l.singles(t.Context(), in))
	list := l.alone(in, papers.OneGPU)
	search := must.Have(population.Genetic{}.Prepare(in.Problem, walk.Plan{Seed: 3 + batchSeeds, Walks: 2}))(t)
	if len(list) != 2 {
		t.Fatalf("%d runs", len(list))
	}
	for i, r := range list {
		w := must.Have(search.NewWalk(i))(t)
		for _, cost := w.Best(); cost > in.Target; _, cost = w.Best() {
			w.Step(walk.NewSlice(1))
		}
		if at := w.Counters().Units; !r.Reached || r.Generations < at-firstLook/2 || r.Generations > at+firstLook/2 {
			t.Errorf("block %d is at the target after %d generations, on a core after %d", i, r.Generations, at)
		}
	}
}

// A walk whose answers are wrong must not get into a table.
func TestFinish_EvaluatesAnew(t *testing.T) {
	in := ring(2, 3)
	good := []int32{0, 1, 2, 5, 4, 3}
	for _, c := range []struct {
		x    []int32
		cost int64
		want string
	}{{good, 12, ""}, {good, 10, "costs 12, and not 10"}, {[]int32{0, 0, 1, 2, 3, 4}, 12, "no solution"}} {
		err := finish(in, said{x: c.x, cost: c.cost}, lone(in, 0), make(Runs, 1), 7, time.Second)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v of cost %d: %v", c.x, c.cost, err)
		}
	}
}

// said is a walk of one subpopulation that says it found x.
type said struct {
	walk.Walk
	x    []int32
	cost int64
}

func (s said) Incumbents() ([]int32, []int64, error) { return s.x, []int64{s.cost}, nil }

// The budget ends the beginning of runs, but there is one at least; what was spent before counts.
func TestLab_Budget(t *testing.T) {
	c := tiny()
	c.Budget, c.Jobs = time.Nanosecond, 1
	l := newLab(t, c)
	for range 2 {
		must.Do(t, l.run(t.Context(), l.Instances[0], modelII, 0))
		if n := len(l.Results(nil)); n != 1 {
			t.Errorf("%d runs", n)
		}
	}
	if cell := l.mean(modelII, 0)(l.Instances[0]); cell.Mark != exhibit.Partial {
		t.Errorf("%+v", cell)
	}
}

func TestLab_Interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range Experiments() {
		l := newLab(t, tiny())
		if err := e.Run(ctx, l); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", e.Name, err)
		}
		e.Tables(l) // shows what there is: nothing
		if e.Charts != nil {
			e.Charts(l)
		}
	}
}

// A method that has no kernels for a device has no figure, and a note says why; all others go on.
func TestLab_Refused(t *testing.T) {
	in := ring(2, 3)
	l := newLab(t, Config{Instances: []Instance{in}, Setup: Setup{Accelerator: device.Emulator(),
		Systems: []System{{Base: papers.At("none", "none", papers.OneGPU),
			Method: func(Instance, multiwalk.Device) walk.Method { return coresOnly{} }}}}})
	must.Do(t, l.run(t.Context(), in, "none", 0))
	if cell := l.mean("none", 0)(in); cell.Missing != "n/a" {
		t.Errorf("%+v", cell)
	}
	if notes := strings.Join(l.notes(), " "); !strings.Contains(notes, "n/a: none: method cores-only cannot run on emulator") {
		t.Error(notes)
	}
}

// coresOnly is a method without a GPU half.
type coresOnly struct{ walk.Method }

func (coresOnly) Name() string { return "cores-only" }

func TestConfig_Refuses(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"no instances": func(c *Config) { c.Instances = nil },
		"runs -1":      func(c *Config) { c.Runs = -1 },
		"races -1":     func(c *Config) { c.Races = -1 },
		"singles -1":   func(c *Config) { c.Singles = -1 },
		"jobs -1":      func(c *Config) { c.Jobs = -1 },
		"limit -1s":    func(c *Config) { c.Limit = -time.Second },
		"mutation 1.1": func(c *Config) { c.Mutation = 1.1 },
		"mutation NaN": func(c *Config) { c.Mutation = math.NaN() },
		"-Inf is no":   func(c *Config) { c.Mutation = math.Inf(-1) }, // which no journal can name
		"[60 30] must": func(c *Config) { c.Blocks = []int{60, 30} },
		"to 1048576":   func(c *Config) { c.Blocks = []int{2, 1<<20 + 1} },
		"[1] must":     func(c *Config) { c.Blocks = []int{1} },
		"[] must":      func(c *Config) { c.Blocks = []int{} },
	} {
		c := tiny()
		change(&c)
		must.Fail(t, want)(NewLab(c))
	}
}

// The paper's model mutates as often as the Lab says, and so do its variants but those that say otherwise themselves.
func TestLab_Mutation(t *testing.T) {
	for given, want := range map[float64]float64{0: 0.9, 0.1: 0.1, -1: -1} {
		l := newLab(t, Config{Instances: []Instance{ring(2, 4)}, Mutation: given})
		for _, s := range append(Systems(), Variants()...) {
			g, genetic := model(l.method(s, l.Instances[0], device.CPU(1)))
			if genetic != s.Genetic || genetic && g.Mutation != want && !strings.Contains(s.ID, "text") {
				t.Errorf("mutation %v: %s runs %+v", given, s.ID, g)
			}
		}
	}
}

// A race is over when the first of its blocks is at the target, and then only: it takes as many generations as the
// fastest of so many walks of the same seed.
func TestRaces_AreAsLongAsTheirFastest(t *testing.T) {
	in := ring(2, 4)
	l := newLab(t, Config{Instances: []Instance{in}, Setup: Setup{Accelerator: device.Emulator(), Seed: 3}})
	const side, blocks = 2, 2
	list := must.Have(l.batch(t.Context(), in, race(in, blocks), side, time.Minute))(t)
	search := must.Have(population.Genetic{}.Prepare(in.Problem, walk.Plan{Seed: l.seed(race(in, blocks)), Walks: side * blocks}))(t)
	for i, r := range list {
		fastest := int64(1 << 62)
		for b := range blocks {
			w := must.Have(search.NewWalk(i*blocks + b))(t)
			for _, cost := w.Best(); cost > in.Target; _, cost = w.Best() {
				w.Step(walk.NewSlice(1))
			}
			fastest = min(fastest, w.Counters().Units)
		}
		if !r.Reached || r.Number != i || r.Walks != blocks || r.Generations < fastest-firstLook/2 || r.Generations > fastest+firstLook/2 {
			t.Errorf("race %d: %+v, and the fastest walk takes %d generations", i, r, fastest)
		}
	}
}

// Of a batch whose writing was cut the journal gets the runs that it lacks, and none twice.
func TestJournal_GoesOnWithinABatch(t *testing.T) {
	in, file := ring(2, 4), filepath.Join(t.TempDir(), "runs.csv")
	single := func() []string {
		l := newLab(t, Config{Instances: []Instance{in}, Setup: Setup{Accelerator: device.Emulator()}, Singles: 2, Budget: time.Minute})
		must.Do(t, l.Open(file, papers.Machine{}))
		defer l.Close()
		must.Do(t, l.series(t.Context(), in, lone(in, 0), 1, 2, time.Minute))
		content := must.Have(os.ReadFile(file))(t)
		return strings.SplitAfter(string(content), "\n")
	}
	lines := single()
	if len(lines) != 2+2+1 {
		t.Fatalf("%q", lines)
	}
	must.Do(t, os.WriteFile(file, []byte(strings.Join(lines[:3], "")+lines[3][:9]), 0o644))
	if again := single(); len(again) != len(lines) || again[2] != lines[2] || !strings.HasPrefix(again[3], "single,ring8,ga-gpu,1,0,1,") {
		t.Errorf("the journal goes on with %q, was %q", again, lines)
	}
}
