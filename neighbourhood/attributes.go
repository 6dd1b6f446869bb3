package neighbourhood

// A solution has attributes: a value at a position or, of a tour, two elements of a part that are next to each other. A move takes
// some of them away and brings others. That is what tabu search remembers, on cores and on devices.

// MostAttributes is how many a move takes away at most, and how many it brings.
const MostAttributes = 4

// Takes returns attribute k, from 0 on, of those that a move takes away from x; ok is false behind the last.
func (b *Member) Takes(x []int32, m Move, k int32) (i, v int32, ok bool) {
	if b.joins() {
		switch {
		case k == 0:
			return b.joined(x[b.round(m.I-1)], x[m.I])
		case k == 1:
			return b.joined(x[m.J], x[b.round(m.J+1)])
		case k == 2 && b.Op != OpTwoOpt:
			return b.joined(x[m.K], x[b.round(m.K+1)])
		}
		return 0, 0, false
	}
	if b.Op == OpPair {
		return b.takesPaired(x, m, k)
	}
	if i, _, ok = touched(m, k); !ok {
		return 0, 0, false
	}
	return i, x[i], true
}

// Brings returns attribute k, from 0 on, of those that a move brings. x is the solution before the move. ok is false behind the
// last.
func (b *Member) Brings(x []int32, m Move, k int32) (i, v int32, ok bool) {
	if b.joins() {
		return b.bringsJoined(x, m, k)
	}
	if b.Op == OpPair {
		return b.bringsPaired(x, m, k)
	}
	i, other, ok := touched(m, k)
	switch {
	case !ok:
		return 0, 0, false
	case b.Op == OpInsert:
		return m.J, x[i], true
	case b.Op == OpChange:
		return i, b.To(x[i], int64(uint32(m.J))), true
	case b.Op == OpSwap || b.Op == OpJointSwap || b.Op == OpBlockSwap:
		return i, x[other], true
	}
	return i, 1 - x[i], true
}

// touched returns position k of those whose values a move takes away. In an exchange, other is the position from which it gets
// its new value. For a joint swap, the first two parts stand for all parts, and for two
// blocks their first elements.
func touched(m Move, k int32) (i, other int32, ok bool) {
	switch m.Op {
	case OpFlip, OpChange, OpInsert:
		return m.I, m.I, k == 0
	case OpFlip3:
		if k == 2 {
			return m.K, m.K, true
		}
	case OpJointSwap:
		if k >= 2 {
			m.I, m.J, k = m.K+m.I, m.K+m.J, k-2
		}
	}
	if k == 0 {
		return m.I, m.J, true
	}
	return m.J, m.I, k == 1
}

// bringsJoined is Brings of a reversal, and of a segment that is moved.
func (b *Member) bringsJoined(x []int32, m Move, k int32) (i, v int32, ok bool) {
	if b.Op == OpTwoOpt {
		switch k {
		case 0:
			return b.joined(x[b.round(m.I-1)], x[m.J])
		case 1:
			return b.joined(x[m.I], x[b.round(m.J+1)])
		}
		return 0, 0, false
	}
	first, last := x[m.I], x[m.J]
	if m.Reversed {
		first, last = last, first
	}
	switch k {
	case 0:
		return b.joined(x[b.round(m.I-1)], x[b.round(m.J+1)])
	case 1:
		return b.joined(x[m.K], first)
	case 2:
		return b.joined(last, x[b.round(m.K+1)])
	}
	return 0, 0, false
}

// joins tells whether the attributes of a kind of move are elements that are next to each other.
func (b *Member) joins() bool { return b.Op == OpTwoOpt || b.Op == OpOrOpt || b.Op == OpThreeOpt }

// joined is the attribute of two elements of the part that are next to each other.
func (b *Member) joined(u, v int32) (i, value int32, ok bool) {
	return b.At + min(u, v), max(u, v), true
}

// round returns position i of the part, taken as a cycle: before its first position comes its last.
func (b *Member) round(i int32) int32 { return b.At + (i-b.At+b.N)%b.N }

// Places says where attributes are remembered: each has a place of its own, or all of them share 2^(64-Shift) places.
type Places struct {
	Stride uint64 // how many values a position has
	Lo     int32  // the least of them
	Shift  uint32 // 0: each has a place of its own
}

// Of is the place of an attribute.
func (p Places) Of(i, v int32) uint64 {
	k := uint64(i)*p.Stride + uint64(int64(v)-int64(p.Lo))
	if p.Shift > 0 {
		k = k * 0x9e3779b97f4a7c15 >> p.Shift
	}
	return k
}
