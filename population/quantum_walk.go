package population

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/walk"
)

// quantumWalk is a population. A unit is a generation.
type quantumWalk struct {
	s          *quantumSearch
	id         uint32
	angles     []int32 // of the individuals one after the other, in steps
	follow     []int32 // the solution that each follows
	costs      []int64 // of these
	x          []int32 // observed last
	generation int64   // since the walk began
	age        int64   // generations since the population was drawn; 0: it is to be drawn
	still      int64   // generations since it found a better solution
	record     int64   // the least cost since it was drawn
	best       []int32
	least      int64
	counters   multiwalk.Counters
}

// NewWalk implements walk.Search. The walk's first incumbent is the solution that individual 0 follows first.
func (s *quantumSearch) NewWalk(id int) (walk.Walk, error) {
	size := s.m.Population
	w := &quantumWalk{s: s, id: uint32(id), angles: make([]int32, size*s.n), follow: make([]int32, size*s.n), costs: make([]int64, size),
		x: make([]int32, s.n), best: make([]int32, s.n)}
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, id), w.best)
	w.least = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	return w, nil
}

// Step implements walk.Walk.
func (w *quantumWalk) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		if w.age == 0 {
			w.draw()
		}
		improved := int64(0)
		for i := range w.costs {
			if s.Aborted() {
				return true // the run is over, and the generation void
			}
			if w.evolve(i) {
				improved++
			}
		}
		w.generation++
		w.age++
		w.counters.FullEvaluations += int64(len(w.costs))
		w.counters.Moves += improved
		w.counters.Units++
		w.notice(s)
		if w.age%int64(w.s.m.Migration) == 0 {
			w.migrate()
		}
		if w.s.m.Patience > 0 && w.still >= int64(w.s.m.Patience) {
			w.age = 0
			w.counters.Restarts++
		}
	}
	return true
}

// draw makes all bits of all individuals as likely as not. They follow nothing, but for individual 0 of the first generation.
func (w *quantumWalk) draw() {
	for k := range w.angles {
		w.angles[k] = int32(w.s.m.Steps / 2)
	}
	for i := range w.costs {
		w.costs[i] = unobserved
	}
	if w.generation == 0 {
		copy(w.follow, w.best)
		w.costs[0] = w.least
	}
	w.still, w.record = 0, unobserved
}

// unobserved is the cost of no solution.
const unobserved = 1<<63 - 1

// evolve observes an individual and rotates it, and reports whether it found something better to follow.
func (w *quantumWalk) evolve(i int) bool {
	q, own := w.individual(w.angles, i), w.individual(w.follow, i)
	w.observe(q, i)
	walk.KeepFixed(w.s.p, w.x)
	cost := w.s.p.Cost(w.x)
	if cost < w.costs[i] {
		w.costs[i] = cost
		copy(own, w.x)
		return true
	}
	lo, hi := int32(w.s.m.Margin), int32(w.s.m.Steps-w.s.m.Margin)
	for k, v := range own {
		q[k] = min(hi, max(lo, q[k]+v-w.x[k])) // nothing where both are the same
	}
	return false
}

// perObservation is how many draws of four words an individual has in a generation: one for four bits of at most 2^18.
const perObservation = 16

// observe draws each bit with the probability of its angle.
func (w *quantumWalk) observe(q []int32, i int) {
	var draw [4]uint32
	for k, angle := range q {
		if k&3 == 0 {
			draw = rng.At(w.s.plan.Seed, w.id, uint64(w.generation)<<perObservation|uint64(k>>2), uint32(i))
		}
		w.x[k] = 0
		if draw[k&3] < w.s.chances[angle] {
			w.x[k] = 1
		}
	}
}

// notice takes up what the generation has found.
func (w *quantumWalk) notice(s *walk.Slice) {
	i := first(w.costs)
	if w.still++; w.costs[i] < w.record {
		w.still, w.record = 0, w.costs[i]
	}
	if w.costs[i] < w.least {
		w.learn(w.individual(w.follow, i), w.costs[i])
		s.Improved(w.least, w.counters)
	}
}

// migrate has all individuals follow the best of the population.
func (w *quantumWalk) migrate() {
	at := first(w.costs)
	for i := range w.costs {
		copy(w.individual(w.follow, i), w.individual(w.follow, at))
		w.costs[i] = w.costs[at]
	}
}

func (w *quantumWalk) individual(list []int32, i int) []int32 { return list[i*w.s.n : (i+1)*w.s.n] }

// learn makes x the incumbent if it is one.
func (w *quantumWalk) learn(x []int32, cost int64) {
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// Best implements walk.Walk.
func (w *quantumWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements walk.Walk.
func (w *quantumWalk) Counters() multiwalk.Counters { return w.counters }

// Save implements checkpoint.Saver.
func (w *quantumWalk) Save(a *checkpoint.Archive) {
	a.Fields("quantum", &w.angles, &w.follow, &w.costs, &w.generation, &w.age, &w.still, &w.record, &w.best, &w.least, &w.counters)
}

// Adopt implements walk.Adopter: the individual that follows the worst solution follows x.
func (w *quantumWalk) Adopt(x []int32, cost int64) {
	if w.age > 0 {
		at := slices.Index(w.costs, slices.Max(w.costs))
		copy(w.individual(w.follow, at), x)
		w.costs[at] = cost
	}
	w.learn(x, cost)
}

// Individuals returns the solutions that individuals follow, one after the other, and their costs; none before the first are observed. The
// slices are valid until the next Step.
func (w *quantumWalk) Individuals() (x []int32, costs []int64) {
	if w.age == 0 {
		return nil, nil
	}
	return w.follow, w.costs
}

// Populations returns 1.
func (w *quantumWalk) Populations() int { return 1 }

// Settle replaces the solutions that individuals follow by others, equal in number. It copies them.
func (w *quantumWalk) Settle(x []int32, costs []int64) {
	copy(w.follow, x)
	copy(w.costs, costs)
	if len(costs) > 0 {
		i := first(w.costs)
		w.learn(w.individual(w.follow, i), w.costs[i])
	}
}
