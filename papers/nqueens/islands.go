package nqueens

import (
	"context"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/population"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

const (
	islandCount = 4
	islandSize  = 32
	// bredGenerations are the fewest that a run makes behind the first, which is drawn and not bred.
	bredGenerations = 2
)

// islands is the genetic algorithm on islands whose children a scheme evaluates: the paper says that its schemes serve there too.
func islands() population.Generational {
	return population.Generational{Islands: islandCount, Population: islandSize}
}

// bred is N queens as that algorithm sees them: a scheme counts the conflicts of all children of a generation in one call. What comes
// alone, the start and incumbents, is counted by lines, so a scheme that miscounts ends the run.
type bred struct {
	queens.Evaluated
	batch func(conflicts []int64, x []int32, n int) error
	room  []int32 // the children, one after the other
}

func (b *bred) CostBatch(xs [][]int32, costs []int64) {
	b.room = b.room[:0]
	for _, x := range xs {
		b.room = append(b.room, x...)
	}
	if err := b.batch(costs, b.room, b.N); err != nil {
		panic(err)
	}
}

// onIslands is the case of a system at a size.
func onIslands(s System, n int) Case {
	return Case{Kind: Islands, Candidates: Random, System: s.ID, N: n}
}

// islandSizes are those of the table.
func (l *Lab) islandSizes() []int { return l.sizes([]int{100, 300, 1000, 3000}) }

// runIslands times beginnings of runs, the systems in turns. All make the same children.
func runIslands(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.islandSizes(), func(n int) error {
		var cases []Case
		for _, s := range l.batched() {
			cases = append(cases, onIslands(s, n))
		}
		return l.measure(ctx, cases, func(ctx context.Context, s *subject) error { return l.breed(ctx, s) })
	})
}

// breed makes a subject of runs.
func (l *Lab) breed(ctx context.Context, s *subject) error {
	e, seconds, err := l.opened(ctx, s.Case)
	if err != nil {
		return err
	}
	const least = (1 + bredGenerations) * islandCount * islandSize
	if least*seconds > l.Limit.Seconds() {
		return errors.New(overLimit)
	}
	budget := max(least, int64(l.Limit.Seconds()/20/max(seconds, microsecond)))
	a := &annealer{subject: s, budget: budget, method: islands(),
		problem: &bred{Evaluated: queens.Evaluated{N: s.N, Scheme: queens.Linear{}}, batch: e.batch}}
	s.most, s.fewest = min(l.Trials, beginnings), min(l.Trials, fewest)
	s.turn = func(ctx context.Context, round int) error { return l.turnRun(ctx, a, round) }
	return nil
}

// child is how long a child takes, in seconds, all that the algorithm does included.
func (l *Lab) child(s System, n int) exhibit.Cell {
	return l.cell(onIslands(s, n), func(m Measurement) float64 { return m.Each })
}

func tablesIslands(l *Lab) []*exhibit.Table {
	serial, _ := l.System("serial")
	times := bySize("islands-time", "A genetic algorithm on islands: time of a child", "us", -3, l.batched(), l.islandSizes(),
		func(s System, n int) exhibit.Cell { return in(1e6, l.child(s, n)) })
	gains := bySize("islands", "A genetic algorithm on islands: speed-up over serial evaluation", "x", -3, l.batched(), l.islandSizes(),
		func(s System, n int) exhibit.Cell {
			return exhibit.Ratio(l.child(serial, n), l.child(s, n), exhibit.Quotient)
		})
	times.Notes = []string{
		fmt.Sprintf("%d islands of %d permutations, whose children are evaluated in one call a generation; beginnings of runs, medians. "+
			"All systems make the same children.", islandCount, islandSize),
		fmt.Sprintf("%s: %d generations would take longer than %v (--limit).", overLimit, 1+bredGenerations, l.Limit),
		"The paper says that its schemes can serve such an algorithm, and has no figures of it.",
	}
	if l.Accelerator == nil {
		times.Notes = append(times.Notes, noGPU)
	}
	gains.Notes = times.Notes
	return []*exhibit.Table{times, gains}
}

var _ multiwalk.BatchEvaluator = (*bred)(nil)
