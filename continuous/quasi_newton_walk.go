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

	ends    vectors // of descents
	target  int     // whose rival descends, or else: a random vector does
	turn    int64   // of rivals
	stale   int     // rivals since one took its target's place
	settled int64   // populations of ends that are over
}

// hopeless is how many steps like the last one a descent may be away from the incumbent.
const hopeless = 60

func (w *quasiWalk) Step(s *walk.Slice) bool { return w.units(s, math.Inf(1), w.unit) }

// unit is a part of a descent, or the choice of where the next one begins.
func (w *quasiWalk) unit(s *walk.Slice) (more, ok bool) {
	switch {
	case w.next && len(w.ends.f) == w.size():
		return true, w.rival(s)
	case w.next:
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
		w.end()
	}
	return true, true
}

// endsForOne is how many ends for each element the first population has. It is over when none was better than its target for staleSweeps
// times its size.
const endsForOne, staleSweeps = 10, 30

// size is how many ends a population has.
func (w *quasiWalk) size() int { return grown(endsForOne*w.g.N(), w.settled) }

// end adds the end of a descent to the others, or puts it in its target's place if it is better.
func (w *quasiWalk) end() {
	v := &w.ends
	switch {
	case w.target >= 0:
		if w.local.f < v.f[w.target] {
			v.set(w.target, w.local.x, w.local.f)
			w.stale = 0
		}
	case len(v.f) < w.size():
		v.add(w.local.x, w.local.f)
	default:
		if k := worst(v.f); w.local.f < v.f[k] {
			v.set(k, w.local.x, w.local.f)
		}
	}
	w.target = -1
}

// rival makes rivals of some ends, and the one that gains most descends: another end plus the whole difference of two more. Where optima are a
// lattice, as waves in any directions make it, that is near an optimum too.
func (w *quasiWalk) rival(s *walk.Slice) bool {
	size, gain := len(w.ends.f), 0.0
	for k, x := range w.drawn.x {
		d := w.draws(w.turn, common+mostVectors+k)
		a, b, c := other3(&d, size)
		for i, v := range w.ends.x[a] {
			x[i] = v + (w.ends.x[b][i] - w.ends.x[c][i])
		}
		w.g.reflect(x)
	}
	if !w.costs(s, w.drawn.x, w.drawn.f) {
		return false
	}
	w.turn++
	for k, f := range w.drawn.f {
		at := int((w.turn*int64(len(w.drawn.f)) + int64(k)) % int64(size))
		if by := w.ends.f[at] - f; by > gain {
			gain, w.target = by, at
			w.local.begin(w.drawn.x[k], f)
			w.next = false
		}
	}
	w.stale += len(w.drawn.f)
	if w.next && (w.stale >= staleSweeps*size || settled(w.ends.f, 1e-8)) {
		w.ends, w.stale = vectors{}, 0
		w.settled++
		w.work.Restarts++
	}
	return true
}

// other3 draws three different numbers below n.
func other3(d *draws, n int) (a, b, c int) {
	a = d.below(n)
	b = other(d, n, a)
	return a, b, other(d, n, a, b)
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
	a.Fields("quasi-newton", &w.local, &w.next, &w.ended, &w.least, &w.ends, &w.target, &w.turn, &w.stale, &w.settled)
}
