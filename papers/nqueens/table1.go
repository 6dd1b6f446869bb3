package nqueens

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// runTable1 anneals with deltas, which is quick enough to count how often Table 1's settings find a solution.
func runTable1(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.annealedSizes(), func(n int) error { return l.annealings(ctx, []Case{annealed(deltaID, n)}) })
}

// annealed is the case of annealing with a system.
func annealed(id string, n int) Case {
	return Case{Kind: Annealing, Candidates: Random, System: id, N: n}
}

// solved is the share of runs that found a solution, in per cent; runs that were only begun say nothing.
func (l *Lab) solved(n int) exhibit.Cell {
	if m, ok := l.Result(annealed(deltaID, n)); ok && m.Missing == "" && !m.Complete {
		return exhibit.Missing(overLimit)
	}
	return l.cell(annealed(deltaID, n), func(m Measurement) float64 { return 100 * float64(m.Solved) / float64(max(1, m.Trials)) })
}

func tablesTable1(l *Lab) []*exhibit.Table {
	settings := papers.NewSheet[Schedule, Schedule]("table1", "N",
		"Table 1: settings of simulated annealing")
	for _, c := range []struct {
		name   string
		digits int
		of     func(Schedule) float64
	}{
		{"initial temperature", 0, func(s Schedule) float64 { return s.Start }}, {"termination temperature", 6, func(s Schedule) float64 { return s.End }},
		{"cooling coefficient", 2, func(s Schedule) float64 { return s.Alpha }}, {"searches at a temperature", 0, func(s Schedule) float64 { return float64(s.Searches) }},
	} {
		settings.Column(exhibit.Column{Name: c.name, Digits: c.digits}, nil, c.of)
	}
	settings.Column(exhibit.Column{Name: "temperatures"},
		func(s Schedule) exhibit.Cell { return exhibit.Value(float64(s.Temperatures())) }, nil)
	settings.Column(exhibit.Column{Name: "evaluations"}, func(s Schedule) exhibit.Cell { return exhibit.Value(float64(s.Evaluations())) }, nil)
	for _, s := range Table1 {
		settings.Row(fmt.Sprintf("%d-%d", s.From, s.To), s, &s)
	}
	last := Table1[len(Table1)-1].Evaluations()
	settings.Table.Notes = []string{fmt.Sprintf("The paper's %.0f s at N = %d are %.1f ms for each of %d evaluations, if no run ended before its schedule.",
		Text.Annealing, MostAnnealed, 1000*Text.Annealing/float64(last), last)}

	found := papers.NewSheet[int, struct{}]("table1-solved", "N",
		"Table 1's settings: how often they find a solution, and after how long with O(1) deltas on one core")
	cells := func(of func(Measurement) float64) func(int) exhibit.Cell {
		return func(n int) exhibit.Cell { return l.cell(annealed(deltaID, n), of) }
	}
	found.Column(exhibit.Column{Name: "runs"}, cells(func(m Measurement) float64 { return float64(m.Trials) }), nil)
	found.Column(exhibit.Column{Name: "solved", Unit: "%"}, l.solved, nil)
	found.Column(exhibit.Column{Name: "proposals", Digits: 0}, cells(func(m Measurement) float64 { return m.Evaluations }), nil)
	found.Column(exhibit.Column{Name: "time", Unit: "ms", Digits: -3},
		cells(func(m Measurement) float64 { return 1000 * m.Mean }), nil)
	papers.Sizes(found, l.annealedSizes())
	found.Table.Notes = []string{
		fmt.Sprintf("Up to %d runs, as many as fit in %v; proposals and time are means, "+
			"of runs that end with a solution or with the schedule.", l.Trials, l.Limit/20),
		"The paper says that a run succeeds with a probability above 0.5, and prints no figures.",
	}
	return []*exhibit.Table{settings.Table, found.Table}
}
