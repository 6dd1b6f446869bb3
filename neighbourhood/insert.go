package neighbourhood

import "github.com/multiwalk/multiwalk"

// insertion takes one element out and puts it back elsewhere: (n-1)^2 moves. Moving x[i] down by one place is moving
// x[i-1] up by one; only the latter is a move here, so that no two moves are the same. Row 0 holds the n-1 moves of
// x[0], every further row i the n-2 moves of x[i] to j = 0 .. i-2, i+1 .. n-1.
type insertion struct {
	*pricer
	part
	eval multiwalk.InsertEvaluator // nil: full evaluation
}

func newInsert(e *pricer, at part, edges *edgeDeltas) *insertion {
	s := &insertion{pricer: e, part: at}
	if v, ok := e.p.(multiwalk.InsertEvaluator); ok {
		s.eval = v
	} else if edges != nil {
		s.eval = edges
	}
	return s
}

func (s *insertion) Name() string      { return "insert" }
func (s *insertion) Size() int64       { return int64(s.n-1) * int64(s.n-1) }
func (s *insertion) Incremental() bool { return s.eval != nil }
func (s *insertion) owns(m Move) bool  { return m.Op == OpInsert && s.holds(m.I) }

func (s *insertion) Move(k int64) Move {
	n := int64(s.n)
	if k < n-1 {
		return Move{Op: OpInsert, I: s.at, J: s.at + int32(k) + 1}
	}
	k -= n - 1
	i, j := int32(1+k/(n-2)), int32(k%(n-2))
	if j >= i-1 {
		j += 2
	}
	return Move{Op: OpInsert, I: s.at + i, J: s.at + j}
}

func (s *insertion) Index(m Move) int64 {
	n, i, j := int64(s.n), int64(m.I-s.at), int64(m.J-s.at)
	if i == 0 {
		return j - 1
	}
	if j > i {
		j -= 2
	}
	return n - 1 + (i-1)*(n-2) + j
}

func (s *insertion) Random(r *multiwalk.Rand) Move {
	for {
		i, j := int32(r.Uint32N(uint32(s.n))), int32(r.Uint32N(uint32(s.n)))
		if i != j && j != i-1 {
			return Move{Op: OpInsert, I: s.at + i, J: s.at + j}
		}
	}
}

func (s *insertion) Apply(x []int32, m Move) {
	if s.eval == nil {
		s.follow(s, x, m)
	}
	insert(x, m.I, m.J)
}

func (s *insertion) Undo(x []int32, m Move) { insert(x, m.J, m.I) }

func (s *insertion) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(s, x, m)
	}
	s.delta++
	return s.eval.InsertDelta(x, m.I, m.J)
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
