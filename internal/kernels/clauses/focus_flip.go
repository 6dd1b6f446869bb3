package clauses

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// flip makes a literal true, as focusedWalk does. Lanes count first and then change their lists, so that they do both
// together.
func (w *focuser) flip(l int32) {
	cost, end := w.Cost, int32(w.at[l+1])
	for from := int32(w.at[l]); from < end; from += 32 {
		for satisfied := w.changed(from, min(from+32, end), 1, 0); satisfied != 0; satisfied &= satisfied - 1 {
			c := int32(w.in[from+int32(bits.TrailingZeros32(satisfied))])
			at := w.place(c)
			w.Violated--
			w.list(at, w.listed(w.Violated))
			cost -= w.weight(c)
		}
	}
	end = int32(w.at[(l^1)+1])
	for from := int32(w.at[l^1]); from < end; from += 32 {
		for violated := w.changed(from, min(from+32, end), ^uint32(0), 1); violated != 0; violated &= violated - 1 {
			c := int32(w.in[from+int32(bits.TrailingZeros32(violated))])
			w.list(w.Violated, c)
			w.Violated++
			cost += w.weight(c)
		}
	}
	if cost < w.Least {
		w.Least, w.Kept = cost, 0
	} else {
		w.keep() // the bits have not changed yet
	}
	i := l >> 1
	*w.word(w.bits + i>>5) ^= uint32(1) << (uint32(i) & 31)
	if w.three != 0 {
		*w.word(focusBits(w.a) + i>>5) ^= uint32(1) << (uint32(i) & 31)
	}
	w.Cost = cost
}

// changed adds to the counts of the clauses at some places, up to 32, and returns which of them had a certain count before: the first is
// bit 0. Without counts these are the clauses that no other literal makes true, whatever the flip does to them.
func (w *focuser) changed(from, to int32, one, before uint32) (set uint32) {
	if w.three != 0 {
		return w.lone(from, to)
	}
	bit := uint32(1)
	for k := from; k < to; k++ {
		word, shift := w.counter(int32(w.in[k]))
		if *word>>shift&w.mask == before {
			set |= bit << uint32(k-from)
		}
		*word += one << shift
	}
	return set
}

// keep stores the incumbent while it is the present solution.
func (w *focuser) keep() {
	if w.Kept != 0 {
		return
	}
	for i := range focusBits(w.a) {
		w.best[i*lane.WarpSize+w.id] = *w.word(w.bits + i)
	}
	w.Kept = 1
}
