package neighbourhood

import "github.com/multiwalk/multiwalk"

// change gives one element another value: n(v-1) moves for v values. A move is a distance and not a value, so that it
// changes every solution it is made on: x[i] goes up by 1 .. v-1, and from the greatest value on to the least. Index k
// is distance k%(v-1) + 1 at position k/(v-1). A distance has 32 bits, as a range may have 2^32 values; J holds them.
type change struct {
	operation
	eval multiwalk.ChangeEvaluator // nil: full evaluation
}

func newChange(e *pricer, at Member) *change {
	s := &change{operation: operation{e, at}}
	s.eval, _ = e.by.(multiwalk.ChangeEvaluator)
	return s
}

func (s *change) Incremental() bool { return s.eval != nil || s.followed() }

func (s *change) Random(r *multiwalk.Rand) Move {
	return s.changeOf(int32(r.Uint32N(uint32(s.N))), r.Uint32N(uint32(s.Values-1)))
}

func (s *change) Delta(x []int32, m Move) int64 {
	to := s.To(x[m.I], int64(uint32(m.J)))
	if a := &s.state; a.changes != nil || a.flips != nil && s.binary() {
		a.check(x)
		s.delta++
		return a.valueDelta(&s.Member, m.I, to)
	}
	if s.eval == nil {
		return s.fullDelta(&s.Member, x, m)
	}
	s.delta++
	return s.eval.ChangeDelta(x, m.I, to)
}

// changeOf raises element i of the part by d+1.
func (b *Member) changeOf(i int32, d uint32) Move {
	return Move{Op: OpChange, I: b.At + i, J: int32(d + 1)}
}

// binary tells whether the values are 0 and 1.
func (b *Member) binary() bool { return b.Lo == 0 && b.Values == 2 }

// To returns the value that lies a distance above v, both 0 .. Values at most.
func (b *Member) To(v int32, distance int64) int32 {
	up := int64(v) - int64(b.Lo) + distance
	if up >= b.Values {
		up -= b.Values
	}
	return b.Lo + int32(up)
}

// Up returns J of the change from one value to another.
func (b *Member) Up(from, to int32) int32 {
	up := int64(to) - int64(from)
	if up < 0 {
		up += b.Values
	}
	return int32(uint32(up))
}
