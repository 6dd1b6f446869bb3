package heterogeneous

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// Experiment is a table.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments.
func Experiments() []Experiment {
	return []Experiment{{Name: "table", Title: "one GPU and the cores beside it, by neighbourhoods and by whole searches", Run: runTable, Tables: tables}}
}

// runTable runs every system on every instance.
func runTable(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.Instances, func(in Instance) error {
		if err := l.share(ctx, in); err != nil {
			return err
		}
		return l.SolveAll(ctx, []Instance{in}, l.Tries)
	})
}

// entry is a row of the table: a system on an instance.
type entry = papers.Entry[multiwalk.Problem, System]

// tables is the table, with a row for each system on each instance.
func tables(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[entry, float64]("table", "instance and system", "Iterated tabu search on one GPU and the cores beside it")
	add := func(name, unit string, digits int, of func(in Instance, list papers.Runs) exhibit.Cell) {
		s.Column(exhibit.Column{Name: name, Unit: unit, Digits: digits}, func(e entry) exhibit.Cell {
			return l.Cell(e.In, e.S, papers.Trial{}, l.Tries, func(list papers.Runs) exhibit.Cell { return of(e.In, list) })
		}, nil)
	}
	cost := func(r papers.Run) float64 { return float64(r.Cost) }
	add("searches", "", 0, func(_ Instance, list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(func(r papers.Run) float64 { return float64(r.Walks) }))
	})
	add("iterations", "1e3/s", -3, func(_ Instance, list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(papers.Run.Made) / list.Mean(papers.Run.Seconds) / 1e3)
	})
	add("neighbours", "1e6/s", -3, func(_ Instance, list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(papers.Run.Priced) / list.Mean(papers.Run.Seconds) / 1e6)
	})
	add("cost", "", 1, func(_ Instance, list papers.Runs) exhibit.Cell { return exhibit.Value(list.Mean(cost)) })
	add("error", "%", 3, func(in Instance, list papers.Runs) exhibit.Cell {
		if in.Best == 0 {
			return exhibit.Missing("-")
		}
		return exhibit.Value(100 * (list.Mean(cost)/float64(in.Best) - 1))
	})
	add("time", "s", -3, func(in Instance, list papers.Runs) exhibit.Cell {
		return list.Expected(list.Hits(in.Best), papers.Run.Seconds)
	})
	for _, e := range l.Entries(l.Instances) {
		s.Row(e.In.Name+", "+l.Title(e.S.Where)+", "+e.S.Title, e, nil)
	}
	s.Table.Notes = append([]string{
		fmt.Sprintf("Up to %d runs of each, seeds from %d. A run ends at the best cost known, or after %v (--limit), with kernels loaded. Time: until "+
			"a run finds it; ~: some ended without it; >: all did.", l.Tries, l.Seed, l.Limit),
		fmt.Sprintf("Neighbourhoods: the searches are the host's, and the GPU evaluates all neighbours of %d of them at a time (--searches), an iteration a "+
			"launch. Each remaining core runs as many further searches as it can take on by an iteration meanwhile, or one.", l.Searches),
		"Whole searches: what the method makes of the device unasked, thousands of iterations a launch.",
		"The chapter prints no figures of this scheme.",
	}, l.Reasons(l.Instances)...)
	return []*exhibit.Table{s.Table}
}
