package single

import (
	"math"
	"slices"

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

	narrow *simd.Payments // the same, where vectors can price it
}

// factorTables is a problem's flows and distances as tables, product by product, and what corrections are made of. Rows
// have stride entries.
type factorTables[T int32 | int64] struct {
	n, stride   int
	flows       [][]T
	dists       [][]T
	among, back []T // the correction of i and j, which hold l and m, is among[i][j] * back[l][m]; nil: ask the problem
	correct     func(i, j, at, to int32) T
	small       bool // the factors of a swap fit what simd.Outer multiplies exactly
}

// paymentsOf tabulates a problem once, and returns what makes its pricers. Where every delta fits 32 bits so does what it is
// made of, modulo 2^32.
func paymentsOf[S int32 | int64](p kernel.TabuSwapper[S], n int) pricing {
	flows, dists := tablesOf(p, n)
	if _, narrow := any(p).(kernel.TabuSwapper[int32]); narrow || deltasFit(n, flows, dists) {
		return pricingByTables(n, flows, dists, func(i, j, at, to int32) int32 { return int32(p.Correction(i, j, at, to)) })
	}
	return pricingByTables(n, flows, dists, func(i, j, at, to int32) int64 { return int64(p.Correction(i, j, at, to)) })
}

// tablesOf writes down the matrices of a problem.
func tablesOf[S int32 | int64](p kernel.TabuSwapper[S], n int) (flows, dists [][]int64) {
	for q := range p.Products() {
		flows = append(flows, tabulated(n, func(k, i int32) int64 { return int64(p.Flow(q, k, i)) }))
		dists = append(dists, tabulated(n, func(l, m int32) int64 { return int64(p.Dist(q, l, m)) }))
	}
	return merge(flows, dists)
}

// correctionsOf returns the matrices of corrections, one after the other, or nil.
func correctionsOf[S int32 | int64](p kernel.TabuSwapper[S], n int) []int64 {
	flows, dists := tablesOf(p, n)
	among, back := corrections(n, flows, dists)
	if among == nil {
		return nil
	}
	return append(among, back...)
}

// tabulated writes down a matrix.
func tabulated(n int, entry func(i, j int32) int64) []int64 {
	m := make([]int64, n*n)
	for k := range m {
		m[k] = entry(int32(k/n), int32(k%n))
	}
	return m
}

// merge makes one product of two that have a matrix in common, as those of both directions do if distances are symmetric.
func merge(flows, dists [][]int64) (mergedFlows, mergedDists [][]int64) {
	switch {
	case len(flows) == 2 && slices.Equal(dists[0], dists[1]):
		return [][]int64{plus(flows[0], flows[1])}, dists[:1]
	case len(flows) == 2 && slices.Equal(flows[0], flows[1]):
		return flows[:1], [][]int64{plus(dists[0], dists[1])}
	}
	return flows, dists
}

func plus(a, b []int64) []int64 {
	sum := slices.Clone(a)
	for k, v := range b {
		sum[k] += v
	}
	return sum
}

// deltasFit says whether every delta is sure to fit 32 bits: two positions pay, before and after, no more than all their
// flows over the greatest distance.
func deltasFit(n int, flows, dists [][]int64) bool {
	greatest := make([]float64, len(dists))
	for q := range dists {
		greatest[q] = magnitude(dists[q])
	}
	most := 0.0 // that a position pays
	for u := range n {
		pays := 0.0
		for q := range flows {
			sum := 0.0
			for k := range n {
				sum += math.Abs(float64(flows[q][k*n+u]))
			}
			pays += sum * greatest[q]
		}
		most = max(most, pays)
	}
	return 4*most < math.MaxInt32
}

// magnitude is the greatest number of a matrix without its sign. The least int64 has one too.
func magnitude(m []int64) float64 {
	return max(float64(slices.Max(m)), -float64(slices.Min(m)))
}

// pricingByTables is paymentsOf for the matrices of a problem, in numbers of either size.
func pricingByTables[T int32 | int64](n int, flows, dists [][]int64, correct func(i, j, at, to int32) T) pricing {
	t := &factorTables[T]{n: n, stride: simd.Stride(n), correct: correct, small: true}
	for q := range flows {
		t.flows, t.dists = append(t.flows, t.wide(flows[q])), append(t.dists, t.wide(dists[q]))
		for _, m := range [][]int64{flows[q], dists[q]} {
			t.small = t.small && (t.short() || uint64(slices.Max(m)-slices.Min(m)) <= math.MaxInt32)
		}
	}
	if among, back := corrections(n, flows, dists); among != nil {
		t.among, t.back = t.wide(among), t.wide(back)
	}
	return pricing{newPricer: t.newPricer, unit: proposals, nanoseconds: proposalNanoseconds, swapNanoseconds: t.swapNanoseconds()}
}

