package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// tabuWalk is one robust tabu search over swaps in progress.
type tabuWalk struct {
	swapWalk
	tabuBursts
	rule   tabuRule
	memory *tabuMemory
	order  []int32 // of the positions; its beginning is drawn anew for each perturbation
}

// newTabuWalk begins at the solution of w; the bursts are those of an iterated search, or nil for one burst that does not end.
func newTabuWalk(w swapWalk, rule tabuRule, bursts *IteratedTabu) *tabuWalk {
	t := &tabuWalk{swapWalk: w, rule: rule, memory: newTabuMemory(w.X), order: identity(len(w.X))}
	t.patience = math.MaxInt64
	if bursts != nil {
		t.of = *bursts
	}
	t.start(t)
	return t
}

// Step implements multiwalk.Walk.
func (w *tabuWalk) Step(s *multiwalk.Slice) bool { return len(w.X) > 1 && w.tabuBursts.Step(s) }

func (w *tabuWalk) here() ([]int32, int64) { return w.X, w.Cost }
func (w *tabuWalk) check()                 {} // each swap is checked

// iterate implements tabuGround.
func (w *tabuWalk) iterate(s *multiwalk.Slice) bool {
	i, j, d, ok := w.choose(s, w.least)
	if !ok {
		return false
	}
	w.scanned()
	w.work.Units++
	w.move(i, j, d)
	w.went(s)
	return true
}

// adopt implements tabuGround.
func (w *tabuWalk) adopt(x []int32, cost int64) {
	w.swapWalk.adopt(x, cost)
	w.memory.recall(w.X)
}

// beginAt implements tabuGround.
func (w *tabuWalk) beginAt(x []int32, r *multiwalk.Rand) {
	w.random = r
	w.Reset(x, w.p.Cost(x))
	w.work.FullEvaluations++
	w.memory.forget(w.X)
	w.keep()
	for i := range w.order {
		w.order[i] = int32(i)
	}
}

// perturbed implements tabuGround. What is tabu stays so.
func (w *tabuWalk) perturbed(s *multiwalk.Slice, x []int32, cost int64, strength int) {
	w.Reset(x, cost)
	w.rotate(w.order, strength)
	w.memory.recall(w.X)
	w.note(s)
}

// Save implements checkpoint.Saver.
func (w *tabuWalk) Save(a *checkpoint.Archive) {
	a.Fields("tabu", &w.swapWalk, &w.tabuBursts, &w.order)
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
