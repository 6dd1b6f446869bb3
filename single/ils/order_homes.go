package ils

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// homes are the local optima from which iterated local search on an order goes on, in turn. A perturbation takes a run of elements from
// another local optimum, the best of a few drawn ones, and has these elements follow each other as they do there. The local search then ends
// at a new local optimum. This replaces the perturbed one if it costs less, no other costs the same, and none that costs less is near: so
// they stay apart, by a distance that falls to 0 until nine tenths of the population's time are over. What all of them agree on is perturbed no
// more. To keep solutions apart for a part of the run is from Lugo, Segura and Miranda, "A diversity-aware memetic algorithm for the linear
// ordering problem" (2022), that each is replaced by one that is like it from Mahfoud, "Niching methods for genetic algorithms" (1995).
//
// Where few elements decide the places of the rest, local optima lie in funnels, and a search that hurries ends in one by chance.
// docs/notes/orders.md has the gaps that this and other perturbations left, and what was tried in vain.
//
// A population that finds nothing for long begins anew. How many local optima there are follows from the looks in the budget (homesOf), which a
// small population counts first. Without a budget each beginning has twice as many as the one before, and the time that these would be for.
type homes struct {
	x         []int32 // one after the other
	costs     []int64 // of those that there are
	size      int     // how many there are to be
	at        int     // whose turn it is, from the time on that there are all
	fruitless int     // descents in a row that found no place
	looks     int64   // when progress began
	began     float64 // progress then
	first     int64   // looks when the population began
	since     float64 // progress then
	part      float64 // progress of late
	measured  bool    // size follows from the budget
	gone      float64 // which part of the population's time is over
}

const (
	// fewHomes measure the part homesPart of the budget, and mostHomes bound a population. firstHomes begin without a budget.
	fewHomes, firstHomes, mostHomes = 8, 16, 512
	homesPart                       = 0.01
	// homesPatience is how many descents of each home find no place before all begin anew.
	homesPatience = 15
	// carriedShare is how many of all elements a run has at most.
	carriedShare = 0.7
	// donors are the homes that are drawn to give a run; the best of them gives it.
	donors = 4
	// apart is how far homes are kept apart at first, as a part of the mean distance of random orders, and apartUntil the part of the
	// population's time after which they may be as near as they like.
	apart, apartUntil = 0.2, 0.9
	// homesOfRoot is the factor of homesOf.
	homesOfRoot = 0.45
)

// homesOf returns the number of homes for a budget of looks at the n elements of an order: 0.45 sqrt(looks/n). On be75eec, after 1, 5 and
// 10 s, half of this number and twice this number ended higher.
func homesOf(looks float64, n int) int {
	return int(max(fewHomes, min(mostHomes, homesOfRoot*math.Sqrt(looks/float64(n)))))
}

// looksOf is the inverse of homesOf: the budget, in looks, of a number of homes.
func looksOf(homes, n int) float64 {
	root := float64(homes) / homesOfRoot
	return root * root * float64(n)
}

func newHomes() homes { return homes{size: firstHomes, part: math.MaxFloat64} }

// home returns local optimum k of orders of n elements.
func (h *homes) home(k, n int) []int32 { return h.x[k*n : (k+1)*n] }

// take lets in a local optimum, if it has a place. place is where each element of it stands.
func (h *homes) take(x, place []int32, cost int64) {
	if len(h.costs) < h.size {
		h.x, h.costs = append(h.x, x...), append(h.costs, cost)
		return
	}
	if h.fruitless++; cost < h.costs[h.at] && !slices.Contains(h.costs, cost) && !h.crowded(place, cost) {
		copy(h.home(h.at, len(x)), x)
		h.costs[h.at], h.fruitless = cost, 0
	}
	h.at = (h.at + 1) % h.size
}

// crowded says whether a better home than this order, but the one whose turn it is, is nearer than homes are to be.
func (h *homes) crowded(place []int32, cost int64) bool {
	if h.gone >= apartUntil {
		return false
	}
	n := len(place)
	radius := int(float64(apart*(1-h.gone/apartUntil)) * float64(n*n) / 3)
	for k, c := range h.costs {
		if k != h.at && c < cost && within(place, h.home(k, n), radius) {
			return true
		}
	}
	return false
}

// within says whether the distance of two orders, the sum of how far their elements' places differ, is less than the radius (Spearman's
// footrule; random orders are n*n/3 apart).
func within(place, y []int32, radius int) bool {
	for i, e := range y {
		if radius <= 0 {
			return false
		}
		d := int(place[e]) - i
		radius -= max(d, -d)
	}
	return radius > 0
}

