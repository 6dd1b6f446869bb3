package pspm

import (
	"math"
	"strings"

	"github.com/multiwalk/multiwalk/repro"
)

// gpuDivisor is what Figure 4 divides the GPU's SSES by.
const gpuDivisor = 50

// charts4 is Figure 4, drawn as the paper draws it and once more with absolute figures on logarithmic axes.
func charts4(l *Lab) []*repro.Chart {
	table := tables4(l)[0]
	asPaper := repro.Chart{Name: "figure4", Title: "Figure 4: scalability (the GPU's SSES divided by 50, as in the paper)"}
	absolute := repro.Chart{Name: "figure4-log", Title: "Figure 4, absolute"}
	rows := l.rows4()
	few, all := moveTicks(rows, 48), moveTicks(rows, math.MaxInt)
	for _, c := range []struct {
		chart   *repro.Chart
		figure  string
		label   string
		ticks   []float64
		log     bool
		divisor float64
	}{
		{&asPaper, "SSES", "SSES [1e6/s], GPU: [50e6/s]", few, false, gpuDivisor},
		{&asPaper, "SEC", "SEC [%]", few, false, 1},
		{&absolute, "SSES", "SSES [1e6/s]", all, true, 1},
		{&absolute, "SEC", "SEC [%]", all, true, 1},
	} {
		panel := repro.Panel{X: repro.Axis{Label: "moves an iteration (Pm, TPB)", Log: c.log, Ticks: c.ticks},
			Y: repro.Axis{Label: c.label, Log: c.log}}
		panel.Series = lines(table, rows, len(c.ticks), c.figure, c.divisor)
		c.chart.Panels = append(c.chart.Panels, panel)
	}
	return []*repro.Chart{&asPaper, &absolute}
}

// moveTicks returns the numbers of moves, which ascend, up to a bound.
func moveTicks(moves []int, most int) []float64 {
	var list []float64
	for _, m := range moves {
		if m <= most {
			list = append(list, float64(m))
		}
	}
	return list
}

// lines returns a series for each column of a figure, through its first rows; the GPU's SSES is divided.
func lines(t *repro.Table, moves []int, rows int, figure string, divisor float64) []repro.Series {
	var list []repro.Series
	styles := map[string]int{}
	for k, c := range t.Columns {
		if c.Name != figure {
			continue
		}
		if _, ok := styles[c.Group]; !ok {
			styles[c.Group] = len(styles)
		}
		by := 1.0
		if figure == "SSES" && strings.HasPrefix(c.Group, "GPU") {
			by = divisor
		}
		s := repro.Series{Name: c.Group + ", " + c.Source, Style: styles[c.Group], Dashed: c.Source == repro.Paper}
		for i, m := range moves[:rows] {
			if cell := t.Rows[i].Cells[k]; cell.Has() {
				s.X, s.Y = append(s.X, float64(m)), append(s.Y, cell.Value/by)
			}
		}
		list = append(list, s)
	}
	return list
}
