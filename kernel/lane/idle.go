package lane

import (
	"iter"
	"sync"
)

// coroutine runs one thread after another. To make one for each thread would take longer, and the race detector never
// gives back what it keeps of a coroutine that ended.
type coroutine struct {
	task  func()
	next  func() (struct{}, bool) // runs task until it yields or returns
	yield func(struct{}) bool
}

func newCoroutine() *coroutine {
	c := &coroutine{}
	c.next, _ = iter.Pull(func(yield func(struct{}) bool) {
		for c.yield = yield; ; yield(struct{}{}) {
			c.task()
			c.task = nil // it holds the launch's arrays
		}
	})
	return c
}

// coroutines are those that no thread runs in: as many, at most, as threads ran at once.
type coroutines struct {
	mu   sync.Mutex
	free []*coroutine
}

var idle coroutines

// take returns a coroutine whose task is to be set.
func (c *coroutines) take() *coroutine {
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := len(c.free) - 1; last >= 0 {
		taken := c.free[last]
		c.free = c.free[:last]
		return taken
	}
	return newCoroutine()
}

// give takes back a coroutine whose task has returned.
func (c *coroutines) give(back *coroutine) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, back)
}
