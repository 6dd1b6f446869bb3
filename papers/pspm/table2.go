package pspm

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// runTable2 runs complete searches of every system on every instance.
func runTable2(ctx context.Context, l *Lab) error {
	return l.each(ctx, func(in Instance, s System) error {
		return l.run(ctx, in, s, Trial{Kind: Search, Size: s.moves(PaperMoves)})
	})
}

// printed2 is where Table 2 has the figures of a system.
var printed2 = map[string]struct{ sses, sec, speedup func(PaperTable2) float64 }{
	"sspm": {func(r PaperTable2) float64 { return r.SSPMSSES }, func(r PaperTable2) float64 { return r.SSPMSEC },
		func(r PaperTable2) float64 { return r.OverSSPM }},
	"pssm": {func(r PaperTable2) float64 { return r.PSSMSSES }, func(r PaperTable2) float64 { return r.PSSMSEC },
		func(r PaperTable2) float64 { return r.OverPSSM }},
	"pspm": {func(r PaperTable2) float64 { return r.PSPMSSES }, func(r PaperTable2) float64 { return r.PSPMSEC }, nil},
}

// tables2 is Table 2: SSES and SEC of each system, and the speed-up of the first GPU system over those of the CPU.
func tables2(l *Lab) []*exhibit.Table {
	s := &papers.Sheet[Instance, PaperTable2]{Table: &exhibit.Table{Name: "table2", Head: "instance",
		Title: "Table 2: solution space exploration speed (SSES) and solution error (SEC) of complete searches"}}
	for _, system := range l.Systems {
		s.Column(exhibit.Column{Group: system.Title, Name: "SSES", Unit: "1e6/s", Digits: 1}, l.speed(system, PaperMoves),
			printed2[system.paper()].sses)
		s.Column(exhibit.Column{Group: system.Title, Name: "SEC", Unit: "%", Digits: 2}, l.errors(system, PaperMoves),
			printed2[system.paper()].sec)
	}
	gpu, hasGPU := l.System(gpuSystems...)
	for _, system := range l.Systems {
		if hasGPU && system.Where != papers.GPU {
			s.Column(exhibit.Column{Group: "SSES speed-up of " + gpu.Title, Name: "over " + system.Title, Digits: 1},
				func(in Instance) exhibit.Cell {
					return exhibit.Ratio(l.speed(gpu, PaperMoves)(in), l.speed(system, PaperMoves)(in), Speedup)
				}, printed2[system.paper()].speedup)
		}
	}
	for _, in := range l.Instances {
		s.Row(in.Name, in, papers.Find(Table2, in.Name, name2))
	}
	s.Average(ofAll(l, Table2Average))
	s.Table.Notes = append(l.tableNotes("Table 2"), l.searches2()...)
	s.Table.Notes = append(s.Table.Notes, l.uncounted()...)
	return []*exhibit.Table{s.Table}
}

// speed returns the cells of a system's mean SSES in complete searches, in millions.
func (l *Lab) speed(s System, asked int) func(Instance) exhibit.Cell {
	return l.figure(Search, s, asked, func(in Instance, list Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(func(x Run) float64 { return l.Schedule.SSES(in.Problem.N, x.Walks, x.Size, x.Elapsed) / million }))
	})
}

// million is the unit of SSES in the paper's tables.
const million = 1e6

// errors returns the cells of a system's mean SEC after complete searches.
func (l *Lab) errors(s System, asked int) func(Instance) exhibit.Cell {
	return l.figure(Search, s, asked, sec)
}

// searches2 says how many searches each system ran.
func (l *Lab) searches2() []string {
	var parts []string
	for _, s := range l.Systems {
		var counts []int
		for _, in := range l.Instances {
			for _, x := range l.runs(Search, in, s, s.moves(PaperMoves)) {
				counts = append(counts, x.Walks)
			}
		}
		if len(counts) == 0 {
			continue
		}
		least, most := slices.Min(counts), slices.Max(counts)
		text := fmt.Sprint(least)
		if most > least {
			text = fmt.Sprintf("%d to %d", least, most)
		}
		parts = append(parts, fmt.Sprintf("%s %s of %d", s.Title, text, s.moves(PaperMoves)))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Searches (Ps, TB) and moves (Pm, TPB) of ours: " + strings.Join(parts, ", ") +
		". The paper's: SSPM 1 of 12, PSSM 12 of 1, PSPM 98 of 12."}
}

// uncounted names systems whose own count of moves is not that of equation (4), by more than a per cent: their SSES
// would not be what it seems.
func (l *Lab) uncounted() []string {
	var notes []string
	for _, s := range l.Systems {
		for _, in := range l.Instances {
			for _, x := range l.Results(func(x Run) bool { return x.Kind == Search && x.System == s.ID && x.Instance == in.Name }) {
				want := l.Schedule.Proposals(in.Problem.N, x.Walks, x.Size)
				if off := float64(x.Evaluations)/want - 1; math.Abs(off) > 0.01 {
					notes = append(notes, fmt.Sprintf("%s on %s counted %.4g moves where equation (4) has %.4g.",
						s.Title, in.Name, float64(x.Evaluations), want))
					break
				}
			}
		}
	}
	return notes
}
