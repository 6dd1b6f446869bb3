package qap

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/stat"
)

// fitted is where the single runs are that Figure 6 fits: blocks of the GPU, or without one a core.
func (l *Lab) fitted() papers.Where {
	if l.Device(papers.OneGPU) != nil {
		return papers.OneGPU
	}
	return papers.OneCore
}

func tablesFigure6(l *Lab) []*exhibit.Table {
	w := l.fitted()
	s := papers.NewSheet[Instance, struct{}]("figure6", "instance",
		fmt.Sprintf("Figure 6: distributions fitted to the times of single runs (%s)", l.Title(w)))
	column := func(group, name, unit string, digits int, has func(*forecast) bool, of func(*forecast) float64) {
		s.Column(exhibit.Column{Group: group, Name: name, Unit: unit, Digits: digits}, func(in Instance) exhibit.Cell {
			if f := l.forecast(in, w); has(f) {
				return exhibit.Value(of(f))
			}
			return exhibit.Missing("-")
		}, nil)
	}
	sampled := func(f *forecast) bool { return f.sample != nil }
	column("runs", "all", "", 0, sampled, func(f *forecast) float64 { return float64(f.sample.Runs()) })
	column("runs", "at the target", "", 0, sampled, func(f *forecast) float64 { return float64(f.sample.Reached()) })
	const group = "gamma, least squares"
	paper := func(f *forecast) bool { return f.paper != nil }
	gamma := func(f *forecast) stat.Gamma { return f.paper.Parametric.(stat.Gamma) }
	column(group, "shape", "", -3, paper, func(f *forecast) float64 { return gamma(f).Shape })
	column(group, "scale", "s", -3, paper, func(f *forecast) float64 { return gamma(f).Scale })
	column(group, "mean", "s", -3, paper, func(f *forecast) float64 { return gamma(f).Mean() })
	column(group, "KS", "", 3, paper, func(f *forecast) float64 { return f.paper.KS })
	const other = "normal, least squares"
	fitted := func(f *forecast) bool { return f.normal != nil }
	normal := func(f *forecast) stat.Normal { return f.normal.Parametric.(stat.Normal) }
	column(other, "mean", "s", -3, fitted, func(f *forecast) float64 { return normal(f).Mu })
	column(other, "σ", "s", -3, fitted, func(f *forecast) float64 { return normal(f).Sigma })
	column(other, "below 0", "%", 1, fitted, func(f *forecast) float64 { return 100 * f.normal.CDF(0) })
	column(other, "KS", "", 3, fitted, func(f *forecast) float64 { return f.normal.KS })
	best := func(f *forecast) bool { return f.best != nil }
	column("best fit", "KS", "", 3, best, func(f *forecast) float64 { return f.best.KS })
	column("best fit", "p", "", 2, best, func(f *forecast) float64 { return f.p })
	column("best fit", "speed-up", "of 1000", -3, best, func(f *forecast) float64 { return stat.Speedup(f.best, 1000) })
	for _, in := range l.Instances {
		s.Row(in.Name, in, nil)
	}
	s.Table.Notes = append(l.notes(), l.notes2()...)
	s.Table.Notes = append(s.Table.Notes, l.nearer(w)...)
	s.Table.Notes = append(s.Table.Notes, "The paper prints no parameters. speed-up: M(1)/M(1000) by the best fit, if 1000 "+
		"blocks had a multiprocessor each.")
	return []*exhibit.Table{s.Table}
}

// nearer says for how many instances the gamma distribution lies nearer to the runs than the normal one, as the paper says
// of its own.
func (l *Lab) nearer(w papers.Where) []string {
	gamma, all := 0, 0
	for _, in := range l.Instances {
		if f := l.forecast(in, w); f.paper != nil && f.normal != nil {
			all++
			if f.paper.KS < f.normal.KS {
				gamma++
			}
		}
	}
	if all == 0 {
		return nil
	}
	return []string{fmt.Sprintf("The paper fits both by least squares, and says that the gamma distribution reflects its runs well and "+
		"the normal one does not. Of ours the gamma distribution is nearer (KS) on %d of %d instances.", gamma, all)}
}

