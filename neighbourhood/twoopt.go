package neighbourhood

import "github.com/multiwalk/multiwalk"

// twoOpt reverses a stretch: n(n-1)/2 moves, in the order of PairIndex. On a symmetric tour reversing a stretch gives
// the same cycle as reversing the rest, so there the stretch never holds the first element: (n-1)(n-2)/2 moves.
type twoOpt struct {
	operation
	eval multiwalk.TwoOptEvaluator // nil: full evaluation
}

func newTwoOpt(e *pricer, at Member, edges *edgeDeltas) *twoOpt {
	s := &twoOpt{operation: operation{e, at}, eval: evaluatorOf[multiwalk.TwoOptEvaluator](e, edges)}
	if edges != nil && edges.Of.Symmetric() {
		s.Skip = 1
	}
	return s
}

func (s *twoOpt) Incremental() bool { return s.eval != nil }

func (s *twoOpt) Random(r *multiwalk.Rand) Move { return s.pairOf(randomPair(r, s.N-s.Skip)) }

func (s *twoOpt) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(&s.Member, x, m)
	}
	s.delta++
	return s.eval.TwoOptDelta(x, m.I, m.J)
}

// reverse turns x[i..j] round.
func reverse(x []int32, i, j int32) {
	for ; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
}
