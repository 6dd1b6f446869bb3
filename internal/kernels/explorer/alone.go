package explorer

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// ExploreAlone makes the walks of Explore, move by move, with a thread for each: the proposals of an iteration are looked at one after
// the other, as on a core. It is for descents on tours, whose moves are priced by edges, so copies hold the places of cities alone, N of each
// walk, and nothing where there are no lists.
//
// No thread waits for another, so the threads of a warp go their own ways: each is as slow as all of them together. It is here to be
// compared with Explore.
func ExploreAlone[P kernel.Edged](t lane.Thread, p P, a Exploring, members, parts []neighbourhood.Member, levels []float64,
	free, elite, x, best, copies []int32, walks []Explored, hits, goal []int64, stop []uint32) {
	walk := t.GridThreadID()
	if walk >= a.Walks {
		return
	}
	from := walk * a.N
	w := lonely[P]{explorer[P]{t: t, p: p, a: a, members: members, parts: parts, free: free, walk: walk, team: 1,
		x: x[from : from+a.N], best: best[from : from+a.N]}}
	if a.Listed != 0 {
		w.places = copies[from : from+a.N]
	}
	w.Explored = walks[walk]
	if a.Adopt != 0 {
		w.Cost = a.Start
		w.a.Rule.Adopted(&w.Course)
		copyTo(w.x, elite)
	}
	w.stand()
	w.level = w.a.Rule.Level(levels, 0)
	driveExplorer(team.Single{T: t}, &w, &w.explorer, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	w.keep()
	walks[walk] = w.Explored
}

// lonely is an explorer that is one thread.
type lonely[P kernel.Edged] struct{ explorer[P] }

// Step makes iteration i.
func (w *lonely[P]) Step(int64) drive.Outcome {
	w.iterate()
	w.Iteration++
	if w.Cost <= w.a.Target {
		return drive.Met
	}
	if w.a.Rule.Stuck(&w.Course) {
		w.settle()
	}
	return w.outcome()
}

// iterate looks at an iteration's proposals until one is accepted.
func (w *lonely[P]) iterate() {
	r, c := &w.a.Rule, &w.Course
	lanes, scans := r.Lanes(c), r.Scans(c)
	considered, made := int32(0), false
	for ; considered < lanes && !made; considered++ {
		which, m := int32(0), neighbourhood.Move{}
		word := uint32(0)
		if scans {
			which, m = w.at(r.Index(c, considered))
		} else {
			u := lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(w.Iteration), uint32(considered))
			lead := lane.Random(w.a.Seed, w.a.First+uint32(w.walk), uint64(w.Iteration), 0)
			which, m = w.draw([2]uint32{lead[0], lead[1]}, u)
			word = u[3]
		}
		delta := w.delta(m)
		if scans && r.Kind == rule.BestDescent {
			r.Note(c, considered, delta)
			continue
		}
		if made = r.Accepts(w.level, r.Bound(c, w.level, considered, rule.Costs{Now: w.Cost, Least: w.Least}, nil), delta, word); made {
			w.move(which, m, delta)
		}
	}
	w.Delta += int64(considered)
	r.Pass(c, considered, made)
	if r.Complete(c) {
		which, m := w.at(c.GainAt)
		w.move(which, m, c.Gain)
		r.Made(c)
	}
}

// delta prices a move by edges.
func (w *lonely[P]) delta(m neighbourhood.Move) int64 {
	edges := neighbourhood.Edges[P]{Of: w.p}
	switch {
	case w.is(m, neighbourhood.OpSwap):
		return edges.SwapDelta(w.x, m.I, m.J)
	case w.is(m, neighbourhood.OpInsert):
		return edges.InsertDelta(w.x, m.I, m.J)
	case w.is(m, neighbourhood.OpTwoOpt):
		return edges.TwoOptDelta(w.x, m.I, m.J)
	case w.is(m, neighbourhood.OpOrOpt):
		return edges.OrOptDelta(w.x, m.I, m.J, m.K, m.Reversed)
	case w.is(m, neighbourhood.OpThreeOpt):
		return edges.ThreeOptDelta(w.x, m.I, m.J, m.K, m.Reversed)
	case w.is(m, neighbourhood.OpBlockSwap):
		return edges.BlockSwapDelta(w.x, m.I, m.J, m.K)
	}
	return math.MaxInt64 // tours have no other moves
}

// move makes a move.
func (w *lonely[P]) move(which int32, m neighbourhood.Move, change int64) {
	if change >= 0 {
		w.keep()
	}
	b := w.member(which)
	b.Do(w.x, m)
	w.stand()
	w.Cost += change
	w.Moves++
}

// stand notes where each city stands, if there are lists.
func (w *lonely[P]) stand() {
	if w.a.Listed != 0 {
		for i, c := range w.x {
			w.places[c] = int32(i)
		}
	}
}

// keep stores a solution that is the best before it is left.
func (w *lonely[P]) keep() {
	if w.Cost < w.Least {
		copyTo(w.best, w.x)
		w.Least, w.Course.Better = w.Cost, 1
	}
}

// settle goes on from a local optimum.
func (w *lonely[P]) settle() {
	w.keep()
	switch w.a.Rule.Settle(&w.Course, w.Cost, w.Least) {
	case rule.Anew:
		Randomise(w.parts, w.free, w.x, w.a.Seed, w.a.First+uint32(w.walk), uint32(w.Course.Restarts))
		w.Cost = w.p.Cost(w.x)
		w.Full++
	case rule.Back:
		w.Cost = w.Least
		copyTo(w.x, w.best)
	}
	w.stand()
}
