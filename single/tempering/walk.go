package tempering

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// temperingWalk is a ladder on a core. Its replicas take turns, a sweep each.
type temperingWalk struct {
	s        *temperingSearch
	id       int
	replicas []replica
	levels   []float64
	rules    []metropolis.Rule // by rung
	meetings []metropolis.Rule // of trades with the next rung
	on       []int32           // the replica on each rung
	trades   []int32           // between each rung and the next since the temperatures moved last
	swaps    []int64           // of each rung since then
	quotas   []int32           // proposals of each rung in a sweep
	sweep    int64
	turn     int                     // the rung whose replica is proposing
	done     int64                   // proposals of it in this sweep
	drawn    neighbourhood.Proposals // scratch of replicas that swap
	best     []int32
	least    int64
	ahead    int // the replica whose solution is the best and not yet copied; -1: none
	counters multiwalk.Counters
}

func newTemperingWalk(s *temperingSearch, id int) *temperingWalk {
	w := &temperingWalk{s: s, id: id, levels: append([]float64(nil), s.levels...), ahead: -1}
	if id == 0 {
		if s.count(&w.counters, s.sampled); s.by != nil {
			w.counters.FullEvaluations++ // of the pilot's solution
		}
	}
	rungs := max(1, len(w.levels)) // a space of one solution has no moves
	w.rules, w.meetings, w.trades = make([]metropolis.Rule, rungs), make([]metropolis.Rule, rungs), make([]int32, rungs)
	w.swaps, w.quotas = make([]int64, rungs), slices.Repeat([]int32{int32(s.sweep)}, rungs)
	x := make([]int32, s.n)
	for k := range rungs {
		random := multiwalk.NewRand(s.plan.Seed, id*s.m.Replicas+k)
		s.plan.Begin(s.p, random, x)
		cost := s.p.Cost(x)
		w.counters.FullEvaluations++
		w.replicas, w.on = append(w.replicas, s.replica(x, cost, random)), append(w.on, int32(k))
		if k == 0 || cost < w.least {
			w.best, w.least = append(w.best[:0], x...), cost
		}
	}
	w.heat()
	return w
}

// heat takes over the levels.
func (w *temperingWalk) heat() {
	for k, level := range w.levels {
		if w.rules[k] = tempering.Heat(level); k > 0 {
			w.meetings[k-1] = tempering.Trade(w.levels[k-1], level)
		}
	}
}

// Temperature implements walk.Tempered: that of the coldest replica.
func (w *temperingWalk) Temperature() float64 {
	if len(w.rules) == 0 {
		return 0
	}
	return w.rules[0].Temperature()
}

// Step implements walk.Walk. A unit is up to 256 proposals of a replica, or 16 that are evaluated in full.
func (w *temperingWalk) Step(s *walk.Slice) bool {
	if len(w.levels) == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.checkLedger()
	}
	for s.Next(w.counters.Evaluations()) {
		if !w.propose(s) {
			return true
		}
		w.counters.Units++
		if w.done < int64(w.quotas[w.turn]) {
			continue
		}
		w.done = 0
		if w.turn++; w.turn == len(w.on) {
			w.turn = 0
			w.trade()
		}
	}
	return true
}

// propose does one unit; it returns false, and has made some proposals, if the run was aborted inside.
func (w *temperingWalk) propose(s *walk.Slice) bool {
	count := min(int64(w.s.unit), int64(w.quotas[w.turn])-w.done)
	made, ok := w.replicas[w.on[w.turn]].propose(w, s, int(count))
	w.done += int64(made)
	return ok
}

// leave is called before a replica makes a move. If the replica is at the best solution, and the move leads to one that is no better, leave
// copies the best.
func (w *temperingWalk) leave(delta int64) {
	if w.ahead == int(w.on[w.turn]) && delta >= 0 {
		w.keep()
	}
	w.counters.Moves++
	w.swaps[w.turn]++
}

// arrive is told of it afterwards.
func (w *temperingWalk) arrive(s *walk.Slice, cost int64) {
	if cost < w.least {
		w.least, w.ahead = cost, int(w.on[w.turn])
		s.Improved(w.least, w.counters)
	}
}

// keep copies the best before it becomes something else.
func (w *temperingWalk) keep() {
	if w.ahead >= 0 {
		x, _ := w.replicas[w.ahead].at()
		copy(w.best, x)
		w.ahead = -1
	}
}

// trade ends a sweep: neighbours trade rungs, and in the warm-up the temperatures move.
func (w *temperingWalk) trade() {
	rungs := int32(len(w.on))
	for k := range rungs {
		if !tempering.Meet(w.sweep, k, rungs) {
			continue
		}
		u := rng.At(w.s.plan.Seed, uint32(w.id*w.s.m.Replicas), uint64(w.sweep), tempering.Trades+uint32(k))[0]
		cold, hot := w.on[k], w.on[k+1]
		if w.meetings[k].Takes(w.cost(hot)-w.cost(cold), u) {
			w.on[k], w.on[k+1] = hot, cold
			w.trades[k]++
		}
	}
	if met := tempering.Warms(w.sweep); met > 0 {
		tempering.Adapt(w.levels, w.trades, met)
		w.heat()
		for k, made := range w.swaps {
			w.quotas[k] = tempering.Quota(int32(w.s.sweep), tempering.SwapLimit(int32(w.s.m.Sweep)), w.quotas[k], met, made)
		}
		clear(w.swaps)
	}
	w.sweep++
}

// cost is that of a replica's solution.
func (w *temperingWalk) cost(which int32) int64 {
	_, cost := w.replicas[which].at()
	return cost
}

func (w *temperingWalk) Best() ([]int32, int64) {
	w.keep()
	return w.best, w.least
}

func (w *temperingWalk) Counters() multiwalk.Counters { return w.counters }

// Adopt implements walk.Adopter: the coldest replica goes on from x, and the others stay what they are.
func (w *temperingWalk) Adopt(x []int32, cost int64) {
	w.keep()
	w.replicas[w.on[0]].Reset(x, cost)
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

func (w *temperingWalk) Save(a *checkpoint.Archive) {
	a.Fields("parallel-tempering", &w.levels, &w.on, &w.trades, &w.swaps, &w.quotas, &w.sweep, &w.turn, &w.done, &w.best, &w.least,
		&w.ahead, &w.counters)
	for _, r := range w.replicas {
		r.Save(a)
	}
	if a.Reading() {
		w.heat()
	}
}

// checkLedger panics if the deltas of a replica do not add up to the cost of its solution.
func (w *temperingWalk) checkLedger() {
	for k, r := range w.replicas {
		x, cost := r.at()
		walking.Ledger(fmt.Sprintf("parallel-tempering, replica %d", k), w.s.p, x, cost, w.counters.Moves)
	}
}
