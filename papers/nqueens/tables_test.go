package nqueens

import (
	"bytes"
	"flag"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

var update = flag.Bool("update", false, "write the golden files anew")

// invented are systems with figures that are easy to follow: each call costs its overhead in microseconds, and each
// billion of pairs, or of queens, a number of seconds.
var invented = []struct {
	System
	overhead, each float64
}{
	{System{Base: papers.At("serial", "serial", papers.OneCore), Paper: true, Order: 2}, 0, 1},
	{System{Base: papers.At("linear", "linear", papers.OneCore), Order: 1}, 0, 10},
	{System{Base: papers.At("adaptive", "adaptive", papers.AllCores), Paper: true, Order: 2}, 12, 0.25},
	{System{Base: papers.At("fork-join", "fork-join", papers.AllCores), Paper: true, Order: 2}, 1000, 0.25},
	{System{Base: papers.At("gpu-coarse", "coarse", papers.GPU), Paper: true, Order: 2}, 20, 0.002},
	{System{Base: papers.At("gpu-queue", "queue", papers.GPU), Order: 2, Divides: true}, 30, 0.001},
	{System{Base: papers.At("gpu-linear", "linear", papers.GPU), Order: 1}, 20, 0.05},
}

// measured is a Lab with measurements that were not made.
func measured(t *testing.T, accelerator bool) *Lab {
	c := Config{Sizes: []int{100, 1000, 3000, 20_000, 1_000_000}, Threads: []int{1, 10, 40}, Trials: 100,
		Setup: Setup{Cores: 16}}
	if accelerator {
		c.Accelerator = device.Emulator()
	}
	for _, s := range invented {
		if s.Where != papers.GPU || accelerator {
			c.Systems = append(c.Systems, s.System)
		}
	}
	l := newLab(t, c)
	add := func(kind Kind, candidates Candidates, s System, n, parameter int, seconds float64) {
		m := Measurement{Case: Case{kind, candidates, s.ID, n, parameter}, Trials: 100, Mean: 1.1 * seconds, Median: seconds, Device: seconds / 2,
			Conflicts: float64(2*n-1) / 3}
		if seconds > l.Limit.Seconds() {
			m = Measurement{Case: m.Case, Missing: overLimit}
		}
		l.Take(m)
	}
	for _, c := range []queens.SizeClass{{Most: 1000, Threads: 10}, {Most: 20_000, Threads: 16}} {
		l.Take(Measurement{Case: mapped(c), Trials: mapTrials})
	}
	for i, s := range l.Systems {
		of := invented[i]
		for _, n := range l.Sizes {
			work := pairs(n)
			if s.Order == 1 {
				work = float64(n)
			}
			seconds := of.overhead/1e6 + of.each*work/1e9
			add(Evaluation, Random, s, n, 0, seconds)
			add(Paired, Random, s, n, 0, 1.01*seconds)
			add(Paired, Valid, s, n, 0, seconds)
			add(Batch, Random, s, n, 0, seconds/2)
			add(Thresholds, Random, s, n, 0, seconds)
			add(Threads, Random, s, n, 0, seconds)
			for _, threshold := range append(thresholds3[:], thresholds4[:]...) {
				add(Thresholds, Random, s, n, threshold, seconds*(1+float64(threshold)/1e6))
			}
			if s.ID == "adaptive" {
				for _, threads := range l.Threads {
					add(Threads, Random, s, n, threads, (float64(threads)+work/float64(min(threads, 16))/1000)/1e6)
				}
			}
			if n <= MostAnnealed {
				whole := seconds * float64(ScheduleFor(n).Evaluations())
				l.Take(Measurement{Case: annealed(s.ID, n), Trials: 2, Mean: whole / 2, Median: whole / 2, Each: seconds, Evaluations: 1000,
					Complete: whole < 10, Solved: 1})
				l.Take(Measurement{Case: Case{Share, Random, s.ID, n, 0}, Trials: 5, Share: 1 - 1/float64(n)})
			}
		}
	}
	for _, n := range l.annealedSizes() {
		l.Take(Measurement{Case: annealed(deltaID, n), Trials: 100, Mean: 0.05, Median: 0.05, Each: 1e-7, Evaluations: 5e5, Complete: true, Solved: 60})
	}
	return l
}

func TestTables_Golden(t *testing.T) {
	unraced.Test(t)
	for _, of := range []struct {
		file        string
		accelerator bool
	}{{"tables.txt", true}, {"tables-cpu.txt", false}} {
		l := measured(t, of.accelerator)
		var b bytes.Buffer
		for _, e := range Experiments() {
			for _, table := range e.Tables(l) {
				must.Do(t, table.Text(&b))
				b.WriteByte('\n')
			}
		}
		must.Match(t, of.file, b.Bytes(), *update)
		if !of.accelerator {
			continue
		}
		for _, e := range Experiments() {
			if e.Name != "figure2" && e.Name != "figure5" && e.Name != "figure7" {
				continue
			}
			b.Reset()
			must.Do(t, e.Charts(l)[0].SVG(&b))
			must.Match(t, e.Name+".svg", b.Bytes(), *update)
		}
	}
}

// column returns the cells of a table below a head, by the row's name.
func column(t *testing.T, table *exhibit.Table, group, name, source string) map[string]exhibit.Cell {
	t.Helper()
	for i, c := range table.Columns {
		if c.Group == group && c.Name == name && c.Source == source {
			cells := map[string]exhibit.Cell{}
			for _, row := range append(table.Rows, table.Summary...) {
				cells[row.Name] = row.Cells[i]
			}
			return cells
		}
	}
	t.Fatalf("%s has no column %s %s %s: %+v", table.Name, group, name, source, table.Columns)
	return nil
}

// By hand: 1000 queens are 499,500 pairs, so serial takes 0.4995 ms and coarse 20 us and 0.999 us; a million are 5e11
// pairs, 499.9995 s in series, which is over the limit, and 1.000019 s.
func TestFigure5_ByHand(t *testing.T) {
	l := measured(t, true)
	tables := tablesFigure5(l)
	cells := column(t, tables[2], "GPU", "coarse", exhibit.Ours)
	near(t, "speed-up at 1000", cells["1000"].Value, 499.5/20.999, 1e-9)
	near(t, "speed-up at a million", cells["1000000"].Value, 499.9995/1.000019, 1e-6)
	if mark := cells["1000000"].Mark; mark != exhibit.Estimate {
		t.Errorf("marked %q", mark)
	}
	greatest := column(t, tables[0], "", "speed-up", exhibit.Ours)
	if got := greatest["coarse (GPU)"]; got != cells["1000000"] {
		t.Errorf("the greatest is %+v, want %+v", got, cells["1000000"])
	}
	near(t, "the paper's", column(t, tables[0], "", "speed-up", exhibit.Paper)["coarse (GPU)"].Value, 307, 0)
}

// By hand: coarse takes 20 us at 100 queens, where serial takes 5, and wins from 1000 on. Linear on one core takes 10 us
// at 1000 and 30 at 3000, where coarse takes 29; at 20,000 coarse takes 420 us and linear 200.
func TestCrossover_ByHand(t *testing.T) {
	l := measured(t, true)
	table := l.crossovers()
	pairwise, lines := column(t, table, "one core that", "compares all pairs", exhibit.Ours), column(t, table, "one core that", "counts lines", exhibit.Ours)
	for name, want := range map[string][2]exhibit.Cell{
		"coarse (GPU)":          {exhibit.Value(1000), exhibit.Missing("never")},
		"linear (GPU)":          {exhibit.Value(1000), exhibit.Value(3000)},
		"fork-join (all cores)": {exhibit.Value(3000), exhibit.Missing("never")},
	} {
		if pairwise[name] != want[0] || lines[name] != want[1] {
			t.Errorf("%s: %+v and %+v, want %+v", name, pairwise[name], lines[name], want)
		}
	}
	notes := strings.Join(table.Notes, "\n")
	for _, want := range []string{
		"coarse (GPU) beats one core that compares all pairs from N = 1000 on, and never beats one core that counts lines, up to N = 1000000.",
		"The fastest way to evaluate one candidate: linear (one core) from 100 to 1000, linear (GPU) from 3000 to 1000000.",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("does not say %q:\n%s", want, notes)
		}
	}
	near(t, "the paper's", column(t, table, "one core that", "compares all pairs", exhibit.Paper)["coarse (GPU)"].Value, 700, 0)
}

