package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// tabuWalk is one robust tabu search in progress.
type tabuWalk struct {
	*swaps
	rule   tabuRule
	memory *tabuMemory
	random *multiwalk.Rand
	best   []int32
	least  int64 // cost of best
}

func newTabuWalk(s *swaps, rule tabuRule, r *multiwalk.Rand) *tabuWalk {
	return &tabuWalk{swaps: s, rule: rule, memory: newTabuMemory(s.n, s.x), random: r,
		best: append([]int32(nil), s.x...), least: s.cost}
}

// Step implements multiwalk.Walk. A unit is one iteration.
func (w *tabuWalk) Step(s *multiwalk.Slice) bool {
	if w.n < 2 {
		return false
	}
	for s.Next(w.work.Evaluations()) {
		if !w.iterate(s) {
			return true
		}
	}
	return true
}

// iterate makes one move. It returns false, and has done nothing, if the run is aborted.
func (w *tabuWalk) iterate(s *multiwalk.Slice) bool {
	i, j, d, ok := w.choose(s, w.least)
	if !ok {
		return false
	}
	w.countScan()
	w.work.Units++
	w.move(i, j, d)
	w.note(s)
	return true
}

// note keeps the current solution if it is a new incumbent.
func (w *tabuWalk) note(s *multiwalk.Slice) {
	if w.cost < w.least {
		w.least = w.cost
		copy(w.best, w.x)
		s.Improved(w.cost, w.work)
	}
}

// Best implements multiwalk.Walk.
func (w *tabuWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements multiwalk.Walk.
func (w *tabuWalk) Counters() multiwalk.Counters { return w.work }

// Adopt implements multiwalk.Adopter. What is tabu stays so.
func (w *tabuWalk) Adopt(x []int32, cost int64) {
	w.reset(x, cost)
	w.memory.recall(w.x)
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// Begin goes on from x, which becomes the incumbent, as if the walk began: it forgets what is tabu, and draws from r. See
// population.Memetic.
func (w *tabuWalk) Begin(x []int32, r *multiwalk.Rand) {
	w.random = r
	w.reset(x, w.p.Cost(x))
	w.work.FullEvaluations++
	w.memory.forget(w.x)
	w.least = w.cost
	copy(w.best, w.x)
}

// move makes a swap, and forbids its undoing for a while.
func (w *tabuWalk) move(i, j int32, d int64) {
	m := w.memory
	m.forbid(i, w.x[i], m.now+w.rule.tenure(w.random))
	m.forbid(j, w.x[j], m.now+w.rule.tenure(w.random))
	w.swap(i, j, d)
	m.refresh(int(i), w.x)
	m.refresh(int(j), w.x)
	m.tick()
}

// choose returns the swap to make; a cost below aspire overrides the memory. It returns false if the run is aborted.
func (w *tabuWalk) choose(s *multiwalk.Slice, aspire int64) (i, j int32, d int64, ok bool) {
	m := w.memory
	from := int(w.random.Uint32N(uint32(w.n - 1)))
	f, ok := w.scan(s, m.pairs, from, m.now)
	if !ok {
		return 0, 0, 0, false
	}
	if f.Least < f.Delta && w.cost+f.Least < aspire {
		f, ok = w.scan(s, m.pairs, from, math.MaxInt32)
	} else if before := m.now - w.rule.aspiration; w.rule.aspiration > 0 && f.Oldest < before {
		i, j, d = m.agedBest(w.swaps, before)
		return i, j, d, true
	} else if f.Delta == noDelta {
		f, ok = w.scan(s, m.pairs, from, f.Oldest)
	}
	i, j = int32(f.Place/w.stride), int32(f.Place%w.stride)
	return min(i, j), max(i, j), f.Delta, ok
}
