package population

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// A trip of a focused ant ends after tripChanges changes, or after tripSteps steps.
	tripChanges, tripSteps = 20, 100
	// localDepth is how many edges k-opt exchanges at most.
	localDepth = 5
	// greedily is the probability, in 2^32, with which an ant of the colony system takes the best choice: 0.9.
	greedily = 0xe6666666
)

// path is an ant on its way through a graph: plain numbers, so that lanes of a device can be ants.
type path struct {
	seed      uint64
	ant       uint32
	iteration uint64
	greedy    uint32  // the probability of the best choice, in 2^32
	x         []int32 // the cities: those that are left, in any order, then those that it has been to, the last one first
	place     []int32 // of each city in x
}

// walk goes through all cities, from a random one. O(n*k), and O(n) more wherever all listed cities are behind.
func (a *path) walk(t *pheromone, g *tour.Graph) {
	n := int32(len(a.x))
	for c := range n {
		a.x[c], a.place[c] = c, c
	}
	words := lane.Random(a.seed, a.ant, a.iteration, 0)
	at := int32(uint64(words[0]) * uint64(n) >> 32)
	for left := n - 1; ; left-- {
		last := a.x[left]
		a.x[a.place[at]], a.place[last] = last, a.place[at]
		a.x[left], a.place[at] = at, left
		if left == 0 {
			return
		}
		words = lane.Random(a.seed, a.ant, a.iteration, uint32(left))
		to := t.draw(at, a.place, left, words[0], words[1] < a.greedy)
		if to < 0 {
			to = a.cheapest(g, at, left)
		}
		at = to
	}
}

// cheapest is the city that is left with the cheapest edge.
func (a *path) cheapest(g *tour.Graph, at, left int32) int32 {
	best, least := a.x[0], g.Cost(at, a.x[0])
	for _, c := range a.x[1:left] {
		if cost := g.Cost(at, c); cost < least || cost == least && c < best {
			best, least = c, cost
		}
	}
	return best
}

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
	w          *antWalk
	path       path
	local      *tour.Search
	stamp      int32  // of the trip
	from, part uint64 // the cities where trips begin
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
	b.w.leadCost = cost
	return true
}

// make makes the tour of an ant.
func (b *tourAnts) make(i int, x []int32, s *walk.Slice) int64 {
	w := b.w
	a := &b.path
	a.seed, a.ant, a.iteration = w.s.plan.Seed, w.first+uint32(i), uint64(w.at)
	if w.s.variant == focused {
		return b.focused(i, x, s)
	}
	a.walk(w.trail, w.s.g)
	order := w.s.g.Order()
	for i, c := range a.x {
		x[i] = order[c]
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
	clear(b.path.place)
	n, ants := uint64(b.w.s.n), uint64(len(b.w.costs))
	b.from, b.part = uint64(lane.Random(b.path.seed, b.w.first, b.path.iteration, math.MaxUint32)[0])%n+n*uint64(i)/ants, n/ants+1
	b.local.SetOptimal(b.w.lead)
	cost := b.w.leadCost
	for t := range b.w.s.m.Trips {
		if s.Aborted() {
			break // the iteration is void
		}
		b.stamp = int32(t) + 1
		if delta := b.trip(uint32(t)); delta <= 0 {
			cost += delta
			b.local.Keep()
		} else {
			b.local.Undo()
		}
	}
	b.local.Copy(x)
	return cost
}

// trip changes the tour in a few places, and repairs it. It returns the change of cost. In place is of each city the trip that came there
// last.
func (b *tourAnts) trip(number uint32) (delta int64) {
	a, local := &b.path, b.local
	words := lane.Random(a.seed, a.ant, a.iteration, number<<7)
	at := int32((b.from + uint64(words[0])*b.part>>32) % uint64(len(a.place)))
	for step, changes := uint32(1), 0; step <= tripSteps && changes < tripChanges; step++ {
		a.place[at] = b.stamp
		words = lane.Random(a.seed, a.ant, a.iteration, number<<7+step)
		to := b.w.trail.draw(at, a.place, b.stamp, words[0], false)
		if to < 0 {
			break
		}
		if local.Next(at) != to && local.Prev(at) != to {
			delta += local.Relocate(to, at)
			changes++
		}
		at = to
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
