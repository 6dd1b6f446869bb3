package neighbourhood

import "slices"

// Member is one kind of move on one part of a solution, as plain data: the arithmetic of its moves, for cores and for
// kernels. A neighbourhood is a list of members. Weight and End are running sums over the list.
type Member struct {
	Op       Op
	At, N    int32  // the part: N elements from position At on
	Skip     int32  // 2-opt: elements at the part's start that no stretch holds
	Variants int32  // or-opt: how many of its variants have moves
	Lo       int32  // change: the least value
	Length   int32  // joint swap: of each part; pair of moves: its number among the pairs of parts
	Values   int64  // change: how many values an element may have
	Weight   uint32 // the chances that Draw gives to this member and to those before it
	Free     int32  // Table: 1 + the place in Table.Free where its positions begin; moves then have places in that list. 0: moves have positions
	End      int64  // the first index after this member's moves
}

// Members returns the list that a neighbourhood of this package is made of, or nil if a problem's own moves or pairs of moves are part
// of it, or fixed elements leave some moves out.
func Members(n Neighbourhood) []Member {
	ops, _, _ := composed(n)
	if slices.ContainsFunc(ops, func(o operator) bool { _, ok := o.(*kept); return ok }) {
		return nil
	}
	return Kinds(n)
}

// Kinds returns the kinds of move that a neighbourhood is made of, each on its whole part, or nil if a problem's own moves or
// pairs of moves are one. Where elements are fixed a kind has fewer moves than its Size says: End counts those that are left.
func Kinds(n Neighbourhood) (list []Member) {
	ops, weights, ends := composed(n)
	for i, o := range ops {
		m := *o.member()
		m.Weight, m.End = weights[i], ends[i]
		list = append(list, m)
	}
	return list
}

// composed returns the operators of a neighbourhood, with the running sums of their chances and of their moves; or none if a
// problem's own moves or pairs of moves are one.
func composed(n Neighbourhood) (ops []operator, weights []uint32, ends []int64) {
	switch n := n.(type) {
	case *Weighed:
		return composed(n.Neighbourhood)
	case *union:
		ops, weights, ends = n.members, n.weights, n.ends
	case operator:
		ops, weights, ends = []operator{n}, []uint32{1}, []int64{n.Size()}
	}
	if slices.ContainsFunc(ops, func(o operator) bool { return o.member().Op == OpOwn || o.member().Op == OpPair }) {
		return nil, nil, nil
	}
	return ops, weights, ends
}

// Draw makes a move of four random words. The first takes the member; it is the same for all lanes of a warp, which then price
// moves of one kind. It draws a member in proportion to its weight, and all moves of that member with equal probability, but
// for the rounding of 32 bits. At least one member must have moves.
func Draw(members []Member, lead, u, v, w uint32) (which int32, m Move) {
	which, u = DrawMember(members, lead, u)
	return which, members[which].Draw(u, v, w)
}

// DrawMember is the first half of Draw: it draws the member. rest is the u for Draw of that member.
func DrawMember(members []Member, lead, u uint32) (which int32, rest uint32) {
	weights := uint64(members[len(members)-1].Weight)
	for which = 0; uint32(uint64(lead)*weights>>32) >= members[which].Weight; which++ {
	}
	// u of the first lane is lead. The lower word of the product is as good as a fresh draw for what is left to choose.
	return which, uint32(uint64(u) * weights)
}

// At returns move k of all members, 0 <= k < End of the last.
func At(members []Member, k int64) (which int32, m Move) {
	which, k = MemberAt(members, k)
	return which, members[which].Move(k)
}

// MemberAt is the first half of At: it finds the member, and the number of the move among that member's.
func MemberAt(members []Member, k int64) (which int32, within int64) {
	from := int64(0)
	for which = 0; k >= members[which].End; which++ {
		from = members[which].End
	}
	return which, k - from
}

// After returns move k of all members, which lies steps moves, at least 1, behind move m of member which. If which is -1, there
// is no move m yet. For pairs and triples After is faster than At.
func After(members []Member, k int64, steps, which int32, m Move) (int32, Move) {
	if which >= 0 && k < members[which].End {
		b := &members[which]
		switch b.Op {
		case OpSwap, OpTwoOpt, OpFlip2, OpJointSwap:
			m.I, m.J = pairAfter(b.At+b.N, m.I, m.J, steps)
			return which, m
		case OpFlip3:
			m.I, m.J, m.K = tripleAfter(b.At+b.N, m.I, m.J, m.K, steps)
			return which, m
		}
	}
	return At(members, k)
}

// pairAfter returns the pair some steps behind i < j below end, in the order of PairIndex. There must be one.
func pairAfter(end, i, j, steps int32) (int32, int32) {
	j += steps
	for j >= end { // on in the next row, as far as j is behind the end of this one
		i++
		j += i + 1 - end
	}
	return i, j
}

// tripleAfter is pairAfter for triples, in the order of tripleIndex.
func tripleAfter(end, i, j, k, steps int32) (int32, int32, int32) {
	k += steps
	for k >= end {
		j++
		if j+1 >= end {
			i++
			j = i + 1
		}
		k += j + 1 - end
	}
	return i, j, k
}

