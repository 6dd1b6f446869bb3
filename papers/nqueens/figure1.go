package nqueens

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// shared returns the systems of one core.
func (l *Lab) shared() []System {
	return slices.DeleteFunc(l.Here(), func(s System) bool { return s.Where != papers.OneCore })
}

// runFigure1 anneals with clocked evaluations.
func runFigure1(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.annealedSizes(), func(n int) error {
		var cases []Case
		for _, s := range l.shared() {
			cases = append(cases, Case{Kind: Share, Candidates: Random, System: s.ID, N: n})
		}
		return l.annealings(ctx, cases)
	})
}

// share is a system's share, in per cent.
func (l *Lab) share(s System, n int) exhibit.Cell {
	return in(100, l.cell(Case{Kind: Share, Candidates: Random, System: s.ID, N: n}, func(m Measurement) float64 { return m.Share }))
}

func tablesFigure1(l *Lab) []*exhibit.Table {
	t := bySize("figure1", "Figure 1: share of the running time of simulated annealing that evaluation takes", "%", 2,
		l.shared(), l.annealedSizes(), l.share)
	t.Notes = []string{
		fmt.Sprintf("The first %v of an annealing with Table 1's settings; evaluations are timed, "+
			"of those under %v one in %d, less what the clock takes.",
			l.Limit/20, brief, sampled),
		fmt.Sprintf("The paper prints no figures but that the serial scheme's share is above 99 %% for N above %d. %s",
			Text.ShareFrom, l.shareFrom()),
	}
	return []*exhibit.Table{t}
}

// shareFrom says from which size on the serial scheme's share is above 99 % here.
func (l *Lab) shareFrom() string {
	serial, _ := l.System("serial")
	from, timed := 0, false
	for _, n := range slices.Backward(l.annealedSizes()) {
		c := l.share(serial, n)
		if !c.Has() {
			continue
		}
		if timed = true; c.Value <= 99 {
			break
		}
		from = n
	}
	switch {
	case !timed:
		return "Here it was not timed."
	case from == 0:
		return "Here it is not."
	}
	return fmt.Sprintf("Here it is from N = %d on.", from)
}

func chartsFigure1(l *Lab) []*exhibit.Chart {
	list := bySystem(l.shared(), l.annealedSizes(), l.share)
	for i, s := range l.shared() {
		list[i].Name = s.Title
	}
	return chart("figure1", "Figure 1: share of evaluation in simulated annealing", "share of evaluation [%]", list)
}

// sampled is how many evaluations there are to one whose time is taken, where they are brief beside the clock's own time.
// Else all are timed: on a busy machine a few of them take most of the time.
const (
	sampled = 8
	brief   = 2 * time.Microsecond
)

// clocked is a problem that times some of its evaluations.
type clocked struct {
	queens.Evaluated
	every                     int64
	calls, timed, nanoseconds atomic.Int64
}

func (c *clocked) Cost(x []int32) int64 {
	if c.calls.Add(1)%c.every != 0 {
		return c.Evaluated.Cost(x)
	}
	began := time.Now()
	cost := c.Evaluated.Cost(x)
	c.nanoseconds.Add(int64(time.Since(began)))
	c.timed.Add(1)
	return cost
}

func (c *clocked) reset() {
	c.calls.Store(0)
	c.timed.Store(0)
	c.nanoseconds.Store(0)
}

// total estimates what all evaluations took, without the clock's own time.
func (c *clocked) total() time.Duration {
	timed := c.timed.Load()
	if timed == 0 {
		return 0
	}
	each := max(0, time.Duration(c.nanoseconds.Load()/timed)-clockCost())
	return each * time.Duration(c.calls.Load())
}

// clockCost is the least time between two readings of the clock.
func clockCost() time.Duration {
	least := time.Duration(math.MaxInt64)
	for range 1000 {
		began := time.Now()
		least = min(least, time.Since(began))
	}
	return least
}
