package descent

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ClimbWalk is one hill climbing in progress. A scan of the neighbourhood goes through the indices cyclically and is cut
// into units, between which the walk may rest.
type ClimbWalk struct {
	walking.Current
	random   *multiwalk.Rand
	rule     string
	restarts int // left; negative: no end
	Ended    bool
	at       int64 // the next move to look at
	seen     int64 // moves seen since x changed
	choice   neighbourhood.Move
	gain     int64 // delta of choice, the best of the scan; 0: none improves
}

// Step implements walk.Walk. A unit is a look at 256 moves, or at 16 that are evaluated in full; a restart begins a
// new unit.
func (w *ClimbWalk) Step(s *walk.Slice) bool {
	if invariants.Enabled {
		defer w.Ledger("climb")
	}
	for !w.Ended && s.Next(w.Counters().Evaluations()) {
		more := w.scan(s)
		w.Work.Units++
		w.Note(s)
		switch {
		case more:
		case w.Leap():
			w.seen, w.gain = 0, 0
		default:
			w.restart()
		}
		if s.Aborted() {
			break
		}
	}
	return !w.Ended
}

// scan looks at a unit's moves; it returns false at a local optimum.
func (w *ClimbWalk) scan(s *walk.Slice) bool {
	unit, polls, size := walking.UnitDelta, !w.NB.Incremental(), w.NB.Size()
	if polls {
		unit = walking.UnitFull
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
		m := w.NB.Move(w.at)
		d := w.NB.Delta(w.X, m)
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

func (w *ClimbWalk) move(m neighbourhood.Move, d int64) {
	w.Current.Move(m, d)
	w.seen, w.gain = 0, 0
}

// restart goes on from a local optimum, or ends the walk there.
func (w *ClimbWalk) restart() {
	if w.restarts == 0 || w.NB.Size() == 0 {
		w.Ended = true
		return
	}
	w.restarts = max(w.restarts-1, -1)
	w.Work.Restarts++
	w.Keep()
	walk.Plan{}.Begin(w.P, w.random, w.X)
	w.Evaluate()
	w.at, w.seen, w.gain = 0, 0, 0
}

func (w *ClimbWalk) Adopt(x []int32, cost int64) {
	w.Current.Adopt(x, cost)
	w.at, w.seen, w.gain = 0, 0, 0
}

func (w *ClimbWalk) Save(a *checkpoint.Archive) {
	a.Fields("climb", &w.Current, w.random, &w.restarts, &w.Ended, &w.at, &w.seen, &w.choice, &w.gain)
}
