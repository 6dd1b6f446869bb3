package successor

import (
	"slices"

	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// nursery is the states of a population and a successor of each, which is made generation by generation.
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
	Close() error
}

// turns is a colony in a nursery: the host accepts.
type turns struct {
	nursery
	size     int     // of a state
	now      []int64 // what the states cost
	fresh    []int64 // what their successors cost
	accepted []int32 // 1: the successor is to take its parent's place
	leader   int     // the best successor
	rule     metropolis.Rule
	seed     uint64
}

func newTurns(s *greedySearch, at nursery, seed uint64) *turns {
	states := s.m.Population
	return &turns{nursery: at, size: s.c.Size, rule: metropolis.At(s.m.Temperature), seed: seed, now: make([]int64, states), fresh: make([]int64, states), accepted: make([]int32, states)}
}

func (t *turns) breed(from, until uint32, most int, target, least int64, aborted func() bool) (b brood, err error) {
	for b.least = least; from+b.generations < until; b.generations++ {
		round, limit := from+b.generations, most
		if round == 0 {
			limit = 0
		}
		if err := t.generation(round, limit, t.accepted, t.fresh, aborted); err != nil || aborted() {
			return b, err
		}
		for i, cost := range t.fresh {
			t.accepted[i] = 0
			if cost <= t.now[i] || construct.Worse(t.rule, cost, t.now[i], t.seed, int32(i), round) {
				t.now[i], t.accepted[i] = cost, 1
				b.moves++
			}
			if cost < b.least {
				b.least, t.leader = cost, i
			}
		}
		// The best successor can be read until the next generation.
		if b.least < least || b.least <= target {
			b.generations++
			return b, nil
		}
	}
	return b, nil
}

func (t *turns) best(x []int32) error { return t.successor(t.leader, x) }
func (t *turns) costs() []int64       { return t.now }

func (t *turns) states() ([]int32, error) {
	n := t.size
	states, successors := make([]int32, n*len(t.now)), make([]int32, n*len(t.now))
	if err := t.both(states, successors); err != nil {
		return nil, err
	}
	for i, yes := range t.accepted {
		if yes != 0 {
			copy(states[i*n:(i+1)*n], successors[i*n:])
		}
	}
	return states, nil
}

func (t *turns) choose(from []int32) error {
	states, err := t.states()
	if err != nil {
		return err
	}
	n, before, next := t.size, slices.Clone(t.now), slices.Clone(states)
	for i, j := range from {
		t.now[i] = before[j]
		copy(next[i*n:(i+1)*n], states[int(j)*n:(int(j)+1)*n])
	}
	return t.put(next, t.now)
}

func (t *turns) put(x []int32, costs []int64) error {
	copy(t.now, costs)
	clear(t.accepted)
	return t.nursery.put(x)
}
