package nqueens

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// evaluated is the case of a system at a size.
func evaluated(s System, n int) Case {
	return Case{Kind: Evaluation, Candidates: Random, System: s.ID, N: n}
}

// runFigure4 times all systems at all sizes, which Figures 4 and 5 show.
func runFigure4(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.sizes(paperSizes()), func(n int) error {
		var cases []Case
		for _, s := range l.Here() {
			cases = append(cases, evaluated(s, n))
		}
		return l.evaluations(ctx, cases)
	})
}

// all is a table of systems at the sizes of Figures 4 and 5.
func (l *Lab) all(systems []System, name, title, unit string, of func(s System, n int) exhibit.Cell) *exhibit.Table {
	sizes := l.sizes(paperSizes())
	t := bySize(name, title, unit, -3, systems, sizes, of)
	t.Notes = l.notes(Evaluation, sizes)
	return t
}

func tablesFigure4(l *Lab) []*exhibit.Table {
	times := func(of func(Measurement) float64) func(System, int) exhibit.Cell {
		return func(s System, n int) exhibit.Cell { return ms(l.cell(evaluated(s, n), of)) }
	}
	tables := []*exhibit.Table{
		l.all(l.Here(), "figure4", "Figure 4: running time of an evaluation, means", "ms", times(mean)),
		l.all(l.Here(), "figure4-median", "Figure 4: running time of an evaluation, medians", "ms", times(median)),
	}
	tables[0].Notes = append(tables[0].Notes, "The paper's Figure 4 prints no figures. GPU times hold the copy of the candidate, as in the paper.",
		l.whose())
	if l.Accelerator == nil {
		return tables
	}
	gpu := slices.DeleteFunc(l.Here(), func(s System) bool { return s.Where != papers.GPU })
	return append(tables, l.all(gpu, "figure4-kernels", "Figure 4: of that, kernels", "ms", func(s System, n int) exhibit.Cell {
		if m, _ := l.Result(evaluated(s, n)); m.Missing == "" && m.Device == 0 {
			return exhibit.Missing("-")
		}
		return times(func(m Measurement) float64 { return m.Device })(s, n)
	}))
}

// whose says which schemes are the paper's.
func (l *Lab) whose() string {
	var theirs, ours []string
	for _, s := range l.Here() {
		if s.Paper {
			theirs = append(theirs, s.name())
		} else {
			ours = append(ours, s.name())
		}
	}
	if len(ours) == 0 {
		return "All schemes are the paper's."
	}
	return fmt.Sprintf("The paper's schemes are %s; ours are %s.", strings.Join(theirs, ", "), strings.Join(ours, ", "))
}

// fifth is the cell of Figure 5: a system's speed-up over the serial one.
func (l *Lab) fifth(s System, n int) exhibit.Cell {
	serial, _ := l.System("serial")
	return l.speedup(evaluated(s, n), evaluated(serial, n))
}

func tablesFigure5(l *Lab) []*exhibit.Table {
	t := l.all(l.Here()[1:], "figure5", "Figure 5: speed-up over the serial scheme on one core", "x", l.fifth)
	t.Notes = append(t.Notes, speedupNote, fmt.Sprintf("The paper's Figure 5 prints no figures. Its text has the greatest: adaptive %.2f, TBB (reduce) %.2f, "+
		"fork-join %.2f on %d logical cores, coarse-grained %.0f on a Tesla K80.",
		Text.Adaptive, Text.Reduce, Text.ForkJoin, Text.Cores, Text.Coarse))
	return []*exhibit.Table{l.greatest(), l.crossovers(), t}
}

// greatest is the table of the greatest speed-ups, which the paper's text has.
func (l *Lab) greatest() *exhibit.Table {
	sheet := papers.NewSheet[System, float64]("figure5-greatest", "scheme",
		"Figure 5: the greatest speed-up over the serial scheme on one core")
	best := func(s System) (speedup, size exhibit.Cell) {
		speedup, size = exhibit.Missing("-"), exhibit.Missing("-")
		for _, n := range l.sizes(paperSizes()) {
			if c := l.fifth(s, n); c.Has() && (!speedup.Has() || c.Value > speedup.Value) {
				speedup, size = c, exhibit.Value(float64(n))
			}
		}
		return speedup, size
	}
	sheet.Column(exhibit.Column{Name: "speed-up", Digits: -4}, func(s System) exhibit.Cell { c, _ := best(s); return c },
		func(v float64) float64 { return v })
	sheet.Column(exhibit.Column{Name: "at N"}, func(s System) exhibit.Cell { _, n := best(s); return n }, nil)
	printed := map[string]float64{"adaptive": Text.Adaptive, "parallel-reduce": Text.Reduce, "fork-join": Text.ForkJoin,
		gpuPrefix + "coarse": Text.Coarse}
	for _, s := range l.Here() {
		if s.ID == "serial" {
			continue
		}
		var of *float64
		if v, ok := printed[s.ID]; ok {
			of = &v
		}
		sheet.Row(s.name(), s, of)
	}
	sheet.Table.Notes = []string{speedupNote}
	return sheet.Table
}

func chartsFigure4(l *Lab) []*exhibit.Chart {
	return l.curves("figure4", "Figure 4: running time of an evaluation", "time [ms]", func(s System, n int) exhibit.Cell {
		return ms(l.cell(evaluated(s, n), median))
	})
}

func chartsFigure5(l *Lab) []*exhibit.Chart {
	return l.curves("figure5", "Figure 5: speed-up over the serial scheme", "speed-up", l.fifth)
}

// curves draws a line for each system, cores and GPU in panels of their own where there are both.
func (l *Lab) curves(name, title, label string, of func(s System, n int) exhibit.Cell) []*exhibit.Chart {
	chart := &exhibit.Chart{Name: name, Title: title}
	systems := l.Here()
	split := slices.IndexFunc(systems, func(s System) bool { return s.Where == papers.GPU })
	groups := [][]System{systems}
	if split > 0 {
		groups = [][]System{systems[:split], append([]System{systems[0]}, systems[split:]...)}
	}
	for _, group := range groups {
		panel := exhibit.Panel{X: exhibit.Axis{Label: "N", Log: true}, Y: exhibit.Axis{Label: label, Log: true}}
		panel.Series = bySystem(group, l.sizes(paperSizes()), of)
		for i, s := range group {
			panel.Series[i].Style = slices.IndexFunc(systems, func(o System) bool { return o.ID == s.ID })
		}
		chart.Panels = append(chart.Panels, panel)
	}
	return []*exhibit.Chart{chart}
}
