package nqueens

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// cores returns the systems that need no GPU.
func cores() []System {
	return slices.DeleteFunc(Systems(), func(s System) bool { return s.Where == papers.GPU })
}

// tiny is everything at two sizes, on cores alone.
func tiny() Config {
	return Config{Sizes: []int{8, 12}, Threads: []int{1, 3}, Trials: 3, Limit: 2 * time.Second,
		Setup: Setup{Systems: cores(), Seed: 5, Cores: 2}}
}

func newLab(t *testing.T, c Config) *Lab {
	t.Helper()
	l := must.Have(NewLab(c))(t)
	t.Cleanup(func() { l.Close() })
	return l
}

func runAll(t *testing.T, l *Lab) {
	t.Helper()
	for _, e := range Experiments() {
		if err := e.Run(t.Context(), l); err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
	}
}

// complete reports cells of ours without a figure, other than those of systems named.
func complete(t *testing.T, l *Lab, without ...string) {
	t.Helper()
	for _, e := range Experiments() {
		for _, table := range e.Tables(l) {
			if len(table.Rows) == 0 || len(table.Columns) == 0 || len(table.Notes) == 0 {
				t.Errorf("%s has %d rows, %d columns, %d notes", table.Name, len(table.Rows), len(table.Columns), len(table.Notes))
			}
			for _, row := range table.Rows {
				for i, cell := range row.Cells {
					column := table.Columns[i]
					if column.Source == exhibit.Ours && !cell.Has() && cell.Missing != "never" && !slices.Contains(without, column.Name) {
						t.Errorf("%s, row %s, column %v: %q", table.Name, row.Name, column, cell.Missing)
					}
				}
			}
		}
		if e.Charts == nil {
			continue
		}
		for _, chart := range e.Charts(l) {
			if len(chart.Panels) == 0 || len(chart.Panels[0].Series) == 0 {
				t.Errorf("%s is empty", chart.Name)
			}
		}
	}
}

func TestExperiments_OnCores(t *testing.T) {
	l := newLab(t, tiny())
	runAll(t, l)
	complete(t, l)
	for _, m := range l.Results(nil) {
		c := m.Case
		if c.Kind != Map && (m.Missing != "" || m.partial || m.Trials == 0 || m.Mean <= 0 || m.Median <= 0) {
			t.Errorf("%+v: %+v", c, m)
		}
		if c.Kind == Annealing && (!m.Complete || m.Evaluations < 1 || m.Each <= 0) {
			t.Errorf("annealing of %+v: %+v", c, m)
		}
		if c.Kind == Share && !(m.Share > 0 && m.Share <= 1) {
			t.Errorf("share of %+v: %v", c, m.Share)
		}
	}
	// All systems anneal the same: they solve the same of the runs that all of them had.
	for _, n := range l.Sizes {
		want, _ := l.Result(annealed("serial", n))
		got, _ := l.Result(annealed("linear", n))
		if want.Trials == got.Trials && (want.Solved != got.Solved || want.Evaluations != got.Evaluations) {
			t.Errorf("N=%d: serial %+v, linear %+v", n, want, got)
		}
	}
}

// The systems for a GPU run on the emulator, at sizes that it can bear, as they do on a GPU.
func TestExperiments_OnDevices(t *testing.T) {
	sizes := []int{6, 40}
	if testing.Short() {
		sizes = sizes[:1]
	}
	t.Run("emulator", func(t *testing.T) { onDevice(t, device.Emulator(), sizes) })
	t.Run("gpu", func(t *testing.T) {
		gpu := must.Ready(t, device.GPU(0))
		onDevice(t, gpu, []int{6, 40, 1000, 5000})
	})
}

