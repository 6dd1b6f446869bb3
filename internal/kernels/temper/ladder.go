package temper

import (
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// temperWalk is a replica in progress. Every lane has a copy; the slices are shared by the warp.
type temperWalk[F pricing[P], P kernel.Swapper] struct {
	a       Tempering
	ladder  int32 // of the launch: the block
	own     int32 // of the ladder: the warp
	f       F
	x, best []int32
	cost    int64
	least   int64
	made    int64
	ahead   bool // the incumbent is x, and best does not have it yet
	rule    metropolis.Rule
}

// number is the replica's among those of the launch.
func (w *temperWalk[F, P]) number() int32 { return w.ladder*w.a.Replicas + w.own }

// run loads a replica, makes the sweeps of a launch, and stores it again.
func (w *temperWalk[F, P]) run(t lane.Thread, p P, states []Replica, own []int32, levels []float64, trades, start []int32,
	rungs []Rung, hits, goal []int64, stop []uint32) {
	s := &states[w.number()]
	w.best = own[w.a.N:]
	rung := w.load(t, s, own[:w.a.N], start)
	w.f.rebuild(t, p, w.x, w.a.From > 0 && (w.a.Adopt == 0 || rung > 0))
	r := w.a.Replicas
	rung = w.sweeps(t, p, rung, levels[w.ladder*r:][:r], trades[w.ladder*r:][:r], rungs[w.ladder*r:][:r], hits, goal, stop)
	w.f.leave(t)
	w.keep(t)
	for i := t.LaneID(); i < w.a.N; i += lane.WarpSize {
		own[i] = w.x[i]
	}
	if t.LaneID() == 0 {
		*s = Replica{Cost: w.cost, Least: w.least, Made: w.made, Rung: rung}
	}
}

// load takes up what was stored, or for the coldest replica another permutation, and returns its rung.
func (w *temperWalk[F, P]) load(t lane.Thread, s *Replica, x, start []int32) (rung int32) {
	w.cost, w.least, w.made, rung = s.Cost, s.Least, s.Made, s.Rung
	if w.a.Adopt != 0 && rung == 0 {
		x, w.cost = start, w.a.Start
		if w.cost < w.least {
			w.least, w.ahead = w.cost, true
		}
	}
	t.SyncWarp() // all have read s
	for i := t.LaneID(); i < w.a.N; i += lane.WarpSize {
		w.x[i] = x[i]
	}
	t.SyncWarp()
	return rung
}

// sweeps makes the sweeps of a launch from a rung on, and returns the rung at the end.
func (w *temperWalk[F, P]) sweeps(t lane.Thread, p P, rung int32, levels []float64, trades []int32, rungs []Rung,
	hits, goal []int64, stop []uint32) int32 {
	b := board{levels: levels, trades: trades, rungs: rungs}
	b.cost = lane.Shared[int64](t, MaxReplicas)
	b.on = lane.Shared[int32](t, MaxReplicas)
	b.rung = lane.Shared[int32](t, MaxReplicas)
	b.quotas = lane.Shared[int32](t, MaxReplicas)
	b.rules = lane.Shared[metropolis.Rule](t, MaxReplicas)
	b.meetings = lane.Shared[metropolis.Rule](t, MaxReplicas)
	flags := lane.Shared[int32](t, 2) // stop; met the target
	if t.LaneID() == 0 {
		b.on[rung], b.rung[w.own] = w.own, rung
	}
	if t.ThreadID() == 0 {
		flags[1] = 0
	}
	if w.own == 0 {
		b.heat(t, w.a.Replicas)
	}
	t.Sync()
	s := ladder[F, P]{w: w, t: t, p: p, b: b, met: flags[1:], race: drive.Race{Hits: hits, Goal: goal, Stop: stop}}
	span := drive.Span{From: w.a.From, Until: w.a.Until, Poll: w.a.Poll}
	drive.Drive(team.Flagged{Block: team.Block{T: t}, Flag: flags}, &s, w.ladder, span, s.race)
	return b.rung[w.own]
}

// ladder is a replica among the others of its block.
type ladder[F pricing[P], P kernel.Swapper] struct {
	w    *temperWalk[F, P]
	t    lane.Thread
	p    P
	b    board
	met  []int32 // [0] is 1 where a replica has met the target
	race drive.Race
}

// Step makes a sweep.
func (s *ladder[F, P]) Step(sweep int64) drive.Outcome {
	w, t, b := s.w, s.t, s.b
	least, made := w.least, w.made
	rung := b.rung[w.own]
	w.rule = b.rules[rung]
	w.sweep(t, s.p, sweep, b.quotas[rung], s.race.Goal, s.race.Stop)
	if t.LaneID() == 0 {
		if b.cost[w.own] = w.cost; w.least < least && w.least <= w.a.Target {
			s.met[0] = 1
		}
		if tempering.Warming(sweep) {
			b.rungs[rung].Swaps += w.made - made
		}
	}
	t.Sync()
	met := s.met[0] // before another warp is in the next sweep
	if w.own == 0 {
		w.trade(t, b, sweep)
	}
	t.Sync()
	if met != 0 {
		return drive.Met
	}
	return drive.Onward
}

// board is what the replicas of a ladder know of each other: by rung, but for cost and rung, which are by replica.
type board struct {
	levels          []float64
	trades          []int32
	cost            []int64
	on, rung        []int32
	rungs           []Rung
	quotas          []int32
	rules, meetings []metropolis.Rule // of the rung, and of trades with the next
}

// heat takes over the levels and quotas, a lane each.
func (b board) heat(t lane.Thread, replicas int32) {
	if k := t.LaneID(); k < replicas {
		b.quotas[k] = b.rungs[k].Quota
		if b.rules[k] = tempering.Heat(b.levels[k]); k+1 < replicas {
			b.meetings[k] = tempering.Trade(b.levels[k], b.levels[k+1])
		}
	}
}

// trade ends a sweep: neighbours trade rungs, a lane a pair, and in the warm-up the temperatures move.
func (w *temperWalk[F, P]) trade(t lane.Thread, b board, sweep int64) {
	if k := t.LaneID(); tempering.Meet(sweep, k, w.a.Replicas) {
		u := lane.Random(w.a.Seed, w.a.First+uint32(w.ladder*w.a.Replicas), uint64(sweep), tempering.Trades+uint32(k))[0]
		cold, hot := b.on[k], b.on[k+1]
		if b.meetings[k].Takes(b.cost[hot]-b.cost[cold], u) {
			b.on[k], b.on[k+1] = hot, cold
			b.rung[hot], b.rung[cold] = k, k+1
			b.trades[k]++
		}
	}
	met := tempering.Warms(sweep)
	if met == 0 {
		return
	}
	if k := t.LaneID(); k < w.a.Replicas {
		r := &b.rungs[k]
		*r = Rung{Quota: tempering.Quota(w.a.Length, w.a.Limit, r.Quota, met, r.Swaps)}
	}
	t.SyncWarp()
	if t.LaneID() == 0 {
		tempering.Adapt(b.levels, b.trades, met)
	}
	t.SyncWarp()
	b.heat(t, w.a.Replicas)
}