// Spot is where a position of a solution lies in the member's part, from 0 on; of a joint swap in any part. It returns false
// for positions elsewhere.
func (b *Member) Spot(i int32) (spot int32, ok bool) {
	if b.Op == OpJointSwap {
		return i % b.Length, true
	}
	return i - b.At, i >= b.At && i < b.At+b.N
}

func (b *Member) holds(i int32) bool {
	_, ok := b.Spot(i)
	return ok
}

// Owns tells whether a move is one of this member's. What the numbers of an own move mean is the problem's business.
func (b *Member) Owns(m Move) bool {
	if m.Op == OpPair {
		return b.Op == OpPair && m.K == b.Length
	}
	return m.Op == b.Op && (b.Op == OpOwn || b.holds(m.I))
}

// Name is the name of the kind of move.
func (b *Member) Name() string { return b.Op.String() }

// Size is how many moves there are.
func (b *Member) Size() int64 {
	switch b.Op {
	case OpSwap, OpFlip2, OpJointSwap:
		return PairCount(b.N)
	case OpFlip3:
		return tripleCount(b.N)
	case OpInsert:
		return int64(b.N-1) * int64(b.N-1)
	case OpTwoOpt:
		return PairCount(b.N - b.Skip)
	case OpOrOpt:
		return b.orOpts(b.Variants)
	case OpFlip:
		return int64(b.N)
	}
	return int64(b.N) * (b.Values - 1)
}

// Move returns move k, 0 <= k < Size.
func (b *Member) Move(k int64) Move {
	switch b.Op {
	case OpSwap, OpTwoOpt, OpFlip2, OpJointSwap:
		return b.pairAt(k)
	case OpFlip3:
		return b.tripleAt(k)
	case OpInsert:
		return b.insertAt(k)
	case OpOrOpt:
		return b.orOptAt(k)
	case OpFlip:
		return b.flipOf(int32(k))
	}
	return b.changeOf(int32(k/(b.Values-1)), uint32(k%(b.Values-1)))
}

// Index returns the k of a move that Move returned.
func (b *Member) Index(m Move) int64 {
	switch b.Op {
	case OpFlip3:
		return tripleIndex(b.N, m.I-b.At, m.J-b.At, m.K-b.At)
	case OpSwap, OpTwoOpt, OpFlip2, OpJointSwap:
		return PairIndex(b.N-b.Skip, m.I-b.At-b.Skip, m.J-b.At-b.Skip)
	case OpInsert:
		return b.insertIndex(m)
	case OpOrOpt:
		return b.orOptIndex(m)
	case OpFlip:
		return int64(m.I - b.At)
	}
	return int64(m.I-b.At)*(b.Values-1) + int64(uint32(m.J)) - 1
}

// Draw makes a move of three random words. The member must have moves.
func (b *Member) Draw(u, v, w uint32) Move {
	switch b.Op {
	case OpSwap, OpTwoOpt, OpFlip2, OpJointSwap:
		return b.drawPair(v, w)
	case OpFlip3:
		return b.drawTriple(u, v, w)
	case OpInsert:
		return b.drawInsert(v, w)
	case OpOrOpt:
		return b.drawOrOpt(u, v, w)
	case OpFlip:
		return b.flipOf(below(v, b.N))
	}
	return b.changeOf(below(v, b.N), uint32(uint64(w)*uint64(b.Values-1)>>32))
}

// Do makes a move on x.
func (b *Member) Do(x []int32, m Move) {
	switch b.Op {
	case OpSwap:
		x[m.I], x[m.J] = x[m.J], x[m.I]
	case OpInsert:
		insert(x, m.I, m.J)
	case OpTwoOpt:
		reverse(x, m.I, m.J)
	case OpOrOpt:
		orOpt(x, m)
	case OpFlip:
		x[m.I] = 1 - x[m.I]
	case OpFlip2:
		x[m.I], x[m.J] = 1-x[m.I], 1-x[m.J]
	case OpFlip3:
		x[m.I], x[m.J], x[m.K] = 1-x[m.I], 1-x[m.J], 1-x[m.K]
	case OpJointSwap:
		for at := int32(0); at < int32(len(x)); at += m.K {
			x[at+m.I], x[at+m.J] = x[at+m.J], x[at+m.I]
		}
	case OpChange:
		x[m.I] = b.To(x[m.I], int64(uint32(m.J)))
	}
}

// Undo takes back a move that was just made.
func (b *Member) Undo(x []int32, m Move) { b.Do(x, b.inverse(m)) }

// inverse is the move that takes back m when Do makes it. Swaps, reversals and flips are their own inverses.
func (b *Member) inverse(m Move) Move {
	switch m.Op {
	case OpInsert:
		m.I, m.J = m.J, m.I
	case OpOrOpt:
		return inverseOrOpt(m)
	case OpChange:
		m.J = int32(uint32(b.Values) - uint32(m.J))
	}
	return m
}

// DoAndUndo makes a move, has the solution evaluated, and takes the move back.
func (b *Member) DoAndUndo(x []int32, m Move, cost func(x []int32) int64) (c int64) {
	for k := range 2 {
		b.Do(x, m)
		if k == 0 {
			c, m = cost(x), b.inverse(m)
		}
	}
	return c
}

// below scales a random word to 0 .. n-1.
func below(u uint32, n int32) int32 { return int32(uint64(u) * uint64(n) >> 32) }
