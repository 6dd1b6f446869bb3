package cooperate

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel"
)

// payments keeps what each position would pay for each value if all others stayed: e[u][l], the sum over the products p and
// positions k of Flow(p, k, u) * Dist(p, x[k], l). The delta of a swap of u and v follows in O(1): what the two would pay
// where the other is, less what they pay where they are, and what the problem calls the correction. A swap changes e by one
// product of two vectors for each of the problem's, in O(n*n) by contiguous rows.
type payments[T int32 | int64] struct {
	*factorTables[T]
	x    []int32
	e    []T // n rows of stride
	own  []T // e[u][x[u]]
	f, h []T // of a swap: differences of flows by position, and of distances by value
}

// factorTables is a problem's flows and distances as tables, product by product, and what corrections are made of. Rows
// have stride entries.
type factorTables[T int32 | int64] struct {
	p           kernel.TabuSwapper[T]
	n, stride   int
	flows       [][]T
	dists       [][]T
	among, back []T  // the correction of i and j, which hold l and m, is among[i][j] * back[l][m]; nil: ask the problem
	small       bool // the factors of a swap fit what simd.Outer multiplies exactly
}

// paymentsOf tabulates a problem once, and returns what makes its pricers.
func paymentsOf[T int32 | int64](p kernel.TabuSwapper[T], n int) func() pricer {
	t := &factorTables[T]{p: p, n: n, stride: simd.Stride(n), small: true}
	for q := range p.Products() {
		t.flows = append(t.flows, t.table(func(k, i int32) T { return p.Flow(q, k, i) }))
		t.dists = append(t.dists, t.table(func(l, m int32) T { return p.Dist(q, l, m) }))
	}
	t.tabulateCorrections()
	return func() pricer {
		return &payments[T]{factorTables: t, x: make([]int32, n), e: make([]T, n*t.stride), own: make([]T, n),
			f: make([]T, t.stride), h: make([]T, t.stride)}
	}
}

// table writes down a matrix. With 32 bits products are modulo 2^32, as all is; simd.Outer multiplies numbers of 64 by their
// lower halves, as signed ones.
func (t *factorTables[T]) table(entry func(i, j int32) T) []T {
	m := make([]T, t.n*t.stride)
	var least, most int64
	for i := range t.n {
		for j := range t.n {
			v := entry(int32(i), int32(j))
			m[i*t.stride+j] = v
			least, most = min(least, int64(v)), max(most, int64(v))
		}
	}
	if uint64(most)-uint64(least) > math.MaxInt32 && T(1<<16)*T(1<<16) != 0 {
		t.small = false
	}
	return m
}

// tabulateCorrections fills in among and back if the distances from a value to itself are 0, and so are the flows, and all
// products have the same distances but for their direction. Then the correction is what the two pay each other, which the
// sums leave out twice: the sum of the flows between them times that of the distances both ways.
func (t *factorTables[T]) tabulateCorrections() {
	n := t.n
	among, back := make([]T, n*t.stride), make([]T, n*t.stride)
	for i := range n {
		for j := range n {
			for q := range t.flows {
				if d := t.dists[q][i*t.stride+j] + t.dists[q][j*t.stride+i]; q == 0 {
					back[i*t.stride+j] = d
				} else if back[i*t.stride+j] != d {
					return
				}
				among[i*t.stride+j] += t.flows[q][i*t.stride+j]
				if i == j && (t.flows[q][i*t.stride+i] != 0 || t.dists[q][i*t.stride+i] != 0) {
					return
				}
			}
		}
	}
	t.among, t.back = among, back
}

func (s *payments[T]) solution() []int32 { return s.x }

// reset computes everything from the tables, in O(n*n*n).
func (s *payments[T]) reset(x []int32) {
	copy(s.x, x)
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

func (s *payments[T]) swap(i, j int32) {
	r, t := int(i)*s.stride, int(j)*s.stride
	lr, lt := int(s.x[i])*s.stride, int(s.x[j])*s.stride
	for q := range s.flows {
		flows, dists := s.flows[q], s.dists[q]
		difference(s.f, flows[r:][:s.n], flows[t:][:s.n])
		difference(s.h, dists[lt:][:s.n], dists[lr:][:s.n])
		s.add()
	}
	s.x[i], s.x[j] = s.x[j], s.x[i]
	for u, l := range s.x {
		s.own[u] = s.e[u*s.stride+int(l)]
	}
}

// difference writes a - b.
func difference[T int32 | int64](to, a, b []T) {
	to, b = to[:len(a)], b[:len(a)]
	for k, v := range a {
		to[k] = v - b[k]
	}
}

func (s *payments[T]) price(i, j int32) int64 {
	a, b := s.x[i], s.x[j]
	return int64(s.e[int(i)*s.stride+int(b)] + s.e[int(j)*s.stride+int(a)] - s.own[i] - s.own[j] + s.correction(i, j, a, b))
}

func (s *payments[T]) correction(i, j, a, b int32) T {
	if s.among != nil {
		return s.among[int(i)*s.stride+int(j)] * s.back[int(a)*s.stride+int(b)]
	}
	return s.p.Correction(i, j, a, b)
}

func (s *payments[T]) accepted(words []uint32, k int, rule metropolis.Rule) (at int, i, j int32, delta int64) {
	if s.among == nil {
		for ; 2*k < len(words); k++ {
			i, j = tempering.Pair(words[2*k], int32(s.n))
			if delta = s.price(i, j); rule.Takes(delta, words[2*k+1]) {
				break
			}
		}
		return k, i, j, delta
	}
	x, own, e, among, back, stride := s.x, s.own[:len(s.x)], s.e, s.among, s.back, s.stride
	for ; 2*k+1 < len(words); k++ {
		i, j = tempering.Pair(words[2*k], int32(len(x)))
		a, b, u, v := int(x[i]), int(x[j]), int(i)*stride, int(j)*stride
		delta = int64(e[u+b] + e[v+a] - own[i] - own[j] + among[u+int(j)]*back[a*stride+b])
		if rule.Takes(delta, words[2*k+1]) {
			break
		}
	}
	return k, i, j, delta
}
