package continuous

import (
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
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

	mover flock.Mover[flock.Single]
	lead  []int32  // the best informant of each particle
	heard []uint64 // what each particle is told
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
	w.g.each(size, func(k int) {
		d := w.draws(w.generation, common+k)
		d.vector(w.g, w.pace.x[k])
		for i, v := range w.now.x[k] {
			w.pace.x[k][i] -= v
		}
		w.own.set(k, w.now.x[k], w.now.f[k])
	})
	w.links, w.stale = w.generation, 0
	return true
}

// fly does a generation.
func (w *swarmWalk) fly(s *walk.Slice) bool {
	w.choose()
	for k := range w.now.x {
		lead := w.lead[k]
		from, to := flock.Particle{Place: w.now.x[k], Pace: w.pace.x[k]}, flock.Particle{Place: w.next.x[k], Pace: w.new.x[k]}
		w.mover.Fly(w.generation, int32(k), from, to, w.own.x[k], w.own.x[lead], int(lead) == k)
	}
	if !w.costs(s, w.next.x, w.next.f) {
		return false
	}
	best := slices.Min(w.own.f)
	w.now, w.next, w.pace, w.new = w.next, w.now, w.new, w.pace
	w.stale++
	for k, f := range w.now.f {
		if f < w.own.f[k] {
			w.own.set(k, w.now.x[k], f)
			w.work.Moves++
			w.stale = 0
		}
	}
	if slices.Min(w.own.f) >= best {
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
	f, size, best := w.own.f, int32(len(w.own.f)), int32(least(w.own.f))
	w.lead, w.heard = slices.Grow(w.lead[:0], len(f))[:len(f)], slices.Grow(w.heard[:0], len(f))[:len(f)]
	if w.mover.Rule.Topology == flock.Random {
		w.mover.Hear(w.links, f, w.heard)
	}
	for i := range w.lead {
		k := int32(i)
		switch w.mover.Rule.Topology {
		case flock.Random:
			w.lead[k] = flock.Leader(flock.Word(f[k], k, size), w.heard[k], k, size)
		case flock.Ring:
			w.lead[k] = flock.RingLeader(f, k)
		default:
			w.lead[k] = flock.GlobalLeader(f, k, best)
		}
	}
}

// Adopt implements walk.Adopter: the solution becomes the own best of the particle with the worst one.
func (w *swarmWalk) Adopt(words []int32, cost int64) { w.adopt(&w.own, words, cost) }

func (w *swarmWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("particle-swarm", &w.now, &w.pace, &w.own, &w.links, &w.stale)
	if a.Reading() {
		w.next, w.new = newVectors(len(w.now.f), w.g.N()), newVectors(len(w.now.f), w.g.N())
	}
}
