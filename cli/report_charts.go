package cli

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// chart has of an instance a box for the gaps of each setting, the median gap over time, and the share of runs at the target by a time.
func (s *study) chart(in *studied) *exhibit.Chart {
	label := "gap"
	if unit := in.unit(); unit != "" {
		label += " [" + unit + "]"
	}
	boxes := exhibit.Panel{X: exhibit.Axis{Label: "settings, in the order of the legend", Ticks: []float64{0.4, float64(len(in.of)) + 0.6},
		Words: map[float64]string{}}, Y: exhibit.Axis{Label: label}}
	course := exhibit.Panel{X: exhibit.Axis{Label: "time [s]", Log: true}, Y: exhibit.Axis{Label: "median " + label}}
	times := exhibit.Panel{X: exhibit.Axis{Label: "time to the target [s]", Log: true},
		Y: exhibit.Axis{Label: "share of runs", Ticks: []float64{0, 0.25, 0.5, 0.75, 1}}}
	drawn := false
	for k, runs := range in.of {
		if len(runs) == 0 {
			continue
		}
		name := s.settings[k].name
		at := float64(k + 1)
		boxes.X.Ticks, boxes.X.Words[at] = append(boxes.X.Ticks, at), name
		boxes.Series = append(boxes.Series, box(name, k, in.gaps(k))...)
		gaps := exhibit.Series{Name: name, Style: k, Form: exhibit.Steps}
		drawCourse(&gaps, runs, in.gap)
		course.Series = append(course.Series, gaps)
		if t, ok := in.times(runs); ok && t.reached > 0 {
			line := exhibit.Series{Name: name, Style: k, Form: exhibit.Steps}
			t.draw(&line)
			times.Series, drawn = append(times.Series, line), true
		}
	}
	panels := []exhibit.Panel{boxes, course}
	if drawn {
		panels = append(panels, times)
	}
	return &exhibit.Chart{Name: "instance", Title: in.name(), Panels: panels}
}

// box is a box plot: the quartiles, the median, and whiskers to the farthest values within one and a half times the box (Tukey). What lies
// beyond is a point each.
func box(name string, k int, sorted []float64) []exhibit.Series {
	x := float64(k + 1)
	low, middle, high := share(sorted, 0.25), share(sorted, 0.5), share(sorted, 0.75)
	reach := 1.5 * (high - low)
	frame := exhibit.Series{Name: name, Style: k, Form: exhibit.LineOnly,
		X: []float64{x - 0.25, x + 0.25, x + 0.25, x - 0.25, x - 0.25, x - 0.25, x + 0.25},
		Y: []float64{low, low, high, high, low, middle, middle}}
	down, up := exhibit.Series{Style: k, Form: exhibit.LineOnly}, exhibit.Series{Style: k, Form: exhibit.LineOnly}
	beyond := exhibit.Series{Style: k, Form: exhibit.MarkersOnly}
	least, most := low, high
	for _, v := range sorted {
		switch {
		case v < low-reach || v > high+reach:
			beyond.Add(x, v)
		default:
			least, most = min(least, v), max(most, v)
		}
	}
	down.X, down.Y = []float64{x, x, x - 0.1, x + 0.1}, []float64{low, least, least, least}
	up.X, up.Y = []float64{x, x, x - 0.1, x + 0.1}, []float64{high, most, most, most}
	return []exhibit.Series{frame, down, up, beyond}
}

// rankChart is the diagram of critical differences: settings at their mean ranks, and bars over those that are not told apart.
func (s *study) rankChart() *exhibit.Chart {
	r := s.ranking
	whole := r.whole
	if len(whole) < 2 || len(s.instances) < 2 {
		return nil
	}
	panel := exhibit.Panel{X: exhibit.Axis{Label: "mean rank; the best is on the left"},
		Y: exhibit.Axis{Label: "settings; bars join what is not told apart", Words: map[float64]string{}}}
	for i := range whole {
		panel.X.Ticks = append(panel.X.Ticks, float64(i+1))
	}
	order := make([]int, len(whole))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Ranks[a], r.Ranks[b]) })
	for at, i := range order {
		name, height := s.settings[whole[i]].name, float64(len(order)-at)
		panel.Y.Ticks, panel.Y.Words[height] = append(panel.Y.Ticks, height), name
		panel.Series = append(panel.Series, exhibit.Series{Name: name, Style: whole[i], Form: exhibit.MarkersOnly,
			X: []float64{r.Ranks[i]}, Y: []float64{height}})
	}
	bar, end := 0.0, -1
	for at, i := range order {
		last := at
		for last+1 < len(order) && r.Ranks[order[last+1]]-r.Ranks[i] < r.critical {
			last++
		}
		if last > at && last > end {
			bar, end = bar-0.3, last
			panel.Series = append(panel.Series, exhibit.Series{Style: black, Form: exhibit.LineOnly,
				X: []float64{r.Ranks[i], r.Ranks[order[last]]}, Y: []float64{bar, bar}})
		}
	}
	panel.Y.Ticks = append(panel.Y.Ticks, bar-0.3, float64(len(order))+0.5)
	return &exhibit.Chart{Name: "ranks", Title: "Mean ranks and critical differences", Panels: []exhibit.Panel{panel}}
}
