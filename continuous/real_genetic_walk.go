package continuous

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// geneticWalk is one population after another.
type geneticWalk struct {
	swarming
	s         *geneticSearch
	now, next vectors // of now none: a population is to be drawn
	least     float64 // the cost of the best vector that the population had
	stale     int     // generations since then

	order []int
}

// Step implements walk.Walk. A unit is a generation.
func (w *geneticWalk) Step(s *walk.Slice) bool { return w.units(s, &w.now, w.begin, w.evolve) }

// begin draws a population.
func (w *geneticWalk) begin(s *walk.Slice) bool {
	size := grown(w.s.m.Population, w.work.Restarts)
	now := newVectors(size, w.g.N())
	if !w.random(s, &now) {
		return false
	}
	w.now, w.next, w.least, w.stale = now, newVectors(size, w.g.N()), math.Inf(1), 0
	return true
}

// evolve does a generation: the elites, and behind them the children.
func (w *geneticWalk) evolve(s *walk.Slice) bool {
	m, elites := &w.s.m, max(0, w.s.m.Elites)
	w.order = ranks(w.now.f, w.order)
	for k, at := range w.order[:elites] {
		w.next.set(k, w.now.x[at], w.now.f[at])
	}
	children := w.next.x[elites:]
	for k, x := range children {
		d := w.draws(w.generation, k)
		a, b := w.now.x[tournament(&d, w.now.f, m.Tournament)], w.now.x[tournament(&d, w.now.f, m.Tournament)]
		if copy(x, a); d.uniform() < m.Rate {
			w.s.cross(&d, a, b, x)
		}
		w.s.mutation.mutate(&d, w.g, x, m.Mutate)
		w.g.reflect(x)
	}
	if !w.costs(s, children, w.next.f[elites:]) {
		return false
	}
	w.now, w.next = w.next, w.now
	w.work.Moves += int64(len(children))
	w.stale++
	if f := w.now.f[least(w.now.f)]; f < w.least {
		w.least, w.stale = f, 0
	}
	if settled(w.now.f, m.FTol) || w.stale >= staleAfter {
		w.now = vectors{}
		w.work.Restarts++
	}
	return true
}

// Adopt implements walk.Adopter: the solution takes the place of the worst vector.
func (w *geneticWalk) Adopt(words []int32, cost int64) { w.adopt(&w.now, words, cost) }

func (w *geneticWalk) Save(a *checkpoint.Archive) {
	w.save(a)
	a.Fields("real-genetic", &w.now, &w.least, &w.stale)
	if a.Reading() {
		w.next = newVectors(len(w.now.f), w.g.N())
	}
}