// chartsFigure6 draws for each instance the distribution of single runs with the paper's two fits and the best one, and M(p) with what was
// measured.
func chartsFigure6(l *Lab) []*exhibit.Chart {
	var list []*exhibit.Chart
	for _, in := range l.Instances {
		if f := l.forecast(in, l.fitted()); f.sample != nil {
			list = append(list, &exhibit.Chart{Name: "figure6-" + in.Name, Title: "Figure 6: " + in.Name + ", single runs and what follows of many",
				Panels: []exhibit.Panel{l.distributions(in, f), l.fastest(in, f)}})
		}
	}
	return list
}

// distributions is the panel of the single runs' times, in seconds.
func (l *Lab) distributions(in Instance, f *forecast) exhibit.Panel {
	w := l.fitted()
	seconds := l.seconds(in, w)
	panel := exhibit.Panel{X: exhibit.Axis{Label: "time to the target of a single run [s]", Log: true},
		Y: exhibit.Axis{Label: "share of runs", Ticks: []float64{0, 0.25, 0.5, 0.75, 1}}}
	timed, err := sampleOf(l.singleRuns(in, w, math.MaxInt), seconds)
	if err != nil {
		return panel
	}
	runs := exhibit.Series{Name: "single runs", Style: 6, Form: exhibit.Steps, X: []float64{timed.Min()}, Y: []float64{0}}
	for _, p := range timed.Steps() {
		runs.Add(p.Time, p.F)
	}
	gamma := exhibit.Series{Name: "gamma by least squares, the paper's way", Style: 1, Form: exhibit.LineOnly, Dashed: true}
	normal := exhibit.Series{Name: "normal by least squares", Style: 3, Form: exhibit.LineOnly, Dashed: true}
	best := exhibit.Series{Name: "the best fit", Form: exhibit.LineOnly}
	if f.best != nil {
		best.Name += ", " + string(f.best.Family())
	}
	scale := func(g float64) float64 { return g }
	if pace, ok := l.paceOf(in, gaGPU, 1); ok && w == papers.OneGPU {
		scale = pace.after
	}
	const points = 200
	from, to := f.sample.Min()/3, f.sample.Max()
	if f.best != nil {
		to = max(to, f.best.HazardTime(4)) // when all but 2 % are at the target
	}
	for i := range points + 1 {
		t := from * math.Pow(to/from, float64(i)/points) // generations, or seconds on a core
		x := scale(t)
		if f.paper != nil {
			gamma.Add(x, f.paper.CDF(x))
		}
		if f.normal != nil {
			normal.Add(x, f.normal.CDF(x))
		}
		if f.best != nil {
			best.Add(x, f.best.CDF(t))
		}
	}
	panel.Series = []exhibit.Series{runs, best, gamma, normal}
	return panel
}

// fastest is the panel of M(p).
func (l *Lab) fastest(in Instance, f *forecast) exhibit.Panel {
	panel := exhibit.Panel{X: exhibit.Axis{Label: "populations side by side, p", Log: true},
		Y: exhibit.Axis{Label: "M(p), and measured [s]", Log: true}}
	paper := exhibit.Series{Name: "gamma by least squares, the paper's way", Style: 1, Form: exhibit.LineOnly, Dashed: true}
	most := 1.0
	for _, b := range l.bundles(in) {
		most = max(most, float64(b.blocks))
	}
	const points = 40
	for i := 0; f.paper != nil && i <= points; i++ {
		p := math.Pow(most, float64(i)/points)
		paper.Add(p, stat.Fastest(f.paper, p))
	}
	ours := exhibit.Series{Name: "ours, with the pace of as many", Form: exhibit.MarkersOnly}
	measured := exhibit.Series{Name: "measured", Style: 6, Form: exhibit.MarkersOnly, Dashed: true}
	races := exhibit.Series{Name: "races side by side", Style: 2, Form: exhibit.MarkersOnly, Dashed: true}
	for _, b := range append([]bundle{{l.fitted(), 1, 1}}, l.bundles(in)...) {
		if b.where.One() != l.fitted() {
			continue
		}
		x := float64(b.blocks)
		if c := l.time2(row2{in, b}); c.Has() {
			measured.Add(x, c.Value)
		}
		if c := l.raced(row2{in, b}); c.Has() {
			races.Add(x, c.Value)
		}
		if p, ok := l.predict(in, b); ok && b.blocks > 1 {
			ours.Add(x, p.value)
		}
	}
	panel.Series = []exhibit.Series{paper, ours, measured, races}
	return panel
}
