package population

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// A trip of a focused ant ends after tripChanges changes, or after tripSteps steps.
	tripChanges, tripSteps = 20, 100
	// localDepth is how many edges k-opt exchanges at most.
	localDepth = 5
)

// newLocal returns the local search of one core, or nil.
func (s *antSearch) newLocal() *tour.Search {
	switch s.m.LocalSearch {
	case "kopt":
		return tour.NewKOpt(s.g, localDepth)
	case "oropt":
		return tour.NewOrOpt(s.g)
	}
	return nil
}

// tourAnts makes the tours of one core.
type tourAnts struct {
	coreAnt
	w          *antWalk
	local      *tour.Search
	from, part uint64  // the cities where trips begin
	been       []int32 // the cities of a trip
}

// settle makes the start a local optimum. It returns false, and has done nothing, if the run is aborted.
func (b *tourAnts) settle(s *walk.Slice) bool {
	if b.local == nil {
		return true
	}
	cost := b.local.Set(b.w.lead)
	for !b.local.Optimal() {
		if s.Aborted() {
			return false
		}
		cost -= b.local.Optimise(1000)
	}
	b.local.Copy(b.w.lead)
	copy(b.w.best, b.w.lead)
	b.w.state.Lead, b.w.state.Least = cost, cost
	return true
}

// make makes the tour of an ant.
func (b *tourAnts) make(i int, x []int32, s *walk.Slice) int64 {
	w := b.w
	b.Number, b.Iteration, b.Trail = w.first+uint32(i), uint64(w.at), *w.trail
	if w.s.rule.Variant == ants.Focused {
		return b.focused(i, x, s)
	}
	b.Tour(x)
	for i, c := range x {
		x[i] = w.s.g.Order()[c]
	}
	if b.local == nil {
		return w.s.p.Cost(x)
	}
	cost := b.local.Set(x)
	cost -= b.local.Optimise(1 << 30)
	b.local.Copy(x)
	return cost
}

// focused lets an ant make its trips on the best tour. They begin in its part of the cities, by their numbers along a good tour, so that
// what several ants change seldom meets.
func (b *tourAnts) focused(i int, x []int32, s *walk.Slice) int64 {
	n, many := uint64(len(x)), uint64(len(b.w.costs))
	b.from, b.part = uint64(lane.Random(b.Seed, b.w.first, b.Iteration, math.MaxUint32)[0])%n+n*uint64(i)/many, n/many+1
	b.Begin(int32(n))
	b.local.SetOptimal(b.w.lead)
	cost := b.w.state.Lead
	for t := range b.w.s.m.Trips {
		if s.Aborted() {
			break // the iteration is void
		}
		if delta := b.trip(int32(t) << 7); delta <= 0 {
			cost += delta
			b.local.Keep()
		} else {
			b.local.Undo()
		}
	}
	b.local.Copy(x)
	return cost
}

// trip changes the tour in a few places, by random words from a number on, and repairs it. It returns the change of cost.
func (b *tourAnts) trip(number int32) (delta int64) {
	local := b.local
	at := int32((b.from + uint64(b.Word(number))*b.part>>32) % uint64(b.w.s.n))
	b.been = b.been[:0]
	for step, changes := int32(1), 0; step <= tripSteps && changes < tripChanges; step++ {
		b.Take(at)
		b.been = append(b.been, at)
		to := b.Draw(at, b.Word(number+step))
		if to < 0 {
			break
		}
		if local.Next(at) != to && local.Prev(at) != to {
			delta += local.Relocate(to, at)
			changes++
		}
		at = to
	}
	for _, c := range b.been {
		b.Release(c)
	}
	for !local.Optimal() {
		delta -= local.Optimise(1 << 30)
	}
	return delta
}

// merge brings what focused ants have gained together in the best of their tours, x.
func (b *tourAnts) merge(x []int32, cost int64, others func(yield func([]int32) bool)) int64 {
	b.local.SetOptimal(x)
	for y := range others {
		gain, _ := b.local.Merge(y, func() bool { return false })
		cost -= gain
	}
	for !b.local.Optimal() {
		cost -= b.local.Optimise(1 << 30)
	}
	b.local.Copy(x)
	return cost
}

// work is what the local search has done.
func (b *tourAnts) work() multiwalk.Counters {
	if b.local == nil {
		return multiwalk.Counters{}
	}
	return multiwalk.Counters{DeltaEvaluations: b.local.Priced(), Moves: b.local.Exchanges()}
}
