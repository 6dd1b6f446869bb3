package ils

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// descentUnit is how many cities a part of a descent looks at, and kicksUnit how many kicks and their repairs a later part has.
	descentUnit, kicksUnit = 50, 8
	// A merge takes as long as a part for citiesPart cities, and one for edgesPart edges in which the tours differ.
	citiesPart, edgesPart = 24000, 160
	// kicksACity is how long a tour is kicked, within leastKicks and mostKicks: where these are over, another tour is worth more. The first
	// tour stays cold, because a run may well end in it.
	kicksACity, leastKicks, mostKicks = 0.6, 50, 2000
	// notedCities is for how many cities a tour is noted after each part of its descent; a larger one is less often, as that takes O(n).
	notedCities = 50_000
)

// kicking is a tour that is kicked while it cools.
type kicking struct {
	current       int64   // what it costs
	heat, edge    float64 // temperature at the beginning, in mean edges, and what such an edge costs
	kicks, length int     // made, and in all
}

// kick makes some kicks and their repairs, and tells of each.
func (k *kicking) kick(l *tour.Search, r *multiwalk.Rand, most int, kicked func()) {
	rule := metropolis.At(k.heat * k.edge * float64(k.length-k.kicks) / float64(k.length))
	for range min(most, k.length-k.kicks) {
		k.current += l.Try(r, rule)
		k.kicks++
		kicked()
	}
}

// growing is a tour in the making. It follows from the seed and its number alone: it begins at a start of its own.
type growing struct {
	kicking
	number   int
	r        *multiwalk.Rand
	x        []int32 // nil, the start, or the complete tour
	least    int64   // of all that was found of less than the incumbent
	descends bool    // the first local optimum is still to come
	parts    []part
}

// lane is what a core works with.
type lane struct {
	s      *tourSearch
	local  *tour.Search // holds the tour that grows
	merges *tour.Search
	g      *growing // the tour that grows, or nil
	merged int      // which tour of the generation is merged
	twin   []int32
}

// begin makes the start. It returns false if the run was aborted meanwhile, but for the first tour.
func (l *lane) begin(plan walk.Plan, r *multiwalk.Rand) bool {
	s, g := l.s, l.g
	if l.local == nil {
		l.local = s.newSearch()
	}
	if g.number == 0 {
		plan.Start = s.plan.Start
	}
	x := make([]int32, s.n)
	if plan.Begin(s.p, r, x); g.number > 0 && plan.Aborted() { // it may have been built in a hurry
		return false
	}
	g.r, g.x, g.descends, g.heat = r, x, true, s.m.temperature()
	g.length = min(max(leastKicks, int(kicksACity*float64(s.n))), mostKicks) << (g.number / s.mostTours())
	if g.number == 0 {
		g.heat = 0
	}
	g.current = l.local.Set(s.graphTour(g.x))
	g.kicks, g.least = 0, g.current
	return true
}

// grow makes the next part of the tour. than is what the incumbent costs.
func (l *lane) grow(than int64) (p part) {
	g, before := l.g, workOf(l.local)
	g.least = min(g.least, than)
	p.units = 1
	if len(g.parts) == 0 && g.number > 0 {
		p.work.FullEvaluations, p.work.Restarts = 1, 1
	}
	if g.descends {
		g.current -= l.local.Optimise(descentUnit)
		l.local.Keep()
		if l.local.Optimal() {
			g.descends, p.optimal = false, true
			g.edge = float64(g.current) / float64(l.s.n)
		}
		if p.optimal || len(g.parts)%(1+l.s.n/notedCities) == 0 {
			l.note(&p)
		}
	} else {
		g.kick(l.local, g.r, kicksUnit, func() { l.note(&p) })
	}
	if g.kicks == g.length {
		p.last = true
		l.s.write(l.local, g.x, &l.twin)
		ledger(l.local, g.current)
	}
	p.work.Add(since(before, l.local))
	return p
}

// note keeps the tour if it is the best of all. Of many cities, tours behind the first are so once they are complete: parts that wait to be
// taken up would fill the memory.
func (l *lane) note(p *part) {
	if g := l.g; g.current < g.least && (g.number == 0 || l.s.n < manyCities || g.kicks == g.length) {
		g.least, p.cost = g.current, g.current
		if p.better == nil {
			p.better = make([]int32, l.s.n)
		}
		l.s.write(l.local, p.better, &l.twin)
	}
}

// merge makes a tour of the next generation. void says that the run was aborted meanwhile.
func (l *lane) merge(p *population, r *multiwalk.Rand, aborted func() bool) (done part, void bool) {
	i := l.merged
	s := l.s
	if l.merges == nil {
		l.merges = s.newSearch()
	}
	before := workOf(l.merges)
	mine, x, cost := p.now.tour(i), p.next.tour(i), p.now.costs[i]
	l.merges.SetOptimal(s.graphTour(mine))
	gain, differ := l.merges.Merge(s.graphTour(p.now.tour((i+p.shift)%len(p.now.costs))), r, aborted)
	if aborted() {
		return done, true
	}
	copy(x, mine)
	if gain > 0 {
		cost -= gain + l.merges.Repair()
		s.write(l.merges, x, &l.twin)
	}
	l.merges.Keep()
	ledger(l.merges, cost)
	p.next.costs[i] = cost
	return part{units: int64(1 + s.n/citiesPart + differ/edgesPart), work: since(before, l.merges), better: x, cost: cost}, false
}

func workOf(l *tour.Search) multiwalk.Counters {
	return multiwalk.Counters{DeltaEvaluations: l.Priced(), Moves: l.Exchanges()}
}

// since is what a search has done since before.
func since(before multiwalk.Counters, l *tour.Search) multiwalk.Counters {
	return multiwalk.Counters{DeltaEvaluations: l.Priced() - before.DeltaEvaluations, Moves: l.Exchanges() - before.Moves}
}

// ledger checks that the deltas of all exchanges add up to the cost.
func ledger(l *tour.Search, cost int64) {
	if !invariants.Enabled {
		return
	}
	if full := l.Length(); full != cost {
		panic(fmt.Errorf("ils: by its deltas the tour costs %d, by full evaluation %d: %w", cost, full, multiwalk.ErrDeltaMismatch))
	}
}
