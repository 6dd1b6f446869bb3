package cli

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/stat"
)

// black is the style of what is measured; fits have those before it.
const black = 6

// checkChart refuses the file of a chart before any work is spent.
func checkChart(file string) error {
	ending := strings.ToLower(filepath.Ext(file))
	if file != "" && ending != ".svg" && ending != ".png" {
		return fmt.Errorf("--plot %s: no picture format %q; use .svg or .png", filename.Shown(file), ending)
	}
	return nil
}

// drawTo writes a chart in the format that the file's ending names.
func drawTo(file string, chart *exhibit.Chart) error {
	if strings.EqualFold(filepath.Ext(file), ".png") {
		return wholefile.Write(file, chart.PNG)
	}
	return wholefile.Write(file, chart.SVG)
}

// chart is the time-to-target plot beside the speed-up curve.
func (a *analysis) chart(logTime bool) *exhibit.Chart {
	return &exhibit.Chart{
		Name:   "ttt",
		Title:  fmt.Sprintf("%s: time to target %s", a.first.Instance, a.told()),
		Panels: []exhibit.Panel{a.timePanel(logTime), a.speedupPanel()},
	}
}

// fitSeries returns a line for a fit, dashed unless it is the best.
func (a *analysis) fitSeries(i int) exhibit.Series {
	name := fitName(a.fits[i])
	if i == a.best {
		name += " (best)"
	}
	return exhibit.Series{Name: name, Style: i % black, Form: exhibit.LineOnly, Dashed: i != a.best}
}

// timePanel has the empirical distribution as steps, marks on it where runs ended without the target, and the fits.
func (a *analysis) timePanel(logTime bool) exhibit.Panel {
	s := a.sample
	panel := exhibit.Panel{X: exhibit.Axis{Label: "time to the target [" + string(a.unit) + "]", Log: logTime},
		Y: exhibit.Axis{Label: "share of runs", Ticks: []float64{0, 0.25, 0.5, 0.75, 1}}}
	from, to := 0.0, s.Max()*1.1
	if logTime {
		from = s.Min() / 2
	}
	grid := make([]float64, 301)
	for i := range grid {
		share := float64(i) / float64(len(grid)-1)
		if grid[i] = from + (to-from)*share; logTime {
			grid[i] = from * math.Pow(to/from, share)
		}
	}
	for i, f := range a.fits {
		line := a.fitSeries(i)
		for _, t := range grid {
			line.Add(t, f.CDF(t))
		}
		panel.Series = append(panel.Series, line)
	}
	runs := exhibit.Series{Name: console.Count(s.Runs(), "run"), Style: black, Form: exhibit.Steps, X: []float64{from}, Y: []float64{0}}
	for _, p := range s.Steps() {
		runs.Add(p.Time, p.F)
	}
	runs.Add(to, runs.Y[len(runs.Y)-1])
	panel.Series = append(panel.Series, runs)
	if ended := a.ended(); len(ended.X) > 0 {
		panel.Series = append(panel.Series, ended)
	}
	return panel
}

// ended marks the runs that ended without the target.
func (a *analysis) ended() exhibit.Series {
	marks := exhibit.Series{Name: "ended without the target", Style: black, Form: exhibit.MarkersOnly, Dashed: true}
	steps, f := a.sample.Steps(), 0.0
	for _, o := range a.sample.Observations() {
		for len(steps) > 0 && steps[0].Time <= o.Time {
			f, steps = steps[0].F, steps[1:]
		}
		if o.Censored {
			marks.Add(o.Time, f)
		}
	}
	return marks
}

// speedupPanel has M(1)/M(p) from the runs, as far as they tell, and by each fit that is not refused; the best one's with its
// interval.
func (a *analysis) speedupPanel() exhibit.Panel {
	panel := exhibit.Panel{X: exhibit.Axis{Label: "walks", Log: true}, Y: exhibit.Axis{Label: "speed-up over one run", Log: true}}
	each := float64(walksOf(a.first))
	most := each
	for _, r := range a.rows {
		most = max(most, r.Walks)
	}
	var walks []float64
	for w := each; w < most; w *= math.Pow(10, 0.05) {
		walks = append(walks, w)
	}
	walks = append(walks, most)
	linear := exhibit.Series{Name: "as many times as walks", Style: black, Form: exhibit.LineOnly, Dashed: true}
	for _, w := range []float64{each, most} {
		linear.Add(w, w/each)
	}
	panel.Series = append(panel.Series, linear)
	for i, f := range a.fits {
		if i != a.best && f.refused() { // a normal distribution, which reaches below 0, would promise 1e40 and more
			continue
		}
		line := a.fitSeries(i)
		for _, w := range walks {
			line.Add(w, stat.Speedup(f, w/each))
		}
		panel.Series = append(panel.Series, line)
	}
	panel.Series = append(panel.Series, a.bestInterval()...)
	runs := exhibit.Series{Name: "from the runs", Style: black, Form: exhibit.MarkersOnly}
	for _, r := range a.rows {
		if !math.IsNaN(float64(r.Speedup.Low)) { // else too few runs decide
			runs.Add(r.Walks, float64(r.Speedup.Value))
		}
	}
	panel.Series = append(panel.Series, runs)
	return panel
}

// bestInterval returns the ends of the best fit's intervals.
func (a *analysis) bestInterval() []exhibit.Series {
	if a.best < 0 {
		return nil
	}
	name := "its interval of 95 %"
	ends := []exhibit.Series{{Name: name}, {}}
	for i := range ends {
		ends[i].Style, ends[i].Form, ends[i].Dashed = a.best%black, exhibit.LineOnly, true
	}
	for _, r := range a.rows {
		in := r.ByFit[a.best].Speedup
		ends[0].Add(r.Walks, float64(in.Low))
		ends[1].Add(r.Walks, float64(in.High))
	}
	return ends
}
