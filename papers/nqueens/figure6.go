package nqueens

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// stable are the systems of Figure 6: one core, and those for a GPU that the paper is about or that are the fastest.
func (l *Lab) stable() []System {
	return append(l.shared(), l.only(gpuPrefix+"coarse", gpuPrefix+"linear")...)
}

func paired(s System, of Candidates, n int) Case {
	return Case{Kind: Paired, Candidates: of, System: s.ID, N: n}
}

// stableSizes are those of Figure 6.
func (l *Lab) stableSizes() []int {
	return l.sizes([]int{100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000})
}

// runFigure6 times each system on random and on valid candidates in turns.
func runFigure6(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.stableSizes(), func(n int) error {
		var cases []Case
		for _, s := range l.stable() {
			cases = append(cases, paired(s, Random, n), paired(s, Valid, n))
		}
		return l.evaluations(ctx, cases)
	})
}

// loss is how much longer, in per cent, a system takes for random candidates.
func (l *Lab) loss(s System, n int) exhibit.Cell {
	return exhibit.Ratio(l.cell(paired(s, Random, n), median), l.cell(paired(s, Valid, n), median),
		func(a, b float64) float64 { return 100 * (a/b - 1) })
}

func tablesFigure6(l *Lab) []*exhibit.Table {
	type text struct{ loss, conflicts float64 }
	sheet := papers.NewSheet[int, text]("figure6", "N",
		"Figure 6: how much longer an evaluation takes for random candidates than for valid ones")
	sheet.Column(exhibit.Column{Group: "random candidates", Name: "conflicts a queen", Digits: 4}, func(n int) exhibit.Cell {
		return in(1/float64(n), l.conflicts(n))
	}, func(t text) float64 { return t.conflicts })
	for _, s := range l.stable() {
		var printed func(text) float64
		if s.ID == gpuPrefix+"coarse" {
			printed = func(t text) float64 { return t.loss }
		}
		sheet.Column(s.column("%", 2), func(n int) exhibit.Cell { return l.loss(s, n) }, printed)
	}
	papers.Sizes(sheet, l.stableSizes())
	sheet.Average(&text{Text.Loss, Text.ConflictsPerQueen})
	sheet.Table.Notes = append(l.notes(Paired, l.stableSizes()), fmt.Sprintf("Ratios of medians; "+
		"valid candidates are Hoffman's. The paper prints the average "+
		"of the coarse-grained GPU scheme alone, %.2f %%, "+
		"and that a random candidate has about 2/3 conflicts a queen; (2N-1)/3 are expected.", Text.Loss))
	return []*exhibit.Table{sheet.Table}
}

// conflicts is the mean of a size's random candidates, by any system that counted them.
func (l *Lab) conflicts(n int) exhibit.Cell {
	c := exhibit.Missing("-")
	for _, s := range l.stable() {
		if c = l.cell(paired(s, Random, n), func(m Measurement) float64 { return m.Conflicts }); c.Has() {
			break
		}
	}
	return c
}

func chartsFigure6(l *Lab) []*exhibit.Chart {
	return chart("figure6", "Figure 6: random against valid candidates", "performance loss [%]", bySystem(l.stable(), l.stableSizes(), l.loss))
}
