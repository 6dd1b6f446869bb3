package neighbourhood

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// payments keeps what each position would pay for each value if all others stayed: see Quadratic. The delta of a swap of u
// and v follows in O(1): what the two would pay where the other is, less what they pay where they are, and the correction.
// A swap changes the payments by one product of two vectors for each of the problem's, in O(n*n) by contiguous rows.
//
// With 32 bits all arithmetic is modulo 2^32; since the deltas are sure to fit, they come out right even where what they are
// made of does not.
type payments[T int32 | int64] struct {
	*factors[T]
	x    []int32
	e    []T // n rows, positions, of stride columns, values
	own  []T // e[u][x[u]]
	f, h []T // of a swap: differences of flows by position, and of distances by value

	narrow *simd.Payments // the same, where vectors can price it
}

func newPayments[T int32 | int64](f *factors[T]) *payments[T] {
	return &payments[T]{factors: f, e: make([]T, f.n*f.stride), own: make([]T, f.n), f: make([]T, f.stride), h: make([]T, f.stride)}
}

// reset computes everything from the matrices, in O(n*n*n).
func (s *payments[T]) reset(e *Explorer) {
	s.load(e.X)
	if e, ok := any(s.e).([]int32); ok && s.among != nil {
		s.narrow = &simd.Payments{N: s.n, Stride: s.stride, X: s.x, E: e, Own: any(s.own).([]int32), Among: any(s.among).([]int32),
			Back: any(s.back).([]int32)}
	}
}

// load begins at x, which it changes with each swap.
func (s *payments[T]) load(x []int32) {
	s.x = x
	clear(s.e)
	for k, l := range s.x {
		for q := range s.flows {
			copy(s.f, s.flows[q][k*s.stride:][:s.n])
			copy(s.h, s.dists[q][int(l)*s.stride:][:s.n])
			s.add()
		}
	}
	for u, l := range s.x {
		s.own[u] = s.e[u*s.stride+int(l)]
	}
}

// add adds the product of f and h to e.
func (s *payments[T]) add() {
	if s.small {
		simd.Outer(s.e, s.stride, s.n, s.f, s.h)
		return
	}
	for u, f := range s.f[:s.n] {
		row := s.e[u*s.stride:][:s.n]
		for l, h := range s.h[:s.n] {
			row[l] += f * h
		}
	}
}

// differ sets f and h to the factors of a product for the swap of i and j.
func (s *payments[T]) differ(product int, i, j int32) {
	flows, dists := s.flows[product], s.dists[product]
	difference(s.f, flows[int(i)*s.stride:][:s.n], flows[int(j)*s.stride:][:s.n])
	difference(s.h, dists[int(s.x[j])*s.stride:][:s.n], dists[int(s.x[i])*s.stride:][:s.n])
}

// difference writes a - b.
func difference[T int32 | int64](to, a, b []T) {
	to, b = to[:len(a)], b[:len(a)]
	for k, v := range a {
		to[k] = v - b[k]
	}
}

func (s *payments[T]) swap(_ *Explorer, i, j int32) {
	for q := range s.flows {
		s.differ(q, i, j)
		s.add()
	}
	s.x[i], s.x[j] = s.x[j], s.x[i]
	for u, l := range s.x {
		s.own[u] = s.e[u*s.stride+int(l)]
	}
}

func (s *payments[T]) price(_ *Explorer, i, j int32) int64 {
	a, b := s.x[i], s.x[j]
	return int64(s.e[int(i)*s.stride+int(b)] + s.e[int(j)*s.stride+int(a)] - s.own[i] - s.own[j] + s.correction(i, j, a, b))
}

func (s *payments[T]) correction(i, j, a, b int32) T {
	if s.among != nil {
		return s.among[int(i)*s.stride+int(j)] * s.back[int(a)*s.stride+int(b)]
	}
	return T(s.correct(i, j, a, b))
}

func (s *payments[T]) First(d *Proposals, k, end int, rule metropolis.Rule) (at int, i, j int32, delta int64) {
	factor := tempering.LikelyFactor(rule.Factor())
	for ; k < end; k++ {
		if s.narrow != nil {
			if k += simd.FirstLikely(s.narrow, d.pairs[k:end], d.draws[k:end], factor); k == end {
				break
			}
		}
		i, j = tempering.Pair(d.pairs[k], int32(s.n))
		if delta = s.price(nil, i, j); rule.Takes(delta, d.draws[k]) {
			break
		}
	}
	return k, i, j, delta
}
