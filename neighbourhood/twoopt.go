package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// twoOpt reverses a stretch: n(n-1)/2 moves, in the order of PairIndex. On a symmetric tour reversing a stretch gives
// the same cycle as reversing the rest, so there the stretch never holds the first element: (n-1)(n-2)/2 moves.
type twoOpt struct {
	*pricer
	part
	skip int32                     // elements at the start that no stretch holds
	eval multiwalk.TwoOptEvaluator // nil: full evaluation
}

func newTwoOpt(e *pricer, at part, edges *edgeDeltas) *twoOpt {
	s := &twoOpt{pricer: e, part: at}
	if v, ok := e.p.(multiwalk.TwoOptEvaluator); ok {
		s.eval = v
	} else if edges != nil {
		s.eval = edges
	}
	if edges != nil && edges.Symmetric() {
		s.skip = 1
	}
	return s
}

func (s *twoOpt) Name() string      { return "2opt" }
func (s *twoOpt) Size() int64       { return PairCount(s.n - s.skip) }
func (s *twoOpt) Incremental() bool { return s.eval != nil }
func (s *twoOpt) owns(m Move) bool  { return m.Op == OpTwoOpt && s.holds(m.I) }

func (s *twoOpt) Move(k int64) Move {
	i, j := PairAt(s.n-s.skip, k)
	return Move{Op: OpTwoOpt, I: s.at + s.skip + i, J: s.at + s.skip + j}
}

func (s *twoOpt) Index(m Move) int64 {
	from := s.at + s.skip
	return PairIndex(s.n-s.skip, m.I-from, m.J-from)
}

func (s *twoOpt) Random(r *multiwalk.Rand) Move {
	i, j := randomPair(r, s.n-s.skip)
	return Move{Op: OpTwoOpt, I: s.at + s.skip + i, J: s.at + s.skip + j}
}

func (s *twoOpt) Apply(x []int32, m Move) {
	if s.eval == nil {
		s.follow(s, x, m)
	}
	slices.Reverse(x[m.I : m.J+1])
}

func (s *twoOpt) Undo(x []int32, m Move) { slices.Reverse(x[m.I : m.J+1]) }

func (s *twoOpt) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(s, x, m)
	}
	s.delta++
	return s.eval.TwoOptDelta(x, m.I, m.J)
}
