package multiwalk

import (
	"context"
	"errors"
	"time"
)

// errTimeUp is the cause of the end of a run's context when it is the run's own time limit.
var errTimeUp = errors.New("multiwalk: the time limit is over")

// clock is what Time limits and what all times of a run count: wall-clock time from the call of Minimize on, without
// the time in which a Search loads (see Loader), while the clock stands still.
type clock struct {
	start   time.Time // moved on by the time of loading
	limit   time.Duration
	timer   *time.Timer // nil without a limit
	running bool        // the timer was stopped before it fired
	stopped time.Time
	lap     time.Duration // of the last rounds, at most graceRound
}

// near reports whether the end of the present round is nearer to the time limit than that of another one would be.
func (c *clock) near() bool { return c.limit > 0 && c.lap > 0 && c.limit-c.elapsed() < c.lap/2 }

// laps returns how many more rounds, at least one, end nearest to the time limit; most if none is near it.
func (c *clock) laps(most int) int {
	if c.limit == 0 || c.lap == 0 {
		return most
	}
	return max(1, int(min(time.Duration(most), (c.limit-c.elapsed()+c.lap/2)/c.lap)))
}

// lapped notes how long some rounds took that began when the clock had gone for so long. A slow one, in which the machine
// had other things to do, must not end a run long before its limit, so what counts is bounded.
func (c *clock) lapped(began time.Duration, rounds int64) {
	c.lap = min(graceRound, (c.elapsed()-began)/time.Duration(max(1, rounds)))
}

// bound returns a context that ends with ctx or when the clock has gone on for the limit; 0 is none.
func (c *clock) bound(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	bounded, cancel := context.WithCancelCause(ctx)
	c.start, c.limit = time.Now(), limit
	if limit > 0 {
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

// elapsed returns how long the clock has gone.
func (c *clock) elapsed() time.Duration {
	if !c.stopped.IsZero() {
		return c.stopped.Sub(c.start)
	}
	return time.Since(c.start)
}
