package neighbourhood

import "github.com/multiwalk/multiwalk"

// flip inverts one binary element: n moves.
type flip struct {
	operation
	eval multiwalk.FlipEvaluator // nil: full evaluation
}

func newFlip(e *pricer, at Member) *flip {
	s := &flip{operation: operation{e, at}}
	switch v := e.by.(type) {
	case multiwalk.FlipEvaluator:
		s.eval = v
	case multiwalk.ChangeEvaluator:
		s.eval = flipByChange{v}
	}
	return s
}

// flipByChange prices flips by a problem that knows changes only.
type flipByChange struct{ multiwalk.ChangeEvaluator }

func (f flipByChange) FlipDelta(x []int32, i int32) int64 { return f.ChangeDelta(x, i, 1-x[i]) }

func (s *flip) Incremental() bool             { return s.eval != nil || s.followed() }
func (s *flip) Random(r *multiwalk.Rand) Move { return s.flipOf(int32(r.Uint32N(uint32(s.N)))) }

func (s *flip) Delta(x []int32, m Move) int64 {
	if a := &s.state; a.flips != nil || a.changes != nil {
		a.check(x)
		s.delta++
		return a.valueDelta(&s.Member, m.I, 1-x[m.I])
	}
	if s.eval == nil {
		return s.fullDelta(&s.Member, x, m)
	}
	s.delta++
	return s.eval.FlipDelta(x, m.I)
}

// flipOf inverts element i of the part.
func (b *Member) flipOf(i int32) Move { return Move{Op: OpFlip, I: b.At + i} }
