package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// conflicting knows which elements are in conflict: those that a violated constraint involves. Where a problem's cost counts
// violations, a change that improves is one of these elements.
type conflicting interface{ Conflicts(i int32) int64 }

// look is what an iteration of tabu search finds: the best moves that are admissible, which cost the same.
type look struct {
	conflicts conflicting // nil: the problem does not tell
	elements  []int32     // in conflict
	delta     int64
	ties      []neighbourhood.Move
}

// choose returns the best admissible move, a random one of several; if none is admissible, a random move. It returns false
// if the run is aborted.
func (w *tabuMovesWalk) choose(s *multiwalk.Slice) (m neighbourhood.Move, d int64, ok bool) {
	l := &w.look
	l.delta, l.ties = math.MaxInt64, l.ties[:0]
	polls := !w.s.incremental
	if w.s.candidates < w.s.size {
		for k := range w.s.candidates {
			if (polls || k&255 == 0) && s.Aborted() {
				return m, 0, false
			}
			w.consider(w.nb.Random(w.random))
		}
	} else {
		for k := range w.s.size {
			if (polls || k&255 == 0) && s.Aborted() {
				return m, 0, false
			}
			w.consider(w.nb.Move(k))
		}
	}
	switch len(l.ties) {
	case 0:
		m = w.nb.Random(w.random)
		return m, w.nb.Delta(w.x, m), true
	case 1:
		return l.ties[0], l.delta, true
	}
	return l.ties[w.random.IntN(len(l.ties))], l.delta, true
}

// consider takes up a move if none that was admissible is better.
func (w *tabuMovesWalk) consider(m neighbourhood.Move) {
	l, d := &w.look, w.nb.Delta(w.x, m)
	if d > l.delta || w.cost+d >= w.least && w.memory.forbids(w.x, m) {
		return
	}
	if d < l.delta {
		l.delta, l.ties = d, l.ties[:0]
	}
	l.ties = append(l.ties, m)
}
