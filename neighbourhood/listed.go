package neighbourhood

// A search that looks at all moves of 3-opt looks at some n*n*n. With lists of near cities it looks at those that join the two cities of
// an edge, or one of them, to a city near each. The edge and two entries of the lists are the number of a move, and the solution says
// which move that is: see Listed. Some numbers stand for none.

// List gives the only kind of move, if that is 3-opt on the whole solution, lists of near cities: each has as many, the nearest first. It
// returns how many numbers the moves have by these.
func (t *Table) List(near []int32, each int) int64 {
	b := &t.Members[0]
	b.Near, b.Lists = int32(each), t.list(near)
	b.End = b.ListedSize()
	return b.End
}

// Lists tells whether List makes sense: whether 3-opt on all of n cities is the only kind of move.
func (t *Table) Lists(n int) bool {
	return len(t.Members) == 1 && t.Members[0].Op == OpThreeOpt && int(t.Members[0].N) == n && n > 3
}

// listed is how many numbers an edge has: to leave with one other, by an entry of either list, or with two, by an entry of both.
func (b *Member) listed() int64 { return int64(2*b.Near + 3*b.Near*b.Near) }

// ListedSize is how many numbers Listed knows.
func (b *Member) ListedSize() int64 { return int64(b.N) * b.listed() }

// Listed returns move k, 0 <= k < ListedSize, on x, where city c stands at at[c]. A number without a move gives one that costs more than
// any: see Edges.ThreeOptDelta.
//
// The edge from t1 to t2 leaves. Ranks count from t2 on, so that t1 has the last. t2 gets a near city of rank r, t1 one of rank s. If r
// is not behind s, one exchange of three edges has both new edges, else three have.
func (b *Member) Listed(x, at, free []int32, k int64) Move {
	i, l := int32(k/b.listed()), b.Near
	e, two := int32(k%b.listed()), i+1
	if two == b.N {
		two = 0
	}
	last := b.N - 1
	switch {
	case e < l: // two edges: up to before the near city is turned
		return b.ranked(i, 1, b.rank(at, free, x[two], e, two)-1, last, true)
	case e < 2*l: // up to the near city
		return b.ranked(i, 1, b.rank(at, free, x[i], e-l, two), last, true)
	}
	e -= 2 * l
	r, s := b.rank(at, free, x[two], e/3/l, two), b.rank(at, free, x[i], e/3%l, two)
	switch e % 3 {
	case 0:
		if r <= s {
			return b.ranked(i, r, s, last, true)
		}
		return b.ranked(i, 0, s-1, r-1, true)
	case 1:
		if s < r && r < last {
			return b.ranked(i, r+1, last, s, true)
		}
	case 2:
		if s < r && r < last {
			return b.ranked(i, 0, s-1, r, false)
		}
	}
	return b.none()
}

// rank is where an entry of the list of city c stands, counted from a position on.
func (b *Member) rank(at, free []int32, c, entry, from int32) int32 {
	r := at[free[b.Lists-1+c*b.Near+entry]] - from
	if r < 0 {
		r += b.N
	}
	return r
}

// none stands for no move.
func (b *Member) none() Move { return Move{Op: OpThreeOpt, I: b.At, J: b.At, K: b.At} }

// ranked moves the segment between two ranks to behind a third. If the edges that this takes out are not three it is none.
func (b *Member) ranked(i, first, last, behind int32, reversed bool) Move {
	if last < 0 || last == first-1 || last == behind {
		return b.none()
	}
	return Move{Op: OpThreeOpt, I: b.atRank(i, first), J: b.atRank(i, last), K: b.atRank(i, behind), Reversed: reversed}
}

// atRank is the position of a rank, counted from behind position i.
func (b *Member) atRank(i, rank int32) int32 {
	if i += 1 + rank; i >= b.N {
		i -= b.N
	}
	return i
}