// ended says whether all are to begin anew, and how many there are to be then. looks is how many there have been at elements of an order of n.
func (h *homes) ended(part float64, budgeted bool, looks int64, n int) bool {
	stuck := h.fruitless > homesPatience*h.size
	switch {
	case !budgeted:
		h.gone = float64(looks-h.first) / looksOf(h.size, n)
		if stuck {
			h.size = min(2*h.size, mostHomes)
			h.begin(part, looks)
		}
		return stuck
	case part < h.part: // progress begins, or begins anew
		h.part, h.began, h.looks, h.measured, h.size = part, part, looks, false, fewHomes
		h.begin(part, looks)
		return true
	}
	h.part, h.gone = part, (part-h.since)/max(1-h.since, math.SmallestNonzeroFloat64)
	gone, left := part-h.began, 1-part
	due := !h.measured && gone >= homesPart*(1-h.began)
	if !due && !stuck {
		return false
	}
	if gone > 0 {
		h.measured = h.measured || due
		h.size = homesOf(float64(looks-h.looks)/gone*left, n)
	}
	h.begin(part, looks)
	return true
}

// begin begins a population.
func (h *homes) begin(part float64, looks int64) { h.since, h.first, h.gone = part, looks, 0 }

// clear forgets all.
func (h *homes) clear() { h.x, h.costs, h.at, h.fruitless = h.x[:0], h.costs[:0], 0, 0 }

// settle is done at a local optimum: it goes on from the next solution.
func (w *ilsOrderWalk) settle(s *walk.Slice) {
	h := &w.homes
	h.take(w.X, w.place, w.Cost)
	w.Keep()
	all := int64(len(h.costs) / h.size)
	if part, budgeted := s.Progress(w.Counters().Evaluations()); h.ended(part, budgeted && w.s.Planned.Budget.Limited(), w.Work.Units, len(w.X)) {
		h.clear()
		w.Work.Restarts += all
	}
	if len(h.costs) < h.size {
		walk.Plan{}.Begin(w.s.P, w.random, w.X)
		w.Evaluate()
		positionsIn(w.X, w.place)
		w.queue.fill()
		w.Note(s)
		return
	}
	w.perturb(s)
}

// perturb takes a run of elements of another local optimum, and has them follow each other in the local optimum whose turn it is as they do
// there: they stand in the places that they had together. All others stay where they are. Elements from anywhere mostly go back.
func (w *ilsOrderWalk) perturb(s *walk.Slice) {
	h, n := &w.homes, len(w.X)
	copy(w.X, h.home(h.at, n))
	w.NB.Reset(w.X)
	w.Cost = h.costs[h.at]
	positionsIn(w.X, w.place)
	many := 2 + w.random.IntN(int(carriedShare*float64(n))-1)
	from := w.random.IntN(n - many + 1)
	w.lead(h.home(h.donor(w.random), n)[from : from+many])
	w.rearrange(w.guide)
	w.Note(s)
	if w.queue.empty() { // the two agree on these
		w.queue.push(int32(w.random.IntN(n)))
	}
}

// donor returns the home that gives a run: the best of a few others than the one whose turn it is.
func (h *homes) donor(r *multiwalk.Rand) int {
	best := h.at
	for range donors {
		k := r.IntN(h.size - 1)
		if k >= h.at {
			k++
		}
		if best == h.at || h.costs[k] < h.costs[best] {
			best = k
		}
	}
	return best
}

// lead writes into guide the order with the elements of a run as they follow each other there, in the places that they have, and has those
// that move looked at.
func (w *ilsOrderWalk) lead(run []int32) {
	for _, e := range run {
		w.taken[e] = true
	}
	next := 0
	for i, e := range w.X {
		if w.guide[i] = e; w.taken[e] {
			w.guide[i] = run[next]
			next++
		}
		if w.guide[i] != e {
			w.queue.push(e)
		}
	}
	for _, e := range run {
		w.taken[e] = false
	}
}

// rearrange turns the order into y, by as few insertions as there can be.
func (w *ilsOrderWalk) rearrange(y []int32) {
	positionsIn(y, w.goal)
	w.stay()
	at := int32(-1) // of the element of y before
	for _, e := range y {
		i := w.place[e]
		if w.taken[e] {
			w.taken[e], at = false, i
			continue
		}
		if i > at {
			at++
		}
		w.insert(i, at, w.NB.Delta(w.X, neighbourhood.Move{Op: neighbourhood.OpInsert, I: i, J: at}))
	}
}

// stay marks the elements that need not move: a longest subsequence of the order whose goals increase, by patience sorting in O(n log n).
func (w *ilsOrderWalk) stay() {
	ends, before := w.ends[:0], w.before // the last element of the best subsequence of each length; the one before each element
	for _, e := range w.X {
		at, _ := slices.BinarySearchFunc(ends, w.goal[e], func(u, goal int32) int { return int(w.goal[u] - goal) })
		before[e] = -1
		if at > 0 {
			before[e] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, e)
		} else {
			ends[at] = e
		}
	}
	for e := ends[len(ends)-1]; e >= 0; e = before[e] {
		w.taken[e] = true
	}
}

func (h *homes) Save(a *checkpoint.Archive) {
	a.Fields("homes", &h.x, &h.costs, &h.size, &h.at, &h.fruitless, &h.looks, &h.began, &h.first,
		&h.since, &h.part, &h.measured, &h.gone)
}
