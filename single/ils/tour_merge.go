package ils

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// A merge takes as long as a kick for citiesPerKick cities, and one for edgesPerKick edges in which the tours differ.
	citiesPerKick, edgesPerKick = 3000, 20
	// idleGenerations without gain end the recombining.
	idleGenerations = 2
)

// startRecombining begins to merge the tours of the population, and the incumbent.
func (w *tourWalk) startRecombining() {
	w.welcome(w.bestNow(), w.cost)
	p := &w.population
	p.stage, p.turn, p.shift, p.idle, p.gained = recombining, 0, 1, 0, false
	p.merged = 0
}

// welcome adds a tour to the population, unless it has one of the same cost.
func (w *tourWalk) welcome(x []int32, cost int64) {
	p := &w.population
	if !slices.Contains(p.costs, cost) {
		p.tours, p.costs = append(p.tours, x...), append(p.costs, cost)
	}
}

// recombine merges the next tour of the population with another one.
func (w *tourWalk) recombine(s *walk.Slice) {
	p := &w.population
	if p.owed > 0 {
		p.owed--
		return
	}
	if p.turn >= len(p.costs) && !p.generation() {
		w.endRecombining(s)
		return
	}
	w.mergeWith(s, p.turn, (p.turn+p.shift)%len(p.costs))
	p.turn++
	if p.met && w.s.n >= manyCities { // there a merge takes long: the others' tours are for the best one alone
		p.turn = len(p.costs)
	}
}

// mergeWith merges a tour of the population with another one.
func (w *tourWalk) mergeWith(s *walk.Slice, turn, other int) {
	p, n := &w.population, w.s.n
	w.save()
	mine := p.tours[turn*n:][:n]
	w.local.SetOptimal(w.s.graphTour(mine))
	w.current = p.costs[turn]
	gain, differ := w.local.Merge(w.s.graphTour(p.tours[other*n:][:n]), s.Aborted)
	p.owed = int64(n/citiesPerKick + differ/edgesPerKick)
	p.merged += 1 + p.owed
	if w.current -= gain; gain > 0 {
		w.current -= w.repair()
		w.write(mine)
		p.costs[turn], p.gained = w.current, true
	}
	w.local.Keep()
}

// generation begins another round of merging. It reports whether there is any use in it.
func (p *population) generation() bool {
	p.idle++
	if p.gained {
		p.idle = 0
	}
	m := len(p.costs)
	if m < 2 || p.idle >= idleGenerations || slices.Max(p.costs) == slices.Min(p.costs) {
		return false
	}
	p.turn, p.shift, p.gained = 0, p.shift%(m-1)+1, false
	return true
}

// endRecombining keeps the best tour as the first of the next population.
func (w *tourWalk) endRecombining(s *walk.Slice) {
	p := &w.population
	if m := float64(len(p.costs)); m > 1 && !p.met {
		p.merge = float64(p.merged) / (m * math.Log2(m))
	}
	best := w.bestNow()
	p.tours, p.costs = append(p.tours[:0], best...), append(p.costs[:0], w.cost)
	w.local.SetOptimal(w.s.graphTour(best))
	w.local.Keep()
	w.current, w.rule = w.cost, metropolis.Rule{}
	if w.s.plan.Walks > 1 && !p.met {
		p.stage = meeting
		return
	}
	w.goOn(s)
}

// meet takes up what was heard, if anything was.
func (w *tourWalk) meet(s *walk.Slice) {
	p := &w.population
	if len(p.costs) < 2 {
		w.goOn(s)
		return
	}
	p.met = true
	w.startRecombining()
}
