package solutions

import (
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
)

// source makes solutions in batches. What is in a batch is a function of its number and of the options, so that batches
// can be made and checked at any time by any worker, and handed out in order.
type source interface {
	// next says what b is to hold: the batch after the one of the call before. It reports false if there is none, or if
	// the source was told to stop.
	next(b *batch) (bool, error)
	// fill makes what next has not made yet, on a worker.
	fill(b *batch, w *worker)
	// stop makes next and fill return soon; it may be called at any time, and several times.
	stop()
	// close gives back all that the source holds, after the last next and fill.
	close() error
}

// batch is some solutions in a row.
type batch struct {
	number int64
	wide   []int32  // solutions, one after the other
	narrow []uint16 // or these, where a device has made them
	free   func()   // tells the source that wide or narrow is not needed any more; may be nil
	failed error    // of a solution that does not hold

	// What the check adds.
	prints []uint64 // of each solution
	rows   []int32  // the solutions for Each, if that is wanted
	text   []byte   // the solutions for Out, if that is wanted
	ends   []int    // of each solution in text
	ready  chan struct{}
}

// newSource chooses how solutions are made.
func newSource(n int, o *Options) (source, error) {
	switch {
	case n <= fewQueens:
		return newShuffled(n, o), nil
	case enumerates(n, o.Count):
		return newPrefixes(n, o), nil
	}
	if d, ok := o.Device.(multiwalk.Accelerator); ok {
		return newLauncher(n, o, d)
	}
	return &cores{n: n, seed: o.Seed}, nil
}

// batchOf is the number of solutions of a batch, a function of n alone: some milliseconds of work at most.
func batchOf(n int) int { return min(max(1, 1<<17/n), 512) }

// cores makes solutions on the workers: a batch is a walk. The first walk makes one solution, each one after it twice
// as many up to a batch, so that who wants few does not wait for many.
type cores struct {
	n     int
	seed  uint64
	walks int64
	halt  atomic.Bool
}

func (c *cores) next(b *batch) (bool, error) {
	b.number = c.walks
	c.walks++
	return !c.halt.Load(), nil
}

func (c *cores) fill(b *batch, w *worker) {
	if w.search == nil {
		w.search = newSearcher(c.n, &c.halt)
	}
	w.search.begin(c.seed, int(b.number))
	b.wide = b.wide[:0]
	for range min(batchOf(c.n), 1<<min(b.number, 30)) {
		if !w.search.next() {
			return
		}
		b.wide = append(b.wide, w.search.x...)
	}
}

func (c *cores) stop()        { c.halt.Store(true) }
func (c *cores) close() error { return nil }
