package continuous

import "github.com/multiwalk/multiwalk/walk"

const (
	// endsForOne is how many ends for each element the first population has.
	endsForOne = 10
	// Differences are of no use any more after staleSweeps of them for each end have found nothing better; so are idleKicks kicks for each
	// element.
	staleSweeps, idleKicks = 30, 20
	// sameCost is the difference of costs below which two ends are one optimum.
	sameCost = 1e-8
)

// size is how many ends a population has.
func (w *quasiWalk) size() int { return grown(endsForOne*w.g.N(), w.settled) }

// end adds the end of a descent to the others, or puts it in its target's place if it is better.
func (w *quasiWalk) end() {
	v, f := &w.ends, w.local.f
	switch at := w.target; {
	case at < 0 && len(v.f) < w.size():
		v.add(w.local.x, f)
		w.lead, w.stale, w.idle, w.kicked = 0, 0, 0, false
		return
	case at < 0:
		w.target = worst(v.f)
		w.kicked = false
	}
	old := v.f[w.target]
	if f < old {
		v.set(w.target, w.local.x, f)
	}
	switch found := old-f > sameCost; {
	case found && w.kicked:
		w.idle = 0
	case found:
		w.stale = 0
	}
	w.target = -1
}

// change makes a new vector of the ends, by differences and kicks in turn, so that both have as many evaluations; by kicks alone when
// differences are of no use. When neither is, new ends are to be found.
func (w *quasiWalk) change(s *walk.Slice) bool {
	over := w.stale >= staleSweeps*len(w.ends.f) || settled(w.ends.f, sameCost)
	switch {
	case over && w.idle >= idleKicks*w.g.N():
		w.ends = vectors{}
		w.settled++
		w.work.Restarts++
		return true
	case over || w.lead > 0:
		return w.kick(s)
	}
	return w.rival(s)
}

// kick begins a descent at the best end, but that one element or two have random values. So functions are solved whose elements are nearly
// independent.
func (w *quasiWalk) kick(s *walk.Slice) bool {
	d, at, x := w.draws(w.turn, common+mostVectors), least(w.ends.f), w.drawn.x[0]
	copy(x, w.ends.x[at])
	for range 1 + d.below(2) {
		i := d.below(len(x))
		x[i] = d.within(w.g, i)
	}
	f, ok := w.cost(s, x)
	if !ok {
		return false
	}
	w.local.begin(x, f)
	w.target, w.kicked, w.next = at, true, false
	w.turn++
	w.idle++
	return true
}

// rival makes rivals of some ends, and the one that gains most descends: another end plus the whole difference of two more. Where optima are a
// lattice, as waves in any directions make it, that is near an optimum too.
func (w *quasiWalk) rival(s *walk.Slice) bool {
	size, gain := int64(len(w.ends.f)), 0.0
	for k, x := range w.drawn.x {
		d := w.draws(w.turn, common+mostVectors+k)
		a := d.below(int(size))
		b := other(&d, int(size), a)
		c := other(&d, int(size), a, b)
		for i, v := range w.ends.x[a] {
			x[i] = v + (w.ends.x[b][i] - w.ends.x[c][i])
		}
		w.g.reflect(x)
	}
	if !w.costs(s, w.drawn.x, w.drawn.f) {
		return false
	}
	for k, f := range w.drawn.f {
		at := int((w.turn*int64(len(w.drawn.f)) + int64(k)) % size)
		if by := w.ends.f[at] - f; by > gain {
			gain, w.target, w.next = by, at, false
			w.local.begin(w.drawn.x[k], f)
		}
	}
	w.kicked = false
	w.turn++
	w.stale += len(w.drawn.f)
	return true
}
