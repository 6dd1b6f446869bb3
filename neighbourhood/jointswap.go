package neighbourhood

import "github.com/multiwalk/multiwalk"

// jointSwap makes the same swap in every part of a product whose parts are permutations of one length: n(n-1)/2 moves for parts
// of n, in the order of PairIndex. It is the third move of the quadratic three-dimensional assignment problem, beside the swaps
// of the one part and of the other.
type jointSwap struct {
	operation
	eval multiwalk.JointSwapEvaluator // nil: there is none
}

func newJointSwap(e *pricer, length int32) *jointSwap {
	s := &jointSwap{operation: operation{e, Member{Op: OpJointSwap, N: length, Length: length}}}
	s.eval, _ = e.by.(multiwalk.JointSwapEvaluator)
	return s
}

func (s *jointSwap) Incremental() bool             { return s.eval != nil || s.followed() }
func (s *jointSwap) Random(r *multiwalk.Rand) Move { return s.pairOf(randomPair(r, s.N)) }

func (s *jointSwap) Delta(x []int32, m Move) int64 {
	s.state.check(x)
	switch {
	case s.state.joint != nil:
		s.delta++
		return s.state.joint.JointSwapDelta(m.I, m.J)
	case s.eval != nil:
		s.delta++
		return s.eval.JointSwapDelta(x, m.I, m.J)
	}
	return s.fullDelta(&s.Member, x, m)
}
