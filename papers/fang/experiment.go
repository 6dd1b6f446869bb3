package fang

import (
	"context"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// Experiment is a table of the paper.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments, in the paper's order.
func Experiments() []Experiment {
	return []Experiment{
		{Name: "table1", Title: "time by states, variables and possibilities", Run: runTable(Table1),
			Tables: func(l *Lab) []*exhibit.Table {
				return l.tables("table1", "Table 1: time of a generation of successors", Table1)
			},
			Charts: func(l *Lab) []*exhibit.Chart { return l.charts() }},
		{Name: "table2", Title: "time by the load of a rating", Run: runTable(Table2),
			Tables: func(l *Lab) []*exhibit.Table { return l.tables("table2", "Table 2: the influence of the load", Table2) }},
	}
}

func runTable(printed []Printed) func(context.Context, *Lab) error {
	return func(ctx context.Context, l *Lab) error { return l.run(ctx, l.sizes(printed)) }
}

// cell makes the cell of a figure of a case.
func (l *Lab) cell(s System, size Size, of func(Measurement) float64) exhibit.Cell {
	m, ok := l.Result(Case{s.ID, size})
	switch {
	case !ok:
		return exhibit.Missing("-")
	case m.Missing != "":
		return exhibit.Missing("n/a")
	}
	c := exhibit.Value(of(m))
	if m.partial {
		c.Mark = exhibit.Partial
	}
	return c
}

func milliseconds(m Measurement) float64 { return 1000 * m.Median }
func sigma(m Measurement) float64        { return 1000 * m.Deviation }
func rate(m Measurement) float64         { return m.Ratings() / m.Median / 1e9 }

// head stands over the names of rows.
const head = "states x variables x possibilities, load"

// tables are the times, their deviations, and what follows from them.
func (l *Lab) tables(name, title string, printed []Printed) []*exhibit.Table {
	times := l.sheet(name, title, printed, milliseconds, func(p Printed) [4]float64 { return p.Times })
	deviations := l.sheet(name+"-deviation", title+": standard deviations", printed, sigma, func(p Printed) [4]float64 { return p.Sigmas })
	speed := papers.NewSheet[Size, Printed](name+"-speed", head, title+": ratings a second, and the stored scheme's time over that of one pass")
	for _, s := range l.Here() {
		speed.Column(exhibit.Column{Group: s.Where.String(), Name: s.Title, Unit: "1e9/s", Digits: -3},
			func(size Size) exhibit.Cell { return l.cell(s, size, rate) }, nil)
	}
	for _, pair := range [][2]string{{"one-pass", "stored"}, {"one-pass-rated", "stored-rated"}} {
		ours, ok := l.System(pair[0])
		theirs, both := l.System(pair[1])
		if !ok || !both || !l.Runs(ours) {
			continue
		}
		speed.Column(exhibit.Column{Group: "stored / one pass", Name: ours.Title, Digits: -3}, func(size Size) exhibit.Cell {
			return exhibit.Ratio(l.cell(theirs, size, milliseconds), l.cell(ours, size, milliseconds), exhibit.Quotient)
		}, nil)
	}
	for _, size := range l.sizes(printed) {
		speed.Row(size.String(), size, nil)
	}
	times.Notes = append(l.notes(), contradictions...)
	return []*exhibit.Table{times, deviations, speed.Table}
}

// sheet is a table of one figure in milliseconds, with the paper's beside ours.
func (l *Lab) sheet(name, title string, printed []Printed, ours func(Measurement) float64, theirs func(Printed) [4]float64) *exhibit.Table {
	sheet := papers.NewSheet[Size, Printed](name, head, title)
	for _, s := range l.Here() {
		sheet.Column(exhibit.Column{Group: s.Where.String(), Name: s.Title, Unit: "ms", Digits: -3},
			func(size Size) exhibit.Cell { return l.cell(s, size, ours) }, nil)
	}
	for i, machine := range Machines {
		if theirs(printed[0])[i] > 0 {
			sheet.Column(exhibit.Column{Name: machine, Unit: "ms", Digits: 2}, nil, func(p Printed) float64 { return theirs(p)[i] })
		}
	}
	for _, size := range l.sizes(printed) {
		i := slices.IndexFunc(printed, func(p Printed) bool { return p.Size == size })
		if i >= 0 {
			sheet.Row(size.String(), size, &printed[i])
		} else {
			sheet.Row(size.String(), size, nil)
		}
	}
	return sheet.Table
}

// notes say how cases were timed, and what went wrong.
func (l *Lab) notes() []string {
	notes := []string{fmt.Sprintf("Medians and standard deviations of %d generations, or as many as fit in %v, the systems in turns; all variables are active.",
		l.Trials, l.Limit),
		"One pass is our kernel, stored the paper's; rated systems aggregate the least and the greatest distance, the others weigh by the gain alone."}
	if l.Accelerator == nil {
		notes = append(notes, "No GPU: its systems are left out.")
	}
	checks, said := map[Case]Measurement{}, map[string]bool{}
	for _, m := range l.Results(nil) {
		s, err := SystemsNamed([]string{m.System})
		if err != nil {
			continue
		}
		if m.Missing != "" {
			if text := fmt.Sprintf("n/a: %s: %s.", m.System, m.Missing); !said[text] {
				said[text] = true
				notes = append(notes, text)
			}
			continue
		}
		key := Case{fmt.Sprint(s[0].Rated), m.Size}
		if other, ok := checks[key]; !ok {
			checks[key] = m
		} else if other.Check != m.Check {
			notes = append(notes, fmt.Sprintf("%s and %s made different successors at %v: one of them is wrong.", other.System, m.System, m.Size))
		}
	}
	return notes
}

// charts draw Table 1: time by the possibilities, a panel for each number of states and variables.
func (l *Lab) charts() []*exhibit.Chart {
	chart := &exhibit.Chart{Name: "table1", Title: "Table 1: time of a generation of successors"}
	for _, states := range l.States {
		for _, variables := range []int{8, 32} {
			panel := exhibit.Panel{X: exhibit.Axis{Label: fmt.Sprintf("possibilities, %d states, %d variables", states, variables), Log: true},
				Y: exhibit.Axis{Label: "time [ms]", Log: true}}
			for style, s := range l.Here() {
				line := exhibit.Series{Name: s.Title + " (" + s.Where.String() + ")", Style: style}
				for _, side := range []int{35, 67, 99} {
					size := Size{states, variables, side, 1}
					if c := l.cell(s, size, milliseconds); c.Has() {
						line.Add(float64(size.Possibilities()), c.Value)
					}
				}
				panel.Series = append(panel.Series, line)
			}
			paper := exhibit.Series{Name: "paper (" + Machines[0] + ")", Style: len(l.Here()), Dashed: true}
			for _, p := range Table1 {
				if p.States == states && p.Variables == variables {
					paper.Add(float64(p.Possibilities()), p.Times[0])
				}
			}
			panel.Series = append(panel.Series, paper)
			chart.Panels = append(chart.Panels, panel)
		}
	}
	return []*exhibit.Chart{chart}
}
