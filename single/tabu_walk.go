package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// tabuWalk is one robust tabu search in progress.
type tabuWalk struct {
	swapWalk
	rule   tabuRule
	memory *tabuMemory
}

func newTabuWalk(w swapWalk, rule tabuRule) *tabuWalk {
	return &tabuWalk{swapWalk: w, rule: rule, memory: newTabuMemory(w.X)}
}

// Step implements multiwalk.Walk. A unit is one iteration.
func (w *tabuWalk) Step(s *multiwalk.Slice) bool {
	if len(w.X) < 2 {
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
	w.scanned()
	w.work.Units++
	w.move(i, j, d)
	w.note(s)
	return true
}

// Adopt implements multiwalk.Adopter. What is tabu stays so.
func (w *tabuWalk) Adopt(x []int32, cost int64) {
	w.adopt(x, cost)
	w.memory.recall(w.X)
}

// Begin goes on from x, which becomes the incumbent, as if the walk began: it forgets what is tabu, and draws from r. See
// population.Memetic.
func (w *tabuWalk) Begin(x []int32, r *multiwalk.Rand) {
	w.random = r
	w.Reset(x, w.p.Cost(x))
	w.work.FullEvaluations++
	w.memory.forget(w.X)
	w.keep()
}

// Save implements checkpoint.Saver.
func (w *tabuWalk) Save(a *checkpoint.Archive) {
	a.Fields("tabu", &w.swapWalk)
	w.memory.save(a, w.X)
}

// move makes a swap, and forbids its undoing for a while.
func (w *tabuWalk) move(i, j int32, d int64) {
	m := w.memory
	m.forbid(i, w.X[i], m.now+w.rule.tenure(w.random))
	m.forbid(j, w.X[j], m.now+w.rule.tenure(w.random))
	w.swap(i, j, d)
	m.refresh(int(i), w.X)
	m.refresh(int(j), w.X)
	m.tick()
}

// choose returns the swap to make; a cost below aspire overrides the memory. It returns false if the run is aborted.
func (w *tabuWalk) choose(s *multiwalk.Slice, aspire int64) (i, j int32, d int64, ok bool) {
	m := w.memory
	from := int(w.random.Uint32N(uint32(len(w.X) - 1)))
	f, ok := w.Scan(s, m.pairs, from, m.now)
	if !ok {
		return 0, 0, 0, false
	}
	if f.Least < f.Delta && w.Cost+f.Least < aspire {
		f, ok = w.Scan(s, m.pairs, from, math.MaxInt32)
	} else if before := m.now - w.rule.aspiration; w.rule.aspiration > 0 && f.Oldest < before {
		i, j, d = m.agedBest(w.Explorer, before)
		return i, j, d, true
	} else if f.Delta == neighbourhood.NoDelta {
		f, ok = w.Scan(s, m.pairs, from, f.Oldest)
	}
	i, j = w.Pair(f.Place)
	return i, j, f.Delta, ok
}
