package cli

import (
	"cmp"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/record"
)

// chart has on the left the runs of each place over time, on the right what the last two columns of the table say.
func (b *benchScale) chart(t *exhibit.Table) *exhibit.Chart {
	left := exhibit.Panel{X: exhibit.Axis{Label: "time [s]", Log: true}, Y: exhibit.Axis{Label: "share of runs at the target"}}
	if !b.timed {
		left.Y.Label = "median " + b.series[0].format.Word()
	}
	for i, s := range b.series {
		line := exhibit.Series{Name: s.place, Style: i, Form: exhibit.Steps}
		if b.timed {
			b.times[i].draw(&line)
		} else {
			drawCourse(&line, s.runs, s.format.Value)
		}
		left.Series = append(left.Series, line)
	}
	return &exhibit.Chart{Name: "scale", Title: t.Title, Panels: []exhibit.Panel{left, b.gains(t)}}
}

// draw adds the share of runs that have the target by a time.
func (t benchTimes) draw(line *exhibit.Series) {
	if t.sample == nil {
		return
	}
	line.Add(t.sample.Min(), 0)
	for _, step := range t.sample.Steps() {
		line.Add(step.Time, step.F)
	}
	line.Add(t.longest, line.Y[len(line.Y)-1])
}

// drawCourse adds the median cost of runs over time, from when each has a solution; value is what is drawn of a cost.
func drawCourse(line *exhibit.Series, runs []record.Run, value func(cost int64) float64) {
	var at []record.Incumbent
	now, longest := make([]int64, len(runs)), 0.0
	for k, r := range runs {
		now[k] = math.MaxInt64
		for _, p := range r.History {
			p.Walk = k // whose it is
			at = append(at, p)
		}
		longest = max(longest, r.End.Elapsed)
	}
	slices.SortStableFunc(at, func(a, b record.Incumbent) int { return cmp.Compare(a.Elapsed, b.Elapsed) })
	last := math.NaN()
	for _, p := range at {
		now[p.Walk] = p.Cost
		if slices.Contains(now, math.MaxInt64) {
			continue
		}
		if median := value(quantileOf(slices.Sorted(slices.Values(now)), 0.5)); median != last {
			line.Add(max(p.Elapsed, soonest), median)
			last = median
		}
	}
	if len(line.X) > 0 {
		line.Add(longest, last)
	}
}

// soonest is the least time on a logarithmic axis, s.
const soonest = 1e-6

// gains draws the last two columns of the table over the number of cores or machines, a line for each kind of place.
func (b *benchScale) gains(t *exhibit.Table) exhibit.Panel {
	panel := exhibit.Panel{X: exhibit.Axis{Label: "cores or machines", Log: true}, Y: exhibit.Axis{Label: t.Columns[len(t.Columns)-1].Group}}
	if b.timed {
		panel.Y.Log = true
	} else {
		panel.Y.Label += " [%]"
	}
	var kinds []string
	for i, s := range b.series {
		kind, n := kindOf(s.place)
		if kind == "" {
			continue
		}
		k := slices.Index(kinds, kind)
		if k < 0 {
			k, kinds = len(kinds), append(kinds, kind)
			panel.Series = append(panel.Series, exhibit.Series{Name: kind + ", measured", Style: k},
				exhibit.Series{Name: kind + ", independent", Style: k, Dashed: true})
		}
		cells := t.Rows[i].Cells[len(t.Columns)-2:]
		if !cells[1].Has() {
			cells = []exhibit.Cell{cells[0], cells[0]} // the first of its kind
		}
		for at, c := range cells {
			if c.Has() {
				panel.Series[2*k+at].Add(float64(n), c.Value)
			}
		}
	}
	return panel
}
