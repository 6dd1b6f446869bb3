package population

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/quantum"
	"github.com/multiwalk/multiwalk/walk"
)

// quantumWalk is a population. A unit is a generation.
type quantumWalk struct {
	s          *quantumSearch
	id         uint32
	q          quantum.Individual // all of them, one after the other
	costs      []int64            // of what they follow
	generation int64              // since the walk began
	state      quantum.State
	best       []int32
	counters   multiwalk.Counters
}

// NewWalk implements walk.Search. The walk's first incumbent is the solution that individual 0 follows first.
func (s *quantumSearch) NewWalk(id int) (walk.Walk, error) {
	size := s.m.Population
	w := &quantumWalk{s: s, id: uint32(id), costs: make([]int64, size), best: make([]int32, s.n)}
	w.q = quantum.Individual{Angles: make([]int32, size*s.n), Follow: make([]int32, size*s.n), Step: 1, X: make([]int32, s.n)}
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, id), w.best)
	w.state.Least = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	return w, nil
}

func (w *quantumWalk) Step(s *walk.Slice) bool {
	r := &w.s.rule
	for s.Next(w.counters.Evaluations()) {
		if w.state.Age == 0 {
			w.draw()
		}
		improved := int64(0)
		for i, follows := range w.costs {
			if s.Aborted() {
				return true // the run is over, and the generation void
			}
			w.q.From = int32(i * w.s.n)
			cost, better := quantum.Evolve(w.s.p, r, &w.q, w.s.chances, w.s.fixed, w.id, w.generation, int32(i), follows)
			if w.costs[i] = cost; better {
				improved++
			}
		}
		w.generation++
		at, least := first(w.costs), w.state.Least
		migrate := w.state.Take(r, w.costs[at])
		w.counters.FullEvaluations += int64(len(w.costs))
		w.counters.Moves += improved
		w.counters.Units++
		if w.costs[at] < least {
			copy(w.best, w.followed(at))
			s.Improved(w.state.Least, w.counters)
		}
		if migrate {
			w.migrate(at)
		}
		w.counters.Restarts = w.state.Restarts
	}
	return true
}

// draw draws the population. Individuals follow nothing, but for individual 0 of the first generation.
func (w *quantumWalk) draw() {
	w.state.Begin()
	for i := range w.costs {
		w.q.From, w.costs[i] = int32(i*w.s.n), quantum.Unobserved
		w.q.Draw(&w.s.rule)
	}
	if w.generation == 0 {
		copy(w.followed(0), w.best)
		w.costs[0] = w.state.Least
	}
}

// migrate has all individuals follow what one does.
func (w *quantumWalk) migrate(at int) {
	for i := range w.costs {
		copy(w.followed(i), w.followed(at))
		w.costs[i] = w.costs[at]
	}
}

// followed is the solution that an individual follows.
func (w *quantumWalk) followed(i int) []int32 { return w.q.Follow[i*w.s.n : (i+1)*w.s.n] }

// learn makes x the incumbent if it is one.
func (w *quantumWalk) learn(x []int32, cost int64) {
	if cost < w.state.Least {
		w.state.Least = cost
		copy(w.best, x)
	}
}

func (w *quantumWalk) Best() ([]int32, int64)       { return w.best, w.state.Least }
func (w *quantumWalk) Counters() multiwalk.Counters { return w.counters }

func (w *quantumWalk) Save(a *checkpoint.Archive) {
	a.Fields("quantum", &w.q.Angles, &w.q.Follow, &w.costs, &w.generation, &w.state, &w.best, &w.counters)
}

// Adopt implements walk.Adopter: the individual that follows the worst solution follows x.
func (w *quantumWalk) Adopt(x []int32, cost int64) {
	if w.state.Age > 0 {
		at := slices.Index(w.costs, slices.Max(w.costs))
		copy(w.followed(at), x)
		w.costs[at] = cost
	}
	w.learn(x, cost)
}

// Individuals returns the solutions that individuals follow, one after the other, and their costs; none before the first are observed. The
// slices are valid until the next Step.
func (w *quantumWalk) Individuals() (x []int32, costs []int64) {
	if w.state.Age == 0 {
		return nil, nil
	}
	return w.q.Follow, w.costs
}

// Populations returns 1.
func (w *quantumWalk) Populations() int { return 1 }

// Settle replaces the solutions that individuals follow by others, equal in number. It copies them.
func (w *quantumWalk) Settle(x []int32, costs []int64) {
	copy(w.q.Follow, x)
	copy(w.costs, costs)
	if len(costs) > 0 {
		i := first(w.costs)
		w.learn(w.followed(i), w.costs[i])
	}
}
