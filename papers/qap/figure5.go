package qap

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// drawn is how many runs of an instance Figure 5 shows, as many as the paper's.
const drawn = 100

// places are where single runs are.
func (l *Lab) places() []papers.Where {
	return slices.DeleteFunc([]papers.Where{papers.OneGPU, papers.OneCore}, func(w papers.Where) bool { return l.Device(w) == nil })
}

func tablesFigure5(l *Lab) []*exhibit.Table {
	s := &sheet2{Table: &exhibit.Table{Name: "figure5", Head: "instance",
		Title: "Figure 5: times of single blocks of the GPU, and of single populations on a core, to an acceptable solution"}}
	for _, w := range l.places() {
		l.columnsFigure5(s, w)
	}
	rows(l, s, Table2, name2)
	s.Table.Notes = append(l.notes(), "Quantiles are of all runs, those that were given up among them: >: the quantile is later "+
		"than the runs were given up.")
	if l.Device(papers.OneGPU) != nil && l.printed() {
		s.Table.Notes = append(s.Table.Notes, "T1,avg/(generations·n²): the paper's mean time of a single block by our generations. "+
			"A generation evaluates children in n² steps, so where the model is the paper's this is the speed of its GPU, "+
			"and the same for all instances.")
	}
	return []*exhibit.Table{s.Table}
}

// sheet2 is a table by instance, beside the paper's Table II.
type sheet2 = papers.Sheet[Instance, PaperTable2]

// columnsFigure5 adds the columns of the single runs on a place. Those of a block are the paper's too.
func (l *Lab) columnsFigure5(s *sheet2, w papers.Where) {
	group := map[papers.Where]string{papers.OneGPU: "single block", papers.OneCore: l.Title(papers.OneCore)}[w]
	column := func(name, unit string, digits int, of func(Instance, Runs) exhibit.Cell, printed func(PaperTable2) float64) {
		if w != papers.OneGPU {
			printed = nil
		}
		s.Column(exhibit.Column{Group: group, Name: name, Unit: unit, Digits: digits}, func(in Instance) exhibit.Cell {
			return l.whatever(in, idOf(w), l.alone(in, w), func(list Runs) exhibit.Cell { return of(in, list) })
		}, printed)
	}
	column("runs", "", 0, func(_ Instance, list Runs) exhibit.Cell { return exhibit.Value(float64(len(list))) }, nil)
	column("at the target", "%", 0, func(_ Instance, list Runs) exhibit.Cell { return reached(list) }, nil)
	for _, q := range []struct {
		name  string
		share float64
	}{{"least", 0}, {"10 %", 0.1}, {"median", 0.5}, {"90 %", 0.9}} {
		column(q.name, "s", -3, func(in Instance, list Runs) exhibit.Cell { return l.quantile(in, w, list, q.share) }, nil)
	}
	column("mean", "s", -3, func(in Instance, _ Runs) exhibit.Cell { return l.time2(row2{in, bundle{w, 1, 1}}) },
		func(r PaperTable2) float64 { return r.One.Mean })
	column("σ", "s", -3, func(in Instance, _ Runs) exhibit.Cell { return l.deviation2(row2{in, bundle{w, 1, 1}}) },
		func(r PaperTable2) float64 { return r.One.Deviation })
	if w == papers.OneGPU {
		column("generations", "", 0, func(_ Instance, list Runs) exhibit.Cell { return generations(list) }, nil)
		if l.printed() {
			column("T1,avg/(generations·n²)", "µs", 2, perGeneration, nil)
		}
	}
}

// printed says whether an instance is one of the paper's.
func (l *Lab) printed() bool {
	return slices.ContainsFunc(l.Instances, func(in Instance) bool { return papers.Find(Table2, in.Name, name2) != nil })
}

// generations is how many it takes in the mean until a run is at the target.
func generations(list Runs) exhibit.Cell {
	return expected(list, func(r Run) float64 { return float64(r.Generations) })
}

// perGeneration is the paper's mean time of a single block by our generations and n*n, in microseconds.
func perGeneration(in Instance, list Runs) exhibit.Cell {
	r := papers.Find(Table2, in.Name, name2)
	if r == nil || len(list.Reached()) == 0 {
		return exhibit.Missing("-")
	}
	n := float64(in.Problem.N)
	c := generations(list)
	c.Value = r.One.Mean * 1e6 / (c.Value * n * n)
	return c
}

// quantile is the time by which a share of all runs has the target.
func (l *Lab) quantile(in Instance, w papers.Where, list Runs, share float64) exhibit.Cell {
	seconds := l.seconds(in, w)
	sample, err := sampleOf(list, seconds)
	if err == nil {
		if share == 0 {
			return exhibit.Value(sample.Min())
		}
		if q := sample.Quantile(share); !math.IsNaN(q) {
			return exhibit.Value(q)
		}
	}
	longest := sorted(list, seconds)
	return exhibit.Cell{Value: longest[len(longest)-1], Mark: exhibit.AtLeast}
}

// chartsFigure5 draws each run as a point, above the number of its instance, and the means.
func chartsFigure5(l *Lab) []*exhibit.Chart {
	chart := &exhibit.Chart{Name: "figure5", Title: "Figure 5: time to find an acceptable solution, single runs"}
	for _, w := range l.places() {
		var ticks, names = []float64{}, []string{}
		runs := exhibit.Series{Name: "a run", Form: exhibit.MarkersOnly}
		means := exhibit.Series{Name: "mean", Style: 1, Form: exhibit.MarkersOnly}
		paper := exhibit.Series{Name: "mean, paper", Style: 1, Form: exhibit.MarkersOnly, Dashed: true}
		for i, in := range l.Instances {
			x := float64(i + 1)
			ticks, names = append(ticks, x), append(names, fmt.Sprintf("%d %s", i+1, in.Name))
			list := l.alone(in, w)
			for _, t := range sorted(list[:min(drawn, len(list))].Reached(), l.seconds(in, w)) {
				runs.Add(x, t)
			}
			if c := l.time2(row2{in, bundle{w, 1, 1}}); c.Has() {
				means.Add(x, c.Value)
			}
			if r := papers.Find(Table2, in.Name, name2); r != nil && w == papers.OneGPU {
				paper.Add(x, r.One.Mean)
			}
		}
		title := map[papers.Where]string{papers.OneGPU: "block of the GPU", papers.OneCore: "core"}[w]
		chart.Panels = append(chart.Panels, exhibit.Panel{X: exhibit.Axis{Label: strings.Join(names, ", "), Ticks: ticks},
			Y: exhibit.Axis{Label: "time on a " + title + " [s]", Log: true}, Series: []exhibit.Series{runs, means, paper}})
	}
	return []*exhibit.Chart{chart}
}
