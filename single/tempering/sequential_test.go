package tempering

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/internal/unraced"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

// sequential is a ladder as its definition tells it: a proposal after the other, each priced by full evaluation.
type sequential struct {
	p      multiwalk.Problem
	seed   uint64
	sweep  int64
	length int64
	x      [][]int32 // by replica
	on     []int32
	levels []float64
	trades []int32
	quotas []int64 // proposals of each rung
	swaps  []int64 // of each rung since the temperatures moved last
	begun  int64   // the sweep behind that
	made   int64
	least  int64
}

func newSequential(p multiwalk.Problem, seed uint64, first int, levels []float64, length int64) *sequential {
	s := &sequential{p: p, seed: seed, length: length, levels: slices.Clone(levels), trades: make([]int32, len(levels)),
		quotas: slices.Repeat([]int64{length}, len(levels)), swaps: make([]int64, len(levels)), least: math.MaxInt64}
	for k := range levels {
		x := make([]int32, p.Space().Len())
		walk.Plan{}.Begin(p, multiwalk.NewRand(seed, first+k), x)
		s.x, s.on = append(s.x, x), append(s.on, int32(k))
		s.least = min(s.least, p.Cost(x))
	}
	return s
}

func (s *sequential) next(first uint32) {
	for k := range s.on {
		which := s.on[k]
		x, rule := s.x[which], metropolis.At(metropolis.Exp2(s.levels[k]))
		for at := s.sweep * s.length; at < s.sweep*s.length+s.quotas[k]; at++ {
			w := rng.At(s.seed, first+uint32(which), uint64(at/2), tempering.Proposals)
			i, j := tempering.Pair(w[at%2*2], int32(len(x)))
			before := s.p.Cost(x)
			x[i], x[j] = x[j], x[i]
			if after := s.p.Cost(x); rule.Accept(after-before, w[at%2*2+1]) {
				s.made++
				s.swaps[k]++
				s.least = min(s.least, after)
			} else {
				x[i], x[j] = x[j], x[i]
			}
		}
	}
	for k := range len(s.on) - 1 {
		if (s.sweep+int64(k))%2 != 0 {
			continue
		}
		a, b := s.p.Cost(s.x[s.on[k]]), s.p.Cost(s.x[s.on[k+1]])
		u := rng.At(s.seed, first, uint64(s.sweep), tempering.Trades+uint32(k))[0]
		if tempering.Trade(s.levels[k], s.levels[k+1]).Accept(b-a, u) {
			s.on[k], s.on[k+1] = s.on[k+1], s.on[k]
			s.trades[k]++
		}
	}
	if met := tempering.Warms(s.sweep); met > 0 {
		tempering.Adapt(s.levels, s.trades, met)
		limit := 16 * s.length / int64(s.p.Space().Len())
		for k, swaps := range s.swaps {
			s.quotas[k] = min(s.length, limit*s.quotas[k]*(s.sweep+1-s.begun)/max(1, swaps))
		}
		clear(s.swaps)
		s.begun = s.sweep + 1
	}
	s.sweep++
}

// However swaps are priced and proposals divided into units, a walk is the sequential chain. Sweeps of an odd length too.
func TestTempering_IsTheSequentialChain(t *testing.T) {
	unraced.Test(t)
	sweeps := int64(70)
	if testing.Short() {
		sweeps = 34
	}
	problems := temperable(t, 9)
	problems["hot"] = assignment.Uniform(22, 1)
	for name, p := range problems {
		for _, m := range []ParallelTempering{{Replicas: 4, Sweep: 3}, {Replicas: 3, Sweep: 40}} {
			if name == "hot" {
				m.Hottest = 1e6 // with quotas
			}
			w := ladderOf(t, m, p, 5)
			s := newSequential(p, 5, 0, w.levels, w.s.sweep)
			for w.sweep < sweeps/int64(m.Replicas) || m.Sweep < 10 && w.sweep < sweeps {
				w.Step(walk.NewSlice(1))
				for s.sweep < w.sweep {
					s.next(0)
					for k, replica := range w.replicas {
						r := replica.(swapReplica)
						if !slices.Equal(r.X, s.x[k]) || r.Cost != p.Cost(s.x[k]) {
							t.Fatalf("%s, %+v: after %d sweeps replica %d is at %v of cost %d, want %v of %d", name, m, s.sweep, k, r.X, r.Cost,
								s.x[k], p.Cost(s.x[k]))
						}
					}
					if !slices.Equal(w.on, s.on) || !slices.Equal(w.levels, s.levels) || w.least != s.least || w.counters.Moves != s.made {
						t.Fatalf("%s, %+v: after %d sweeps: %v, %v, %d, %d; want %v, %v, %d, %d", name, m, s.sweep, w.on, w.levels, w.least,
							w.counters.Moves, s.on, s.levels, s.least, s.made)
					}
				}
			}
		}
	}
}
