package minconflict

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// conflictWalk is one min-conflict search in progress. Only swaps that lower the cost are made, so the state holds the
// best solution since the last start, and nothing is copied before the next.
type conflictWalk struct {
	search *conflictSearch
	random *multiwalk.Rand
	state  state.ConflictState // nil before the start is built
	queue  []int32             // elements to look at that were in conflict when they were put there
	start  []int32             // what the walk began from last; room for the next start
	pass   int64               // the cost when the queue was filled
	stale  int                 // passes since the cost fell
	best   []int32             // of all earlier starts; nil if there was none
	least  int64               // cost of best
	work   multiwalk.Counters
}

// begin makes the state of a start.
func (w *conflictWalk) begin(x []int32) {
	if w.state == nil {
		w.state = w.search.state(x)
	} else {
		w.state.Reset(x)
	}
	w.work.FullEvaluations++
	w.stale = 0
	w.collect()
}

// collect fills the queue with all elements in conflict, in O(n).
func (w *conflictWalk) collect() {
	w.queue, w.pass = w.queue[:0], w.state.Cost()
	if w.search.free != nil {
		for _, i := range w.search.free {
			if w.state.Conflicts(i) != 0 {
				w.queue = append(w.queue, i)
			}
		}
		return
	}
	for i := range w.search.p.Space().Len() {
		if w.state.Conflicts(int32(i)) != 0 {
			w.queue = append(w.queue, int32(i))
		}
	}
}

// restart begins from a new solution, and keeps the best of those before. It returns false if the run was aborted on the
// way: then nothing has changed.
func (w *conflictWalk) restart(s *walk.Slice) bool {
	var fresh state.ConflictState
	var inConflict []int32
	builds := w.search.builder != nil
	if builds {
		if fresh, inConflict = w.search.builder.ConstructConflictState(w.random, s.Aborted); fresh == nil {
			return false
		}
	}
	if w.state != nil {
		x, cost := w.Best()
		w.best, w.least = append(w.best[:0], x...), cost
		w.work.Restarts++
	}
	if builds {
		w.state, w.queue, w.pass, w.stale = fresh, inConflict, fresh.Cost(), 0
		w.work.FullEvaluations++
		return true
	}
	if w.start == nil {
		w.start = make([]int32, w.search.p.Space().Len())
	}
	walk.Plan{}.Begin(w.search.p, w.random, w.start)
	w.begin(w.start)
	return true
}

// Step implements walk.Walk. A unit is the repair of one element, or a start.
func (w *conflictWalk) Step(s *walk.Slice) bool {
	if invariants.Enabled {
		defer func() {
			if w.state != nil {
				walking.Ledger("minconflict", w.search.p, w.state.Solution(), w.state.Cost(), w.work.Moves)
			}
		}()
	}
	for !w.ended() && s.Next(w.work.Evaluations()) {
		had, known := w.leastCost()
		if w.state != nil && w.stale <= w.search.m.Patience {
			w.repair()
		} else if !w.restart(s) {
			return true
		}
		w.work.Units++
		if cost, _ := w.leastCost(); !known || cost < had {
			s.Improved(cost, w.work)
		}
	}
	return !w.ended()
}

// ended says whether there is nothing left to repair: at cost 0, or at the problem's bound.
func (w *conflictWalk) ended() bool {
	cost, known := w.leastCost()
	if !known || cost <= 0 {
		return known
	}
	b, ok := w.search.p.(multiwalk.Bounder)
	return ok && cost <= b.LowerBound()
}

// leastCost returns the cost of the best solution, if there is one yet.
func (w *conflictWalk) leastCost() (int64, bool) {
	switch {
	case w.state == nil:
		return 0, false
	case w.best != nil:
		return min(w.least, w.state.Cost()), true
	}
	return w.state.Cost(), true
}

// repair prices one element that is in conflict with random partners, until it is in none.
func (w *conflictWalk) repair() {
	i, ok := w.next()
	if !ok {
		return
	}
	for range w.search.m.Tries {
		j, ok := w.partner(i)
		if !ok {
			return
		}
		w.work.DeltaEvaluations++
		if w.state.SwapDelta(i, j) >= 0 {
			continue
		}
		w.state.Swap(i, j)
		w.work.Moves++
		if w.state.Conflicts(j) != 0 {
			w.queue = append(w.queue, j)
		}
		if w.state.Conflicts(i) == 0 {
			return
		}
	}
}

// partner draws an element other than i that may change, if there is one.
func (w *conflictWalk) partner(i int32) (j int32, ok bool) {
	if free := w.search.free; free != nil {
		if len(free) < 2 {
			return 0, false
		}
		if j = free[w.random.Uint32N(uint32(len(free)-1))]; j == i {
			j = free[len(free)-1] // which is not drawn itself
		}
		return j, true
	}
	n := uint32(w.search.p.Space().Len())
	if n == 1 {
		return 0, false
	}
	if j = int32(w.random.Uint32N(n - 1)); j >= i {
		j++
	}
	return j, true
}

// next takes an element in conflict from the queue. At the end of the queue a new pass begins. If the patience is used up then, next
// returns none.
func (w *conflictWalk) next() (int32, bool) {
	for {
		for k := len(w.queue); k > 0; k = len(w.queue) {
			i := w.queue[k-1]
			w.queue = w.queue[:k-1]
			if w.state.Conflicts(i) != 0 {
				return i, true
			}
		}
		if w.stale++; w.state.Cost() < w.pass {
			w.stale = 0
		}
		if w.stale > w.search.m.Patience {
			return 0, false
		}
		w.collect()
	}
}

// Best implements walk.Walk. Before the first unit of a walk without a given start there is none.
func (w *conflictWalk) Best() ([]int32, int64) {
	switch {
	case w.state == nil:
		return nil, 0
	case w.best != nil && w.least <= w.state.Cost():
		return w.best, w.least
	}
	return w.state.Solution(), w.state.Cost()
}

func (w *conflictWalk) Counters() multiwalk.Counters { return w.work }

func (w *conflictWalk) Adopt(x []int32, _ int64) {
	if w.state != nil {
		best, cost := w.Best()
		w.best, w.least = append(w.best[:0], best...), cost
	}
	full := w.work.FullEvaluations
	w.begin(x)
	w.work.FullEvaluations = full // its cost was known
}

func (w *conflictWalk) Save(a *checkpoint.Archive) {
	var x []int32
	if w.state != nil {
		x = w.state.Solution()
	}
	a.Fields("minconflict", &x, w.random, &w.queue, &w.pass, &w.stale, &w.best, &w.least, &w.work)
	if a.Reading() && x != nil {
		w.state = w.search.state(x)
	}
}
