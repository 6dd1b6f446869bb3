package pspm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/repro"
)

// Experiment is a table or a figure of the paper.
type Experiment struct {
	Name  string // in the command and of its files
	Title string
	// Run runs the trials that the Lab has no samples of. It returns what stopped it, such as ctx's error.
	Run func(ctx context.Context, l *Lab) error
	// Tables and Charts show what samples there are.
	Tables func(l *Lab) []*repro.Table
	Charts func(l *Lab) []*repro.Chart // nil: it has none
}

// Experiments returns all experiments, in the paper's order.
func Experiments() []Experiment {
	return []Experiment{
		{"table2", "solution space exploration speed", runTable2, tables2, nil},
		{"table3", "exploration effectiveness", runTable3, tables3, nil},
		{"throughput", "the left half of table3", runThroughput, func(l *Lab) []*repro.Table { return tables3(l)[:1] }, nil},
		{"convergence", "the right half of table3", runConvergence, func(l *Lab) []*repro.Table { return tables3(l)[1:] }, nil},
		{"table4", "scalability", runTable4, tables4, nil},
		{"figure4", "scalability, drawn", runTable4, tables4, charts4},
	}
}

// ExperimentsNamed returns experiments by name; no names stand for all, with the figure in place of its table.
func ExperimentsNamed(names []string) ([]Experiment, error) {
	all := Experiments()
	if len(names) == 0 {
		names = []string{"table2", "table3", "figure4"}
	}
	var list []Experiment
	for _, name := range names {
		i := slices.IndexFunc(all, func(e Experiment) bool { return e.Name == name })
		if i < 0 {
			var known []string
			for _, e := range all {
				known = append(known, e.Name)
			}
			return nil, fmt.Errorf("multiwalk: unknown experiment %q; known are %s", name, strings.Join(known, ", "))
		}
		if !slices.ContainsFunc(list, func(e Experiment) bool { return e.Name == name }) {
			list = append(list, all[i])
		}
	}
	return list, nil
}

// cell makes a cell of a figure of samples; complete is how many there should be.
func (l *Lab) cell(s System, moves int, list Samples, of func(Samples) float64) repro.Cell {
	switch {
	case !s.offered(moves):
		return repro.Missing("n/a")
	case len(list) == 0 && !l.runs(s):
		return repro.Missing("no GPU")
	case len(list) == 0:
		return repro.Missing("-")
	}
	c := repro.Value(of(list))
	if len(list) < l.trials(s.ID) {
		c.Mark = repro.Partial
	}
	return c
}

// sec is the mean SEC.
func sec(in Instance) func(Samples) float64 {
	return func(list Samples) float64 {
		return list.Mean(func(x Sample) float64 { return SEC(x.Length, in.Optimum) })
	}
}

// ratio makes the cell of a figure against another one, by a function that rises with the first and falls with the
// second. Bounds of the two carry over where they agree; else, and where a figure is incomplete, so is the ratio.
func ratio(over, under repro.Cell, of func(a, b float64) float64) repro.Cell {
	switch {
	case !over.Has():
		return over
	case !under.Has():
		return under
	}
	c := repro.Value(of(over.Value, under.Value))
	switch {
	case over.Mark+under.Mark == "":
	case over.Mark == repro.Bound && under.Mark == "":
		c.Mark = repro.Bound
	case over.Mark == "" && under.Mark == repro.Bound:
		c.Mark = repro.AtLeast
	default:
		c.Mark = repro.Partial
	}
	return c
}

// complete says whether the instances are the paper's 20.
func (l *Lab) complete() bool {
	names := PaperInstances()
	return len(l.Instances) == len(names) && !slices.ContainsFunc(l.Instances, func(in Instance) bool { return !slices.Contains(names, in.Name) })
}

// system returns the first of the Lab's systems with one of the IDs, or ok false.
func (l *Lab) system(ids ...string) (s System, ok bool) {
	for _, id := range ids {
		if i := slices.IndexFunc(l.Systems, func(s System) bool { return s.ID == id }); i >= 0 {
			return l.Systems[i], true
		}
	}
	return System{}, false
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
	for _, m := range Misprints() {
		if m.Table == table {
			notes = append(notes, m.String())
		}
	}
	return append(notes, l.notes...)
}
