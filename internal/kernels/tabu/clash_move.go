package tabu

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// change gives an element another value, and brings the table up to date: its pairs' elements share a pair with one fewer that has the old
// value, and with one more that has the new one. The next elements of the list are asked for before the
// last ones are dealt with.
func (w *clasher[P]) change(v, value int32) {
	was := int32(w.x[v])
	clashed := w.clashes(v) > 0
	k, last := w.p.ClashFrom(v), w.p.ClashFrom(v+1)
	u0, u1, u2, u3 := w.four(k, last)
	for k < last {
		k += 4 * lane.WarpSize
		n0, n1, n2, n3 := w.four(k, last)
		w.touch(u0, u1, u2, u3, was, value)
		u0, u1, u2, u3 = n0, n1, n2, n3
	}
	w.t.SyncWarp()
	clashes := w.counts[v*w.row+value] > 0
	w.t.SyncWarp() // all have read
	if w.t.LaneID() == 0 {
		w.counts[v*w.row+was] &^= clashTabu
		w.counts[v*w.row+value] |= clashTabu
		w.x[v] = uint8(value)
		w.alike[was]--
		w.alike[value]++
	}
	w.t.SyncWarp()
	if clashed != clashes {
		w.enter(v, clashes)
	}
}

// four returns a lane's next elements of a part of the list.
func (w *clasher[P]) four(k, last int32) (u0, u1, u2, u3 int32) {
	k += w.t.LaneID()
	return w.with(k, last), w.with(k+lane.WarpSize, last), w.with(k+2*lane.WarpSize, last), w.with(k+3*lane.WarpSize, last)
}

// with is the element at a place of the list; -1 behind its end.
func (w *clasher[P]) with(k, last int32) int32 {
	if k < last {
		return w.p.ClashWith(k)
	}
	return -1
}

// touch counts for four elements of each lane that one of their pairs' elements changes its value. All are read before any is written, as
// they are all different. An element that now clashes with one of the new value goes to the list, and one that clashes no more is taken off.
func (w *clasher[P]) touch(u0, u1, u2, u3, was, value int32) {
	c0, c1, c2, c3 := w.both(u0, was, value), w.both(u1, was, value), w.both(u2, was, value), w.both(u3, was, value)
	e0, e1, e2, e3 := w.put(u0, c0, was, value), w.put(u1, c1, was, value), w.put(u2, c2, was, value), w.put(u3, c3, was, value)
	if w.t.Ballot(e0|e1|e2|e3 != 0) == 0 {
		return
	}
	w.move(u0, e0)
	w.move(u1, e1)
	w.move(u2, e2)
	w.move(u3, e3)
}

// both reads the counts of the old and the new value of an element's pairs, and the element's own value, as a number.
func (w *clasher[P]) both(u, was, value int32) uint32 {
	if u < 0 {
		return 0
	}
	at := u * w.row
	return uint32(w.counts[at+was]) | uint32(w.counts[at+value])<<8 | uint32(w.x[u])<<16
}

// What happens to an element of the list of those that clash.
const (
	clashStays = iota
	clashGoes
	clashComes
)

// put writes the counts of an element when one of its pairs' elements has changed its value, and says what happens to the element.
func (w *clasher[P]) put(u int32, counts uint32, was, value int32) int32 {
	if u < 0 {
		return clashStays
	}
	at, left, more, has := u*w.row, uint8(counts)-1, uint8(counts>>8)+1, int32(counts>>16)
	w.counts[at+was], w.counts[at+value] = left, more
	switch {
	case has == was && left == clashTabu: // without the bit of its own value it would be 0
		return clashGoes
	case has == value && more == clashTabu+1:
		return clashComes
	}
	return clashStays
}

// move puts the lanes' elements on the list, or takes them off.
func (w *clasher[P]) move(u, happens int32) {
	for b := w.t.Ballot(happens != clashStays); b != 0; b &= b - 1 {
		from := int32(bits.TrailingZeros32(b))
		w.enter(lane.Shuffle(w.t, u, from), lane.Shuffle(w.t, happens, from) == clashComes)
	}
}

// enter puts an element at the end of the list of those that clash, or takes it off: the last one then has its place.
func (w *clasher[P]) enter(v int32, in bool) {
	at, id := w.Clashing, w.t.LaneID()
	if !in {
		for from := int32(0); ; from += lane.WarpSize {
			if b := w.t.Ballot(from+id < w.Clashing && int32(w.list[from+id]) == v); b != 0 {
				at = from + int32(bits.TrailingZeros32(b))
				break
			}
		}
		w.Clashing--
		v = int32(w.list[w.Clashing])
	} else {
		w.Clashing++
	}
	w.t.SyncWarp() // all have read
	if id == 0 {
		w.list[at] = uint16(v)
	}
	w.t.SyncWarp()
}

// expire makes admissible what was tabu long enough.
func (w *clasher[P]) expire() {
	front := true
	oldest := w.Oldest
	for from, n := int32(0), w.Made-w.Oldest; from < n; from += lane.WarpSize {
		k := from + w.t.LaneID()
		slot := (oldest + k) & (clashRing - 1)
		live := false
		if k < n && w.bans[slot].Place != clashFree {
			if live = w.bans[slot].Until-w.Made > 0; !live {
				w.counts[w.bans[slot].Place] &^= clashTabu
				w.bans[slot].Place = clashFree
			}
		}
		b := w.t.Ballot(live)
		if front && b != 0 {
			w.Oldest, front = oldest+from+int32(bits.TrailingZeros32(b)), false
		} else if front {
			w.Oldest = oldest + min(n, from+lane.WarpSize)
		}
	}
	w.t.SyncWarp()
}

// lift makes the value at a place of the table admissible before its time, which an element is about to get.
func (w *clasher[P]) lift(place int32) {
	w.t.SyncWarp() // all have seen that it is tabu
	for s := w.Oldest + w.t.LaneID(); s-w.Made < 0; s += lane.WarpSize {
		if w.bans[s&(clashRing-1)].Place == uint32(place) {
			w.bans[s&(clashRing-1)].Place = clashFree
			w.counts[place] &^= clashTabu
		}
	}
	w.t.SyncWarp()
}
