package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// climbWalk is one hill climbing in progress. A scan of the neighbourhood goes through the indices cyclically and is cut
// into units, between which the walk may rest.
type climbWalk struct {
	current
	random   *multiwalk.Rand
	rule     string
	restarts int // left; negative: no end
	ended    bool
	at       int64 // the next move to look at
	seen     int64 // moves seen since x changed
	choice   neighbourhood.Move
	gain     int64 // delta of choice, the best of the scan; 0: none improves
}

// Step implements multiwalk.Walk. A unit is a look at 256 moves, or at 16 that are evaluated in full; a restart begins a
// new unit.
func (w *climbWalk) Step(s *multiwalk.Slice) bool {
	if invariants.Enabled {
		defer w.ledger("climb")
	}
	for !w.ended && s.Next(w.Counters().Evaluations()) {
		more := w.scan(s)
		w.work.Units++
		w.note(s)
		switch {
		case more:
		case w.leap():
			w.seen, w.gain = 0, 0
		default:
			w.restart()
		}
		if s.Aborted() {
			break
		}
	}
	return !w.ended
}

// scan looks at a unit's moves; it returns false at a local optimum.
func (w *climbWalk) scan(s *multiwalk.Slice) bool {
	unit, polls, size := unitDelta, !w.nb.Incremental(), w.nb.Size()
	if polls {
		unit = unitFull
	}
	for range unit {
		if w.seen == size {
			if w.gain == 0 {
				return false
			}
			w.move(w.choice, w.gain)
		}
		if polls && s.Aborted() {
			return true
		}
		m := w.nb.Move(w.at)
		d := w.nb.Delta(w.x, m)
		w.seen++
		if w.at++; w.at == size {
			w.at = 0
		}
		switch {
		case d < 0 && w.rule != BestImprovement:
			w.move(m, d)
		case d < w.gain:
			w.choice, w.gain = m, d
		}
	}
	return true
}

func (w *climbWalk) move(m neighbourhood.Move, d int64) {
	w.current.move(m, d)
	w.seen, w.gain = 0, 0
}

// restart goes on from a local optimum, or ends the walk there.
func (w *climbWalk) restart() {
	if w.restarts == 0 || w.nb.Size() == 0 {
		w.ended = true
		return
	}
	w.restarts = max(w.restarts-1, -1)
	w.work.Restarts++
	w.keep()
	multiwalk.Plan{}.Begin(w.p, w.random, w.x)
	w.evaluate()
	w.at, w.seen, w.gain = 0, 0, 0
}

// Adopt implements multiwalk.Adopter.
func (w *climbWalk) Adopt(x []int32, cost int64) {
	w.current.Adopt(x, cost)
	w.at, w.seen, w.gain = 0, 0, 0
}

// Save implements checkpoint.Saver.
func (w *climbWalk) Save(a *checkpoint.Archive) {
	a.Fields("climb", &w.current, w.random, &w.restarts, &w.ended, &w.at, &w.seen, &w.choice, &w.gain)
}
