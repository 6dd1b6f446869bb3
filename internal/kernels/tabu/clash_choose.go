package tabu

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// choose returns the best admissible change. The lanes of a group look at the values of an element, the first from a
// random one of those that clash. Of several lanes that have the best, it is the first from a random one on. Where all
// is tabu, or nothing clashes, it is a random change.
func (w *clasher[P]) choose(word, turn uint32) (v, value, delta int32) {
	b := w.best(turn)
	delta = lane.WarpMin(w.t, b.delta)
	if delta >= clashNever {
		return w.anyChange(word, turn)
	}
	ties := w.t.Ballot(b.delta == delta)
	from := int32(word & 31)
	first := (from + int32(bits.TrailingZeros32(bits.RotateLeft32(ties, int(-from))))) & 31
	v, value = w.resolve(lane.Shuffle(w.t, b.known, first), lane.Shuffle(w.t, b.column, first), delta)
	if w.alike[value] >= MostAlike {
		value = w.roomFrom(v, value)
		delta = w.delta(v, value)
	}
	return v, value, delta
}

// clashBest is the best that a lane has seen: the delta, the element as in known, and which four values of it.
type clashBest struct {
	delta  int32
	known  uint32
	column int32
}

// best returns the lane's best admissible change. A lane loads what all need to know of an element, and hands it to the
// group that looks at it. Four elements are looked at together, so that a lane waits for their words at the same time.
func (w *clasher[P]) best(turn uint32) clashBest {
	id, n := w.t.LaneID(), w.Clashing
	b := clashBest{delta: clashNever}
	start := int32(uint64(turn) * uint64(n) >> 32)
	group, groups := id>>w.shift, int32(lane.WarpSize)>>w.shift
	last := (w.a.Values - 1) >> 2
	for base := int32(0); base <= last; base += 1 << w.shift {
		column := base + id&(1<<w.shift-1)
		w.column = min(column, last)
		before := b
		for from := int32(0); from < n; from += lane.WarpSize {
			known := w.known(start, from+id)
			for k := group; k-group < min(lane.WarpSize, n-from); k += 4 * groups {
				k0, k1 := lane.Shuffle(w.t, known, k), lane.Shuffle(w.t, known, (k+groups)&31) // with many groups some come again
				k2, k3 := lane.Shuffle(w.t, known, (k+2*groups)&31), lane.Shuffle(w.t, known, (k+3*groups)&31)
				d0, d1, d2, d3 := w.least(k0), w.least(k1), w.least(k2), w.least(k3)
				b.note(d0, k0, column)
				b.note(d1, k1, column)
				b.note(d2, k2, column)
				b.note(d3, k3, column)
			}
		}
		if column > last { // there are more lanes than values
			b = before
		}
	}
	return b
}

// note notes a change that is better than those before.
func (b *clashBest) note(delta int32, known uint32, column int32) {
	if delta < b.delta {
		b.delta, b.known, b.column = delta, known, column
	}
}

// known is an element that clashes, and what its changes have in common: its clashes, with a minus, as 16 bits; behind
// the last element so much that no change is good.
func (w *clasher[P]) known(start, k int32) uint32 {
	if k >= w.Clashing {
		return 2 * clashNever
	}
	if k += start; k >= w.Clashing {
		k -= w.Clashing
	}
	v := int32(w.list[k])
	return uint32(v)<<16 | uint32(uint16(-(w.clashes(v))))
}

// clashes is how many of an element's pairs clash.
func (w *clasher[P]) clashes(v int32) int32 {
	return int32(w.counts[v*w.row+int32(w.x[v])] & (clashTabu - 1))
}

// least is the least delta of four values of an element: of admissible ones, which lack the high bit, or to a new
// incumbent.
func (w *clasher[P]) least(known uint32) int32 {
	gain := int32(int16(known))
	four := w.words[int32(known>>16)*(w.row>>2)+w.column]
	count := leastByte(four)
	d := count + gain
	if count >= clashTabu {
		d = clashNever
	}
	if aspired := int32(w.Least - w.Cost); gain < aspired { // else no value of the element leads there
		if e := leastByte(four&^clashTabus) + gain; e < aspired {
			d = min(d, e)
		}
	}
	return d
}

// leastByte returns the least of a word's bytes.
func leastByte(word uint32) int32 {
	return int32(min(min(word&255, word>>8&255), min(word>>16&255, word>>24)))
}

// resolve finds the value: the first of the four that has the delta and is admissible.
func (w *clasher[P]) resolve(known uint32, column, delta int32) (v, value int32) {
	v = int32(known >> 16)
	four, gain := w.words[v*(w.row>>2)+column], int32(int16(known))
	for e := range int32(4) {
		count := int32(four >> (8 * uint32(e)) & 255)
		if count&(clashTabu-1)+gain == delta && (count < clashTabu || delta < int32(w.Least-w.Cost)) {
			return v, 4*column + e
		}
	}
	return v, 4 * column // not reached
}

// anyChange returns a random change, of an element that clashes if one does.
func (w *clasher[P]) anyChange(word, turn uint32) (v, value, delta int32) {
	v = int32(uint64(turn) * uint64(w.a.N) >> 32)
	if w.Clashing > 0 {
		v = int32(w.list[int32(uint64(turn)*uint64(w.Clashing)>>32)])
	}
	value = int32(uint64(word)*uint64(w.a.Values-1)>>32) + 1 + int32(w.x[v])
	if value >= w.a.Values {
		value -= w.a.Values
	}
	value = w.roomFrom(v, value)
	return v, value, w.delta(v, value)
}

// delta prices a change.
func (w *clasher[P]) delta(v, value int32) int32 {
	return int32(w.counts[v*w.row+value]&(clashTabu-1)) - w.clashes(v)
}

// roomFrom returns the first value from one on that fewer than MostAlike elements have, and that is not the element's
// own. There is one, as n is at most MostAlike*(Values-1).
func (w *clasher[P]) roomFrom(v, value int32) int32 {
	for w.alike[value] >= MostAlike || value == int32(w.x[v]) {
		if value++; value == w.a.Values {
			value = 0
		}
	}
	return value
}
