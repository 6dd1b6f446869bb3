package clauses

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// flip makes a literal true, as focusedWalk does: first those clauses leave the list that have it, then those come that
// have its contrary. Where both are few, their counts change together.
func (w *focusWarp) flip(l int32) {
	cost, from, end := w.Cost, w.at[l], w.at[l+1]
	if first := l &^ 1; w.a.Contrary == 0 && w.at[first+2]-w.at[first] <= lane.WarpSize {
		k, sign := w.at[first]+w.id, uint32(1)
		own := k >= from && k < end
		if !own {
			sign = ^uint32(0)
		}
		c, old := w.add(k, w.at[first+2], sign)
		cost -= w.satisfied(c, own && old == 0)
		cost += w.violated(c, !own && old == 1)
	} else {
		for ; from < end; from += lane.WarpSize {
			c, old := w.add(from+w.id, end, 1)
			cost -= w.satisfied(c, old == 0)
		}
		end = w.at[(l^1)+1]
		for from = w.at[l^1]; from < end; from += lane.WarpSize {
			c, old := w.add(from+w.id, end, ^uint32(0))
			cost += w.violated(c, old == 1)
		}
	}
	if cost < w.Least {
		w.Least, w.Kept = cost, 0
	} else {
		w.keep() // the bits have not changed yet
	}
	w.t.SyncWarp()
	if i := l >> 1; w.id == 0 {
		w.bits[i>>5] ^= uint32(1) << (uint32(i) & 31)
		if w.three != 0 {
			w.bits[int32(len(w.best))+i>>5] ^= uint32(1) << (uint32(i) & 31)
		}
	}
	w.t.SyncWarp()
	w.Cost = cost
}

// add adds to the count of the clause at a place, if it is below the end, and returns what that was before; else no
// count has that value. Other lanes may have their counts in the same word. Without counts it tells of those clauses alone that a flip
// satisfies or violates.
func (w *focusWarp) add(k, end int32, one uint32) (c int32, old uint32) {
	if k >= end {
		return 0, ^uint32(0)
	}
	if w.three != 0 {
		if !w.onlyOne(k) {
			return 0, ^uint32(0)
		}
		return w.in[k], one >> 31
	}
	c = w.in[k]
	word, shift := w.counter(c)
	return c, lane.AtomicAdd(w.t, word, one<<shift) >> shift & w.mask
}

// satisfied takes the clauses of some lanes off the list, in the order of these, and returns their weight. All lanes
// write the same.
func (w *focusWarp) satisfied(c int32, is bool) (sum int64) {
	for lanes := w.t.Ballot(is); lanes != 0; lanes &= lanes - 1 {
		own := lane.Shuffle(w.t, c, int32(bits.TrailingZeros32(lanes)))
		at, last := w.place(own), w.list[w.Violated-1]
		w.t.SyncWarp() // all lanes have read the list
		w.list[at] = last
		w.Violated--
		sum += w.weight(own)
	}
	return sum
}

// place is where a violated clause is in the list: mostly it is the one that was drawn.
func (w *focusWarp) place(c int32) int32 {
	if at := w.drawn; at < w.Violated && w.list[at] == c {
		return at
	}
	for from := int32(0); ; from += 4 * lane.WarpSize { // four reads do not wait for each other
		at := int32(-1)
		for k := range int32(4) {
			if i := from + k*lane.WarpSize + w.id; w.list[min(i, w.Violated-1)] == c {
				at = min(i, w.Violated-1)
			}
		}
		if found := w.t.Ballot(at >= 0); found != 0 {
			return lane.Shuffle(w.t, at, int32(bits.TrailingZeros32(found)))
		}
	}
}

// violated puts the clauses of some lanes on the list.
func (w *focusWarp) violated(c int32, is bool) (sum int64) {
	for lanes := w.t.Ballot(is); lanes != 0; lanes &= lanes - 1 {
		own := lane.Shuffle(w.t, c, int32(bits.TrailingZeros32(lanes)))
		w.list[w.Violated] = own
		w.Violated++
		sum += w.weight(own)
	}
	return sum
}

// keep stores the incumbent while it is the present solution.
func (w *focusWarp) keep() {
	if w.Kept != 0 {
		return
	}
	for i := w.id; i < int32(len(w.best)); i += lane.WarpSize {
		w.best[i] = w.bits[i]
	}
	w.Kept = 1
}
