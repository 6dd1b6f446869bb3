package neighbourhood

import "github.com/multiwalk/multiwalk"

// threeOpt exchanges three edges of a tour for three others that make a tour again. The edges behind positions i < j < k leave three
// segments, B from i+1 to j, C from j+1 to k, and A, the rest. With A as it is they go together again as
//
//	0: A C B    1: A C B'    2: A C' B    3: A B' C'
//
// where ' is back to front. Each of them moves a segment elsewhere, as or-opt does: 0 and 1 move B, 2 moves C, and 3 is, where edges cost
// the same back and forth, A back to front between B and C. So a move is written as or-opt writes it, with a segment of any length that
// may run over the end. Where B or C is one element long, a variant puts an edge back: moves of 2-opt and or-opt are among them.
//
// Of variant 3 B has two elements or more: else it reverses C alone, as other moves do, or nothing.
type threeOpt struct {
	operation
	edges *edgeDeltas // nil: full evaluation
}

// threeOpts is how many variants there are.
const threeOpts = 4

func newThreeOpt(e *pricer, at Member, edges *edgeDeltas) *threeOpt {
	s := &threeOpt{operation: operation{e, at}, edges: edges}
	s.Variants = max(0, min(threeOpts, at.N))
	return s
}

func (s *threeOpt) Incremental() bool { return s.edges != nil }

// Random takes each variant equally often, then each of its moves.
func (s *threeOpt) Random(r *multiwalk.Rand) Move {
	v := int32(r.Uint32N(uint32(s.Variants)))
	n := s.cutsOf(v)
	return s.threeOptOf(v, s.tripleFrom(int32(r.Uint32N(uint32(n))), int32(r.Uint32N(uint32(n-1))), int32(r.Uint32N(uint32(n-2)))))
}

func (s *threeOpt) Delta(x []int32, m Move) int64 {
	if s.edges == nil {
		return s.fullDelta(&s.Member, x, m)
	}
	s.delta++
	return s.edges.ThreeOptDelta(x, m.I, m.J, m.K, m.Reversed)
}

// cutsOf is from how many places the edges of a variant are taken: of the last one j lies a place further on than its number.
func (b *Member) cutsOf(v int32) int32 {
	if v == threeOpts-1 {
		return b.N - 1
	}
	return b.N
}

// threeOptOf is the move of a variant, with the edges behind three places from cutsOf.
func (b *Member) threeOptOf(v int32, at Move) Move {
	if v == threeOpts-1 {
		at.J, at.K = at.J+1, at.K+1
	}
	m, _ := b.ThreeOpt(v, at.I, at.J, at.K)
	return m
}

// ThreeOpt is the move of a variant that takes out the edges behind positions i < j < k. It returns false if the member has none.
func (b *Member) ThreeOpt(v, i, j, k int32) (m Move, ok bool) {
	ok = v < threeOpts-1 || j > i+1
	switch v {
	case 2:
		i, j, k = j, k, i
	case 3:
		i, j, k = k, i, j
	}
	return Move{Op: OpThreeOpt, I: b.round(i + 1), J: j, K: k, Reversed: v > 0}, ok
}

// cuts returns the edges that a move takes out, each by the position before it, in order, and the variant.
func (b *Member) cuts(m Move) (i, j, k, v int32) {
	c := b.round(m.I - 1)
	switch {
	case !m.Reversed:
	case c < m.J && c < m.K:
		v = 1
	case c > m.J && c > m.K:
		v = 3
	default:
		v = 2
	}
	i, k = min(c, m.J, m.K), max(c, m.J, m.K)
	return i, c + m.J + m.K - i - k, k, v
}

func (b *Member) threeOptAt(t int64) Move {
	if first := (threeOpts - 1) * tripleCount(b.N); t >= first {
		i, j, k := tripleOf(b.N-1, t-first)
		return b.threeOptOf(threeOpts-1, Move{I: b.At + i, J: b.At + j, K: b.At + k})
	}
	i, j, k := tripleOf(b.N, t/(threeOpts-1))
	return b.threeOptOf(int32(t%(threeOpts-1)), Move{I: b.At + i, J: b.At + j, K: b.At + k})
}

func (b *Member) threeOptIndex(m Move) int64 {
	i, j, k, v := b.cuts(m)
	i, j, k = i-b.At, j-b.At, k-b.At
	if v == threeOpts-1 {
		return (threeOpts-1)*tripleCount(b.N) + tripleIndex(b.N-1, i, j-1, k-1)
	}
	return (threeOpts-1)*tripleIndex(b.N, i, j, k) + int64(v)
}

// drawThreeOpt takes each variant equally often, then each of its moves, or, where Near is not 0, one of those whose edges lie close
// together along the tour.
func (b *Member) drawThreeOpt(u, v, w uint32) Move {
	kind := int32(w & 0xffff * uint32(b.Variants) >> 16)
	n := b.cutsOf(kind)
	if b.Near == 0 {
		return b.threeOptOf(kind, b.tripleFrom(below(u, n), below(v, n-1), below(w, n-2)))
	}
	reach := min(farthest, (b.N+7)/8)
	i := b.At + below(u, n-2*reach)
	j := i + 1 + below(v, reach)
	return b.threeOptOf(kind, Move{I: i, J: j, K: j + 1 + below(w, reach)})
}

// farthest is the longest segment that a move is drawn with where searches look at near cities.
const farthest = 50

// Turned says how a 3-opt is made: x[I..K] is turned round if Whole, then x[I..Middle-1] if First, and x[Middle..K] if Second.
type Turned struct {
	I, Middle, K         int32
	Whole, First, Second bool
}

// Turned returns how a 3-opt is made.
func (b *Member) Turned(m Move) Turned {
	i, j, k, v := b.cuts(m)
	t := Turned{I: i + 1, Middle: i + 1 + k - j, K: k, Whole: v != 3, First: v != 2, Second: v != 1}
	if v == 3 {
		t.Middle = j + 1
	}
	return t
}

// threeOpt makes the move in O(k-i).
func (b *Member) threeOpt(x []int32, m Move) {
	t := b.Turned(m)
	if t.Whole {
		reverse(x, t.I, t.K)
	}
	if t.First {
		reverse(x, t.I, t.Middle-1)
	}
	if t.Second {
		reverse(x, t.Middle, t.K)
	}
}

// inverseThreeOpt brings the segments back.
func (b *Member) inverseThreeOpt(m Move) Move {
	i, j, k, v := b.cuts(m)
	if v < 3 {
		m, _ = b.ThreeOpt((3-v)%3, i, i+k-j, k)
	}
	return m
}
