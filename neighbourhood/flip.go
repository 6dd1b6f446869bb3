package neighbourhood

import "github.com/multiwalk/multiwalk"

// flip inverts one binary element: n moves.
type flip struct {
	*pricer
	part
	eval multiwalk.FlipEvaluator // nil: full evaluation
}

func newFlip(e *pricer, at part) *flip {
	s := &flip{pricer: e, part: at}
	switch v := e.p.(type) {
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

func (s *flip) Name() string                  { return "flip" }
func (s *flip) Size() int64                   { return int64(s.n) }
func (s *flip) Incremental() bool             { return s.eval != nil }
func (s *flip) owns(m Move) bool              { return m.Op == OpFlip && s.holds(m.I) }
func (s *flip) Move(k int64) Move             { return Move{Op: OpFlip, I: s.at + int32(k)} }
func (s *flip) Index(m Move) int64            { return int64(m.I - s.at) }
func (s *flip) Undo(x []int32, m Move)        { x[m.I] = 1 - x[m.I] }
func (s *flip) Random(r *multiwalk.Rand) Move { return s.Move(int64(r.Uint32N(uint32(s.n)))) }

func (s *flip) Apply(x []int32, m Move) {
	if s.eval == nil {
		s.follow(s, x, m)
	}
	x[m.I] = 1 - x[m.I]
}

func (s *flip) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(s, x, m)
	}
	s.delta++
	return s.eval.FlipDelta(x, m.I)
}