func onDevice(t *testing.T, d multiwalk.Device, sizes []int) {
	c := tiny()
	c.Systems, c.Accelerator, c.Sizes, c.Trials = nil, d, sizes, 1
	l := newLab(t, c)
	for _, e := range Experiments() {
		if e.Name == "figure7" || e.Name == "table1" { // annealing has tens of thousands of evaluations
			continue
		}
		if err := e.Run(t.Context(), l); err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
	}
	kernels := map[string]bool{}
	for _, m := range l.Results(nil) {
		s, _ := l.System(m.System)
		if s.Where != papers.GPU {
			continue
		}
		if m.Missing != "" {
			t.Logf("%s at N=%d: %s", m.System, m.N, m.Missing)
		}
		if m.Device > 0 {
			kernels[s.ID] = true
		}
	}
	if len(kernels) < 4 {
		t.Errorf("kernels were timed of %v alone", kernels)
	}
}

// faulty is a system on one core that evaluates as told.
func faulty(id string, evaluate func(x []int32) (int64, error)) System {
	return System{Base: papers.At(id, id, papers.OneCore), Order: 1, open: func(*Lab, int) (evaluator, error) {
		return evaluator{evaluate: evaluate, close: func() {}}, nil
	}}
}

func TestLab_FindsMiscounts(t *testing.T) {
	c := tiny()
	c.Systems = append(c.Systems, faulty("wrong", func(x []int32) (int64, error) { return queens.Linear{}.Conflicts(x) + 1, nil }))
	err := runFigure4(t.Context(), newLab(t, c))
	must.Fail(t, "wrong counts ", " of a random candidate of 8 queens, which has ")(err)
}

func TestLab_SaysWhatIsMissing(t *testing.T) {
	c := tiny()
	c.Limit = time.Second
	c.Systems = append(c.Systems, System{Base: papers.At("absent", "absent", papers.OneCore), Order: 1, open: func(*Lab, int) (evaluator, error) {
		return evaluator{}, errors.New("multiwalk: this machine has no such thing\nat all")
	}}, faulty("small", func(x []int32) (int64, error) {
		if len(x) > 8 {
			return 0, errors.New("too large for it")
		}
		return queens.Linear{}.Conflicts(x), nil
	}), faulty("slow", func(x []int32) (int64, error) {
		time.Sleep(1100 * time.Millisecond)
		return queens.Linear{}.Conflicts(x), nil
	}))
	l := newLab(t, c)
	must.Do(t, runFigure4(t.Context(), l))
	table := tablesFigure4(l)[0]
	cells := map[string][]string{}
	for _, row := range table.Rows {
		for i, cell := range row.Cells {
			cells[table.Columns[i].Name] = append(cells[table.Columns[i].Name], cell.Missing)
		}
	}
	for name, want := range map[string][]string{"absent": {"n/a", "n/a"}, "small": {"", "n/a"}, "slow": {"limit", "limit"}, "serial": {"", ""}} {
		if !slices.Equal(cells[name], want) {
			t.Errorf("%s: %q, want %q", name, cells[name], want)
		}
	}
	notes := strings.Join(table.Notes, "\n")
	for _, want := range []string{"n/a: this machine has no such thing (absent at N = 8, absent at N = 12).",
		"n/a: too large for it (small at N = 12).",
		"limit: a call would take longer than 1s", noGPU} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes do not say %q:\n%s", want, notes)
		}
	}
}

// Nobody can interrupt an evaluation, so the Lab does not wait for one.
func TestLab_InterruptedAtOnce(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	c := tiny()
	c.Trials = 50
	calls := 0
	c.Systems = append(c.Systems, faulty("stuck", func(x []int32) (int64, error) {
		if calls++; calls == 3 {
			close(begun)
			<-release
		}
		return queens.Linear{}.Conflicts(x), nil
	}))
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	l := newLab(t, c)
	l.learn(instrument{"stuck", 0}, pace{8, 1}) // so that a turn is one call
	if err := runFigure4(ctx, l); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if m, _ := l.Result(Case{Evaluation, Random, "serial", 8, 0}); m.Trials == 0 || !m.partial {
		t.Errorf("what was begun is %+v", m)
	}
	if cell := tablesFigure4(l)[0].Rows[0].Cells[0]; cell.Mark != exhibit.Partial {
		t.Errorf("it shows as %+v", cell)
	}
	if cell := tablesFigure4(l)[0].Rows[1].Cells[0]; cell.Missing != "-" {
		t.Errorf("what was not begun shows as %+v", cell)
	}
}

