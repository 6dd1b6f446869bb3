package pspm

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/repro"
)

// runTable4 runs complete searches with each number of moves, of the systems that take any.
func runTable4(ctx context.Context, l *Lab) error {
	return repro.Each(ctx, l.Moves, func(moves int) error {
		return l.each(ctx, func(in Instance, s System) error {
			if s.Moves > 0 || !l.inTable4(s, moves) {
				return nil
			}
			return l.run(ctx, in, s, Trial{Kind: Search, Moves: moves})
		})
	})
}

// varied returns the systems that take any number of moves.
func (l *Lab) varied() []System {
	return slices.DeleteFunc(slices.Clone(l.Systems), func(s System) bool { return s.Moves > 0 })
}

// inTable4 says whether a system is run with so many moves; on a core they take too long where a GPU is still at ease.
func (l *Lab) inTable4(s System, moves int) bool {
	return s.offered(moves) && (s.Where == repro.GPU || moves <= l.MaxCPUMoves)
}

// printed4 is where Table 4 has the figures of a system.
var printed4 = map[string]struct{ sses, sec func(PaperTable4) float64 }{
	"sspm":         {func(r PaperTable4) float64 { return r.SSPMSSES }, func(r PaperTable4) float64 { return r.SSPMSEC }},
	"sspm-threads": {func(r PaperTable4) float64 { return r.SSPMSSES }, func(r PaperTable4) float64 { return r.SSPMSEC }},
	"pspm":         {func(r PaperTable4) float64 { return r.PSPMSSES }, func(r PaperTable4) float64 { return r.PSPMSEC }},
}

// tables4 is Table 4: means over all instances.
func tables4(l *Lab) []*repro.Table {
	s := &repro.Sheet[int, PaperTable4]{Table: &repro.Table{Name: "table4", Head: "Pm, TPB",
		Title: fmt.Sprintf("Table 4: scalability with the number of moves an iteration, means over %d instances", len(l.Instances))}}
	for _, system := range l.varied() {
		s.Column(repro.Column{Group: system.Title, Name: "SSES", Unit: "1e6/s", Digits: 1}, l.over(system, l.speed),
			printed4[system.ID].sses)
		s.Column(repro.Column{Group: system.Title, Name: "SEC", Unit: "%", Digits: 2}, l.over(system, l.errors),
			printed4[system.ID].sec)
	}
	cpu, hasCPU := l.System("sspm", "sspm-threads")
	gpu, hasGPU := l.System("pspm", "strided", "strided-each")
	if hasCPU && hasGPU {
		s.Column(repro.Column{Group: "SSES speed-up", Name: "of " + gpu.Title, Digits: 1}, func(moves int) repro.Cell {
			return l.meanOf(cpu, moves, func(in Instance) repro.Cell {
				return repro.Ratio(l.speed(gpu, moves)(in), l.speed(cpu, moves)(in), Speedup)
			})
		}, func(r PaperTable4) float64 { return r.Speedup })
	}
	for _, moves := range l.rows4() {
		name := strconv.Itoa(moves)
		s.Row(name, moves, repro.Find(Table4, name, func(r PaperTable4) string { return strconv.Itoa(r.Moves) }))
	}
	s.Table.Notes = l.tableNotes("Table 4")
	s.Table.Notes = append(s.Table.Notes, "Speed-ups are means of those on each instance, as in the paper.")
	for _, moves := range l.rows4() {
		if hasGPU && !gpu.offered(moves) {
			s.Table.Notes = append(s.Table.Notes, fmt.Sprintf("A GPU search cannot have %d moves here: beyond 32, "+
				"all lanes of its warp have as many.", moves))
		}
	}
	return []*repro.Table{s.Table}
}

// rows4 returns the numbers of moves that any system is run with here.
func (l *Lab) rows4() []int {
	return slices.DeleteFunc(slices.Clone(l.Moves), func(moves int) bool {
		return !slices.ContainsFunc(l.varied(), func(s System) bool { return l.Runs(s) && l.inTable4(s, moves) })
	})
}

// over returns the cells of a system's figure, averaged over the instances.
func (l *Lab) over(s System, figure func(System, int) func(Instance) repro.Cell) func(int) repro.Cell {
	return func(moves int) repro.Cell { return l.meanOf(s, moves, figure(s, moves)) }
}

// meanOf averages a figure over the instances; where a system is not run with so many moves there is none.
func (l *Lab) meanOf(s System, moves int, of func(Instance) repro.Cell) repro.Cell {
	switch {
	case !s.offered(moves):
		return repro.Missing("n/a")
	case !l.inTable4(s, moves):
		return repro.Missing("-")
	}
	var cells []repro.Cell
	for _, in := range l.Instances {
		cells = append(cells, of(in))
	}
	return repro.Mean(cells)
}
