package q3ap

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
)

var update = flag.Bool("update", false, "write the golden file anew")

func newLab(t *testing.T, c Config) *Lab {
	t.Helper()
	return must.Have(NewLab(c))(t)
}

// tiny is tabu search on two instances of a few positions, which it solves at once.
func tiny(t *testing.T, ids ...string) Config {
	t.Helper()
	systems := must.Have(SystemsNamed(ids))(t)
	return Config{Instances: DemoInstances()[:2], Setup: Setup{Systems: systems, Seed: 5, Cores: 2, Jobs: 2}, Runs: 3, Limit: 20 * time.Second}
}

// outcomes is what must be the same in each run. Where there are several searches, how far the others got is not.
func outcomes(l *Lab) string {
	var lines []string
	for _, r := range l.Results(nil) {
		if r.Walks > 1 {
			r.Moves, r.Evaluations = 0, 0
		}
		r.Elapsed = 0
		lines = append(lines, fmt.Sprintf("%+v\n", r))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func TestTable_EqualSeedsGiveEqualOutcomes(t *testing.T) {
	c := tiny(t, tabuCore, swapsCore, pairsCore, tabuCores)
	l, again := newLab(t, c), newLab(t, c)
	for _, lab := range []*Lab{l, again} {
		must.Do(t, runTable(t.Context(), lab))
	}
	if a, b := outcomes(l), outcomes(again); a != b || a == "" {
		t.Errorf("got\n%s, then\n%s", a, b)
	}
	for _, in := range l.Instances {
		for _, s := range l.Systems {
			if list := l.find(in, s.ID); len(list) != 3 || list.Hits(in.Best) != 3 || slices.Min(list.Costs()) != in.Best {
				t.Errorf("%s with %s: %+v; the optimum is %d by construction", in.Name, s.ID, list, in.Best)
			}
		}
	}
}

func TestConfig_Refuses(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"no instances":   func(c *Config) { c.Instances = nil },
		"runs -1":        func(c *Config) { c.Runs = -1 },
		"jobs -2":        func(c *Config) { c.Jobs = -2 },
		"limit -1s must": func(c *Config) { c.Limit = -time.Second },
	} {
		c := tiny(t, tabuCore)
		change(&c)
		must.Fail(t, want)(NewLab(c))
	}
	must.Fail(t, "known are tabu-gpu, ")(SystemsNamed([]string{"gpu"}))
}

// The GPU's system runs on the emulator as it does on a GPU. That by pairs is one search, for which the emulator takes seconds: see the
// tests of package tabu.
func TestTable_OnTheEmulator(t *testing.T) {
	c := tiny(t, tabuGPU)
	c.Accelerator, c.Runs = device.Emulator(), 2
	c.Instances = c.Instances[:1]
	l := newLab(t, c)
	must.Do(t, runTable(t.Context(), l))
	if list := l.find(l.Instances[0], tabuGPU); len(list) != 2 || list.Hits(l.Instances[0].Best) != 2 || list[0].Walks == 1 {
		t.Errorf("%+v", list)
	}
	if cell := tables(l)[0].Rows[0].Cells[2]; !cell.Has() {
		t.Errorf("%+v", cell)
	}
}

// The order of the matrices decides the value: files in the order that gives the published one are taken, and others refused.
func TestLoad_KnowsTheOrder(t *testing.T) {
	dir := benchdata.Dir(t)
	list, err := Load(dir, nil)
	if errors.Is(err, papers.ErrNoData) {
		t.Skip(err)
	}
	if err != nil || len(list) != len(published) {
		t.Fatal(list, err)
	}
	text := must.Have(os.ReadFile(filepath.Join(dir, "q3ap", "nug12-d.dat")))(t)
	other := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(other, "q3ap"), 0o755))
	must.Do(t, os.WriteFile(filepath.Join(other, "q3ap", "nug12-d.dat"), append([]byte("q3ap-df "), text...), 0o644))
	must.Fail(t, "not those with the value 580")(Load(other, []string{"nug12-d"}))
	must.Fail(t, papers.ErrNoData)(Load(other, []string{"nug13-d"}))
	must.Fail(t, `"nug99" is none of the literature's`)(Load(other, []string{"nug99"}))
	back, err := swapped(list[0])
	if err != nil || back.Best != 4174 {
		t.Errorf("%+v, %v", back, err)
	}
}

