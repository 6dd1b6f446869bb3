package tempering

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// replica is a chain of Metropolis on a ladder.
type replica interface {
	checkpoint.Saver
	at() (x []int32, cost int64)
	// Reset goes to another solution, which it copies.
	Reset(x []int32, cost int64)
	// propose makes a number of proposals at the rule of the rung whose turn it is. It returns how many it made, and false if the run
	// was aborted inside.
	propose(w *temperingWalk, s *walk.Slice, count int) (made int, ok bool)
}

// replica returns one at x, which it copies.
func (s *temperingSearch) replica(x []int32, cost int64, random *multiwalk.Rand) replica {
	if s.by == nil {
		return swapReplica{s.At(x, cost)}
	}
	r, err := newMovesReplica(s.by, x, cost, random)
	if err != nil {
		panic(err) // Prepare made the same neighbourhood
	}
	return r
}

// swapReplica proposes swaps. Its proposals are numbered, so that kernels draw the same.
type swapReplica struct{ *neighbourhood.Explorer }

func (r swapReplica) at() ([]int32, int64) { return r.X, r.Cost }

func (r swapReplica) propose(w *temperingWalk, s *walk.Slice, count int) (made int, ok bool) {
	rule, which := w.rules[w.turn], uint32(w.on[w.turn])
	w.drawn.Draw(w.s.plan.Seed, uint32(w.id*w.s.m.Replicas)+which, uint64(w.sweep*w.s.sweep+w.done), count)
	for k := 0; k < count; {
		if s.Aborted() {
			return k, false
		}
		end := count
		if w.s.full {
			end = k + 1
		}
		at, i, j, delta := r.First(&w.drawn, k, end, rule)
		taken := at < end
		if taken {
			at++
		}
		w.s.Count(&w.counters, int64(at-k))
		if k = at; taken {
			w.leave(delta)
			r.Swap(i, j, delta)
			w.arrive(s, r.Cost)
		}
	}
	return count, true
}

// movesReplica proposes the moves of a neighbourhood.
type movesReplica struct {
	nb          neighbourhood.Neighbourhood
	random      *multiwalk.Rand
	x           []int32
	cost        int64
	full, delta int64 // evaluations that the ladder has counted
}

func newMovesReplica(by *walking.Moves, x []int32, cost int64, random *multiwalk.Rand) (*movesReplica, error) {
	nb, err := neighbourhood.ByName(by.P, by.Name)
	if err != nil {
		return nil, err
	}
	r := &movesReplica{nb: nb, random: random, x: make([]int32, len(x))}
	r.Reset(x, cost)
	return r, nil
}

func (r *movesReplica) at() ([]int32, int64) { return r.x, r.cost }

// Reset goes to another solution.
func (r *movesReplica) Reset(x []int32, cost int64) {
	copy(r.x, x)
	r.cost = cost
	r.nb.Reset(r.x)
	neighbourhood.Know(r.nb, r.x, r.cost)
}

func (r *movesReplica) propose(w *temperingWalk, s *walk.Slice, count int) (made int, ok bool) {
	rule := w.rules[w.turn]
	for made < count {
		if (w.s.full || made&255 == 0) && s.Aborted() {
			return made, false
		}
		m := r.nb.Random(r.random)
		d := r.nb.Delta(r.x, m)
		if made++; d > 0 && !rule.Takes(d, r.random.Uint32()) {
			continue
		}
		w.leave(d)
		r.move(m, d)
		if r.cost < w.least {
			r.account(&w.counters)
		}
		w.arrive(s, r.cost)
	}
	r.account(&w.counters)
	return made, true
}

// move makes a move.
func (r *movesReplica) move(m neighbourhood.Move, d int64) {
	r.nb.Apply(r.x, m)
	r.cost += d
	neighbourhood.Know(r.nb, r.x, r.cost)
}

// account adds the evaluations since it was called last.
func (r *movesReplica) account(c *multiwalk.Counters) {
	full, delta := r.nb.Evaluations()
	c.FullEvaluations += full - r.full
	c.DeltaEvaluations += delta - r.delta
	r.full, r.delta = full, delta
}

func (r *movesReplica) Save(a *checkpoint.Archive) {
	a.Fields("replica", r.nb, r.random, &r.x, &r.cost, &r.full, &r.delta)
	if a.Reading() && a.Err() == nil {
		r.nb.Reset(r.x)
	}
}
