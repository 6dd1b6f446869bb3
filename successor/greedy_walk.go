package successor

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/walk"
)

// colony is where a population lives.
type colony interface {
	// breed makes generations from one number up to another, or up to the first in which a state comes to the target: each state has a
	// successor with up to most variables released, all in generation 0, which takes its place if it is accepted. least is what the
	// best state so far costs.
	breed(from, until uint32, most int, target, least int64, aborted func() bool) (brood, error)
	// best copies to x the successor that was the first to cost the least of those that breed made last.
	best(x []int32) error
	// costs are those of all states.
	costs() []int64
	// choose has each state become a copy of state from[i].
	choose(from []int32) error
	// states returns all of them, one after the other.
	states() ([]int32, error)
	// put makes x the states, which cost this.
	put(x []int32, costs []int64) error
	Close() error
}

// brood is what breed made: generations, how many successors were accepted, and what the best of them costs, if that is below
// least.
type brood struct {
	generations uint32
	moves       int64
	least       int64
}

// greedyWalk is a population. A unit is some generations.
type greedyWalk struct {
	s        *greedySearch
	at       colony
	random   *multiwalk.Rand
	round    uint32
	x        []int32 // scratch: a state
	best     []int32
	least    int64
	counters multiwalk.Counters
}

// NewWalk makes the population: copies of one solution, whose variables the first generation releases.
func (s *greedySearch) NewWalk(id int) (walk.Walk, error) {
	w := &greedyWalk{s: s, random: multiwalk.NewRand(s.plan.Seed, id), x: make([]int32, s.c.Size), best: make([]int32, s.p.Space().Len())}
	seed := w.random.Uint64()
	s.plan.Begin(s.p, w.random, w.best)
	w.least = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	var err error
	if w.at, err = s.colony(id, seed); err != nil {
		return nil, err
	}
	s.c.state(w.x, w.best)
	n := s.m.Population
	if err := w.at.put(slices.Repeat(w.x, n), slices.Repeat([]int64{w.least}, n)); err != nil {
		return nil, errors.Join(err, w.at.Close())
	}
	return w, nil
}

// colony makes that of a walk: of a machine in one launch where its kernels can, else generation by generation.
func (s *greedySearch) colony(id int, seed uint64) (colony, error) {
	n := s.m.Population
	switch {
	case s.accelerator == nil:
		return newTurns(s, newCradle(&s.c, n, seed), seed), nil
	case len(s.c.Kinds) == 1:
		return newHerd(s, id, seed)
	}
	at, err := newWard(s, id, seed)
	if err != nil {
		return nil, err
	}
	return newTurns(s, at, seed), nil
}

// Step makes generations.
func (w *greedyWalk) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		ok, err := w.unit(s)
		if err != nil {
			s.Fail(err)
			return false
		}
		if !ok {
			return true // the run is over, and the generations void
		}
	}
	return true
}

// until is one past the last generation of a unit: there may be a selection, or the run's evaluations be spent.
func (w *greedyWalk) until(s *walk.Slice) uint32 {
	n := int64(len(w.at.costs()))
	span := min(int64(w.s.span), max(1, (s.EvaluationsLeft(w.counters.Evaluations())-1)/n+1))
	if each := int64(w.s.m.Select); each > 0 {
		span = min(span, each-int64(w.round)%each)
	}
	return w.round + uint32(span)
}

// unit makes generations. ok is false if the run was aborted meanwhile.
func (w *greedyWalk) unit(s *walk.Slice) (ok bool, err error) {
	b, err := w.at.breed(w.round, w.until(s), w.s.m.Release, s.Target(), w.least, s.Aborted)
	if err != nil || s.Aborted() {
		return false, err
	}
	w.round += b.generations
	w.counters.FullEvaluations += int64(b.generations) * int64(len(w.at.costs()))
	w.counters.Moves += b.moves
	w.counters.Units++
	if b.least < w.least {
		if err := w.incumbent(b.least); err != nil {
			return false, err
		}
		s.Improved(w.least, w.counters)
	}
	if each := int64(w.s.m.Select); each > 0 && int64(w.round)%each == 0 {
		err = w.selection()
	}
	return true, err
}

// incumbent takes up the best successor so far, at some cost. So a heuristic that leaves the space, or prices falsely, is found out here
// at the latest.
func (w *greedyWalk) incumbent(least int64) error {
	if err := w.at.best(w.x); err != nil {
		return err
	}
	x := w.x[:len(w.best)]
	if err := w.s.p.Space().Check(x); err != nil {
		return fmt.Errorf("multiwalk: %s: the heuristics left a successor outside of the space: %w", nameGreedy, err)
	}
	if cost := w.s.p.Cost(x); cost != least {
		panic(fmt.Errorf("%s: by Price successor costs %d, by full evaluation %d: %w", nameGreedy, least, cost, multiwalk.ErrDeltaMismatch))
	}
	w.least = least
	copy(w.best, x)
	return nil
}

// selection has each state compared with a random one, which takes its place if it is cheaper.
func (w *greedyWalk) selection() error {
	if invariants.Enabled {
		if err := w.check(); err != nil {
			return err
		}
	}
	costs := w.at.costs()
	from := make([]int32, len(costs))
	for i := range from {
		from[i] = int32(i)
		if j := w.random.IntN(len(costs)); costs[j] < costs[i] {
			from[i] = int32(j)
		}
	}
	return w.at.choose(from)
}

// check compares the costs of all states with full evaluation.
func (w *greedyWalk) check() error {
	states, err := w.at.states()
	for i, cost := range w.at.costs() {
		if err != nil {
			return err
		}
		if c := w.s.p.Cost(states[i*w.s.c.Size:][:len(w.best)]); c != cost {
			err = fmt.Errorf("%s: state %d is thought to cost %d, and costs %d: %w", nameGreedy, i, cost, c, multiwalk.ErrDeltaMismatch)
		}
	}
	return err
}

// Best returns the incumbent.
func (w *greedyWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters returns the work done so far.
func (w *greedyWalk) Counters() multiwalk.Counters { return w.counters }

// Adopt has a solution take the place of the dearest state.
func (w *greedyWalk) Adopt(x []int32, cost int64) {
	states, err := w.at.states()
	if err != nil {
		return // the next generation says so
	}
	costs, at, n := slices.Clone(w.at.costs()), 0, w.s.c.Size
	for i, c := range costs {
		if c > costs[at] {
			at = i
		}
	}
	w.s.c.state(states[at*n:(at+1)*n], x)
	costs[at] = cost
	if err := w.at.put(states, costs); err == nil && cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// Save keeps the population.
func (w *greedyWalk) Save(a *checkpoint.Archive) {
	var states []int32
	costs := slices.Clone(w.at.costs())
	if !a.Reading() {
		var err error
		states, err = w.at.states()
		a.Fail(err)
	}
	a.Fields("iterated greedy", w.random, &w.round, &costs, &states, &w.best, &w.least, &w.counters)
	if a.Reading() && a.Err() == nil {
		a.Fail(w.at.put(states, costs))
	}
}

// Close gives memory on a device back.
func (w *greedyWalk) Close() error { return w.at.Close() }
