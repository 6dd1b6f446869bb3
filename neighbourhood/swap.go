package neighbourhood

import "github.com/multiwalk/multiwalk"

// swap exchanges two positions: n(n-1)/2 moves, in the order of PairIndex. In a permutation or a tour each leads
// elsewhere. Of bits and integers it exchanges two values; where these are equal nothing changes, and Random avoids it.
type swap struct {
	operation
	eval   multiwalk.SwapEvaluator           // nil: there is none
	values func(x []int32, i, v int32) int64 // see pairwise
}

func newSwap(e *pricer, at Member, edges *edgeDeltas) *swap {
	s := &swap{operation: operation{e, at}, eval: evaluatorOf[multiwalk.SwapEvaluator](e, edges)}
	if at.Values > 0 {
		e.state.keeps, s.values = true, valuesOf(e.by, at.binary())
	}
	return s
}

// direct tells whether a SwapDelta prices the moves.
func (s *swap) direct() bool { return s.eval != nil || s.followed() }

func (s *swap) Incremental() bool { return s.direct() || s.pairwise() }

// Random draws again where the two values are equal, up to 16 times.
func (s *swap) Random(r *multiwalk.Rand) Move {
	m := s.pairOf(randomPair(r, s.N))
	if x := s.state.x; s.Values > 0 && x != nil {
		for tries := 1; x[m.I] == x[m.J] && tries < 16; tries++ {
			m = s.pairOf(randomPair(r, s.N))
		}
	}
	return m
}

func (s *swap) Delta(x []int32, m Move) int64 {
	s.state.check(x)
	switch {
	case s.Values > 0 && x[m.I] == x[m.J]:
		return s.nothing()
	case s.state.swaps != nil:
		s.delta++
		return s.state.swaps.SwapDelta(m.I, m.J)
	case s.eval != nil:
		s.delta++
		return s.eval.SwapDelta(x, m.I, m.J)
	case s.pairwise():
		return s.changeTwice(x, m)
	}
	return s.fullDelta(&s.Member, x, m)
}

// nothing counts the price of a move that changes nothing, as a device does.
func (s *swap) nothing() int64 {
	if s.Incremental() {
		s.delta++
	} else {
		s.full++
	}
	return 0
}

// pairOf is the move of the pair i < j of the part: a swap, a reversal, two flips.
func (b *Member) pairOf(i, j int32) Move {
	return Move{Op: b.Op, I: b.At + b.Skip + i, J: b.At + b.Skip + j, K: b.Length}
}

func (b *Member) pairAt(k int64) Move { return b.pairOf(PairAt(b.N-b.Skip, k)) }

func (b *Member) drawPair(u, v uint32) Move {
	i, j := below(u, b.N-b.Skip), below(v, b.N-b.Skip-1)
	if j >= i {
		return b.pairOf(i, j+1)
	}
	return b.pairOf(j, i)
}

// randomPair draws i < j below n, every pair with the same probability. It takes two draws, where the flat index would need a
// square root.
func randomPair(r *multiwalk.Rand, n int32) (i, j int32) {
	a, b := int32(r.Uint32N(uint32(n))), int32(r.Uint32N(uint32(n-1)))
	if b >= a {
		return a, b + 1
	}
	return b, a
}
