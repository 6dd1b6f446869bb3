package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// tabuWalk is one robust tabu search over swaps in progress.
type tabuWalk struct {
	walking.SwapWalk
	tabuBursts
	rule   tabuRule
	memory *tabuMemory
	order  []int32 // of the positions; its beginning is drawn anew for each perturbation
}

// newTabuWalk begins at the solution of w; the bursts are those of an iterated search, or nil for one burst that does not end.
func newTabuWalk(w walking.SwapWalk, rule tabuRule, bursts *IteratedTabu) *tabuWalk {
	t := &tabuWalk{SwapWalk: w, rule: rule, memory: newTabuMemory(w.X), order: walking.Identity(len(w.X))}
	t.patience = math.MaxInt64
	if bursts != nil {
		t.of = *bursts
	}
	t.start(t)
	return t
}

func (w *tabuWalk) Step(s *walk.Slice) bool { return len(w.X) > 1 && w.tabuBursts.Step(s) }
func (w *tabuWalk) here() ([]int32, int64)  { return w.X, w.Cost }
func (w *tabuWalk) check()                  {} // each swap is checked

func (w *tabuWalk) iterate(s *walk.Slice) bool {
	i, j, d, ok := w.choose(s, w.Least)
	if !ok {
		return false
	}
	w.Scanned()
	w.Work.Units++
	w.move(i, j, d)
	w.went(s)
	return true
}

func (w *tabuWalk) adopt(x []int32, cost int64) {
	w.SwapWalk.TakeUp(x, cost)
	w.memory.recall(w.X)
}

func (w *tabuWalk) beginAt(x []int32, r *multiwalk.Rand) {
	w.Random = r
	w.Reset(x, w.P.Cost(x))
	w.Work.FullEvaluations++
	w.memory.forget(w.X)
	w.KeepBest()
	for i := range w.order {
		w.order[i] = int32(i)
	}
}

// perturbed implements tabuGround. What is tabu stays so.
func (w *tabuWalk) perturbed(s *walk.Slice, x []int32, cost int64, strength int) {
	w.Reset(x, cost)
	w.Rotate(w.order, strength)
	w.memory.recall(w.X)
	w.Note(s)
}

func (w *tabuWalk) Save(a *checkpoint.Archive) {
	a.Fields("tabu", &w.SwapWalk, &w.tabuBursts, &w.order)
	w.memory.save(a, w.X)
}

// move makes a swap, and forbids its undoing for a while.
func (w *tabuWalk) move(i, j int32, d int64) {
	m := w.memory
	m.forbid(i, w.X[i], m.now+w.rule.tenure(w.Random))
	m.forbid(j, w.X[j], m.now+w.rule.tenure(w.Random))
	w.Make(i, j, d)
	m.refresh(int(i), w.X)
	m.refresh(int(j), w.X)
	m.tick()
}

// choose returns the swap to make; a cost below aspire overrides the memory. It returns false if the run is aborted.
func (w *tabuWalk) choose(s *walk.Slice, aspire int64) (i, j int32, d int64, ok bool) {
	m := w.memory
	from := int(w.Random.Uint32N(uint32(len(w.X) - 1)))
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
