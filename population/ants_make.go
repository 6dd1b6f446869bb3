package population

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

// localDepth is how many edges k-opt exchanges at most.
const localDepth = 5

// antMaker makes ants' solutions on one core.
type antMaker struct {
	ants.Ant[ants.Alone, *tour.Graph]
	w          *antWalk
	local      *tour.Search // of tours, or nil
	from, part uint64       // the cities where trips begin
	rows       []int32      // of a permutation in the ant's order, or the cities of a trip
}

func (s *antSearch) newMaker(w *antWalk) *antMaker {
	b := &antMaker{w: w, rows: make([]int32, s.n)}
	b.Edges, b.Rule, b.Trail, b.Seed, b.Open = s.g, s.rule, *w.trail, s.plan.Seed, make([]uint32, (s.n+31)/32)
	switch s.m.LocalSearch {
	case "kopt":
		b.local = tour.NewKOpt(s.g, localDepth)
	case "oropt":
		b.local = tour.NewOrOpt(s.g)
	}
	return b
}

// make writes the solution of an ant to x, and returns its cost, 0 where searches improve it. Once the run is aborted it may be anything.
func (b *antMaker) make(i int, x []int32, s *walk.Slice) int64 {
	w := b.w
	b.Number, b.Iteration, b.Trail = w.first+uint32(i), uint64(w.at), *w.trail
	switch {
	case w.s.rule.Variant == ants.Focused:
		return b.focused(i, x, s)
	case w.s.g == nil:
		b.Permutation(x, b.rows)
		walk.KeepFixed(w.s.p, x)
	default:
		b.Tour(x)
		for i, c := range x {
			x[i] = w.s.g.Order()[c]
		}
	}
	switch {
	case b.local != nil:
		cost := b.local.Set(x)
		return b.climbed(x, cost)
	case w.s.improve != nil:
		return 0
	}
	return w.s.p.Cost(x)
}

// climbed makes the tour of local search, which costs that, a local optimum, writes it to x and returns its cost.
func (b *antMaker) climbed(x []int32, cost int64) int64 {
	for !b.local.Optimal() {
		cost -= b.local.Optimise(1 << 30)
	}
	b.local.Copy(x)
	return cost
}

// settle makes the start a local optimum. It returns false, and has done nothing, if the run is aborted.
func (b *antMaker) settle(s *walk.Slice) bool {
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

// focused lets an ant make its trips on the best tour. They begin in its part of the cities, by their numbers along a good tour, so that
// what several ants change seldom meets.
func (b *antMaker) focused(i int, x []int32, s *walk.Slice) int64 {
	n, many := uint64(len(x)), uint64(len(b.w.costs))
	b.from, b.part = uint64(lane.Random(b.Seed, b.w.first, b.Iteration, math.MaxUint32)[0])%n+n*uint64(i)/many, n/many+1
	b.Begin(int32(n))
	b.local.SetOptimal(b.w.lead)
	cost := b.w.state.Lead
	for t := range b.w.s.m.Trips {
		if s.Aborted() {
			break // the iteration is void
		}
		if delta := b.trip(int32(t) << ants.TripWords); delta <= 0 {
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
func (b *antMaker) trip(number int32) (delta int64) {
	local := b.local
	at := int32((b.from + uint64(b.Word(number))*b.part>>32) % uint64(b.w.s.n))
	b.rows = b.rows[:0]
	for step, changes := int32(1), 0; step <= ants.TripSteps && changes < ants.TripChanges; step++ {
		b.Take(at)
		b.rows = append(b.rows, at)
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
	for _, c := range b.rows {
		b.Release(c)
	}
	for !local.Optimal() {
		delta -= local.Optimise(1 << 30)
	}
	return delta
}

// merge brings what focused ants have gained together in the best of their tours, that of ant i, and returns its cost.
func (b *antMaker) merge(i int) int64 {
	w, cost := b.w, b.w.costs[i]
	b.local.SetOptimal(w.ant(i))
	for j := range w.costs {
		if j != i {
			gain, _ := b.local.Merge(w.ant(j), nil, func() bool { return false })
			cost -= gain
		}
	}
	return b.climbed(w.ant(i), cost)
}

// work is what local search has done.
func (b *antMaker) work() (c multiwalk.Counters) {
	if b.local != nil {
		c = multiwalk.Counters{DeltaEvaluations: b.local.Priced(), Moves: b.local.Exchanges()}
	}
	return c
}
