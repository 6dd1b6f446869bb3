package ils

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ilsRestartEach is how many local optima in a row that were no better each element adds before a search in any neighbourhood
// starts afresh.
const ilsRestartEach = 10

// ilsMoves is iterated local search by the moves of a neighbourhood.
type ilsMoves struct {
	walking.Moves
	weakest, strongest int // moves of a perturbation
	patience           int // local optima
}

// prepareMoves prepares on cores.
func (m ILS) prepareMoves(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	of, err := walking.MovesOf(m.Name(), p, plan, m.Neighbourhood)
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

func (s *ilsMoves) Slice() int {
	return walking.SliceOf(s.Nanoseconds(int(1 + min(s.Size, mostOfPosition*int64(s.P.Space().Len()))*2/int64(s.P.Space().Len()))))
}

func (s *ilsMoves) NewWalk(id int) (walk.Walk, error) {
	c, r, err := s.Begin(id)
	if err != nil {
		return nil, err
	}
	w := &ilsMovesWalk{Current: c, s: s, random: r, positions: positionsOf(s.P, c.NB), queue: newQueue(len(c.X)),
		home: append([]int32(nil), c.X...)}
	w.Beside = &w.positions.Priced
	w.fresh()
	return w, nil
}

// ilsMovesWalk is one iterated local search in any neighbourhood. It goes from local optimum to local optimum as ilsSwapWalk
// does. Positions that may have improving moves wait in a queue: one leaves it when none of its moves improves, and comes
// back when a move touches it. Where moves change single elements, a pass over all positions then makes sure that this is a
// local optimum, as a change here may make one worth while anywhere.
type ilsMovesWalk struct {
	walking.Current
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

// Step implements walk.Walk. A unit is a look at the moves of one position.
func (w *ilsMovesWalk) Step(s *walk.Slice) bool {
	if w.s.Size == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.Ledger(w.s.Method)
	}
	for s.Next(w.Counters().Evaluations()) {
		i := w.queue.first()
		m, d, ok := w.positions.best(w.NB, w.X, i, w.random, s)
		if !ok {
			return true
		}
		w.Work.Units++
		w.queue.pop()
		switch {
		case d < 0:
			w.queue.push(i)
			w.make(m, d)
			w.Note(s)
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
	w.Move(m, d)
	neighbourhood.Know(w.NB, w.X, w.Cost)
	w.passed = false
	w.lost = w.lost || len(w.trail) == len(w.X) || w.positions.members == nil || w.Weighed != nil
	if !w.lost {
		w.trail = append(w.trail, m)
	}
	w.positions.touched(m, len(w.X), w.queue.push)
}

// judge decides where to go on from a local optimum, and perturbs.
func (w *ilsMovesWalk) judge(s *walk.Slice) {
	if w.Leap() {
		w.queue.fill()
		return
	}
	if w.Cost < w.homeCost {
		w.failures, w.strength = 0, w.s.weakest
	} else {
		w.failures++
		if w.failures%ilsStrengthen == 0 || w.Cost == w.homeCost {
			w.strength++
		}
		if w.strength > w.s.strongest {
			w.strength = w.s.weakest
		}
	}
	switch {
	case w.failures > w.s.patience:
		w.Keep()
		walk.Plan{}.Begin(w.P, w.random, w.X)
		w.Evaluate()
		neighbourhood.Know(w.NB, w.X, w.Cost)
		w.Work.Restarts++
		w.fresh()
		w.Note(s)
		return
	case w.Cost <= w.homeCost:
		w.homeCost = w.Cost
		copy(w.home, w.X)
	default:
		w.goHome()
	}
	w.trail, w.lost = w.trail[:0], false
	for range w.strength {
		m := w.NB.Random(w.random)
		w.make(m, w.NB.Delta(w.X, m))
	}
	if w.queue.empty() { // own moves do not say what they touch
		w.queue.fill()
	}
	w.Note(s)
}

// goHome goes back to home, by the moves that led away: a state that follows them is faster than one that begins anew.
func (w *ilsMovesWalk) goHome() {
	w.Keep()
	for k := len(w.trail) - 1; k >= 0 && !w.lost; k-- {
		w.NB.Undo(w.X, w.trail[k])
	}
	if w.lost {
		copy(w.X, w.home)
		w.NB.Reset(w.X)
	}
	if w.Cost = w.homeCost; w.Weighed != nil {
		w.Cost = w.Weighed.Now() // the weights are others now
	}
	neighbourhood.Know(w.NB, w.X, w.Cost)
}

// fresh forgets home and what is done about the current solution.
func (w *ilsMovesWalk) fresh() {
	w.homeCost, w.trail, w.lost, w.passed = math.MaxInt64, w.trail[:0], false, false
	w.failures, w.strength = 0, w.s.weakest
	w.queue.fill()
}

func (w *ilsMovesWalk) Adopt(x []int32, cost int64) {
	w.Current.Adopt(x, cost)
	neighbourhood.Know(w.NB, w.X, w.Cost)
	w.fresh()
}

func (w *ilsMovesWalk) Save(a *checkpoint.Archive) {
	a.Fields("ils", &w.Current, w.random, w.queue, &w.home, &w.homeCost, &w.trail, &w.lost, &w.passed, &w.failures, &w.strength,
		&w.positions.Priced)
}

// Settled says whether the walk has come to a first local optimum: anneal.Anneal asks it where it begins at a start.
func (w *ilsMovesWalk) Settled() bool { return w.homeCost < math.MaxInt64 || w.Work.Restarts > 0 }

func (s *ilsMoves) Resolved(walk.Walk) walk.Method {
	m := ILS{Strength: s.weakest}
	m.Neighbourhood = walking.NamedMoves(s.P, s.Name)
	return m
}
