package walk

import (
	"context"
	"errors"
	"math"
	"time"
)

// errTimeUp is the cause of the end of a run's context when it is the run's own time limit.
var errTimeUp = errors.New("multiwalk: the time limit is over")

// clock measures the time that Time limits and that results report. It goes from the call of Minimize on, and stands
// still while a Search loads (see Loader).
type clock struct {
	start   time.Time // after loading, later by the time that loading took
	limit   time.Duration
	timer   *time.Timer // nil without a limit
	running bool        // the timer was stopped before it fired
	stopped time.Time
	lap     time.Duration // how long one of the last rounds took, at most graceRound
}

// near reports that the run should stop now: one more round would end further from the time limit.
func (c *clock) near() bool { return c.limit > 0 && c.lap > 0 && c.limit-c.elapsed() < c.lap/2 }

// laps returns after how many more rounds the run would end nearest to the time limit: at least 1, at most most.
func (c *clock) laps(most int) int {
	if c.limit == 0 || c.lap == 0 {
		return most
	}
	return max(1, int(min(time.Duration(most), (c.limit-c.elapsed()+c.lap/2)/c.lap)))
}

// lapped notes how long each of the last rounds took, on average. They began when the clock showed began. The time is
// cut to graceRound: when the machine was busy elsewhere in one round, that must not end the run long before its limit.
func (c *clock) lapped(began time.Duration, rounds int64) {
	c.lap = max(1, min(graceRound, (c.elapsed()-began)/time.Duration(max(1, rounds))))
}

// bound starts the clock where it was. It returns a context that ends when ctx ends or when the clock has gone on for the
// limit (0: no limit).
func (c *clock) bound(ctx context.Context, was, limit time.Duration) (context.Context, context.CancelFunc) {
	bounded, cancel := context.WithCancelCause(ctx)
	c.start = time.Now().Add(-was)
	if limit > 0 {
		c.limit = was + min(limit, math.MaxInt64-was)
		c.timer = time.AfterFunc(limit, func() { cancel(errTimeUp) })
	}
	return bounded, func() {
		if c.timer != nil {
			c.timer.Stop()
		}
		cancel(nil)
	}
}

// stop makes the clock stand still until goOn.
func (c *clock) stop() {
	c.running = c.timer != nil && c.timer.Stop()
	c.stopped = time.Now()
}

// goOn returns how long the clock stood still.
func (c *clock) goOn() time.Duration {
	d := time.Since(c.stopped)
	c.start, c.stopped = c.start.Add(d), time.Time{}
	if c.running {
		c.timer.Reset(max(0, c.limit-time.Since(c.start)))
	}
	return d
}

// elapsed returns what the clock shows.
func (c *clock) elapsed() time.Duration {
	if !c.stopped.IsZero() {
		return c.stopped.Sub(c.start)
	}
	return time.Since(c.start)
}