// measured is a Lab with runs that were not made: of each system two on each instance, with figures that are easy to follow.
func measured(t *testing.T) *Lab {
	c := Config{Instances: []Instance{{Name: "nug12-d", Problem: ring(2, 6).Problem, Best: 580, Target: 580}, {Name: "nug15-d", Problem: ring(3, 5).Problem, Best: 2230, Target: 2230}},
		Setup: Setup{Seed: 1, Cores: 16, Accelerator: device.Emulator()}, Runs: 2}
	l := newLab(t, c)
	for i, in := range l.Instances {
		for j, s := range l.Systems {
			for k := range 2 {
				r := Run{Trial: Trial{Instance: in.Name, System: s.ID, Number: k}, Walks: 1, Cost: in.Best, Moves: int64(5000 * (j + 1)), Evaluations: int64(1_000_000 * (j + 1)),
					Elapsed: time.Duration((k+1)*(j+1)) * 10 * time.Millisecond}
				switch {
				case s.ID == pairsMany:
					r.Walks, r.Moves = many, r.Moves*many/5
				case s.Where == papers.OneGPU && s.ID != pairsGPU:
					r.Walks, r.Moves = 5000, r.Moves*1000
				}
				if s.ID == swapsCore && k <= i { // on the first instance one run misses, on the second both
					r.Cost, r.Elapsed = in.Best+int64(40*(k+1)), l.Limit
				}
				if s.ID == annealCore && k == 1 {
					continue
				}
				l.Take(r)
			}
		}
	}
	l.Take(Run{Trial: Trial{Instance: "nug12-d, swapped", System: tabuGPU}, Walks: 5000, Cost: 4170, Moves: 1, Evaluations: 1, Elapsed: time.Second})
	return l
}

func TestTables_Golden(t *testing.T) {
	l := measured(t)
	var b bytes.Buffer
	for _, e := range Experiments() {
		for _, table := range e.Tables(l) {
			for _, write := range []func() error{func() error { return table.Text(&b) }, func() error { return table.CSV(&b) }} {
				must.Do(t, write())
				b.WriteByte('\n')
			}
		}
	}
	must.Match(t, "tables.txt", b.Bytes(), *update)
}

// By hand: the swaps' runs on nug12-d end with 620 after 5 s and with 580 after 0.08 s, so a hit takes 5.08 s; tabu search on the GPU takes
// 10 and 20 ms.
func TestTable_ByHand(t *testing.T) {
	l := measured(t)
	in := l.Instances[0]
	swaps, _ := l.System(swapsCore)
	gpu, _ := l.System(tabuGPU)
	if c := l.cell(swaps, expected)(in); c.Value < 5.0799 || c.Value > 5.0801 || c.Mark != exhibit.Estimate {
		t.Errorf("%+v", c)
	}
	if c := exhibit.Against(l.cell(swaps, expected)(in), l.cell(gpu, expected)(in), exhibit.Quotient); c.Value < 338 || c.Value > 339 || c.Mark != exhibit.Estimate {
		t.Errorf("%+v", c)
	}
	if c := l.cell(swaps, expected)(l.Instances[1]); c.Mark != exhibit.AtLeast {
		t.Errorf("%+v", c)
	}
	if c := exhibit.Against(exhibit.Cell{Value: 1, Mark: exhibit.AtLeast}, exhibit.Cell{Value: 1, Mark: exhibit.AtLeast}, exhibit.Quotient); c.Has() {
		t.Errorf("the ratio of two bounds is %+v", c)
	}
}

// Both orders are run without a target, for the whole limit.
func TestOrders_RunsTheOtherOne(t *testing.T) {
	c := tiny(t, tabuCore)
	c.Instances, c.Runs, c.Limit = c.Instances[:1], 1, 50*time.Millisecond
	l := newLab(t, c)
	must.Do(t, runOrders(t.Context(), l))
	rows := tablesOrders(l)[0].Rows
	if len(rows) != 2 || rows[1].Name != "ring6, swapped" || rows[1].Cells[0].Missing == "" {
		t.Fatalf("%+v", rows)
	}
	for _, r := range rows {
		if cell := r.Cells[len(r.Cells)-2]; !cell.Has() || cell.Value < 0 {
			t.Errorf("%s: %+v", r.Name, cell)
		}
	}
}

// The chapter's table as its text prints it: instance, optimal, average and its deviation, maximal, hits, CPU and its deviation, GPU and
// its deviation, speed-up, ITS and its deviation.
func TestPaper_TableIsPrinted(t *testing.T) {
	want := []PaperRow{
		{"nug12-d", 580, 615.4, 41.7, 744, 35, 87.7, 40.9, 2.5, 0.9, 34.7, 16, 6.3},
		{"nug13-d", 1912, 1985.4, 0, 2100, 20, 209.2, 0, 3.3, 0, 63.5, 17, 0},
	}
	for i, r := range want {
		if Table[i] != r {
			t.Errorf("%+v, want %+v", Table[i], r)
		}
	}
}

// The chapter's rows fit 20 runs and their own speed-ups; others do not, and that is said.
func TestPaper_Misprints(t *testing.T) {
	if list := misprints(Table); len(list) > 0 {
		t.Error(list)
	}
	r := Table[0]
	if !r.fitsRuns(40) || r.fitsRuns(3) || r.fitsRuns(7) {
		t.Error("35 % are 7 of 20, and of no fewer")
	}
	r.Speedup, r.Hits = 36.5, 33
	list := strings.Join(misprints([]PaperRow{r}), " ")
	if !strings.Contains(list, "printed 36.5, computed 35.1") || !strings.Contains(list, "are not of 20 runs") {
		t.Error(list)
	}
}
