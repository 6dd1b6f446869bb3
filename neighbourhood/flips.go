package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// flips inverts two or three bits at once, the 2- and 3-Hamming neighbourhoods: n(n-1)/2 moves in the order of PairIndex, or
// n(n-1)(n-2)/6 in that of tripleIndex.
type flips struct {
	operation
	pair   multiwalk.Flip2Evaluator          // nil: none
	triple multiwalk.Flip3Evaluator          // nil: none
	values func(x []int32, i, v int32) int64 // nil: no delta of a single flip; see valuesOf
}

func newFlips(e *pricer, at Member) *flips {
	s := &flips{operation: operation{e, at}, values: valuesOf(e.by, true)}
	if at.Op == OpFlip2 {
		s.pair, _ = e.by.(multiwalk.Flip2Evaluator)
	} else {
		s.triple, _ = e.by.(multiwalk.Flip3Evaluator)
	}
	e.state.keeps = true
	return s
}

func (s *flips) Incremental() bool {
	return s.pair != nil || s.triple != nil || s.values != nil || s.followed()
}

func (s *flips) Random(r *multiwalk.Rand) Move {
	if s.Op == OpFlip2 {
		return s.pairOf(randomPair(r, s.N))
	}
	n := uint32(s.N)
	return s.tripleFrom(int32(r.Uint32N(n)), int32(r.Uint32N(n-1)), int32(r.Uint32N(n-2)))
}

func (s *flips) Delta(x []int32, m Move) int64 {
	s.state.check(x)
	switch f := &s.state; {
	case m.Op == OpFlip2 && f.pairs != nil:
		s.delta++
		return f.pairs.Flip2Delta(m.I, m.J)
	case m.Op == OpFlip3 && f.triples != nil:
		s.delta++
		return f.triples.Flip3Delta(m.I, m.J, m.K)
	case s.pair != nil:
		s.delta++
		return s.pair.Flip2Delta(x, m.I, m.J)
	case s.triple != nil:
		s.delta++
		return s.triple.Flip3Delta(x, m.I, m.J, m.K)
	case f.flips != nil || f.changes != nil:
		s.delta++
		return s.byState(m)
	case s.values != nil:
		s.delta++
		return s.oneByOne(x, m)
	}
	return s.fullDelta(&s.Member, x, m)
}

// byState has the state go there, and come back: each flip but the last is made.
func (s *flips) byState(m Move) (sum int64) {
	f, at := &s.state, [...]int32{m.I, m.J, m.K}
	last := m.positions() - 1
	for k, i := range at[:last+1] {
		to := 1 - f.x[i]
		sum += f.valueDelta(&s.Member, i, to)
		if k < last {
			f.x[i] = to
			f.set(&s.Member, f.x, i)
		}
	}
	for k := last - 1; k >= 0; k-- {
		f.x[at[k]] = 1 - f.x[at[k]]
		f.set(&s.Member, f.x, at[k])
	}
	return sum
}

// oneByOne prices each flip where those before it lead, on a copy of x.
func (s *flips) oneByOne(x []int32, m Move) (sum int64) {
	y, at := s.state.x, [...]int32{m.I, m.J, m.K}
	if !s.state.placed {
		y = slices.Clone(x)
	}
	all := at[:m.positions()]
	for _, i := range all {
		sum += s.values(y, i, 1-y[i])
		y[i] = 1 - y[i]
	}
	for _, i := range all {
		y[i] = 1 - y[i]
	}
	return sum
}
