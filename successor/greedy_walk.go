package successor

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
)

// nursery is where a population lives: its states, and a successor of each.
type nursery interface {
	// generation has each accepted successor take its parent's place, makes a successor of each state with up to most
	// variables released, all if that is 0, and sets what it costs.
	generation(round uint32, most int, accepted []int32, costs []int64, aborted func() bool) error
	// successor copies successor number i to x.
	successor(i int, x []int32) error
	// both copies all states and successors.
	both(states, successors []int32) error
	// put makes x the states.
	put(x []int32) error
	close() error
}

// greedyWalk is a population. A unit is a generation.
type greedyWalk struct {
	s        *greedySearch
	at       nursery
	random   *multiwalk.Rand
	round    uint32
	costs    []int64 // of the states
	fresh    []int64 // of their successors
	accepted []int32 // 1: the successor is to take its parent's place
	x        []int32 // scratch: a state
	best     []int32
	least    int64
	counters multiwalk.Counters
}

// NewWalk makes the population: copies of one solution, whose variables the first generation releases.
func (s *greedySearch) NewWalk(id int) (multiwalk.Walk, error) {
	n := s.m.Population
	w := &greedyWalk{s: s, random: multiwalk.NewRand(s.plan.Seed, id), costs: make([]int64, n), fresh: make([]int64, n),
		accepted: make([]int32, n), x: make([]int32, s.c.Size), best: make([]int32, s.p.Space().Len())}
	seed := w.random.Uint64()
	s.plan.Begin(s.p, w.random, w.best)
	w.least = s.p.Cost(w.best)
	w.counters.FullEvaluations = 1
	for i := range w.costs {
		w.costs[i] = w.least
	}
	s.c.state(w.x, w.best)
	if s.accelerator == nil {
		w.at = newCradle(&s.c, n, seed)
	} else {
		at, err := newWard(s, id, seed)
		if err != nil {
			return nil, err
		}
		w.at = at
	}
	if err := w.at.put(slices.Repeat(w.x, n)); err != nil {
		w.at.close()
		return nil, err
	}
	return w, nil
}

// Step makes generations.
func (w *greedyWalk) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		ok, err := w.unit(s)
		if err != nil {
			s.Fail(err)
			return false
		}
		if !ok {
			return true // the run is over, and the generation void
		}
	}
	return true
}

// unit makes a generation. ok is false if the run was aborted meanwhile.
func (w *greedyWalk) unit(s *multiwalk.Slice) (ok bool, err error) {
	most := w.s.m.Release
	if w.round == 0 {
		most = 0
	}
	if err := w.at.generation(w.round, most, w.accepted, w.fresh, s.Aborted); err != nil || s.Aborted() {
		return false, err
	}
	w.round++
	w.counters.FullEvaluations += int64(len(w.fresh))
	w.counters.Units++
	at := 0
	for i, cost := range w.fresh {
		w.accepted[i] = 0
		if cost <= w.costs[i] {
			w.costs[i], w.accepted[i] = cost, 1
			w.counters.Moves++
		}
		if cost < w.fresh[at] {
			at = i
		}
	}
	if w.fresh[at] < w.least {
		if err := w.incumbent(at); err != nil {
			return false, err
		}
		s.Improved(w.least, w.counters)
	}
	if w.s.m.Select > 0 && w.round%uint32(w.s.m.Select) == 0 {
		err = w.selection()
	}
	return true, err
}

// incumbent takes up successor number i, which is the best so far. So a heuristic that leaves the space, or prices falsely, is
// found out here at the latest.
func (w *greedyWalk) incumbent(i int) error {
	if err := w.at.successor(i, w.x); err != nil {
		return err
	}
	x := w.x[:len(w.best)]
	if err := w.s.p.Space().Check(x); err != nil {
		return fmt.Errorf("multiwalk: %s: the heuristics left successor %d outside of the space: %w", nameGreedy, i, err)
	}
	if cost := w.s.p.Cost(x); cost != w.fresh[i] {
		panic(fmt.Errorf("%s: by Price successor %d costs %d, by full evaluation %d: %w", nameGreedy, i, w.fresh[i], cost,
			multiwalk.ErrDeltaMismatch))
	}
	w.least = w.fresh[i]
	copy(w.best, x)
	return nil
}

// selection has each state compared with a random one, which takes its place if it is cheaper.
func (w *greedyWalk) selection() error {
	states, err := w.states()
	if err != nil {
		return err
	}
	n, before, next := w.s.c.Size, slices.Clone(w.costs), slices.Clone(states)
	for i := range before {
		if j := w.random.IntN(len(before)); before[j] < before[i] {
			w.costs[i] = before[j]
			copy(next[i*n:(i+1)*n], states[j*n:(j+1)*n])
		}
	}
	clear(w.accepted)
	return w.at.put(next)
}

// states returns the population, accepted successors in their parents' places.
func (w *greedyWalk) states() ([]int32, error) {
	n := w.s.c.Size
	states, successors := make([]int32, n*len(w.costs)), make([]int32, n*len(w.costs))
	if err := w.at.both(states, successors); err != nil {
		return nil, err
	}
	for i, yes := range w.accepted {
		if yes != 0 {
			copy(states[i*n:(i+1)*n], successors[i*n:])
		}
		if invariants.Enabled {
			if cost := w.s.p.Cost(states[i*n:][:len(w.best)]); cost != w.costs[i] {
				return nil, fmt.Errorf("%s: state %d is thought to cost %d, and costs %d: %w", nameGreedy, i, w.costs[i], cost,
					multiwalk.ErrDeltaMismatch)
			}
		}
	}
	return states, nil
}

// Best returns the incumbent.
func (w *greedyWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters returns the work done so far.
func (w *greedyWalk) Counters() multiwalk.Counters { return w.counters }

// Adopt has a solution take the place of the dearest state.
func (w *greedyWalk) Adopt(x []int32, cost int64) {
	states, err := w.states()
	if err != nil {
		return // the next generation says so
	}
	at, n := 0, w.s.c.Size
	for i, c := range w.costs {
		if c > w.costs[at] {
			at = i
		}
	}
	w.s.c.state(states[at*n:(at+1)*n], x)
	w.costs[at] = cost
	clear(w.accepted)
	if err := w.at.put(states); err == nil && cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// Save keeps the population.
func (w *greedyWalk) Save(a *checkpoint.Archive) {
	var states []int32
	if !a.Reading() {
		var err error
		states, err = w.states()
		a.Fail(err)
	}
	a.Fields("iterated greedy", w.random, &w.round, &w.costs, &states, &w.best, &w.least, &w.counters)
	if a.Reading() && a.Err() == nil {
		clear(w.accepted)
		a.Fail(w.at.put(states))
	}
}

// Close gives memory on a device back.
func (w *greedyWalk) Close() error { return w.at.close() }
