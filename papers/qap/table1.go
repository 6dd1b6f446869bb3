package qap

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// runTable1 runs a population of 128 on a core, with restarts and without, as the paper does in place of a block.
func runTable1(ctx context.Context, l *Lab) error {
	if err := l.runSystems(ctx, noRestart, modelII); err != nil {
		return err
	}
	return runSingles(ctx, l)
}

// effect is a group of Table I's columns.
type effect struct {
	group, system string
	runs          func(Instance) Runs
	time          func(Instance) func(Run) float64
	paper         func(PaperTable1) PaperEffect
}

func tablesTable1(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[Instance, PaperTable1]("table1", "instance",
		"Table I: the effect of the restart strategy on a single population of 128")
	clock := func(Instance) func(Run) float64 { return Run.Seconds }
	on := func(id string) func(Instance) Runs { return func(in Instance) Runs { return l.toTarget(in, id, 0) } }
	groups := []effect{
		{"one core, no restart", noRestart, on(noRestart), clock, func(r PaperTable1) PaperEffect { return r.NoRestart }},
		{"one core, restart", modelII, on(modelII), clock, func(r PaperTable1) PaperEffect { return r.Restart }},
		{"one block of the GPU, restart", gaGPU, func(in Instance) Runs { return l.alone(in, papers.OneGPU) },
			func(in Instance) func(Run) float64 { return l.seconds(in, papers.OneGPU) }, nil},
	}
	if !l.Has(gaGPU) {
		groups = groups[:2]
	}
	for _, g := range groups {
		l.effectColumns(s, g)
	}
	rows(l, s, Table1, name1)
	for _, r := range s.Table.Rows {
		for k, c := range s.Table.Columns {
			if c.Source == exhibit.Paper && c.Unit == "s" && r.Cells[k].Value == 0 {
				r.Cells[k] = exhibit.Missing("-") // no run succeeded
			}
		}
	}
	s.Table.Notes = append(l.notes(),
		fmt.Sprintf("Times are of the runs that found an acceptable solution, as in the paper. Without restarts a run ends after %d "+
			"generations without a better solution; when the paper's end it does not say.", hopeless))
	if l.Has(gaGPU) {
		s.Table.Notes = append(s.Table.Notes, "Blocks of the GPU are many and given up early (figure5), so the mean of those that succeeded is too low.")
	}
	s.Table.Notes = append(s.Table.Notes, misprints()...)
	return []*exhibit.Table{s.Table}
}

// effectColumns adds the columns of a group: the share of runs that succeeded, and the mean, least and greatest of
// their times.
func (l *Lab) effectColumns(s *papers.Sheet[Instance, PaperTable1], g effect) {
	column := func(name, unit string, digits int, of func(in Instance, list Runs) exhibit.Cell, paper func(PaperEffect) float64) {
		var printed func(PaperTable1) float64
		if g.paper != nil && paper != nil {
			printed = func(r PaperTable1) float64 { return paper(g.paper(r)) }
		}
		s.Column(exhibit.Column{Group: g.group, Name: name, Unit: unit, Digits: digits}, func(in Instance) exhibit.Cell {
			return l.whatever(in, g.system, g.runs(in), func(list Runs) exhibit.Cell { return of(in, list) })
		}, printed)
	}
	column("runs", "", 0, func(_ Instance, list Runs) exhibit.Cell { return exhibit.Value(float64(len(list))) }, nil)
	column("#OPT", "%", 1, func(_ Instance, list Runs) exhibit.Cell { return reached(list) },
		func(e PaperEffect) float64 { return 100 * e.Hits / paperRuns })
	for _, c := range []struct {
		name    string
		of      func(times []float64) float64
		printed func(PaperEffect) float64
	}{
		{"Tavg", papers.Mean, func(e PaperEffect) float64 { return e.Mean }},
		{"Min", func(t []float64) float64 { return t[0] }, func(e PaperEffect) float64 { return e.Min }},
		{"Max", func(t []float64) float64 { return t[len(t)-1] }, func(e PaperEffect) float64 { return e.Max }},
	} {
		column(c.name, "s", -3, func(in Instance, list Runs) exhibit.Cell {
			if times := sorted(list.Reached(), g.time(in)); len(times) > 0 {
				return exhibit.Value(c.of(times))
			}
			return exhibit.Missing("-")
		}, c.printed)
	}
}
