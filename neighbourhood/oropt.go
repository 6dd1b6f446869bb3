package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// maxSegment is the longest segment that or-opt moves (Or, "Traveling salesman-type combinatorial problems", 1976).
const maxSegment = 3

// orSegment moves a segment of 1 to 3 elements of a tour to between two others, in either direction.
//
// The moves come in up to five variants, by length and direction (one element has no direction). A variant with
// segments of length l has n-l+1 segments, each with n-l-1 places to go: after any element outside the segment but its
// cyclic predecessor. Segments do not run past the end of x, so the one or two that the tour's start cuts through are
// not moved; the moves of their neighbours make up for most of that.
type orSegment struct {
	*pricer
	part
	variants int
	eval     multiwalk.OrOptEvaluator // nil: full evaluation
}

// variant is a length and a direction; the table is in the order of the flat index.
var variants = [...]struct {
	length   int32
	reversed bool
}{{1, false}, {2, false}, {2, true}, {3, false}, {3, true}}

func newOrOpt(e *pricer, at part, edges *edgeDeltas) *orSegment {
	s := &orSegment{pricer: e, part: at}
	if v, ok := e.p.(multiwalk.OrOptEvaluator); ok {
		s.eval = v
	} else if edges != nil {
		s.eval = edges
	}
	for s.variants < len(variants) && at.n-variants[s.variants].length-1 > 0 {
		s.variants++
	}
	return s
}

func (s *orSegment) Name() string      { return "oropt" }
func (s *orSegment) Incremental() bool { return s.eval != nil }
func (s *orSegment) owns(m Move) bool  { return m.Op == OpOrOpt && s.holds(m.I) }

// count returns the moves of a variant.
func (s *orSegment) count(v int) int64 {
	l := variants[v].length
	return int64(s.n-l+1) * int64(s.n-l-1)
}

func (s *orSegment) Size() int64 {
	var sum int64
	for v := range s.variants {
		sum += s.count(v)
	}
	return sum
}

func (s *orSegment) Move(k int64) Move {
	for v := 0; ; v++ {
		c := s.count(v)
		if k < c {
			places := int64(s.n - variants[v].length - 1)
			return s.at0(v, int32(k/places), int32(k%places))
		}
		k -= c
	}
}

// at0 returns the move of a variant's segment that starts at i of the part to its place number r, counting the elements
// from the segment's end on, cyclically: after the segment's own successor, the one after that, and so on.
func (s *orSegment) at0(v int, i, r int32) Move {
	l := variants[v].length
	k := i + l + r
	if k >= s.n {
		k -= s.n
	}
	return Move{Op: OpOrOpt, I: s.at + i, J: s.at + i + l - 1, K: s.at + k, Reversed: variants[v].reversed}
}

func (s *orSegment) Index(m Move) int64 {
	i, l, k := m.I-s.at, m.J-m.I+1, m.K-s.at
	r := k - i - l
	if r < 0 {
		r += s.n
	}
	var base int64
	for v, shape := range variants {
		if shape.length == l && shape.reversed == m.Reversed {
			return base + int64(i)*int64(s.n-l-1) + int64(r)
		}
		base += s.count(v)
	}
	return -1
}

// Random takes each variant equally often, then each of its moves: uniform but for a factor of 1 + O(1/n).
func (s *orSegment) Random(r *multiwalk.Rand) Move {
	v := int(r.Uint32N(uint32(s.variants)))
	l := variants[v].length
	i := int32(r.Uint32N(uint32(s.n - l + 1)))
	return s.at0(v, i, int32(r.Uint32N(uint32(s.n-l-1))))
}

func (s *orSegment) Apply(x []int32, m Move) {
	if s.eval == nil {
		s.follow(s, x, m)
	}
	orOpt(x, m)
}

func (s *orSegment) Undo(x []int32, m Move) { undoOrOpt(x, m) }

func (s *orSegment) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(s, x, m)
	}
	s.delta++
	return s.eval.OrOptDelta(x, m.I, m.J, m.K, m.Reversed)
}

// orOpt makes the move in O(distance).
func orOpt(x []int32, m Move) {
	to := moveBlock(x, m.I, m.J-m.I+1, m.K)
	if m.Reversed {
		slices.Reverse(x[to : to+m.J-m.I+1])
	}
}

// undoOrOpt brings the segment back to x[I..J].
func undoOrOpt(x []int32, m Move) {
	l := m.J - m.I + 1
	at := m.K + 1 // where the segment went
	if m.K > m.J {
		at = m.K - l + 1
	}
	if m.Reversed {
		slices.Reverse(x[at : at+l])
	}
	if at > m.I {
		moveBlock(x, at, l, m.I-1)
	} else {
		moveBlock(x, at, l, m.J)
	}
}

// moveBlock moves x[i..i+l-1], l <= 3, to after x[k], and returns where it then starts. k may be -1: to the front.
func moveBlock(x []int32, i, l, k int32) int32 {
	var block [maxSegment]int32
	copy(block[:l], x[i:i+l])
	to := k + 1
	if k > i {
		to = k - l + 1
		copy(x[i:to], x[i+l:k+1])
	} else {
		copy(x[to+l:i+l], x[to:i])
	}
	copy(x[to:to+l], block[:l])
	return to
}
