package pspm

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/walk"
)

// threadWalk is the one search. The thread that steps it leads: it proposes as thread 0, decides, and changes the tour
// while the others wait. Everybody may read the tour between the call of a round and their own answer to it, and the
// leader alone at other times, so the two counters below are all the synchronisation there is.
type threadWalk struct {
	*threadSearch
	prev, next  []int32
	current     int64
	best        []int32
	least       int64
	told        int64           // cost of the last incumbent reported
	random      *multiwalk.Rand // of the decisions
	slots       []threadSlot
	called      atomic.Int64 // the iteration that all are to propose for; below 0: go home
	work        multiwalk.Counters
	temperature float64
	rule        metropolis.Rule
	left        int64 // iterations at this temperature
	patience    int   // looks at a counter before others may run
}

// threadSlot is what a thread alone writes, on cache lines of its own.
type threadSlot struct {
	answered    atomic.Int64 // the iteration of the proposal
	delta       int64
	city, after int32
	random      *multiwalk.Rand
	_           [128 - 32]byte
}

// Step implements walk.Walk. A unit is threadUnit iterations.
func (w *threadWalk) Step(s *walk.Slice) bool {
	var threads sync.WaitGroup
	before := w.called.Load()
	for k := 1; k < len(w.slots); k++ {
		threads.Go(func() { w.answer(k, before) })
	}
	alive := w.lead(s, before)
	last := w.called.Swap(-1)
	threads.Wait()
	w.called.Store(last)
	return alive
}

// lead works the units; it returns false at the end of the schedule.
func (w *threadWalk) lead(s *walk.Slice, iteration int64) bool {
	for s.Next(w.work.Evaluations()) {
		for range threadUnit {
			iteration++
			w.called.Store(iteration)
			w.propose(0)
			best := 0
			for k := range w.slots[1:] {
				w.await(&w.slots[k+1].answered, iteration)
				if w.slots[k+1].delta < w.slots[best].delta {
					best = k + 1
				}
			}
			w.work.DeltaEvaluations += int64(len(w.slots))
			w.decide(&w.slots[best])
			if w.cool() {
				continue
			}
			w.tell(s)
			if w.m.Once {
				return false
			}
			w.work.Restarts++
			w.heat()
		}
		w.work.Units++
		w.tell(s)
	}
	return true
}

// answer proposes for each iteration that is called.
func (w *threadWalk) answer(k int, iteration int64) {
	for {
		iteration++
		if w.await(&w.called, iteration) < 0 {
			return
		}
		w.propose(k)
		w.slots[k].answered.Store(iteration)
	}
}

// await spins until a counter has a value, or is below 0, and returns it.
func (w *threadWalk) await(counter *atomic.Int64, value int64) int64 {
	for spins := 0; ; spins++ {
		if v := counter.Load(); v == value || v < 0 {
			return v
		}
		if spins >= w.patience {
			runtime.Gosched()
		}
	}
}

// patience is for how many looks a thread spins before it lets others run: some microseconds, a few times what an
// iteration takes where every thread has a core. With fewer cores, who spins keeps another from what it waits for.
func patience(threads int) int {
	if threads > runtime.GOMAXPROCS(0) {
		return 0
	}
	return 4000
}

// propose draws one of the n(n-2) relocations and prices it in O(1).
func (w *threadWalk) propose(k int) {
	s, n := &w.slots[k], uint32(len(w.next))
	city := int32(s.random.Uint32N(n))
	prev, next := w.prev[city], w.next[city]
	after := prev
	for after == prev {
		if after = int32(s.random.Uint32N(n - 1)); after >= city {
			after++
		}
	}
	follower := w.next[after]
	s.city, s.after = city, after
	s.delta = w.cost(prev, next) + w.cost(after, city) + w.cost(city, follower) -
		w.cost(prev, city) - w.cost(city, next) - w.cost(after, follower)
}

// decide is lines 9 to 18 of Algorithm 2.
func (w *threadWalk) decide(s *threadSlot) {
	if s.delta > 0 {
		if !w.rule.Accept(s.delta, w.random.Uint32()) {
			return
		}
		if w.current < w.least {
			w.store()
		}
	}
	prev, next, follower := w.prev[s.city], w.next[s.city], w.next[s.after]
	w.next[prev], w.prev[next] = next, prev
	w.next[s.after], w.prev[s.city] = s.city, s.after
	w.next[s.city], w.prev[follower] = follower, s.city
	w.current += s.delta
	w.work.Moves++
}

// store makes the current tour the incumbent.
func (w *threadWalk) store() {
	c := int32(0)
	for i := range w.best {
		w.best[i] = c
		c = w.next[c]
	}
	w.least = w.current
}

// tell reports an incumbent that nobody has heard of.
func (w *threadWalk) tell(s *walk.Slice) {
	if w.current < w.least {
		w.store()
	}
	if w.least < w.told {
		w.told = w.least
		s.Improved(w.least, w.work)
	}
}

func (w *threadWalk) Best() ([]int32, int64)       { return w.best, w.least }
func (w *threadWalk) Counters() multiwalk.Counters { return w.work }
