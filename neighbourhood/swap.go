package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/invariants"
)

// swap exchanges two positions: n(n-1)/2 moves, in the order of PairIndex. Where swaps of a permutation are all the moves
// there are, and the problem has conflict states, a state follows the solution and prices them, in O(1) for N-Queens.
type swap struct {
	*pricer
	Member
	eval   multiwalk.SwapEvaluator  // nil: full evaluation
	stater multiwalk.ConflictStater // nil: none, or other moves change the solution as well
	state  multiwalk.ConflictState  // nil before Reset
}

func newSwap(e *pricer, at Member, edges *edgeDeltas) *swap {
	s := &swap{pricer: e, Member: at}
	if v, ok := e.p.(multiwalk.SwapEvaluator); ok {
		s.eval = v
	} else if edges != nil {
		s.eval = edges
	}
	return s
}

func (s *swap) Incremental() bool { return s.eval != nil || s.stater != nil }

func (s *swap) Random(r *multiwalk.Rand) Move { return s.pairOf(randomPair(r, s.N)) }

// byState makes the operator price by the problem's conflict states, if it has any.
func (s *swap) byState() { s.stater, _ = s.p.(multiwalk.ConflictStater) }

func (s *swap) Reset(x []int32) {
	switch {
	case s.stater == nil:
	case s.state == nil:
		s.state = s.stater.NewConflictState(x)
	default:
		s.state.Reset(x)
	}
}

func (s *swap) Apply(x []int32, m Move) {
	if s.state != nil {
		s.state.Swap(m.I, m.J)
	} else if s.eval == nil {
		s.follow(s, x, m)
	}
	x[m.I], x[m.J] = x[m.J], x[m.I]
}

func (s *swap) Undo(x []int32, m Move) {
	if s.state != nil {
		s.state.Swap(m.I, m.J)
	}
	x[m.I], x[m.J] = x[m.J], x[m.I]
}

func (s *swap) Delta(x []int32, m Move) int64 {
	if s.state == nil && s.eval == nil {
		return s.fullDelta(s, x, m)
	}
	s.delta++
	if s.state == nil {
		return s.eval.SwapDelta(x, m.I, m.J)
	}
	if invariants.Enabled && !slices.Equal(s.state.Solution(), x) {
		panic("neighbourhood: the solution was changed, and Reset was not told")
	}
	return s.state.SwapDelta(m.I, m.J)
}

// pairOf is the swap or the reversal of the pair i < j of the part.
func (b *Member) pairOf(i, j int32) Move {
	return Move{Op: b.Op, I: b.At + b.Skip + i, J: b.At + b.Skip + j}
}

func (b *Member) pairAt(k int64) Move { return b.pairOf(PairAt(b.N-b.Skip, k)) }

func (b *Member) drawPair(u, v uint32) Move {
	i, j := below(u, b.N-b.Skip), below(v, b.N-b.Skip-1)
	if j >= i {
		return b.pairOf(i, j+1)
	}
	return b.pairOf(j, i)
}

// randomPair draws i < j below n, every pair as likely: two draws, where the flat index would need a square root.
func randomPair(r *multiwalk.Rand, n int32) (i, j int32) {
	a, b := int32(r.Uint32N(uint32(n))), int32(r.Uint32N(uint32(n-1)))
	if b >= a {
		return a, b + 1
	}
	return b, a
}
