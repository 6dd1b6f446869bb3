package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// ilsRestartEach is how many local optima in a row that were no better each element adds before a search in any neighbourhood
// starts afresh.
const ilsRestartEach = 10

// ilsMoves is iterated local search by the moves of a neighbourhood.
type ilsMoves struct {
	moves
	weakest, strongest int // moves of a perturbation
	patience           int // local optima
}

// prepareMoves prepares on cores.
func (m ILS) prepareMoves(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	of, err := movesOf(m.Name(), p, plan, m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	weakest := min(n, ilsWeakest)
	if m.Strength > 0 {
		weakest = m.Strength
	}
	return &ilsMoves{of, weakest, max(weakest, n/4), ilsRestart + ilsRestartEach*n}, nil
}

// Slice implements multiwalk.Search.
func (s *ilsMoves) Slice() int {
	return sliceOf(s.nanoseconds(int(1 + min(s.size, mostOfPosition*int64(s.p.Space().Len()))*2/int64(s.p.Space().Len()))))
}

// NewWalk implements multiwalk.Search.
func (s *ilsMoves) NewWalk(id int) (multiwalk.Walk, error) {
	c, r, err := s.begin(id)
	if err != nil {
		return nil, err
	}
	w := &ilsMovesWalk{current: c, s: s, random: r, positions: positionsOf(s.p, c.nb), queue: newQueue(len(c.x)),
		home: append([]int32(nil), c.x...)}
	w.beside = &w.positions.priced
	w.fresh()
	return w, nil
}

// ilsMovesWalk is one iterated local search in any neighbourhood. It goes from local optimum to local optimum as ilsSwapWalk
// does. Positions that may have improving moves wait in a queue: one leaves it when none of its moves improves, and comes
// back when a move touches it. Where moves change single elements, a pass over all positions then makes sure that this is a
// local optimum, as a change here may make one worth while anywhere.
type ilsMovesWalk struct {
	current
	s         *ilsMoves
	random    *multiwalk.Rand
	positions positions
	queue     *queue
	home      []int32 // the local optimum to go on from
	homeCost  int64
	trail     []neighbourhood.Move // made since home, the way back; no more than one for each element
	lost      bool                 // there were more
	passed    bool                 // all positions were in the queue since the last move
	failures  int                  // local optima in a row that were no better than home
	strength  int                  // of the next perturbation
}

// Step implements multiwalk.Walk. A unit is a look at the moves of one position.
func (w *ilsMovesWalk) Step(s *multiwalk.Slice) bool {
	if w.s.size == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.ledger(w.s.method)
	}
	for s.Next(w.Counters().Evaluations()) {
		i := w.queue.first()
		m, d, ok := w.positions.best(w.nb, w.x, i, w.random, s)
		if !ok {
			return true
		}
		w.work.Units++
		w.queue.pop()
		switch {
		case d < 0:
			w.queue.push(i)
			w.make(m, d)
			w.note(s)
		case !w.queue.empty():
		case w.positions.single && !w.passed:
			w.passed = true
			w.queue.fill()
		default:
			w.judge(s)
		}
	}
	return true
}

// make makes a move, and has what it touches looked at.
func (w *ilsMovesWalk) make(m neighbourhood.Move, d int64) {
	w.move(m, d)
	neighbourhood.Know(w.nb, w.x, w.cost)
	w.passed = false
	w.lost = w.lost || len(w.trail) == len(w.x) || w.positions.members == nil || w.weighed != nil
	if !w.lost {
		w.trail = append(w.trail, m)
	}
	w.positions.touched(m, len(w.x), w.queue.push)
}

// judge decides where to go on from a local optimum, and perturbs.
func (w *ilsMovesWalk) judge(s *multiwalk.Slice) {
	if w.leap() {
		w.queue.fill()
		return
	}
	if w.cost < w.homeCost {
		w.failures, w.strength = 0, w.s.weakest
	} else {
		w.failures++
		if w.failures%ilsStrengthen == 0 || w.cost == w.homeCost {
			w.strength++
		}
		if w.strength > w.s.strongest {
			w.strength = w.s.weakest
		}
	}
	switch {
	case w.failures > w.s.patience:
		w.keep()
		multiwalk.Plan{}.Begin(w.p, w.random, w.x)
		w.evaluate()
		neighbourhood.Know(w.nb, w.x, w.cost)
		w.work.Restarts++
		w.fresh()
		w.note(s)
		return
	case w.cost <= w.homeCost:
		w.homeCost = w.cost
		copy(w.home, w.x)
	default:
		w.goHome()
	}
	w.trail, w.lost = w.trail[:0], false
	for range w.strength {
		m := w.nb.Random(w.random)
		w.make(m, w.nb.Delta(w.x, m))
	}
	if w.queue.empty() { // own moves do not say what they touch
		w.queue.fill()
	}
	w.note(s)
}

// goHome goes back to home, by the moves that led away: a state that follows them is faster than one that begins anew.
func (w *ilsMovesWalk) goHome() {
	w.keep()
	for k := len(w.trail) - 1; k >= 0 && !w.lost; k-- {
		w.nb.Undo(w.x, w.trail[k])
	}
	if w.lost {
		copy(w.x, w.home)
		w.nb.Reset(w.x)
	}
	if w.cost = w.homeCost; w.weighed != nil {
		w.cost = w.weighed.Now() // the weights are others now
	}
	neighbourhood.Know(w.nb, w.x, w.cost)
}

// fresh forgets home and what is done about the current solution.
func (w *ilsMovesWalk) fresh() {
	w.homeCost, w.trail, w.lost, w.passed = math.MaxInt64, w.trail[:0], false, false
	w.failures, w.strength = 0, w.s.weakest
	w.queue.fill()
}

// Adopt implements multiwalk.Adopter.
func (w *ilsMovesWalk) Adopt(x []int32, cost int64) {
	w.current.Adopt(x, cost)
	neighbourhood.Know(w.nb, w.x, w.cost)
	w.fresh()
}

// Save implements checkpoint.Saver.
func (w *ilsMovesWalk) Save(a *checkpoint.Archive) {
	a.Fields("ils", &w.current, w.random, w.queue, &w.home, &w.homeCost, &w.trail, &w.lost, &w.passed, &w.failures, &w.strength,
		&w.positions.priced)
}

// settled implements settler.
func (w *ilsMovesWalk) settled() bool { return w.homeCost < math.MaxInt64 || w.work.Restarts > 0 }
