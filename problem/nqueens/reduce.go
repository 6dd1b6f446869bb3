package nqueens

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Reduce is a parallel reduction over a range of columns that is split as workers steal: Algorithms 4 and 5 of the paper,
// its section 2.3, where Intel's TBB does the splitting. A worker halves its range, keeps the front, and leaves the rear
// in its deque; one that has none left steals the oldest, and so greatest, range of another.
type Reduce struct {
	// Workers is the number of goroutines; 0 means one a core.
	Workers int
	// Grain is the number of columns that are not split further; 0 means a 64th of a worker's share, at least 16.
	Grain int
}

func (Reduce) Name() string                { return "parallel-reduce" }
func (s Reduce) Conflicts(x []int32) int64 { return s.ConflictsUntil(&never, x) }

func (s Reduce) ConflictsUntil(stop *atomic.Bool, x []int32) int64 {
	workers := workersOr(s.Workers)
	r := &reduction{stop: stop, x: x, grain: s.Grain, deques: make([]deque, workers), sums: make([]int64, workers)}
	if r.grain <= 0 {
		r.grain = max(16, len(x)/workers/64)
	}
	r.left.Store(int64(len(x)))
	r.deques[0].push(columns{0, len(x)})
	var wg sync.WaitGroup
	for w := 1; w < workers && len(x) > r.grain; w++ {
		wg.Go(func() { r.work(w) })
	}
	r.work(0)
	wg.Wait()
	return total(r.sums)
}

// columns is a range of columns, from lo up to hi.
type columns struct{ lo, hi int }

// reduction is an evaluation in progress.
type reduction struct {
	stop   *atomic.Bool
	x      []int32
	grain  int
	deques []deque
	sums   []int64      // by worker, joined at the end
	left   atomic.Int64 // columns that nobody has evaluated yet
}

// work takes ranges until none is left, its own first.
func (r *reduction) work(me int) {
	var sum int64
	for r.left.Load() > 0 && !r.stop.Load() {
		c, ok := r.deques[me].pop()
		for at := 1; !ok && at < len(r.deques); at++ {
			c, ok = r.deques[(me+at)%len(r.deques)].steal()
		}
		if !ok {
			runtime.Gosched() // all that is left is in progress, and may be split yet
			continue
		}
		for c.hi-c.lo > r.grain {
			middle := c.lo + (c.hi-c.lo)/2
			r.deques[me].push(columns{middle, c.hi})
			c.hi = middle
		}
		for i := c.lo; i < c.hi && !r.stop.Load(); i++ {
			sum += attackedAfter(r.x, i)
		}
		r.left.Add(int64(c.lo - c.hi))
	}
	r.sums[me] = sum
}

// deque holds the ranges that a worker has split off: its owner works at the end, thieves at the front. A lock is enough,
// as a range is thousands of comparisons.
type deque struct {
	mu   sync.Mutex
	list []columns
}

func (d *deque) push(c columns) {
	d.mu.Lock()
	d.list = append(d.list, c)
	d.mu.Unlock()
}

func (d *deque) pop() (c columns, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ok = len(d.list) > 0; ok {
		c = d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
	}
	return c, ok
}

func (d *deque) steal() (c columns, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ok = len(d.list) > 0; ok {
		c = d.list[0]
		d.list = d.list[1:]
	}
	return c, ok
}
