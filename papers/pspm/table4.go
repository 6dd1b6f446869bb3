package pspm

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// runTable4 runs complete searches with each number of moves, of the systems that take any.
func runTable4(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.Moves, func(moves int) error {
		return l.each(ctx, func(in Instance, s System) error {
			if s.Moves > 0 || !l.inTable4(s, moves) {
				return nil
			}
			return l.run(ctx, in, s, Trial{Kind: Search, Size: moves})
		})
	})
}

// varied returns the systems that take any number of moves.
func (l *Lab) varied() []System {
	return slices.DeleteFunc(slices.Clone(l.Systems), func(s System) bool { return s.Moves > 0 })
}

// inTable4 says whether a system is run with that number of moves; on a core they take too long where a GPU is still at ease.
func (l *Lab) inTable4(s System, moves int) bool {
	return s.offered(moves) && (s.Where == papers.GPU || moves <= l.MaxCPUMoves)
}

// printed4 is where Table 4 has the figures of a system.
var printed4 = map[string]struct{ sses, sec func(PaperTable4) float64 }{
	"sspm": {func(r PaperTable4) float64 { return r.SSPMSSES }, func(r PaperTable4) float64 { return r.SSPMSEC }},
	"pspm": {func(r PaperTable4) float64 { return r.PSPMSSES }, func(r PaperTable4) float64 { return r.PSPMSEC }},
}

// tables4 is Table 4: means over all instances.
func tables4(l *Lab) []*exhibit.Table {
	s := &papers.Sheet[int, PaperTable4]{Table: &exhibit.Table{Name: "table4", Head: "Pm, TPB",
		Title: fmt.Sprintf("Table 4: scalability with the number of moves an iteration, means over %d instances", len(l.Instances))}}
	for _, system := range l.varied() {
		s.Column(exhibit.Column{Group: system.Title, Name: "SSES", Unit: "1e6/s", Digits: 1}, l.over(system, l.speed),
			printed4[system.paper()].sses)
		s.Column(exhibit.Column{Group: system.Title, Name: "SEC", Unit: "%", Digits: 2}, l.over(system, l.errors),
			printed4[system.paper()].sec)
	}
	cpu, hasCPU := l.System("sspm", "sspm-threads")
	gpu, hasGPU := l.System("pspm", "strided", "strided-each")
	if hasCPU && hasGPU {
		s.Column(exhibit.Column{Group: "SSES speed-up", Name: "of " + gpu.Title, Digits: 1}, func(moves int) exhibit.Cell {
			return l.meanOf(cpu, moves, func(in Instance) exhibit.Cell {
				return exhibit.Ratio(l.speed(gpu, moves)(in), l.speed(cpu, moves)(in), Speedup)
			})
		}, func(r PaperTable4) float64 { return r.Speedup })
	}
	for _, moves := range l.rows4() {
		name := strconv.Itoa(moves)
		s.Row(name, moves, papers.Find(Table4, name, func(r PaperTable4) string { return strconv.Itoa(r.Moves) }))
	}
	s.Table.Notes = l.tableNotes("Table 4")
	s.Table.Notes = append(s.Table.Notes, "Speed-ups are means of those on each instance, as in the paper.")
	for _, moves := range l.rows4() {
		if hasGPU && !gpu.offered(moves) {
			s.Table.Notes = append(s.Table.Notes, fmt.Sprintf("A GPU search cannot have %d moves here: beyond 32, "+
				"all lanes of its warp have as many.", moves))
		}
	}
	return []*exhibit.Table{s.Table}
}

// rows4 returns the numbers of moves that any system is run with here.
func (l *Lab) rows4() []int {
	return slices.DeleteFunc(slices.Clone(l.Moves), func(moves int) bool {
		return !slices.ContainsFunc(l.varied(), func(s System) bool { return l.Runs(s) && l.inTable4(s, moves) })
	})
}

// over returns the cells of a system's figure, averaged over the instances.
func (l *Lab) over(s System, figure func(System, int) func(Instance) exhibit.Cell) func(int) exhibit.Cell {
	return func(moves int) exhibit.Cell { return l.meanOf(s, moves, figure(s, moves)) }
}

// meanOf averages a figure over the instances; where a system is not run with that number of moves there is none.
func (l *Lab) meanOf(s System, moves int, of func(Instance) exhibit.Cell) exhibit.Cell {
	switch {
	case !s.offered(moves):
		return exhibit.Missing("n/a")
	case !l.inTable4(s, moves):
		return exhibit.Missing("-")
	}
	var cells []exhibit.Cell
	for _, in := range l.Instances {
		cells = append(cells, of(in))
	}
	return exhibit.Mean(cells)
}

// gpuDivisor is what Figure 4 divides the GPU's SSES by.
const gpuDivisor = 50

// charts4 is Figure 4, drawn as the paper draws it and once more with absolute figures on logarithmic axes.
func charts4(l *Lab) []*exhibit.Chart {
	table := tables4(l)[0]
	asPaper := exhibit.Chart{Name: "figure4", Title: "Figure 4: scalability (the GPU's SSES divided by 50, as in the paper)"}
	absolute := exhibit.Chart{Name: "figure4-log", Title: "Figure 4, absolute"}
	rows := l.rows4()
	few, all := moveTicks(rows, 48), moveTicks(rows, math.MaxInt)
	for _, c := range []struct {
		chart   *exhibit.Chart
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
		panel := exhibit.Panel{X: exhibit.Axis{Label: "moves an iteration (Pm, TPB)", Log: c.log, Ticks: c.ticks},
			Y: exhibit.Axis{Label: c.label, Log: c.log}}
		panel.Series = lines(table, rows, len(c.ticks), c.figure, c.divisor)
		c.chart.Panels = append(c.chart.Panels, panel)
	}
	return []*exhibit.Chart{&asPaper, &absolute}
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
func lines(t *exhibit.Table, moves []int, rows int, figure string, divisor float64) []exhibit.Series {
	var list []exhibit.Series
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
		s := exhibit.Series{Name: c.Group + ", " + c.Source, Style: styles[c.Group], Dashed: c.Source == exhibit.Paper}
		for i, m := range moves[:rows] {
			if cell := t.Rows[i].Cells[k]; cell.Has() {
				s.Add(float64(m), cell.Value/by)
			}
		}
		list = append(list, s)
	}
	return list
}
