package ils

import (
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// crew is what a walk has that all cores make together: its incumbent, and a lock that a core has except where it works by itself.
type crew struct {
	best     []int32
	cost     int64
	settled  bool
	counters multiwalk.Counters

	mu      sync.Mutex // for all of the walk while cores work
	changed *sync.Cond
	over    bool // the step is
	cores   int
}

// step has cores call work side by side, each with the lock. It returns the number of one that broke off, or -1.
func (c *crew) step(cores int, work func(k int)) (broke int) {
	if c.changed == nil {
		c.changed = sync.NewCond(&c.mu)
	}
	c.over, c.cores = false, cores
	locked := func(f func()) {
		c.mu.Lock()
		defer c.mu.Unlock()
		f()
	}
	return walk.Beside(cores, func(k int) { locked(func() { work(k) }) }, func() { locked(c.stop) })
}

func (c *crew) stop() {
	c.over = true
	c.changed.Broadcast()
}

// unlocked calls f while other cores work.
func (c *crew) unlocked(f func()) {
	c.mu.Unlock()
	defer c.mu.Lock() // also where it panics
	f()
}

func (c *crew) Best() ([]int32, int64)       { return c.best, c.cost }
func (c *crew) Counters() multiwalk.Counters { return c.counters }

// Cores implements walk.Divider.
func (c *crew) Cores() int { return max(1, c.cores) }

// Settled says whether the walk has come to a first local optimum: anneal.Anneal asks it where it begins at a start.
func (c *crew) Settled() bool { return c.settled }
