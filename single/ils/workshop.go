package ils

import (
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// part is a piece of work on a tour: what it took, and what it found if that costs less than the incumbent did when it began.
type part struct {
	units   int64 // of the run
	work    multiwalk.Counters
	optimal bool // the tour has come to its first local optimum
	last    bool // the tour is complete
	better  []int32
	cost    int64
}

// workshop is what a walk has that all cores make together: its incumbent, and a lock that a core has except where it works by itself. Work
// has an order, and so have its parts. Whichever core is free makes the next one, and parts are taken up in their order: so the run is the
// same on any number of cores.
type workshop struct {
	best     []int32
	cost     int64
	settled  bool
	counters multiwalk.Counters
	paid     int64 // units of the next part that were counted

	mu      sync.Mutex // for all of the walk while cores work
	changed *sync.Cond
	over    bool // the step is
	cores   int
}

// work is what is made in a workshop.
type work interface {
	next(s *walk.Slice) *part          // the part that is taken up next, or nil if it is not made yet
	take(s *walk.Slice, p *part)       // takes it up
	make(s *walk.Slice, core int) bool // does what comes next; false: there is nothing to do meanwhile
	again(s *walk.Slice, core int)     // does again what broke
}

// step has cores work side by side until the slice is over.
func (o *workshop) step(s *walk.Slice, cores int, w work) {
	if o.changed == nil {
		o.changed = sync.NewCond(&o.mu)
	}
	o.over, o.cores = false, cores
	broke := walk.Beside(cores, func(core int) {
		o.mu.Lock()
		defer o.mu.Unlock()
		for o.takeUp(s, w) {
			if !w.make(s, core) {
				o.changed.Wait()
			}
		}
	}, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.stop()
	})
	if broke >= 0 {
		o.mu.Lock()
		defer o.mu.Unlock()
		w.again(s, broke)
	}
}

// takeUp takes up what is made, in order. It reports whether the step goes on.
func (o *workshop) takeUp(s *walk.Slice, w work) bool {
	for !o.over {
		p := w.next(s)
		if p == nil {
			if s.Aborted() {
				o.stop()
			}
			break
		}
		for ; o.paid < p.units; o.paid++ {
			if !s.Next(o.counters.Evaluations()) {
				o.stop()
				return false
			}
			o.counters.Units++
		}
		o.paid = 0
		o.counters.Add(p.work)
		w.take(s, p)
	}
	return !o.over
}

func (o *workshop) stop() {
	o.over = true
	o.changed.Broadcast()
}

// unlocked calls f while other cores work.
func (o *workshop) unlocked(f func()) {
	o.mu.Unlock()
	defer o.mu.Lock() // also where it panics
	f()
}

// adopt makes a tour the incumbent if it costs less.
func (o *workshop) adopt(x []int32, cost int64) bool {
	if cost >= o.cost {
		return false
	}
	o.cost = cost
	copy(o.best, x)
	return true
}

func (o *workshop) Best() ([]int32, int64)       { return o.best, o.cost }
func (o *workshop) Counters() multiwalk.Counters { return o.counters }

// Cores implements walk.Divider.
func (o *workshop) Cores() int { return max(1, o.cores) }

// Settled says whether the walk has come to a first local optimum: anneal.Anneal asks it where it begins at a start.
func (o *workshop) Settled() bool { return o.settled }
