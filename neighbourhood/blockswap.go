package neighbourhood

import "github.com/multiwalk/multiwalk"

// blockSwap exchanges two blocks of the same length, 2 to 4. They do not overlap, keep their directions, and do not run past the end of x.
// Each length l is a variant with (n-2l+1)(n-2l+2)/2 moves: the second block begins l places or more behind the first. They come in the
// order of PairIndex. On a tour a move changes three edges if the blocks are next to each other, else four.
type blockSwap struct {
	operation
	edges *edgeDeltas
	swaps multiwalk.SwapEvaluator // prices the swaps of a move one after the other, on a copy
	copy  []int32
}

// mostBlocks is how many lengths of block there are, and leastBlock the least.
const mostBlocks, leastBlock = 3, 2

func newBlockSwap(e *pricer, at Member, edges *edgeDeltas) *blockSwap {
	s := &blockSwap{operation: operation{e, at}, edges: edges}
	s.swaps, _ = e.by.(multiwalk.SwapEvaluator)
	for s.Variants < mostBlocks && at.places(s.Variants) > 1 {
		s.Variants++
	}
	return s
}

func (s *blockSwap) Incremental() bool { return s.edges != nil || s.swaps != nil }

// Random takes each length equally often, then each of its moves.
func (s *blockSwap) Random(r *multiwalk.Rand) Move {
	v := int32(r.Uint32N(uint32(s.Variants)))
	i, j := randomPair(r, s.places(v))
	return s.blocksOf(v, i, j)
}

func (s *blockSwap) Delta(x []int32, m Move) int64 {
	switch {
	case s.edges != nil:
		s.delta++
		return s.edges.BlockSwapDelta(x, m.I, m.J, m.K)
	case s.swaps != nil:
		s.delta++
		return s.bySwaps(x, m)
	}
	return s.fullDelta(&s.Member, x, m)
}

// bySwaps prices a move as swaps, each where those before it lead.
func (s *blockSwap) bySwaps(x []int32, m Move) (sum int64) {
	s.copy = append(s.copy[:0], x...)
	for k := range m.K {
		sum += s.swaps.SwapDelta(s.copy, m.I+k, m.J+k)
		s.copy[m.I+k], s.copy[m.J+k] = s.copy[m.J+k], s.copy[m.I+k]
	}
	return sum
}

// places is how many numbers a pair of blocks of a variant is drawn from.
func (b *Member) places(v int32) int32 { return b.N - 2*(leastBlock+v) + 2 }

// blocksOf is the move of the places i < j of a variant.
func (b *Member) blocksOf(v, i, j int32) Move {
	return Move{Op: OpBlockSwap, I: b.At + i, J: b.At + j + leastBlock + v - 1, K: leastBlock + v}
}

// blockSwaps is how many moves the first variants have.
func (b *Member) blockSwaps(variants int32) (sum int64) {
	for v := range variants {
		sum += PairCount(max(0, b.places(v)))
	}
	return sum
}

func (b *Member) blocksAt(k int64) Move {
	v := int32(0)
	for ; k >= PairCount(max(0, b.places(v))); v++ {
		k -= PairCount(max(0, b.places(v)))
	}
	i, j := PairAt(b.places(v), k)
	return b.blocksOf(v, i, j)
}

func (b *Member) blocksIndex(m Move) int64 {
	v := m.K - leastBlock
	return b.blockSwaps(v) + PairIndex(b.places(v), m.I-b.At, m.J-b.At-m.K+1)
}

// drawBlocks takes each length equally often, then each of its moves.
func (b *Member) drawBlocks(u, v, w uint32) Move {
	kind := below(u, b.Variants)
	i, j := below(v, b.places(kind)), below(w, b.places(kind)-1)
	if j >= i {
		return b.blocksOf(kind, i, j+1)
	}
	return b.blocksOf(kind, j, i)
}

// swapBlocks makes the move, which is its own inverse.
func swapBlocks(x []int32, m Move) {
	for k := range m.K {
		x[m.I+k], x[m.J+k] = x[m.J+k], x[m.I+k]
	}
}
