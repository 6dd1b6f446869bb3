package lightweight

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// lightWalk is one light-weight annealing in progress. The best solution lags behind: while the current one is cheaper
// than the one stored, the current one is the incumbent.
type lightWalk struct {
	cooling.Cooling
	body   lightBody
	p      multiwalk.Problem
	random *multiwalk.Rand
	moves  int
	once   bool
	// budgeted walks cool over the run's budget. A unit then has at most quota moves, or one iteration.
	budgeted bool
	quota    int
	from, to float64            // levels of its first and last temperature
	cost     int64              // of the current solution
	least    int64              // cost of the stored solution
	told     int64              // cost of the last incumbent reported
	work     multiwalk.Counters // without the evaluations of body
}

// lightBody is the solution of a walk in the form that its moves like.
type lightBody interface {
	// anneal does some iterations; it returns false if the run was aborted inside.
	anneal(w *lightWalk, iterations int64, s *walk.Slice) bool
	// empty says that there is no move.
	empty() bool
	// store makes the current solution the best one.
	store()
	// solution writes out the current one and stored the best one; they are valid until the next anneal.
	solution() []int32
	stored() []int32
	// adopt replaces the current solution.
	adopt(x []int32)
	evaluations() (full, delta int64)
	checkpoint.Saver
}

// Step implements walk.Walk. A unit is as many iterations as have up to 256 moves, or 16 that are evaluated in
// full, at one temperature.
func (w *lightWalk) Step(s *walk.Slice) bool {
	if w.body.empty() {
		return false
	}
	if invariants.Enabled {
		defer func() { walking.Ledger("lightweight", w.p, w.body.solution(), w.cost, w.work.Moves) }()
	}
	for s.Next(w.Counters().Evaluations()) {
		iterations, cools := w.unitLength(s)
		if !w.body.anneal(w, iterations, s) {
			w.tell(s)
			return true
		}
		w.work.Units++
		w.tell(s)
		if cools || w.Next() {
			continue
		}
		if w.once {
			return false
		}
		w.Heat()
		w.work.Restarts++
	}
	return true
}

// unitLength is how many iterations the next unit has. If the walk cools over the budget of its run, it sets the temperature.
func (w *lightWalk) unitLength(s *walk.Slice) (iterations int64, cools bool) {
	part, ok := 0.0, w.budgeted
	if ok {
		part, ok = s.Progress(w.Counters().Evaluations())
	}
	if !ok {
		return w.Length(), false
	}
	w.Rule = tempering.Heat(tempering.Between(w.from, w.to, part))
	return int64(max(1, w.quota/w.moves)), true
}

// leave is lines 12 to 15 of Algorithm 2: before a worse move, the current solution is stored if it is the best. It is also stored before a
// move that costs the same, otherwise the best would depend on when somebody asks for it.
func (w *lightWalk) leave(s *walk.Slice) {
	if w.cost < w.least {
		w.body.store()
		w.least = w.cost
		w.tell(s)
	}
}

// tell reports the current solution if it is an incumbent. That is at the end of a unit, or before it is left.
func (w *lightWalk) tell(s *walk.Slice) {
	if w.cost < w.told {
		w.told = w.cost
		s.Improved(w.cost, w.Counters())
	}
}

func (w *lightWalk) Best() ([]int32, int64) {
	if w.cost < w.least {
		w.body.store()
		w.least = w.cost
	}
	return w.body.stored(), w.least
}

func (w *lightWalk) Counters() multiwalk.Counters {
	c := w.work
	full, delta := w.body.evaluations()
	c.FullEvaluations += full
	c.DeltaEvaluations += delta
	return c
}

// Adopt implements walk.Adopter. The temperature stays as it is.
func (w *lightWalk) Adopt(x []int32, cost int64) {
	w.Best() // the current solution may be the best
	w.body.adopt(x)
	w.cost = cost
	w.told = min(w.told, cost)
}

func (w *lightWalk) Save(a *checkpoint.Archive) {
	a.Fields("lightweight", &w.Cooling, w.body, w.random, &w.cost, &w.least, &w.told, &w.work)
}

// proposer is a solution that a neighbourhood moves.
type proposer struct {
	nb    neighbourhood.Neighbourhood
	x     []int32
	best  []int32
	polls bool // a price is a full evaluation, which may be slow
}

func (b *proposer) anneal(w *lightWalk, iterations int64, s *walk.Slice) bool {
	for range iterations {
		if b.polls && s.Aborted() {
			return false
		}
		m := b.nb.Random(w.random)
		d := b.nb.Delta(b.x, m)
		for range w.moves - 1 {
			other := b.nb.Random(w.random)
			if e := b.nb.Delta(b.x, other); e < d {
				m, d = other, e
			}
		}
		if d > 0 && !w.Rule.Accept(d, w.random.Uint32()) {
			continue
		}
		if d >= 0 {
			w.leave(s)
		}
		b.nb.Apply(b.x, m)
		w.cost += d
		w.work.Moves++
	}
	return true
}

func (b *proposer) adopt(x []int32) {
	copy(b.x, x)
	b.nb.Reset(b.x)
}

func (b *proposer) empty() bool                      { return b.nb.Size() == 0 }
func (b *proposer) store()                           { copy(b.best, b.x) }
func (b *proposer) solution() []int32                { return b.x }
func (b *proposer) stored() []int32                  { return b.best }
func (b *proposer) evaluations() (full, delta int64) { return b.nb.Evaluations() }

func (b *proposer) Save(a *checkpoint.Archive) {
	a.Fields("proposer", &b.x, &b.best, b.nb)
	if a.Reading() {
		b.nb.Reset(b.x)
	}
}
