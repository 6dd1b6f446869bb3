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
}

// hopeless is how many steps like the last one a descent may be away from the incumbent.
const hopeless = 60

func (w *quasiWalk) Step(s *walk.Slice) bool { return w.units(s, math.Inf(1), w.unit) }

// unit is a part of a descent, or the choice of where the next one begins.
func (w *quasiWalk) unit(s *walk.Slice) (more, ok bool) {
	if w.next {
		return true, w.begin(s)
	}
	before := w.local.f
	done, ok := w.local.iterate(w.vectorWalk, s)
	if !ok {
		return true, false
	}
	gain := before - w.local.f
	if gain > 0 {
		w.work.Moves++
		done = done || w.local.f-w.f > float64(hopeless*gain)
	}
	w.least = min(w.least, w.local.f)
	if w.next = done; done {
		w.ended++
	}
	return true, true
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
	w.next = false
}

func (w *quasiWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("quasi-newton", &w.local, &w.next, &w.ended, &w.least)
}
