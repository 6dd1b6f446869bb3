package clausekernel

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// flip makes a literal true, as focusedWalk does. Lanes count first and then change their lists, so that they do both
// together.
func (w *focuser) flip(l int32) {
	one, cost, end := uint32(1), w.Cost, int32(w.at[l+1])
	for from := int32(w.at[l]); from < end; from += 32 {
		satisfied := uint32(0)
		for k := from; k < min(from+32, end); k++ {
			word, shift := w.counter(int32(w.in[k]))
			if *word>>shift&w.mask == 0 {
				satisfied |= one << uint32(k-from)
			}
			*word += one << shift
		}
		for ; satisfied != 0; satisfied &= satisfied - 1 {
			c := int32(w.in[from+int32(bits.TrailingZeros32(satisfied))])
			at := w.place(c)
			w.Violated--
			w.list(at, w.listed(w.Violated))
			cost -= w.weight(c)
		}
	}
	end = int32(w.at[(l^1)+1])
	for from := int32(w.at[l^1]); from < end; from += 32 {
		violated := uint32(0)
		for k := from; k < min(from+32, end); k++ {
			word, shift := w.counter(int32(w.in[k]))
			*word -= one << shift
			if *word>>shift&w.mask == 0 {
				violated |= one << uint32(k-from)
			}
		}
		for ; violated != 0; violated &= violated - 1 {
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
	*w.word(w.bits + i>>5) ^= one << (uint32(i) & 31)
	w.Cost = cost
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
