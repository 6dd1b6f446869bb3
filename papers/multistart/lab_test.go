package multistart

import (
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/pspm"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

func newLab(t *testing.T, change func(*Config), ids ...string) *Lab {
	t.Helper()
	systems := must.Have(SystemsNamed(ids))(t)
	c := Config{Setup: Setup{Systems: systems, Seed: 5, Cores: 2, Accelerator: device.Emulator()}, Instances: general(pspm.DemoInstances()[:2]), Tries: 2,
		Searches: 2, Limit: 50 * time.Millisecond}
	if change != nil {
		change(&c)
	}
	l := must.Have(NewLab(c))(t)
	return l
}

// Every system runs, with the number of searches that it is to have, and no tour is shorter than the shortest.
func TestTable_RunsAll(t *testing.T) {
	l := newLab(t, func(c *Config) { c.Instances, c.Tries = c.Instances[:1], 1 })
	must.Do(t, runTable(t.Context(), l))
	for _, s := range l.Systems {
		list := l.Find(l.Instances[0], s.ID, 1)
		if len(list) != 1 || list[0].Cost < l.Instances[0].Best || s.Where == papers.OneGPU && s.Mapping != "" && list[0].Walks != 2 ||
			s.Where == papers.OneCore && list[0].Walks != 1 {
			t.Errorf("%s: %+v", s.ID, list)
		}
	}
	for _, row := range tables(l)[0].Rows {
		if cell := row.Cells[2]; !cell.Has() {
			t.Errorf("%s has no length", row.Name)
		}
	}
}

// By hand: 1000 prices in 2 s on a core, 9000 in 1 s by a thread a neighbour; twice the optimum is an error of 100 %.
func TestTable_ByHand(t *testing.T) {
	l := newLab(t, nil, searchGPU, neighbourGPU, oneCore)
	in := l.Instances[0]
	for id, r := range map[string]papers.Run{neighbourGPU: {Evaluations: 9000, Elapsed: time.Second}, oneCore: {Evaluations: 1000, Elapsed: 2 * time.Second}} {
		r.Trial, r.Walks, r.Cost, r.Moves = papers.Trial{Instance: in.Name, System: id}, 1, 2*in.Best, 40
		l.Take(r)
	}
	table := tables(l)[0]
	cells := func(row int, name string) (list []float64) {
		for i, c := range table.Columns {
			if c.Name == name && table.Rows[row].Cells[i].Has() {
				list = append(list, table.Rows[row].Cells[i].Value)
			}
		}
		return list
	}
	if got := cells(1, "speed-up"); !slices.Equal(got, []float64{18, Speedup}) {
		t.Errorf("speed-up %v, want ours of 18 beside the chapter's", got)
	}
	if got := cells(1, "error"); len(got) != 1 || got[0] < 99.99 || got[0] > 100.01 {
		t.Errorf("error %v", got)
	}
	if cells(0, "length") != nil || cells(2, "speed-up") != nil {
		t.Error("figures of what was not run")
	}
	if series := charts(l)[0].Panels[0].Series; len(series) != 3 || !slices.Equal(series[1].Y, []float64{18}) || len(series[0].Y) != 0 {
		t.Errorf("%+v", series)
	}
}

// Both mappings run with each number of searches, and the table has them beside a core.
func TestSearches_AreCounted(t *testing.T) {
	l := newLab(t, func(c *Config) { c.Searches, c.Tries = 130, 1 }, searchGPU, neighbourGPU, oneCore)
	if got := l.sides(); !slices.Equal(got, []int{32, 130}) {
		t.Fatal(got)
	}
	must.Do(t, runSearches(t.Context(), l))
	in := l.subject()
	for _, s := range l.mappings() {
		for _, n := range l.sides() {
			if list := l.Find(in, s.sized(n).ID, 1); len(list) != 1 || list[0].Walks != n {
				t.Errorf("%s with %d searches: %+v", s.ID, n, list)
			}
		}
	}
	table := searchTables(l)[0]
	if len(table.Rows) != 2 || len(table.Columns) != 8 {
		t.Fatalf("%d rows, %d columns", len(table.Rows), len(table.Columns))
	}
	for _, row := range table.Rows {
		for i, c := range row.Cells {
			if !c.Has() {
				t.Errorf("%s searches have no %s", row.Name, table.Columns[i].Name)
			}
		}
	}
}

// 3-opt is counted on all cores, without a GPU.
func TestSearches_AreCountedOnCores(t *testing.T) {
	l := newLab(t, func(c *Config) { c.Accelerator, c.Searches, c.Tries = nil, 40, 1 }, "3opt-cores", "3opt-core")
	must.Do(t, runSearches(t.Context(), l))
	tables := searchTables(l)
	if len(tables) != 1 || len(tables[0].Rows) != 1 || len(tables[0].Columns) != 4 {
		t.Fatalf("%+v", tables)
	}
	for i, c := range tables[0].Rows[0].Cells {
		if !c.Has() {
			t.Errorf("no %s", tables[0].Columns[i].Name)
		}
	}
}

// Tabu search runs by both mappings and on all cores, with each number of searches.
func TestTabu_IsCounted(t *testing.T) {
	unraced.Test(t)
	l := newLab(t, func(c *Config) {
		c.Instances, c.Searches, c.Tries, c.Limit = []Instance{{Name: "small", Problem: tsp.Random(8, 1), Best: 1}}, 2, 1, 10*time.Millisecond
	}, searchGPU, neighbourGPU, oneCore, allCores)
	list, err := l.tabus()
	if err != nil || len(list) != 2 || list[1].in.Problem.Space().Len() != 50 {
		t.Fatal(list, err)
	}
	must.Do(t, l.run(t.Context(), list[0]))
	table := l.counted(list[0])[0]
	if len(table.Rows) != 1 || len(table.Columns) != 12 {
		t.Fatalf("%d rows, %d columns", len(table.Rows), len(table.Columns))
	}
	for i, c := range table.Rows[0].Cells {
		if !c.Has() {
			t.Errorf("no %s", table.Columns[i].Name)
		}
	}
}

func TestConfig_Refuses(t *testing.T) {
	for want, c := range map[string]Config{
		"no instances": {},
		"runs -1":      {Instances: general(pspm.DemoInstances()), Tries: -1},
		"searches -3":  {Instances: general(pspm.DemoInstances()), Searches: -3},
	} {
		must.Fail(t, want)(NewLab(c))
	}
}
