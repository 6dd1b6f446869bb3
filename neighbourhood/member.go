package neighbourhood

import "slices"

// Member is one kind of move on one part of a solution, as plain data: the arithmetic of its moves, for cores and for
// kernels. A neighbourhood is a list of members. Weight and End are running sums over the list.
type Member struct {
	Op       Op
	At, N    int32   // the part: N elements from position At on
	Skip     int32   // 2-opt: elements at the part's start that no stretch holds
	Variants int32   // or-opt, block swap, 3-opt: how many of its variants have moves
	Lo       int32   // change: the least value
	Length   int32   // joint swap: of each part; pair of moves: its number among the pairs of parts
	Values   int64   // change: how many values an element may have
	Weight   uint32  // the chances that Draw gives to this member and to those before it
	Free     int32   // Table: 1 + the place in Table.Free where its positions begin; moves then have places in that list. 0: moves have positions
	End      int64   // the first index after this member's moves
	Pair     [2]Half // pair of moves: what it is made of
	Near     int32   // 3-opt: how many near cities each city has, see Table.List; 0: it has no lists
	Lists    int32   // 3-opt: 1 + the place in Table.Free where the lists begin
}

// Members returns the list that a neighbourhood of this package is made of, or nil if a problem's own moves, pairs of moves or
// moves of groups are part of it, or fixed elements leave some moves out.
func Members(n Neighbourhood) []Member {
	ops, _, _ := composed(n)
	if slices.ContainsFunc(ops, func(o operator) bool {
		_, fixed := o.(*kept)
		return fixed || o.member().Op == OpPair
	}) {
		return nil
	}
	return Kinds(n)
}

// Kinds returns the kinds of move that a neighbourhood is made of, each on its whole part, or nil if a problem's own moves or
// moves of groups are one. Where elements are fixed a kind has fewer moves than its Size says: End counts those that are left.
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
// problem's own moves or moves of groups are one.
func composed(n Neighbourhood) (ops []operator, weights []uint32, ends []int64) {
	switch n := n.(type) {
	case *Weighed:
		return composed(n.Neighbourhood)
	case *union:
		if n.joins != nil {
			return nil, nil, nil
		}
		ops, weights, ends = n.members, n.weights, n.ends
	case operator:
		ops, weights, ends = []operator{n}, []uint32{1}, []int64{n.Size()}
	}
	if slices.ContainsFunc(ops, func(o operator) bool { return !o.member().plain() }) {
		return nil, nil, nil
	}
	return ops, weights, ends
}

// Draw makes a move of a lane of a warp, by the lane's random words u, v and w, and by lead, which is u and v of the first lane. lead takes
// the member, so the lanes price moves of one kind, and where apart says so how far apart their positions lie: see DrawApart. Draw draws a
// member in proportion to its weight, and all moves of that member with equal probability, but for the rounding of 32 bits. At least one
// member must have moves.
func Draw(members []Member, apart bool, lead [2]uint32, u, v, w uint32) (which int32, m Move) {
	which, u = DrawMember(members, lead[0]), Rest(members, u)
	if apart {
		lead[0] = Rest(members, lead[0])
		return which, members[which].DrawApart(lead, u, v, w)
	}
	return which, members[which].Draw(u, v, w)
}

// DrawMember is the first part of Draw: it draws the member.
func DrawMember(members []Member, lead uint32) (which int32) {
	weights := uint64(members[len(members)-1].Weight)
	for which = 0; uint32(uint64(lead)*weights>>32) >= members[which].Weight; which++ {
	}
	return which
}

// Rest is what the first word of a lane is for the member: u of the first lane is lead, and the lower word of the product is as good as a
// fresh draw for what is left to choose.
func Rest(members []Member, u uint32) uint32 { return u * members[len(members)-1].Weight }

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
		case OpPair:
			m.I, m.J = pairedAfter(int32(b.Pair[1].Size()), m.I, m.J, steps)
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
	if ofGroups(m.Op) {
		return m.Op == b.Op && m.K == b.At
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
	case OpBlockSwap:
		return b.blockSwaps(b.Variants)
	case OpThreeOpt:
		return (threeOpts-1)*tripleCount(b.N) + tripleCount(b.N-1)
	case OpFlip:
		return int64(b.N)
	case OpPair:
		return b.Pair[0].Size() * b.Pair[1].Size()
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
	case OpBlockSwap:
		return b.blocksAt(k)
	case OpThreeOpt:
		return b.threeOptAt(k)
	case OpFlip:
		return b.flipOf(int32(k))
	case OpPair:
		return b.pairedAt(k)
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
	case OpBlockSwap:
		return b.blocksIndex(m)
	case OpThreeOpt:
		return b.threeOptIndex(m)
	case OpFlip:
		return int64(m.I - b.At)
	case OpPair:
		return int64(m.I)*b.Pair[1].Size() + int64(m.J)
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
	case OpBlockSwap:
		return b.drawBlocks(u, v, w)
	case OpThreeOpt:
		return b.drawThreeOpt(u, v, w)
	case OpFlip:
		return b.flipOf(below(v, b.N))
	case OpPair:
		return b.drawPaired(v, w)
	}
	return b.changeOf(below(v, b.N), uint32(uint64(w)*uint64(b.Values-1)>>32))
}

// DrawApart is Draw with positions as far apart in all lanes of a warp, whose first lane has the words lead. What a swap, an insertion or a
// reversal changes often takes a loop from one position to the other, and a warp takes as long as the longest one of its lanes. Other
// kinds of move are drawn as Draw does. All moves are as probable as there, in each lane.
func (b *Member) DrawApart(lead [2]uint32, u, v, w uint32) Move {
	switch b.Op {
	case OpSwap, OpTwoOpt:
		first := b.drawPair(lead[0], lead[1])
		distance := first.J - first.I
		i := below(w, b.N-b.Skip-distance)
		return b.pairOf(i, i+distance)
	case OpInsert:
		first := b.drawInsert(lead[0], lead[1])
		distance := max(first.I-first.J, first.J-first.I)
		i := b.At + below(w, b.N-distance)
		if distance > 1 && v&1 != 0 {
			return Move{Op: OpInsert, I: i + distance, J: i}
		}
		return Move{Op: OpInsert, I: i, J: i + distance}
	}
	return b.Draw(u, v, w)
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
	case OpBlockSwap:
		swapBlocks(x, m)
	case OpThreeOpt:
		b.threeOpt(x, m)
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
	case OpPair:
		for which := range int32(2) {
			b.Pair[which].Do(x, b.Of(m, which))
		}
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
	case OpThreeOpt:
		return b.inverseThreeOpt(m)
	case OpChange:
		m.J = int32(uint32(b.Values) - uint32(m.J))
	case OpPair:
		m.I, m.J = b.Pair[0].inverse(m.I), b.Pair[1].inverse(m.J)
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
