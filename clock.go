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
