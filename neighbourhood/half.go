package neighbourhood

// Half is one of the two moves of a pair, as plain data: a swap, a flip or a change, in a part where nothing is fixed.
type Half struct {
	Op     Op    // 0: the moves are of the problem's own, or elements are fixed
	At, N  int32 // the part
	Lo     int32 // change: as in Member
	Values int64
}

// halfOf returns a half whose moves are those of an operator, the zero Half if it is not plain.
func halfOf(o operator) Half {
	if b := o.member(); b.Op < OpOwn {
		if _, fixed := o.(*kept); !fixed {
			return Half{b.Op, b.At, b.N, b.Lo, b.Values}
		}
	}
	return Half{}
}

// Member returns the moves of a half alone.
func (h Half) Member() Member { return Member{Op: h.Op, At: h.At, N: h.N, Lo: h.Lo, Values: h.Values} }

// Size is how many moves there are.
func (h Half) Size() int64 {
	switch h.Op {
	case OpSwap:
		return PairCount(h.N)
	case OpFlip:
		return int64(h.N)
	}
	return int64(h.N) * (h.Values - 1)
}

// Move returns move k, 0 <= k < Size.
func (h Half) Move(k int64) Move {
	b := h.Member()
	switch h.Op {
	case OpSwap:
		return b.pairAt(k)
	case OpFlip:
		return b.flipOf(int32(k))
	}
	return b.changeOf(int32(k/(h.Values-1)), uint32(k%(h.Values-1)))
}

// Do makes a move on x.
func (h Half) Do(x []int32, m Move) {
	switch h.Op {
	case OpSwap:
		x[m.I], x[m.J] = x[m.J], x[m.I]
	case OpFlip:
		x[m.I] = 1 - x[m.I]
	case OpChange:
		b := h.Member()
		x[m.I] = b.To(x[m.I], int64(uint32(m.J)))
	}
}

// inverse is the number of the move that takes back move k.
func (h Half) inverse(k int32) int32 {
	if h.Op != OpChange {
		return k
	}
	each := int32(h.Values - 1)
	return k + each - 1 - 2*(k%each) // from distance d to v-d
}

// attributes is how many a move takes away.
func (h Half) attributes() int32 {
	if h.Op == OpSwap {
		return 2
	}
	return 1
}

// plain tells whether a member is all that there is to know of its moves.
func (b *Member) plain() bool {
	return b.Op < OpOwn || b.Op == OpPair && b.Pair[0].Op != 0 && b.Pair[1].Op != 0
}

// Of returns one of the two moves of a pair: 0 is the first.
func (b *Member) Of(m Move, which int32) Move {
	if which == 0 {
		return b.Pair[0].Move(int64(m.I))
	}
	return b.Pair[1].Move(int64(m.J))
}

// Parts returns what a member is made of: the two halves of a pair, or itself.
func (b *Member) Parts() []Member {
	if b.Op == OpPair {
		return []Member{b.Pair[0].Member(), b.Pair[1].Member()}
	}
	return []Member{*b}
}

func (b *Member) paired(first, second int32) Move {
	return Move{Op: OpPair, I: first, J: second, K: b.Length}
}

func (b *Member) pairedAt(k int64) Move {
	each := b.Pair[1].Size()
	return b.paired(int32(k/each), int32(k%each))
}

// pairedAfter is the pair some steps behind one, where each first move has so many second ones. There must be one.
func pairedAfter(each, first, second, steps int32) (int32, int32) {
	for ; steps >= each; steps -= each {
		first++
	}
	if second >= each-steps {
		return first + 1, second - (each - steps)
	}
	return first, second + steps
}

// drawPaired draws both moves, all alike.
func (b *Member) drawPaired(v, w uint32) Move {
	return b.paired(int32(uint64(v)*uint64(b.Pair[0].Size())>>32), int32(uint64(w)*uint64(b.Pair[1].Size())>>32))
}

// halfWith finds the half that has attribute k of a pair, and which of its attributes that is.
func (b *Member) halfWith(k int32) (which, rest int32) {
	if first := b.Pair[0].attributes(); k >= first {
		return 1, k - first
	}
	return 0, k
}

// takesPaired and bringsPaired are Takes and Brings of a pair: of the first move, then of the second. They are in different parts.
func (b *Member) takesPaired(x []int32, m Move, k int32) (i, v int32, ok bool) {
	which, k := b.halfWith(k)
	if i, _, ok = touched(b.Of(m, which), k); !ok {
		return 0, 0, false
	}
	return i, x[i], true
}

func (b *Member) bringsPaired(x []int32, m Move, k int32) (i, v int32, ok bool) {
	which, k := b.halfWith(k)
	m = b.Of(m, which)
	i, other, ok := touched(m, k)
	switch {
	case !ok:
		return 0, 0, false
	case m.Op == OpSwap:
		return i, x[other], true
	case m.Op == OpFlip:
		return i, 1 - x[i], true
	}
	half := b.Pair[which].Member()
	return i, half.To(x[i], int64(uint32(m.J))), true
}
