package neighbourhood

import "github.com/multiwalk/multiwalk"

// orSegment moves a segment of 1 to 3 elements of a tour to between two others, in either direction (Or, "Traveling
// salesman-type combinatorial problems", 1976).
//
// The moves come in up to five variants, by length and direction (one element has no direction). A variant with
// segments of length l has n-l+1 segments, each with n-l-1 places to go: after any element outside the segment but its
// cyclic predecessor. Segments do not run past the end of x, so the one or two that the tour's start cuts through are
// not moved; the moves of their neighbours make up for most of that.
type orSegment struct {
	operation
	eval multiwalk.OrOptEvaluator // nil: full evaluation
}

// variant returns the length and the direction of a variant's segments. The order is that of the flat index.
func variant(v int32) (length int32, reversed bool) { return (v+1)/2 + 1, v == 2 || v == 4 }

const mostVariants = 5

func newOrOpt(e *pricer, at Member, edges *edgeDeltas) *orSegment {
	s := &orSegment{operation: operation{e, at}, eval: evaluatorOf[multiwalk.OrOptEvaluator](e, edges)}
	for ; s.Variants < mostVariants; s.Variants++ {
		if l, _ := variant(s.Variants); at.N-l-1 <= 0 {
			break
		}
	}
	return s
}

func (s *orSegment) Incremental() bool { return s.eval != nil }

// Random takes each variant equally often, then each of its moves: uniform but for a factor of 1 + O(1/n).
func (s *orSegment) Random(r *multiwalk.Rand) Move {
	v := int32(r.Uint32N(uint32(s.Variants)))
	l, _ := variant(v)
	i := int32(r.Uint32N(uint32(s.N - l + 1)))
	return s.orOptOf(v, i, int32(r.Uint32N(uint32(s.N-l-1))))
}

func (s *orSegment) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(&s.Member, x, m)
	}
	s.delta++
	return s.eval.OrOptDelta(x, m.I, m.J, m.K, m.Reversed)
}

// orOpts is how many moves the first variants have.
func (b *Member) orOpts(variants int32) (sum int64) {
	for v := range variants {
		l, _ := variant(v)
		sum += int64(b.N-l+1) * int64(b.N-l-1)
	}
	return sum
}

func (b *Member) orOptAt(k int64) Move {
	for v := int32(0); ; v++ {
		l, _ := variant(v)
		places := int64(b.N - l - 1)
		if c := int64(b.N-l+1) * places; k >= c {
			k -= c
			continue
		}
		return b.orOptOf(v, int32(k/places), int32(k%places))
	}
}

// orOptOf returns the move of a variant's segment that starts at i of the part to its place number r, counting the elements
// from the segment's end on, cyclically: after the segment's own successor, the one after that, and so on.
func (b *Member) orOptOf(v, i, r int32) Move {
	l, reversed := variant(v)
	k := i + l + r
	if k >= b.N {
		k -= b.N
	}
	return Move{Op: OpOrOpt, I: b.At + i, J: b.At + i + l - 1, K: b.At + k, Reversed: reversed}
}

func (b *Member) orOptIndex(m Move) int64 {
	i, l, k := m.I-b.At, m.J-m.I+1, m.K-b.At
	r := k - i - l
	if r < 0 {
		r += b.N
	}
	v := max(0, 2*l-3) // the first variant of that length
	if m.Reversed {
		v++
	}
	return b.orOpts(v) + int64(i)*int64(b.N-l-1) + int64(r)
}

// drawOrOpt takes each variant equally often, then each of its moves.
func (b *Member) drawOrOpt(u, v, w uint32) Move {
	kind := below(u, b.Variants)
	l, _ := variant(kind)
	return b.orOptOf(kind, below(v, b.N-l+1), below(w, b.N-l-1))
}

// orOpt makes the move in O(distance). K may be -1: to the front.
func orOpt(x []int32, m Move) {
	l := m.J - m.I + 1
	a, b, c := x[m.I], x[(m.I+m.J)/2], x[m.J]
	to := landing(m)
	if m.K > m.I {
		copy(x[m.I:to], x[m.J+1:m.K+1])
	} else {
		copy(x[to+l:m.J+1], x[to:m.I])
	}
	if m.Reversed {
		a, c = c, a
	}
	if x[to] = a; l > 1 {
		x[to+l/2] = b // of three the middle one, of two to be overwritten
		x[to+l-1] = c
	}
}

// landing is where the segment starts after the move.
func landing(m Move) int32 {
	if m.K > m.I {
		return m.K - (m.J - m.I)
	}
	return m.K + 1
}

// inverseOrOpt brings the segment back.
func inverseOrOpt(m Move) Move {
	at, back := landing(m), m.J
	if at > m.I {
		back = m.I - 1
	}
	return Move{Op: OpOrOpt, Reversed: m.Reversed, I: at, J: at + m.J - m.I, K: back}
}
