package single

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// homes are the local optima from which iterated local search on an order goes on, in turn. A perturbation takes a run of elements from
// another local optimum, and moves each element to where it stands there. The local search then ends at a new local optimum. This replaces
// the perturbed one if it costs less and no other costs the same. So each is replaced by one that is like it (the crowding of Mahfoud,
// "Niching methods for genetic algorithms", 1995), and different ones last. What all of them agree on is perturbed no more.
//
// Where few elements decide the places of the rest, one local optimum that is perturbed at random settles soon, well or badly. On
// be75eec of xLOLIB with 250 elements such walks ended 0.1 to 0.5 per cent above the best known after 50,000 descents, whatever the
// perturbation. Some 100 local optima end 0.06 to 0.08 above it after 10 s of a core (the mean of eight seeds), and 0.12 where each
// element of the run goes to the very place that it has in the other order, past all between. Elements from anywhere, in place of a run,
// end higher; so do descents that look only at elements that a move has put on the wrong side of another one.
//
// When many descents in a row have found no place, all begin anew. The number of local optima follows from the number of descents in the
// budget, which a small population measures first. Without a budget each beginning has twice as many as the one before.
type homes struct {
	x         []int32 // one after the other
	costs     []int64 // of those that there are
	size      int     // how many there are to be
	at        int     // whose turn it is, from the time on that there are all
	fruitless int     // descents in a row that found no place
	descents  int64   // since progress began
	began     float64 // progress then
	part      float64 // progress of late
	measured  bool    // size follows from the budget
}

const (
	// fewHomes measure the part homesPart of the budget, and mostHomes bound a population. firstHomes begin without a budget.
	fewHomes, firstHomes, mostHomes = 8, 16, 256
	homesPart                       = 0.01
	// descentsOfHome is how many descents of the budget a home has at least.
	descentsOfHome = 600
	// homesPatience is how many descents of each home find no place before all begin anew.
	homesPatience = 15
	// carriedShare is how many of all elements a run has at most. With 0.35 and 0.65 walks ended higher.
	carriedShare = 0.5
)

func newHomes() homes { return homes{size: firstHomes, part: math.MaxFloat64} }

// home returns local optimum k of orders of n elements.
func (h *homes) home(k, n int) []int32 { return h.x[k*n : (k+1)*n] }

// take lets in a local optimum, if it has a place.
func (h *homes) take(x []int32, cost int64) {
	h.descents++
	if len(h.costs) < h.size {
		h.x, h.costs = append(h.x, x...), append(h.costs, cost)
		return
	}
	if h.fruitless++; cost < h.costs[h.at] && !slices.Contains(h.costs, cost) {
		copy(h.home(h.at, len(x)), x)
		h.costs[h.at], h.fruitless = cost, 0
	}
	h.at = (h.at + 1) % h.size
}

// ended says whether all are to begin anew, and how many there are to be then.
func (h *homes) ended(part float64, budgeted bool) bool {
	stuck := h.fruitless > homesPatience*h.size
	switch {
	case !budgeted:
		if stuck {
			h.size = min(2*h.size, mostHomes)
		}
		return stuck
	case part < h.part: // progress begins, or begins anew
		h.began, h.part, h.descents, h.measured, h.size = part, part, 0, false, fewHomes
		return true
	}
	h.part = part
	gone, left := part-h.began, 1-part
	if due := !h.measured && gone >= homesPart*(1-h.began); !due && !stuck {
		return false
	}
	if gone > 0 {
		h.measured = h.measured || gone >= homesPart*(1-h.began)
		h.size = int(max(fewHomes, min(mostHomes, float64(h.descents)/gone*left/descentsOfHome)))
	}
	return true
}

// clear forgets all.
func (h *homes) clear() { h.x, h.costs, h.at, h.fruitless = h.x[:0], h.costs[:0], 0, 0 }

// settle is done at a local optimum: it goes on from the next solution.
func (w *ilsOrderWalk) settle(s *multiwalk.Slice) {
	h := &w.homes
	h.take(w.x, w.cost)
	w.keep()
	all := int64(len(h.costs) / h.size)
	if part, budgeted := s.Progress(w.Counters().Evaluations()); h.ended(part, budgeted && w.s.plan.Budget.Limited()) {
		h.clear()
		w.work.Restarts += all
	}
	if len(h.costs) < h.size {
		multiwalk.Plan{}.Begin(w.s.p, w.random, w.x)
		w.evaluate()
		positionsIn(w.x, w.place)
		w.queue.fill()
		w.note(s)
		return
	}
	w.perturb(s)
}

// perturb takes a run of elements of another local optimum, and has them follow each other in the local optimum whose turn it is as they do
// there: they stand in the places that they had together. All others stay where they are. Elements from anywhere mostly go back.
func (w *ilsOrderWalk) perturb(s *multiwalk.Slice) {
	h, n := &w.homes, len(w.x)
	other := w.random.IntN(h.size - 1)
	if other >= h.at {
		other++
	}
	copy(w.x, h.home(h.at, n))
	w.nb.Reset(w.x)
	w.cost = h.costs[h.at]
	positionsIn(w.x, w.place)
	many := 2 + w.random.IntN(int(carriedShare*float64(n))-1)
	from := w.random.IntN(n - many + 1)
	w.lead(h.home(other, n)[from : from+many])
	w.rearrange(w.guide)
	w.note(s)
	if w.queue.empty() { // the two agree on these
		w.queue.push(int32(w.random.IntN(n)))
	}
}

// lead writes into guide the order with the elements of a run as they follow each other there, in the places that they have, and has those
// that move looked at.
func (w *ilsOrderWalk) lead(run []int32) {
	for _, e := range run {
		w.taken[e] = true
	}
	next := 0
	for i, e := range w.x {
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
		w.insert(i, at, w.nb.Delta(w.x, neighbourhood.Move{Op: neighbourhood.OpInsert, I: i, J: at}))
	}
}

// stay marks the elements that need not move: a longest subsequence of the order whose goals increase, by patience sorting in O(n log n).
func (w *ilsOrderWalk) stay() {
	ends, before := w.ends[:0], w.before // the last element of the best subsequence of each length; the one before each element
	for _, e := range w.x {
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

// Save implements checkpoint.Saver.
func (h *homes) Save(a *checkpoint.Archive) {
	a.Fields("homes", &h.x, &h.costs, &h.size, &h.at, &h.fruitless, &h.descents, &h.began, &h.part, &h.measured)
}
