package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/stat"
)

type benchScaleCmd struct {
	benchFlags
	Plot string `placeholder:"FILE" help:"Draw the runs over time, and what each place gains; .svg or .png. For one instance and one method."`
}

// Run makes the runs, and a table for each method on each instance.
func (b *benchScaleCmd) Run(c *console.Console, p *Program) error {
	if err := checkChart(b.Plot); err != nil {
		return err
	}
	if b.Plot != "" {
		if err := console.CheckPlace(b.Plot, console.RoomFor(0)); err != nil {
			return console.Environment(fmt.Errorf("--plot %s: %w", filename.Shown(b.Plot), err))
		}
		if len(b.Files)*len(b.Methods) > 1 {
			return errors.New("--plot draws one method on one instance; give them one by one, with the same --out")
		}
	}
	series, err := b.make(c, p)
	if err != nil {
		return err
	}
	var tables []*exhibit.Table
	for _, of := range grouped(series, func(s *benchSeries) string { return s.file + "\x00" + s.method }) {
		v, err := newBenchView(of, b.Target)
		if err != nil {
			return err
		}
		scale := &benchScale{benchView: v, bases: map[int]benchBase{}}
		t := scale.table()
		tables = append(tables, t)
		if b.Plot == "" {
			continue
		}
		if err := drawTo(b.Plot, scale.chart(t)); err != nil {
			return console.Environment(fmt.Errorf("--plot: %w", err))
		}
	}
	return b.print(c, tables)
}

// benchScale compares the places of a view with the first.
type benchScale struct {
	*benchView
	bases map[int]benchBase // by series
}

// benchBase is the first place of a kind.
type benchBase struct {
	at  int
	fit *stat.Fit // of its times; nil: they alone tell
}

// kindOf returns the kind of a place and how many cores or machines it has; places of several kinds, and auto, are none.
func kindOf(place string) (kind string, n int) {
	kind, _, _ = strings.Cut(place, ":")
	if kind == "auto" || strings.Contains(place, "+") {
		return "", 0
	}
	d, err := device.Named(place)
	if err != nil {
		return "", 0
	}
	return kind, d.Workers()
}

// base returns the first place of the kind of a series, and how many of it have as many cores or machines; 0 for the first itself.
func (b *benchScale) base(i int) (base benchBase, times float64) {
	kind, n := kindOf(b.series[i].place)
	at := slices.IndexFunc(b.series, func(s *benchSeries) bool {
		k, _ := kindOf(s.place)
		return k == kind
	})
	if kind == "" || at == i {
		return base, 0
	}
	_, first := kindOf(b.series[at].place)
	base, ok := b.bases[at]
	if !ok {
		base = benchBase{at: at}
		how := "the runs themselves"
		if b.timed && b.times[at].sample != nil {
			if base.fit = bestFitOf(b.times[at].sample); base.fit != nil {
				how = "the best fit of their times, " + string(base.fit.Family())
			}
		}
		b.note("Independent: runs of %s side by side on as many, of which the best counts; told by %s.", b.series[at].place, how)
		b.bases[at] = base
	}
	return base, float64(n) / float64(first)
}

// bestFitOf returns the best of the fits that the runs do not speak against, or nil.
func bestFitOf(s *stat.Sample) *stat.Fit {
	a := &analysis{sample: s, best: -1}
	t := tttCmd{Fits: []string{"all"}, Estimator: string(stat.Likelihood), Head: 1}
	if err := a.fit(&t, stat.Resampling{Resamples: 200, Seed: 1}); err != nil || a.best < 0 || a.fits[a.best].refused() {
		return nil
	}
	return a.fits[a.best].Fit
}

// table is the view's, with two further columns.
func (b *benchScale) table() *exhibit.Table {
	t := b.benchView.table()
	unit, digits := "%", 3
	name := "better by"
	if b.timed {
		name, unit, digits = "times sooner", "", -3
	}
	t.Columns = append(slices.Clone(t.Columns), exhibit.Column{Group: name, Name: "measured", Unit: unit, Digits: digits},
		exhibit.Column{Group: name, Name: "independent", Unit: unit, Digits: digits})
	for i := range b.series {
		compare := b.better
		if b.timed {
			compare = b.sooner
		}
		measured, independent := compare(i)
		t.Rows[i].Cells = append(t.Rows[i].Cells, measured, independent)
	}
	t.Notes = b.notes
	return t
}

// sooner is the median time of the first place over that of another, and over that of the fastest of as many independent runs.
func (b *benchScale) sooner(i int) (measured, independent exhibit.Cell) {
	first := b.times[0].quantile(0.5)
	measured, independent = exhibit.Against(first, b.times[i].quantile(0.5), exhibit.Quotient), exhibit.Missing("-")
	base, times := b.base(i)
	if times == 0 {
		return measured, independent
	}
	return measured, exhibit.Against(first, b.times[base.at].fastest(base.fit, times), exhibit.Quotient)
}

// half is the share of single runs by when the fastest of some has a chance of one half to be done.
func half(of float64) float64 { return -math.Expm1(-math.Ln2 / of) }

// fastest is the median time of the fastest of some independent runs.
func (t benchTimes) fastest(fit *stat.Fit, of float64) exhibit.Cell {
	switch {
	case fit != nil:
		return exhibit.Value(stat.FastestQuantile(fit, of, 0.5))
	case t.sample == nil:
		return exhibit.Missing("-")
	}
	c := t.quantile(half(of))
	if half(of)*float64(t.sample.Runs()) < 1 { // it is likely faster than any run was
		c.Mark = exhibit.Bound
	}
	return c
}

// better is by how much the median cost is less than that of the first place, and the least of as many independent runs.
func (b *benchScale) better(i int) (measured, independent exhibit.Cell) {
	first := quantileOf(b.costs[0], 0.5)
	measured, independent = b.less(quantileOf(b.costs[i], 0.5), first), exhibit.Missing("-")
	base, times := b.base(i)
	if times == 0 {
		return measured, independent
	}
	b.warn(i)
	costs := b.costs[base.at]
	independent = b.less(quantileOf(costs, half(times)), first)
	if half(times)*float64(len(costs)) < 1 {
		independent.Mark = exhibit.AtLeast
	}
	return measured, independent
}

// less is by how many per cent a cost is less than another.
func (b *benchScale) less(cost, than int64) exhibit.Cell {
	c, t := float64(cost), float64(than)
	if b.series[0].format.Real {
		c, t = continuous.Value(cost), continuous.Value(than)
	}
	if t == 0 {
		return exhibit.Missing("-")
	}
	return exhibit.Value(100 * (t - c) / math.Abs(t))
}

// warn tells of a place that is worse than one of its kind with fewer cores or machines.
func (b *benchScale) warn(i int) {
	kind, n := kindOf(b.series[i].place)
	for k, s := range b.series {
		other, fewer := kindOf(s.place)
		if other != kind || fewer >= n || quantileOf(b.costs[i], 0.5) <= quantileOf(b.costs[k], 0.5) {
			continue
		}
		b.note("%s is worse than %s; chance alone makes such a difference with probability %.2g (rank sum).", b.series[i].place, s.place,
			stat.RankSum(floats(b.costs[i]), floats(b.costs[k])))
	}
}

func floats(costs []int64) (list []float64) {
	for _, c := range costs {
		list = append(list, float64(c))
	}
	return list
}
