package q3ap

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/q3ap"
)

// Experiment is a table.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments.
func Experiments() []Experiment {
	return []Experiment{
		{Name: "table", Title: "the chapter's table", Run: runTable, Tables: tables},
		{Name: "orders", Aside: true, Title: "both orders of the two matrices", Run: runOrders, Tables: tablesOrders},
	}
}

// runTable runs every system on every instance to the best cost known.
func runTable(ctx context.Context, l *Lab) error {
	return l.SolveAll(ctx, l.Instances, l.Config.Runs)
}

// cell makes a cell of a figure of a system's runs.
func (l *Lab) cell(s System, of func(in Instance, list Runs) exhibit.Cell) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell {
		return l.Cell(in, s, Trial{}, l.Config.Runs, func(list Runs) exhibit.Cell { return of(in, list) })
	}
}

// expected is the time until a run finds the best cost known: where some ended without it, all time over the runs that did, and
// where all did, more than they had.
func expected(in Instance, list Runs) exhibit.Cell {
	return list.Expected(list.Hits(in.Best), Run.Seconds)
}

// entry is a row of the table: a system on an instance.
type entry = papers.Entry[*assignment.Instance, System]

// beside is what the chapter's table has of an entry: its program on a CPU beside tabu search by pairs on a core, that on a GPU beside the
// same on the GPU.
type beside struct {
	PaperRow
	time float64
}

func besides(e entry) *beside {
	r := papers.Find(Table, e.In.Name, instanceOf)
	switch {
	case r == nil:
		return nil
	case e.S.ID == pairsCore:
		return &beside{*r, r.CPU}
	case e.S.ID == pairsGPU:
		return &beside{*r, r.GPU}
	}
	return nil
}

// tables is the chapter's table, with a row for each system on each instance.
func tables(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[entry, beside]("table", "instance and system", "Q3AP by iterated tabu search: costs at the ends of runs, and times to the best cost known")
	s.Column(exhibit.Column{Name: "optimal"}, func(e entry) exhibit.Cell { return exhibit.Value(float64(e.In.Best)) },
		func(r beside) float64 { return r.Optimal })
	add := func(name, unit string, digits int, of func(in Instance, list Runs) exhibit.Cell, paper func(beside) float64) {
		s.Column(exhibit.Column{Name: name, Unit: unit, Digits: digits}, func(e entry) exhibit.Cell { return l.cell(e.S, of)(e.In) }, paper)
	}
	add("average", "", 1, func(_ Instance, list Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(func(r Run) float64 { return float64(r.Cost) }))
	}, func(r beside) float64 { return r.Average })
	add("maximal", "", 0, func(_ Instance, list Runs) exhibit.Cell { return exhibit.Value(float64(slices.Max(list.Costs()))) },
		func(r beside) float64 { return r.Maximal })
	add("hits", "%", 0, func(in Instance, list Runs) exhibit.Cell {
		return exhibit.Value(100 * float64(list.Hits(in.Best)) / float64(len(list)))
	}, func(r beside) float64 { return r.Hits })
	add("time", "s", -3, expected, func(r beside) float64 { return r.time })
	add("median", "ms", -3, func(in Instance, list Runs) exhibit.Cell { return l.bounded(in, list, papers.Median(list.Times())) }, nil)
	add("slowest", "ms", -3, func(in Instance, list Runs) exhibit.Cell { return l.bounded(in, list, slices.Max(list.Times())) }, nil)
	l.speedup(s)
	s.Column(exhibit.Column{Name: "ITS", Digits: -3}, l.iterations, func(r beside) float64 { return r.Iterations })
	add("searches", "", 0, func(_ Instance, list Runs) exhibit.Cell { return exhibit.Value(float64(list[0].Walks)) }, nil)
	add("deltas", "1e6/s", -3, func(_ Instance, list Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(Run.Priced) / list.Mean(Run.Seconds) / 1e6)
	}, nil)
	for _, e := range l.Entries(l.Instances) {
		s.Row(e.In.Name+", "+l.Title(e.S.Where)+", "+e.S.Title, e, besides(e))
	}
	s.Table.Notes = l.notes()
	return []*exhibit.Table{s.Table}
}

// bounded is a time in milliseconds. Where it is the limit's, only a bound is known.
func (l *Lab) bounded(in Instance, list Runs, seconds float64) exhibit.Cell {
	c := exhibit.Value(1000 * seconds)
	if seconds >= l.Limit.Seconds() && list.Hits(in.Best) < len(list) {
		c.Mark = exhibit.AtLeast
	}
	return c
}

// iterations is ITS: the bursts that each search made.
func (l *Lab) iterations(e entry) exhibit.Cell {
	if e.S.Burst == 0 {
		return exhibit.Missing("n/a")
	}
	return l.cell(e.S, func(_ Instance, list Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(func(r Run) float64 { return float64(r.Moves) / float64(r.Walks*e.S.Burst) }))
	})(e.In)
}

// speedup adds the column of each system's time over that of the same on the GPU: by pairs, or by swaps and joint swaps.
func (l *Lab) speedup(s *papers.Sheet[entry, beside]) {
	if !l.Has(tabuGPU) && !l.Has(pairsGPU) {
		return
	}
	s.Column(exhibit.Column{Name: "GPU's speed-up", Digits: -3}, func(e entry) exhibit.Cell {
		gpu, ok := l.System(e.S.by())
		if !ok || !l.Has(gpu.ID) || e.S.ID == gpu.ID {
			return exhibit.Missing("-")
		}
		return exhibit.Against(l.cell(e.S, expected)(e.In), l.cell(gpu, expected)(e.In), exhibit.Quotient)
	}, func(r beside) float64 { return r.Speedup })
}

// orders says which matrix of QAPLIB's files is F.
func orders() string {
	names := map[bool][]string{}
	for _, p := range published {
		names[p.first] = append(names[p.first], p.name)
	}
	return fmt.Sprintf("The values that the literature gives fit no single order of QAPLIB's two matrices: %s have the distances squared, %s the flows "+
		"(experiment orders).", strings.Join(names[true], ", "), strings.Join(names[false], ", "))
}

// notes returns what all tables say.
func (l *Lab) notes() []string {
	notes := []string{
		fmt.Sprintf("Up to %d runs of each, seeds from %d; the chapter's figures fit %d. A run ends at the best cost known, or after %v (--limit). "+
			"~: some ended without it, and the time is that of all over those that found it; >: all did, or the true time is longer.", l.Config.Runs, l.Seed, paperRuns, l.Limit),
		"Times are of the wall clock, from the call to the answer, with kernels loaded; each answer is evaluated anew.",
		fmt.Sprintf("ITS: the chapter's, presumably of its iterated local search; ours, the bursts of %d iterations that each search made.", burst),
		"The chapter's tabu search explores pairs of a swap in p and one in q, as tabu search by pairs does here; the GPU's speed-up is over that. " +
			"The other tabu search makes swaps in p, swaps in q and, but for " + swapsCore + ", the same swap in both.",
		orders(),
	}
	notes = append(notes, l.Reasons(l.Instances)...)
	return append(notes, misprints(Table)...)
}
