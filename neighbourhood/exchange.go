package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// valuesOf returns the function by which a problem prices another value of an element, or nil. For a bit, a flip will do as
// well.
func valuesOf(p any, binary bool) func(x []int32, i, v int32) int64 {
	if e, ok := p.(multiwalk.FlipEvaluator); ok && binary {
		return func(x []int32, i, _ int32) int64 { return e.FlipDelta(x, i) }
	}
	if e, ok := p.(multiwalk.ChangeEvaluator); ok {
		return e.ChangeDelta
	}
	return nil
}

// pairwise tells whether an exchange of two values is priced as two changes, one after the other: right whatever the
// problem is, and at least twice as dear as a change.
func (s *swap) pairwise() bool {
	has := &s.state.offers
	return s.Values > 0 && (s.values != nil || has.changes || has.flips && s.binary())
}

// changeTwice prices an exchange of different values as two changes. The first is priced by the problem's state, if it has one. The second
// is priced where the first leads: by the problem on a copy of the solution, else by its state, which goes there and comes back.
func (s *swap) changeTwice(x []int32, m Move) (sum int64) {
	f, y, a, b := &s.state, s.state.x, x[m.I], x[m.J]
	if !f.placed {
		if s.values == nil {
			return s.fullDelta(&s.Member, x, m)
		}
		y = slices.Clone(x)
	}
	s.delta += 2
	if s.values != nil {
		if f.placed && (f.changes != nil || f.flips != nil && s.binary()) {
			sum = f.valueDelta(&s.Member, m.I, b)
		} else {
			sum = s.values(y, m.I, b)
		}
		y[m.I] = b
		sum += s.values(y, m.J, a)
		y[m.I] = a
		return sum
	}
	sum = f.valueDelta(&s.Member, m.I, b)
	y[m.I] = b
	f.set(&s.Member, y, m.I)
	sum += f.valueDelta(&s.Member, m.J, a)
	y[m.I] = a
	f.set(&s.Member, y, m.I)
	return sum
}

// valueDelta prices another value by the state.
func (f *follower) valueDelta(b *Member, i, v int32) int64 {
	if f.flips != nil && b.binary() {
		return f.flips.FlipDelta(i)
	}
	return f.changes.ChangeDelta(i, v)
}

// beside tells whether exchanges of values are made beside flips or changes by default. On cores they always are, because what
// is learnt keeps them rare unless they gain. A kernel prices no exchange as two changes. So there exchanges are made only if a
// SwapDelta prices them, or if nothing prices flips and changes either.
func (s *swap) beside() bool {
	_, tabled := s.by.(interface{ TableSize() int32 }) // a kernel.Tabler, and a kernel.SwapTabler
	_, swaps := s.by.(interface {
		SwapDeltaBy(x, table []int32, i, j int32) int64
	})
	return s.Values > 1 && (s.direct() || !s.kernel || swaps || s.values == nil && !tabled)
}