// By hand: at 3000 queens serial takes 4.4985 ms an evaluation, 434,400 of them 1954 s; a delta 1e-7 s.
func TestFigure7_ByHand(t *testing.T) {
	l := measured(t, true)
	tables := tablesFigure7(l)
	ours := column(t, tables[0], "one core", "serial", exhibit.Ours)["3000"]
	near(t, "serial", ours.Value, 1954.1484, 1e-3)
	if ours.Mark != exhibit.Estimate {
		t.Errorf("a beginning is marked %q", ours.Mark)
	}
	near(t, "the paper's", column(t, tables[0], "one core", "serial", exhibit.Paper)["3000"].Value, 9443, 0)
	near(t, "deltas", column(t, tables[0], "one core", "O(1) deltas", exhibit.Ours)["3000"].Value, 0.04344, 1e-9)
	near(t, "speed-up", column(t, tables[1], "O(1) deltas (one core)", "annealing", exhibit.Ours)["3000"].Value, 44985, 1e-6)
	near(t, "loss", column(t, tablesFigure6(l)[0], "GPU", "coarse", exhibit.Ours)["1000"].Value, 1, 1e-9)
	near(t, "best threads", column(t, tablesFigure3(l)[0], "", "threads", exhibit.Ours)["1000"].Value, 10, 0)
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(got >= want-within && got <= want+within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}
