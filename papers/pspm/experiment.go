package pspm

import (
	"context"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// Experiment is a table or a figure of the paper.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments, in the paper's order.
func Experiments() []Experiment {
	return []Experiment{
		{Name: "table2", Title: "solution space exploration speed", Run: runTable2, Tables: tables2},
		{Name: "table3", Title: "exploration effectiveness", Run: runTable3, Tables: tables3},
		{Name: "throughput", Aside: true, Title: "the left half of table3", Run: runThroughput, Tables: func(l *Lab) []*exhibit.Table { return tables3(l)[:1] }},
		{Name: "convergence", Aside: true, Title: "the right half of table3", Run: runConvergence, Tables: func(l *Lab) []*exhibit.Table { return tables3(l)[1:] }},
		{Name: "table4", Aside: true, Title: "scalability", Run: runTable4, Tables: tables4},
		{Name: "figure4", Title: "scalability, drawn", Run: runTable4, Tables: tables4, Charts: charts4},
	}
}

// each runs a step for every system on every instance.
func (l *Lab) each(ctx context.Context, run func(in Instance, s System) error) error {
	return papers.Each(ctx, l.Entries(l.Instances), func(e papers.Entry[*tsp.Instance, System]) error { return run(e.In, e.S) })
}

// figure makes the cells of a figure of a system's runs of a kind; asked are the moves that the experiment asks for.
func (l *Lab) figure(kind papers.Kind, s System, asked int, of func(in Instance, list Runs) exhibit.Cell) func(Instance) exhibit.Cell {
	moves := s.moves(asked)
	return func(in Instance) exhibit.Cell {
		list := l.runs(kind, in, s, moves)
		switch {
		case !s.offered(moves):
			return exhibit.Missing("n/a")
		case len(list) == 0:
			return l.Missing(in, s)
		}
		c := of(in, list)
		if len(list) < l.trials(s.ID) {
			c.Mark += exhibit.Partial
		}
		return c
	}
}

// sec is the mean SEC.
func sec(in Instance, list Runs) exhibit.Cell {
	return exhibit.Value(list.Mean(func(r Run) float64 { return SEC(r.Cost, in.Best) }))
}

// ofAll returns the paper's averages if the Lab has the paper's 20 instances, else nil.
func ofAll[R any](l *Lab, average R) *R {
	if l.complete() {
		return &average
	}
	return nil
}

// complete says whether the instances are the paper's 20.
func (l *Lab) complete() bool {
	names := PaperInstances()
	return len(l.Instances) == len(names) && !slices.ContainsFunc(l.Instances,
		func(in Instance) bool { return !slices.Contains(names, in.Name) })
}

// notes returns the notes that all tables share, and those misprints that concern it.
func (l *Lab) tableNotes(table string) []string {
	s := l.Schedule
	as := ""
	if s == PaperSchedule {
		as = " (as in the paper)"
	}
	trials := fmt.Sprintf("%d trials of each", l.Trials)
	for _, system := range l.Systems {
		if n := l.trials(system.ID); n != l.Trials {
			trials += fmt.Sprintf(", %d of %s", n, system.Title)
		}
	}
	notes := []string{fmt.Sprintf("%s, seeds from %d; temperatures %g to %g, alpha %g, Sp %d, Se %d%s.",
		trials, l.Seed, s.Start, s.End, s.Alpha, s.Sweeps, s.Every, as)}
	notes = append(notes, l.JobsNote()...)
	for _, m := range Misprints() {
		if m.Table == table {
			notes = append(notes, m.String())
		}
	}
	return append(notes, l.notes...)
}
