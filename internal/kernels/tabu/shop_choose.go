package tabu

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// choose returns the best listed move that is admissible; of several the one that a word favours, and of all where all are tabu.
func (w *shopper[T]) choose(word uint32) shopMove {
	for left := w.listed; left > 0; left-- {
		k, delta := w.best(word)
		m := shopMove(w.list[k])
		if int64(delta) < w.Least-w.Cost || !w.forbids(m) {
			return m
		}
		w.t.SyncWarp() // all have read
		if w.t.LaneID() == 0 {
			w.deltas[k] = shopNever
		}
		w.t.SyncWarp()
	}
	return w.anyOf(word)
}

// anyOf returns the listed move that a word favours.
func (w *shopper[T]) anyOf(word uint32) shopMove {
	w.t.SyncWarp() // all have read
	for k := w.t.LaneID(); k < w.listed; k += lane.WarpSize {
		w.deltas[k] = 0
	}
	w.t.SyncWarp()
	k, _ := w.best(word)
	return shopMove(w.list[k])
}

// best is the number of the listed move of the least estimate, and that; of several the one that a word favours.
func (w *shopper[T]) best(word uint32) (number, delta int32) {
	least, lot := int32(shopNever), uint32(math.MaxUint32)
	for k := w.t.LaneID(); k < w.listed; k += lane.WarpSize {
		m, d := shopMove(w.list[k]), w.deltas[k]
		if d > least {
			continue
		}
		if own := neighbourhood.Lot(word, m.machine(), m.from(), m.to()); d < least || own < lot {
			least, lot, number = d, own, k
		}
	}
	delta = lane.WarpMin(w.t, least)
	if least != delta {
		lot = math.MaxUint32
	}
	favoured := lane.WarpMin(w.t, lot)
	holder := int32(bits.TrailingZeros32(w.t.Ballot(lot == favoured && least == delta)))
	return lane.Shuffle(w.t, number, holder), delta
}

// forbids says whether a move is tabu: after it all operations that another one of late has moved stand where they stood, and it moves one
// of them there. A lane asks a trace.
func (w *shopper[T]) forbids(m shopMove) bool {
	tabu := false
	for k := w.t.LaneID(); k < w.traces(); k += lane.WarpSize {
		if w.untils[k]-w.Now > 0 && int32(w.heads[k]>>24) == m.machine() {
			tabu = tabu || w.restores(m, k)
		}
	}
	return w.t.Any(tabu)
}

// restores says whether a move brings all back that a trace has taken.
func (w *shopper[T]) restores(m shopMove, trace int32) bool {
	head := w.heads[trace]
	stood, last := int32(head>>12&(MostShopJobs-1)), int32(head&(MostShopJobs-1))
	moves, from, to := false, m.from(), m.to()
	for k := trace * w.a.Jobs; stood <= last; k++ {
		stands := w.place(int32(w.taken[k]))
		after := stands
		switch {
		case stands == from:
			after = to
		case from < stands && stands <= to:
			after--
		case to <= stands && stands < from:
			after++
		}
		if after != stood {
			return false
		}
		moves = moves || after != stands
		stood++
	}
	return moves
}

// remember makes a trace of what a move is about to take, which is tabu for a tenure.
func (w *shopper[T]) remember(m shopMove, tenure int32) {
	w.Now++
	if w.Trace++; w.Trace >= w.traces() {
		w.Trace = 0
	}
	id, base, first, last := w.t.LaneID(), m.machine()*w.a.Jobs, min(m.from(), m.to()), max(m.from(), m.to())
	if id == 0 {
		w.untils[w.Trace] = w.Now + tenure
		w.heads[w.Trace] = uint32(shopMoveOf(m.machine(), first, last))
	}
	for k := first + id; k <= last; k += lane.WarpSize {
		w.taken[w.Trace*w.a.Jobs+k-first] = w.row[base+k]
	}
	w.t.SyncWarp()
}

// forget makes all moves admissible.
func (w *shopper[T]) forget() {
	for k := w.t.LaneID(); k < w.traces(); k += lane.WarpSize {
		w.untils[k] = w.Now
	}
	w.t.SyncWarp()
}