func (t *factorTables[T]) newPricer() pricer {
	s := &payments[T]{factorTables: t, x: make([]int32, t.n), e: make([]T, t.n*t.stride), own: make([]T, t.n),
		f: make([]T, t.stride), h: make([]T, t.stride)}
	if e, ok := any(s.e).([]int32); ok && t.among != nil {
		s.narrow = &simd.Payments{N: t.n, Stride: t.stride, X: s.x, E: e, Own: any(s.own).([]int32), Among: any(t.among).([]int32),
			Back: any(t.back).([]int32)}
	}
	return s
}

// swapNanoseconds estimates what a swap takes, from the entries that it changes: measured at lengths of 100 to 500.
func (t *factorTables[T]) swapNanoseconds() int {
	sixteen := 1 // take so long
	switch {
	case !t.small:
		sixteen = 32
	case !t.short():
		sixteen = 4
	}
	return len(t.flows) * t.n * t.n * sixteen / 16
}

// short says that T has 32 bits.
func (t *factorTables[T]) short() bool { return T(1<<16)*T(1<<16) == 0 }

// wide copies a matrix into rows of stride entries.
func (t *factorTables[T]) wide(m []int64) []T {
	rows := make([]T, t.n*t.stride)
	for k, v := range m {
		rows[k/t.n*t.stride+k%t.n] = T(v)
	}
	return rows
}

// corrections returns two matrices whose product, entry by entry, is what a problem calls the correction, or nil where it
// takes more. It is half the sum over the products of
//
//	(F[i][j] + F[j][i] - F[i][i] - F[j][j]) * (D[l][m] + D[m][l] - D[l][l] - D[m][m])
//
// as the difference of two costs shows, less the sums that e makes; those sums together count each pair both ways. Numbers
// so great that they may be those of others modulo 2^32 or 2^64 have no half.
func corrections(n int, flows, dists [][]int64) (among, back []int64) {
	const most = 1 << 29
	for q := range flows {
		if max(magnitude(flows[q]), magnitude(dists[q])) >= most {
			return nil, nil
		}
	}
	among, back = bothWays(n, flows[0]), bothWays(n, dists[0])
	if len(flows) == 2 {
		if !slices.Equal(back, bothWays(n, dists[1])) {
			return nil, nil
		}
		among = plus(among, bothWays(n, flows[1]))
	}
	if !halve(among) && !halve(back) {
		return nil, nil
	}
	return among, back
}

// bothWays returns the matrix of m[i][j] + m[j][i] - m[i][i] - m[j][j].
func bothWays(n int, m []int64) []int64 {
	return tabulated(n, func(i, j int32) int64 {
		a, b := int(i), int(j)
		return m[a*n+b] + m[b*n+a] - m[a*n+a] - m[b*n+b]
	})
}

// halve halves numbers if all are even.
func halve(m []int64) bool {
	if slices.ContainsFunc(m, func(v int64) bool { return v%2 != 0 }) {
		return false
	}
	for k := range m {
		m[k] /= 2
	}
	return true
}

func (s *payments[T]) solution() []int32 { return s.x }

// reset computes everything from the tables, in O(n*n*n).
func (s *payments[T]) reset(x []int32, _ int64) {
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
	return s.correct(i, j, a, b)
}

func (s *payments[T]) accepted(d *drawn, k int, rule metropolis.Rule) (at int, i, j int32, delta int64) {
	factor := tempering.LikelyFactor(rule.Factor())
	for ; k < len(d.pairs); k++ {
		if s.narrow != nil {
			if k += simd.FirstLikely(s.narrow, d.pairs[k:], d.draws[k:], factor); k == len(d.pairs) {
				break
			}
		}
		i, j = tempering.Pair(d.pairs[k], int32(s.n))
		if delta = s.price(i, j); rule.Takes(delta, d.draws[k]) {
			break
		}
	}
	return k, i, j, delta
}