// What was broken off must not go on for minutes beside the writing of tables.
func TestSystems_BrokenOff(t *testing.T) {
	l := newLab(t, tiny())
	x := make([]int32, 1<<20)
	for _, id := range []string{"serial", "adaptive", "parallel-reduce", "fork-join"} {
		e := must.Have(l.open(instrument{id, 0}))(t)
		ctx, cancel := context.WithCancel(t.Context())
		returned := make(chan int64, 1)
		go cancel()
		r := l.alone(ctx, instrument{id, 0}, func() reading {
			conflicts, err := e.evaluate(x)
			returned <- conflicts
			return reading{err: err}
		})
		if !errors.Is(r.err, context.Canceled) {
			t.Errorf("%s: %v", id, r.err)
		}
		if got := <-returned; got >= int64(pairs(len(x))) {
			t.Errorf("%s counted all", id)
		}
		if _, ok := l.ready[instrument{id, 0}]; ok {
			t.Errorf("%s is used again", id)
		}
	}
}

// What a coarse clock sees nothing of is timed many times together.
func TestLab_ClockSeesNothing(t *testing.T) {
	c := tiny()
	c.Sizes = []int{8}
	l := newLab(t, c)
	l.learn(instrument{system: "serial"}, pace{8, 0})
	s := &subject{Measurement: Measurement{Case: evaluated(Systems()[0], 8)}}
	if err := l.timed(t.Context(), s, nil); err != nil || s.calls != mostCalls {
		t.Errorf("%+v, %v", s, err)
	}
}

// What the tables say of the paper's claim holds for the sizes that were timed alone.
func TestFigure1_InWords(t *testing.T) {
	c := tiny()
	c.Sizes = []int{8, 800, 900, 3000}
	l := newLab(t, c)
	share := func(n int, share float64, missing string) {
		l.Take(Measurement{Case: Case{Kind: Share, Candidates: Random, System: "serial", N: n}, Trials: 1, Share: share, Missing: missing})
	}
	want := func(text string) {
		t.Helper()
		if got := l.shareFrom(); got != text {
			t.Errorf("says %q, want %q", got, text)
		}
	}
	want("Here it was not timed.")
	share(3000, 0, overLimit)
	want("Here it was not timed.")
	share(8, 0.5, "")
	want("Here it is not.")
	share(900, 0.995, "")
	want("Here it is from N = 900 on.")
	share(800, 0.999, "")
	want("Here it is from N = 800 on.")
}

func TestConfig_Refuses(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"trials -1":                func(c *Config) { c.Trials = -1 },
		"limit -1s":                func(c *Config) { c.Limit = -time.Second },
		"serial scheme is missing": func(c *Config) { c.Systems = c.Systems[1:] },
		"threads [4 4] must":       func(c *Config) { c.Threads = []int{4, 4} },
		"sizes [0 5] must":         func(c *Config) { c.Sizes = []int{0, 5} },
		"sizes [5 4] must":         func(c *Config) { c.Sizes = []int{5, 4} },
	} {
		c := tiny()
		change(&c)
		must.Fail(t, want)(NewLab(c))
	}
	must.Fail(t, "known are serial, linear, ")(SystemsNamed([]string{"gpu"}))
	if list, err := SystemsNamed([]string{"linear"}); err != nil || len(list) != 2 || list[0].ID != "serial" {
		t.Errorf("%v, %v", list, err)
	}
	must.Fail(t, "known are figure1, table1, ")(papers.Experiments(Experiments(), []string{"table2"}))
}
