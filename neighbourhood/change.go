package neighbourhood

import "github.com/multiwalk/multiwalk"

// change gives one element another value: n(v-1) moves for v values. A move is a distance and not a value, so that it
// changes every solution it is made on: x[i] goes up by 1 .. v-1, and from the greatest value on to the least. Index k
// is distance k%(v-1) + 1 at position k/(v-1). A distance has 32 bits, as a range may have 2^32 values; J holds them.
type change struct {
	*pricer
	part
	lo     int32
	values int64                     // v
	eval   multiwalk.ChangeEvaluator // nil: full evaluation
}

func newChange(e *pricer, at part, lo, hi int32) *change {
	s := &change{pricer: e, part: at, lo: lo, values: int64(hi) - int64(lo) + 1}
	s.eval, _ = e.p.(multiwalk.ChangeEvaluator)
	return s
}

func (s *change) Name() string      { return "change" }
func (s *change) Size() int64       { return int64(s.n) * (s.values - 1) }
func (s *change) Incremental() bool { return s.eval != nil }
func (s *change) owns(m Move) bool  { return m.Op == OpChange && s.holds(m.I) }

func (s *change) Move(k int64) Move {
	return Move{Op: OpChange, I: s.at + int32(k/(s.values-1)), J: int32(uint32(k%(s.values-1) + 1))}
}

func (s *change) Index(m Move) int64 {
	return int64(m.I-s.at)*(s.values-1) + int64(uint32(m.J)) - 1
}

func (s *change) Random(r *multiwalk.Rand) Move {
	i, d := int32(r.Uint32N(uint32(s.n))), r.Uint32N(uint32(s.values-1))+1
	return Move{Op: OpChange, I: s.at + i, J: int32(d)}
}

// to returns the value that lies a distance above v.
func (s *change) to(v int32, distance int64) int32 {
	return s.lo + int32((int64(v)-int64(s.lo)+distance)%s.values)
}

func (s *change) Apply(x []int32, m Move) {
	if s.eval == nil {
		s.follow(s, x, m)
	}
	x[m.I] = s.to(x[m.I], int64(uint32(m.J)))
}

func (s *change) Undo(x []int32, m Move) { x[m.I] = s.to(x[m.I], s.values-int64(uint32(m.J))) }

func (s *change) Delta(x []int32, m Move) int64 {
	if s.eval == nil {
		return s.fullDelta(s, x, m)
	}
	s.delta++
	return s.eval.ChangeDelta(x, m.I, s.to(x[m.I], int64(uint32(m.J))))
}
