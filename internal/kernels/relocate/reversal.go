package relocate

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// TwoOpt is Relocate with 2-opt (Croes, "A method for solving traveling-salesman problems", 1958): it takes out two edges
// and reverses what lies between them. A tour is the city at each position, and the length of the edge from there on. A
// move costs O(1) to price, as the lengths of old edges are kept, and a warp reverses n/4 cities on average for one that
// is accepted. Moves is at most 32, and shared memory and edges are those of RelocateWide.
//
//lane:registers 48
func TwoOpt[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, reversal)
}

// TwoOptEach is TwoOpt where every lane decides for itself, as in RelocateEach.
//
//lane:registers 48
func TwoOptEach[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, reversal|each)
}

// With 2-opt, back holds the city at each position, gains the length of the edge from there to the next, and links
// nothing.

// loadPositions takes up a tour.
func (w *relocator[C, M, L]) loadPositions(tour []uint16) {
	for i := w.t.LaneID(); i < w.n; i += lane.WarpSize {
		w.back[i] = tour[i]
	}
	w.t.SyncWarp()
	w.measure(0, w.n)
	w.t.SyncWarp()
}

// measure computes the lengths of count edges, from position from on.
func (w *relocator[C, M, L]) measure(from, count int32) {
	for k := w.t.LaneID(); k < count; k += lane.WarpSize {
		i := w.wrapped(from + k)
		w.gains[i] = w.between(uint32(w.back[i]), uint32(w.back[w.wrapped(i+1)]))
	}
}

// wrapped brings a position from 0 to below 2n into the tour.
func (w *relocator[C, M, L]) wrapped(i int32) int32 { return int32(min(uint32(i), uint32(i-w.n))) }

// storePositions writes the tour out.
func (w *relocator[C, M, L]) storePositions(tour []uint16) {
	for i := w.t.LaneID(); i < w.n; i += lane.WarpSize {
		tour[i] = w.back[i]
	}
}

// lengthByPositions adds up the edges.
func (w *relocator[C, M, L]) lengthByPositions() int32 {
	sum := int32(0)
	for i := w.t.LaneID(); i < w.n; i += lane.WarpSize {
		sum += w.gains[i]
	}
	return lane.WarpAdd(w.t, sum)
}

// priceReversal is price for the edges from two positions. Two that follow each other have no move.
func (w *relocator[C, M, L]) priceReversal(draw, bound uint32) int32 {
	p, q := w.pair(draw)
	i, j := int32(p), int32(q)
	next, after := w.wrapped(i+1), w.wrapped(j+1)
	delta := w.between(uint32(w.back[i]), uint32(w.back[j])) + w.between(uint32(w.back[next]), uint32(w.back[after])) - w.gains[i] - w.gains[j]
	key := delta<<variant(0).bits() + (w.t.LaneID() - int32(bound))
	if next == j || after == i {
		key = noKey
	}
	return key
}

// reverse carries out a move: it turns round what lies between the two edges, or the rest, whichever is shorter.
func (w *relocator[C, M, L]) reverse(word, index uint32) {
	p, q := w.pair(word + index*0x10001)
	i, j := int32(min(p, q)), int32(max(p, q))
	first, count := i+1, j-i
	if 2*count > w.n {
		first, count = w.wrapped(j+1), w.n-count
	}
	w.t.SyncWarp()
	for k := w.t.LaneID(); k < count/2; k += lane.WarpSize {
		a, b := w.wrapped(first+k), w.wrapped(first+count-1-k)
		w.back[a], w.back[b] = w.back[b], w.back[a]
	}
	w.t.SyncWarp()
	before := first - 1
	if before < 0 {
		before = w.n - 1
	}
	w.measure(before, count+1)
	w.t.SyncWarp()
}
