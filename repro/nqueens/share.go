package nqueens

import (
	"math"
	"sync/atomic"
	"time"

	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// sampled is how many evaluations there are to one whose time is taken, where they are brief beside the clock's own time.
// Else all are timed: on a busy machine a few of them take most of the time.
const (
	sampled = 8
	brief   = 2 * time.Microsecond
)

// clocked is a problem that times its evaluations, one in every so many.
type clocked struct {
	queens.Evaluated
	every                     int64
	calls, timed, nanoseconds atomic.Int64
}

// Cost implements multiwalk.Problem.
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
