package neighbourhood

import "github.com/multiwalk/multiwalk"

// insertion takes one element out and puts it back elsewhere: (n-1)^2 moves. Moving x[i] down by one place is moving
// x[i-1] up by one; only the latter is a move here, so that no two moves are the same. Row 0 holds the n-1 moves of
// x[0], every further row i the n-2 moves of x[i] to j = 0 .. i-2, i+1 .. n-1.
type insertion struct {
	operation
	eval multiwalk.InsertEvaluator // nil: full evaluation
}

func newInsert(e *pricer, at Member, edges *edgeDeltas) *insertion {
	s := &insertion{operation: operation{e, at}, eval: evaluatorOf[multiwalk.InsertEvaluator](e, edges)}
	return s
}

func (s *insertion) Incremental() bool { return s.eval != nil || s.followed() }

func (s *insertion) Random(r *multiwalk.Rand) Move {
	for {
		i, j := int32(r.Uint32N(uint32(s.N))), int32(r.Uint32N(uint32(s.N)))
		if i != j && j != i-1 {
			return Move{Op: OpInsert, I: s.At + i, J: s.At + j}
		}
	}
}

func (s *insertion) Delta(x []int32, m Move) int64 {
	if s.state.inserts != nil {
		s.state.check(x)
		s.delta++
		return s.state.inserts.InsertDelta(m.I, m.J)
	}
	if s.eval == nil {
		return s.fullDelta(&s.Member, x, m)
	}
	s.delta++
	return s.eval.InsertDelta(x, m.I, m.J)
}

// insertOf returns place r of row i.
func (b *Member) insertOf(i, r int32) Move {
	if r >= i-1 {
		r++
		if i > 0 {
			r++
		}
	}
	return Move{Op: OpInsert, I: b.At + i, J: b.At + r}
}

func (b *Member) insertAt(k int64) Move {
	n := int64(b.N)
	if k < n-1 {
		return b.insertOf(0, int32(k))
	}
	k -= n - 1
	return b.insertOf(int32(1+k/(n-2)), int32(k%(n-2)))
}

func (b *Member) insertIndex(m Move) int64 {
	n, i, j := int64(b.N), int64(m.I-b.At), int64(m.J-b.At)
	if i == 0 {
		return j - 1
	}
	if j > i {
		j -= 2
	}
	return n - 1 + (i-1)*(n-2) + j
}

// drawInsert takes a cell of a square of side n-1. The last column is row 0, the others are places of rows 1 .. n-1.
func (b *Member) drawInsert(u, v uint32) Move {
	i, r := below(u, b.N-1), below(v, b.N-1)
	if r == b.N-2 {
		return b.insertOf(0, i)
	}
	return b.insertOf(i+1, r)
}

// insert takes x[i] out and puts it back at j, in O(|i-j|).
func insert(x []int32, i, j int32) {
	v := x[i]
	if i < j {
		copy(x[i:j], x[i+1:j+1])
	} else {
		copy(x[j+1:i+1], x[j:i])
	}
	x[j] = v
}
