package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// swarmWalk is one swarm after another.
type swarmWalk struct {
	swarming
	s         *swarmSearch
	now, next vectors // places
	pace, new vectors // velocities, whose costs mean nothing
	own       vectors // the best place of each particle; none: a swarm is to be drawn
	links     int64   // the generation that drew the links
	stale     int     // generations in which no particle improved its own best

	lead   []int     // the best informant of each particle
	sphere []float64 // the direction of a point in the hypersphere
}

// Step implements walk.Walk. A unit is a generation.
func (w *swarmWalk) Step(s *walk.Slice) bool { return w.units(s, &w.own, w.begin, w.fly) }

// begin draws a swarm: places and, as ways to other places, velocities.
func (w *swarmWalk) begin(s *walk.Slice) bool {
	size, n := grown(w.s.m.Population, w.work.Restarts), w.g.N()
	now := newVectors(size, n)
	if !w.random(s, &now) {
		return false
	}
	w.now, w.next, w.pace, w.new, w.own = now, newVectors(size, n), newVectors(size, n), newVectors(size, n), newVectors(size, n)
	for k, x := range w.now.x {
		d := w.draws(w.generation, common+k)
		d.vector(w.g, w.pace.x[k])
		for i, v := range x {
			w.pace.x[k][i] -= v
		}
		w.own.set(k, x, w.now.f[k])
	}
	w.links, w.stale = w.generation, 0
	return true
}

// fly does a generation.
func (w *swarmWalk) fly(s *walk.Slice) bool {
	w.choose()
	for k := range w.now.x {
		d := w.draws(w.generation, k)
		if w.s.m.Form == formBox {
			w.box(&d, k)
		} else {
			w.ball(&d, k)
		}
		w.bound(k)
	}
	best := w.f
	if !w.costs(s, w.next.x, w.next.f) {
		return false
	}
	w.now, w.next, w.pace, w.new = w.next, w.now, w.new, w.pace
	w.stale++
	for k, f := range w.now.f {
		if f < w.own.f[k] {
			w.own.set(k, w.now.x[k], f)
			w.work.Moves++
			w.stale = 0
		}
	}
	if w.f >= best {
		w.links = w.generation
	}
	if settled(w.own.f, w.s.m.FTol) || w.stale >= staleAfter {
		w.own = vectors{}
		w.work.Restarts++
	}
	return true
}

// choose finds the best informant of each particle.
func (w *swarmWalk) choose() {
	size, f := len(w.own.f), w.own.f
	w.lead = w.lead[:0]
	for k := range size {
		w.lead = append(w.lead, k)
	}
	inform := func(k, by int) {
		if f[by] < f[w.lead[k]] {
			w.lead[k] = by
		}
	}
	best := least(f)
	for k := range size {
		switch w.s.m.Topology {
		case topologyGlobal:
			inform(k, best)
		case topologyRing:
			inform(k, (k+size-1)%size)
			inform(k, (k+1)%size)
		default:
			d := w.draws(w.links, common+mostVectors+k)
			for range informed {
				inform(d.below(size), k)
			}
		}
	}
}

// ball moves particle k by the form of 2011. Where it has the best of its informants itself, the centre is that of two points.
func (w *swarmWalk) ball(d *draws, k int) {
	m, x, own, lead := &w.s.m, w.now.x[k], w.own.x[k], w.own.x[w.lead[k]]
	part, social := m.Pull/3, 1.0
	if w.lead[k] == k {
		part, social = m.Pull/2, 0
	}
	squares, norm := 0.0, 0.0
	for i, v := range x {
		to := float64(part * (own[i] - v + float64(social*(lead[i]-v)))) // from the place to the centre
		w.next.x[k][i] = to
		w.sphere[i] = d.normal()
		squares += float64(to * to)
		norm += float64(w.sphere[i] * w.sphere[i])
	}
	length := float64(d.uniform() * math.Sqrt(squares/norm))
	for i, v := range x {
		pace := float64(m.Inertia*w.pace.x[k][i]) + w.next.x[k][i] + float64(length*w.sphere[i])
		w.new.x[k][i] = pace
		w.next.x[k][i] = v + pace
	}
}

// box moves particle k by the form of 2007.
func (w *swarmWalk) box(d *draws, k int) {
	m, own, lead := &w.s.m, w.own.x[k], w.own.x[w.lead[k]]
	for i, v := range w.now.x[k] {
		pace := float64(m.Inertia*w.pace.x[k][i]) + float64(m.Pull*d.uniform()*(own[i]-v))
		if w.lead[k] != k {
			pace += float64(m.Pull * d.uniform() * (lead[i] - v))
		}
		w.new.x[k][i] = pace
		w.next.x[k][i] = v + pace
	}
}

// bound mirrors particle k at the bounds, and turns its velocity round where it was outside.
func (w *swarmWalk) bound(k int) {
	for i, v := range w.next.x[k] {
		if !(v >= w.g.lower[i] && v <= w.g.upper[i]) {
			w.new.x[k][i] *= -0.5
		}
	}
	w.g.reflect(w.next.x[k])
}

// Adopt implements walk.Adopter: the solution becomes the own best of the particle with the worst one.
func (w *swarmWalk) Adopt(words []int32, cost int64) { w.adopt(&w.own, words, cost) }

// Save implements checkpoint.Saver.
func (w *swarmWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("particle-swarm", &w.now, &w.pace, &w.own, &w.links, &w.stale)
	if a.Reading() {
		w.next, w.new = newVectors(len(w.now.f), w.g.N()), newVectors(len(w.now.f), w.g.N())
	}
}
