package greedy

import (
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/rows"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// partlyShare and wholeShare are what part of the mean deterioration of an iteration the temperature is, unless one is given: where
	// partial orders have costs, and where whole ones alone have.
	partlyShare, wholeShare = 0.2, 0.025
	// patience is how many times an order's square looks bring nothing before a search by whole orders begins anew.
	patience = 2
)

// orderWalk is one such search in progress. An iteration has four parts: elements are taken out; local search improves the order of the
// rest (Dubois-Lacoste, Pagnozzi and Stützle, "An iterated greedy algorithm with optimization of partial solutions for the makespan
// permutation flowshop problem", 2017); the elements are put back; local search improves the whole. Then the order is accepted, or the
// last accepted one comes back.
//
// Elements that are out stand at the end. Where the problem has no costs of partial orders, the order is priced with them there, and three
// things differ. The elements come from a stretch whose length is drawn, so that neighbours, which matter to each other, are often out
// together. Local search leaves the rest as it is, and then looks only at the elements where the order has changed. And a search that has
// found nothing for as long as it took to find its best, and longer, takes out all elements but one and accepts what comes of it.
type orderWalk struct {
	s      *orders
	random *multiwalk.Rand
	places multiwalk.Places // nil: row prices places
	row    rows.Row

	x        []int32 // the first placed ones are in order, the others are out
	placed   int
	cost     int64 // of x, while all are placed
	home     []int32
	homeCost int64
	best     []int32
	least    int64

	from, to int32 // where the order has changed since it was accepted, about

	queue    []int32 // local search looks at these in turn, again and again
	at       int     // the next one
	since    int     // how many in a row had no better place
	worse    float64 // by how much iterations ended above home, in all
	worsened int64   // how many did
	anew     bool    // the search begins anew in this iteration
	began    int64   // the unit in which it began
	found    int64   // and in which it found its best
	lowest   int64   // the cost of which
	counters multiwalk.Counters
}

// Step implements walk.Walk. A unit is a look at all places of an element.
func (w *orderWalk) Step(s *walk.Slice) bool {
	if len(w.x) < 2 {
		return false
	}
	for s.Next(w.Counters().Evaluations()) {
		w.counters.Units++
		switch {
		case w.since < len(w.queue):
			w.improve(s)
		case w.placed < len(w.x):
			w.put(s)
		default:
			w.judge()
			w.destroy()
		}
		if s.Aborted() {
			return true
		}
	}
	return true
}

// improve takes the next element of the queue to its best place.
func (w *orderWalk) improve(s *walk.Slice) {
	e := w.queue[w.at]
	if w.at++; w.at == len(w.queue) {
		w.at = 0
	}
	i := int32(slices.Index(w.x[:w.placed], e))
	j, d := w.look(i)
	move(w.x, i, j)
	if w.since++; d >= 0 {
		return
	}
	w.since = 0
	w.counters.Moves++
	if w.placed == len(w.x) {
		w.cost += d
		w.note(s)
	}
}

// put puts the first of those that are out to its best place.
func (w *orderWalk) put(s *walk.Slice) {
	w.placed++
	i := int32(w.placed - 1)
	j, _ := w.look(i)
	move(w.x, i, j)
	w.from, w.to = min(w.from, j), max(w.to, j+1)
	w.counters.Moves++
	if w.placed == len(w.x) {
		w.cost = w.s.p.Cost(w.x)
		w.counters.FullEvaluations++
		w.note(s)
		w.enqueue()
	}
}

// look returns the best place of the element at i among those that are placed, and by how much the cost falls.
func (w *orderWalk) look(i int32) (j int32, d int64) {
	if w.places != nil {
		w.row.Priced += int64(w.placed - 1)
		return w.places.Best(w.x[:w.placed], i)
	}
	deltas := w.row.Insertions(w.x, i, 0, int32(w.placed))
	ties := 0
	for _, c := range deltas {
		switch {
		case c < d:
			d, ties = c, 1
		case c == d:
			ties++
		}
	}
	skip := 0 // ties before the one that is drawn
	if ties > 1 {
		skip = w.random.IntN(ties)
	}
	for deltas[j] != d || skip > 0 {
		if deltas[j] == d {
			skip--
		}
		j++
	}
	return j, d
}

// move takes the element at i to j.
func move(x []int32, i, j int32) {
	inserts.Do(x, neighbourhood.Move{Op: neighbourhood.OpInsert, I: i, J: j})
}

