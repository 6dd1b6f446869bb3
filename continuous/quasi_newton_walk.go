package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// quasiWalk is one descent after the other.
type quasiWalk struct {
	*vectorWalk
	s     *quasiSearch
	local descent
	next  bool    // the next descent is to begin
	ended int64   // descents
	least float64 // of their costs, the present one's too
	drawn vectors

	ends    vectors // of descents; as many as size says: they are changed
	target  int     // the end whose place the present descent is to take, or -1
	kicked  bool    // the last change was a kick
	turn    int64   // of changes
	lead    int64   // evaluations by differences more than by kicks
	stale   int     // differences since one took its target's place
	idle    int     // kicks since then
	settled int64   // populations of ends that are over
}

// patience is how many steps like the last one a descent may be away from the incumbent: more after a kick, since most of it is as good.
func (w *quasiWalk) patience() float64 {
	if w.kicked {
		return 600
	}
	return 60
}

func (w *quasiWalk) Step(s *walk.Slice) bool { return w.units(s, math.Inf(1), w.unit) }

// unit is a part of a descent, or the choice of where the next one begins.
func (w *quasiWalk) unit(s *walk.Slice) (more, ok bool) {
	before := w.work.FullEvaluations
	switch {
	case !w.next:
		ok = w.descend(s)
	case len(w.ends.f) == w.size():
		ok = w.change(s)
	default:
		ok = w.begin(s)
	}
	if used := w.work.FullEvaluations - before; w.kicked {
		w.lead -= used
	} else {
		w.lead += used
	}
	return true, ok
}

// descend does a part of a descent.
func (w *quasiWalk) descend(s *walk.Slice) bool {
	before := w.local.f
	done, ok := w.local.iterate(w.vectorWalk, s)
	if !ok {
		return false
	}
	gain := before - w.local.f
	if gain > 0 {
		w.work.Moves++
		done = done || w.local.f-w.f > float64(w.patience()*gain)
	}
	w.least = min(w.least, w.local.f)
	if w.next = done; done {
		w.ended++
		w.end()
	}
	return true
}

// begin begins a descent at the best of some random vectors.
func (w *quasiWalk) begin(s *walk.Slice) bool {
	for k, x := range w.drawn.x {
		d := w.draws(w.ended, common+k)
		d.vector(w.g, x)
	}
	if !w.costs(s, w.drawn.x, w.drawn.f) {
		return false
	}
	k := least(w.drawn.f)
	w.local.begin(w.drawn.x[k], w.drawn.f[k])
	w.work.Restarts++
	w.next = false
	return true
}

// Adopt implements walk.Adopter: a descent begins there.
func (w *quasiWalk) Adopt(words []int32, cost int64) {
	x, f := w.take(words, cost)
	w.local.begin(x, f)
	w.target, w.next = -1, false
}

func (w *quasiWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("quasi-newton", &w.local, &w.next, &w.ended, &w.least, &w.ends, &w.target, &w.kicked, &w.turn, &w.lead, &w.stale, &w.idle,
		&w.settled)
}
