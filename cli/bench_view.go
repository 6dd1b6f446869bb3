package cli

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/stat"
)

// benchView is what the runs of some series on one instance tell: the times to a target or, without one, the costs at the limit.
type benchView struct {
	series []*benchSeries
	timed  bool
	target int64
	times  []benchTimes // of each series, with a target
	costs  [][]int64    // of each series, sorted
	notes  []string
}

// benchTimes are the times of a series to the target.
type benchTimes struct {
	sample  *stat.Sample // nil if no run reached it
	reached int
	longest float64 // of any run, s
}

// newBenchView looks at series on one instance; target is what the user asked for.
func newBenchView(series []*benchSeries, target *string) (*benchView, error) {
	v := &benchView{series: series}
	if target != nil && *target != noTarget {
		v.target, v.timed = stat.Target(series[0].runs)
	}
	for _, s := range series {
		var costs []int64
		for _, r := range s.runs {
			costs = append(costs, r.End.Cost)
		}
		v.costs = append(v.costs, slices.Sorted(slices.Values(costs)))
		if !v.timed {
			continue
		}
		t, err := timesTo(v.target, s.runs)
		if err != nil {
			return nil, err
		}
		v.times = append(v.times, t)
		if missed := len(s.runs) - t.reached; missed > 0 {
			v.note("%s: %s ended without the target and count as longer than they lasted.", s.row(series), console.Count(missed, "run"))
		}
	}
	return v, nil
}

// timesTo are the times of runs to a target. Logical records tell none.
func timesTo(target int64, runs []record.Run) (t benchTimes, err error) {
	o, err := stat.Observe(runs, target, stat.Seconds)
	if err != nil {
		return t, err
	}
	for _, one := range o.Observations {
		t.longest = max(t.longest, one.Time)
	}
	if t.sample, err = stat.NewSample(o.Observations); err == nil {
		t.reached = t.sample.Reached()
	}
	return t, nil
}

func (v *benchView) note(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// row names the series among others.
func (s *benchSeries) row(among []*benchSeries) string {
	if slices.ContainsFunc(among, func(o *benchSeries) bool { return o.method != s.method }) {
		return s.method + ", " + s.place
	}
	return s.place
}

// quantile is the time by which a share of the runs has the target. Where too few reached it, it is longer than any run.
func (t benchTimes) quantile(share float64) exhibit.Cell {
	if t.sample != nil {
		if at := t.sample.Quantile(share); !math.IsNaN(at) {
			return exhibit.Value(at)
		}
	}
	return exhibit.Cell{Value: t.longest, Mark: exhibit.AtLeast}
}

// table has a row for each series.
func (v *benchView) table() *exhibit.Table {
	first := v.series[0]
	name := fmt.Sprintf("%s %s, n=%d: ", first.header.Problem, filename.Shown(first.header.Instance), first.header.N)
	runs := console.Count(len(first.runs), "run")
	t := &exhibit.Table{Name: filename.Text(first.header.Instance), Head: "place"}
	if v.timed {
		t.Title = fmt.Sprintf("%stime to %s %s, %s each", name, first.format.Word(), first.format.Text(v.target), runs)
		t.Columns = timeColumns
	} else {
		t.Title = fmt.Sprintf("%s%s at the limit, %s each", name, first.format.Word(), runs)
		t.Columns = v.costColumns()
	}
	if first.row(v.series) != first.place {
		t.Head = "method, place"
	} else {
		t.Title += ", method " + first.header.Method.Name
	}
	for i, s := range v.series {
		cells := v.costCells
		if v.timed {
			cells = v.timeCells
		}
		t.Rows = append(t.Rows, exhibit.Row{Name: s.row(v.series), Cells: cells(i)})
	}
	t.Notes = v.notes
	return t
}

var timeColumns = []exhibit.Column{{Name: "reached"}, {Name: "fastest", Unit: "s", Digits: -3}, {Name: "25 %", Unit: "s", Digits: -3},
	{Name: "median", Unit: "s", Digits: -3}, {Name: "75 %", Unit: "s", Digits: -3}, {Name: "slowest", Unit: "s", Digits: -3},
	{Group: "median, 95 %", Name: "from", Unit: "s", Digits: -3}, {Group: "median, 95 %", Name: "to", Unit: "s", Digits: -3}}

func (v *benchView) timeCells(i int) []exhibit.Cell {
	t := v.times[i]
	cells := []exhibit.Cell{exhibit.Value(float64(t.reached))}
	for _, share := range []float64{0, 0.25, 0.5, 0.75, 1} {
		cells = append(cells, t.quantile(share))
	}
	if t.reached < fewest {
		return append(cells, exhibit.Missing("-"), exhibit.Missing("-"))
	}
	in := t.sample.Bootstrap(stat.Resampling{Seed: 1}, func(s *stat.Sample) []float64 {
		median := s.Quantile(0.5)
		if math.IsNaN(median) {
			median = math.Inf(1)
		}
		return []float64{median}
	})[0]
	for _, end := range []float64{in.Low, in.High} {
		c := exhibit.Value(end)
		if math.IsInf(end, 1) {
			c = exhibit.Cell{Value: t.longest, Mark: exhibit.AtLeast}
		}
		cells = append(cells, c)
	}
	return cells
}

// digitsOf is how many digits columns of costs have, as exhibit.Column has them.
func digitsOf(f problem.Format) int {
	switch {
	case f.Real:
		return -6
	case f.Units != 0 && math.Abs(f.Units) != 1:
		return -10
	}
	return 0
}

func (v *benchView) costColumns() []exhibit.Column {
	digits := digitsOf(v.series[0].format)
	list := []exhibit.Column{{Name: "best", Digits: digits}, {Name: "median", Digits: digits}, {Name: "worst", Digits: digits}}
	if s := v.series[0]; s.known && !s.format.Real {
		list = append(list, exhibit.Column{Name: "gap of the median", Unit: "%", Digits: 3})
	}
	return list
}

func (v *benchView) costCells(i int) []exhibit.Cell {
	s, costs := v.series[i], v.costs[i]
	var cells []exhibit.Cell
	for _, share := range []float64{0, 0.5, 1} {
		cells = append(cells, s.amount(quantileOf(costs, share)))
	}
	if len(v.costColumns()) == len(cells) {
		return cells
	}
	gap, ok := gapPercent(quantileOf(costs, 0.5), s.best.Cost)
	if !ok {
		return append(cells, exhibit.Missing("-"))
	}
	return append(cells, exhibit.Value(gap))
}

// amount is a cost as users of the problem know it.
func (s *benchSeries) amount(cost int64) exhibit.Cell {
	return exhibit.Value(s.format.Value(cost))
}

// quantileOf is the least of sorted values that a share of them does not pass.
func quantileOf(sorted []int64, share float64) int64 {
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))-1e-9))-1)]
}