var inserts = neighbourhood.Member{Op: neighbourhood.OpInsert}

// note reports a new incumbent.
func (w *orderWalk) note(s *walk.Slice) {
	if w.cost < w.least {
		w.least = w.cost
		copy(w.best, w.x)
		s.Improved(w.least, w.Counters())
	}
}

// enqueue has local search look at elements in a random order: at all that are placed or, of a whole order that is priced as such, at
// those where it has changed.
func (w *orderWalk) enqueue() {
	x := w.x[:w.placed]
	if w.places == nil {
		x = x[max(0, w.from-1):min(len(x), int(w.to)+1)]
	}
	w.queue = append(w.queue[:0], x...)
	w.random.Shuffle(w.queue)
	w.at, w.since = 0, 0
}

// judge accepts the order, or goes back.
func (w *orderWalk) judge() {
	if invariants.Enabled {
		walking.Ledger(w.s.Method, w.s.p, w.x, w.cost, w.counters.Moves)
	}
	if w.anew {
		w.began = w.counters.Units
	}
	if w.anew || w.cost < w.lowest {
		w.lowest, w.found = w.cost, w.counters.Units
	}
	d := w.cost - w.homeCost
	if d > 0 && !w.anew {
		w.worse += float64(d)
		w.worsened++
	}
	if w.anew || metropolis.Accept(d, w.temperature(), w.random.Uint32()) {
		copy(w.home, w.x)
		w.homeCost = w.cost
	} else {
		copy(w.x, w.home)
		w.cost = w.homeCost
	}
}

// temperature is the one that was given, or follows from how much worse iterations end.
func (w *orderWalk) temperature() float64 {
	if w.s.Temperature > 0 || w.worsened == 0 {
		return w.s.Temperature
	}
	share := wholeShare
	if w.places != nil {
		share = partlyShare
	}
	return share * (w.worse / float64(w.worsened))
}

// destroy takes elements out.
func (w *orderWalk) destroy() {
	n := len(w.x)
	count, from, width := min(w.s.Release, n-1), 0, n
	if w.places == nil {
		if w.anew = w.stuck(); w.anew {
			count = n - 1
		}
		width = w.stretch(count)
		from = w.random.IntN(n - width + 1)
	}
	w.from, w.to = int32(from), int32(from+width)
	for k := range count {
		move(w.x, int32(from+w.random.IntN(width-k)), int32(n-1))
		w.placed--
	}
	if w.places != nil {
		w.enqueue()
	}
}

// stuck says whether the search has found nothing for too long.
func (w *orderWalk) stuck() bool {
	n := int64(len(w.x))
	return w.counters.Units-w.found > w.found-w.began+patience*n*n
}

// stretch draws how long the stretch is from which elements are taken out: it lies between one power of two times their number and the
// next, and each such power is as likely.
func (w *orderWalk) stretch(count int) int {
	n := len(w.x)
	least := count << w.random.IntN(bits.Len(uint(n/count)))
	return min(n, least+1+w.random.IntN(least))
}

func (w *orderWalk) Best() ([]int32, int64) { return w.best, w.least }

func (w *orderWalk) Counters() multiwalk.Counters {
	sum := w.counters
	sum.DeltaEvaluations += w.row.Priced
	return sum
}

// Adopt implements walk.Adopter: the search goes on from there, if that is better than its best. Otherwise it would be led back to where it
// has been again and again.
func (w *orderWalk) Adopt(x []int32, cost int64) {
	if cost >= w.least {
		return
	}
	copy(w.x, x)
	copy(w.home, x)
	w.placed, w.cost, w.homeCost = len(x), cost, cost
	w.anew, w.lowest, w.began, w.found = false, cost, w.counters.Units, w.counters.Units
	w.from, w.to = 0, int32(len(x))
	w.least = cost
	copy(w.best, x)
	w.enqueue()
}

func (w *orderWalk) Save(a *checkpoint.Archive) {
	a.Fields("iterated greedy on orders", w.random, &w.x, &w.placed, &w.cost, &w.home, &w.homeCost, &w.best, &w.least, &w.queue, &w.at,
		&w.since, &w.worse, &w.worsened, &w.from, &w.to, &w.anew, &w.began, &w.found, &w.lowest, &w.counters, &w.row.Priced)
}
