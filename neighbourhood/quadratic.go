package neighbourhood

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// Quadratic is a problem over permutations whose swaps are priced by matrices, as those of the quadratic assignment problem.
// Its cost is half the sum, over its products p and all pairs of positions k and i, of Flow(p, k, i) * Dist(p, x[k], x[i]).
// What position u pays for value l while all others stay is the sum over p and k of Flow(p, k, u) * Dist(p, x[k], l).
//
// T is int32 where every delta of the instance is sure to fit, else int64. Arithmetic is modulo 2^32 or 2^64, so what deltas
// are made of need not fit.
type Quadratic[T int32 | int64] interface {
	// Products is how many pairs of matrices make up the cost: 1 or 2.
	Products() int32
	Flow(p, k, i int32) T
	Dist(p, l, m int32) T
	// Correction is the delta of the swap of positions i and j, which hold the values at and to, less
	// pay(i, to) + pay(j, at) - pay(i, at) - pay(j, to).
	Correction(i, j, at, to int32) T
}

// QuadraticForm is a problem whose Quadratic, of int32 or int64, is another type.
type QuadraticForm interface {
	Quadratic() any
}

// Matrices is the flows and distances of a Quadratic, product by product, and what corrections are made of.
type Matrices struct {
	n            int
	flows, dists [][]int64
	correct      func(i, j, at, to int32) int64
	fit          bool // every delta is sure to fit 32 bits
}

// MatricesOf writes down the matrices of a Quadratic, or of a problem that has one. Of anything else it returns nil.
func MatricesOf(p multiwalk.Problem) *Matrices {
	var q any = p
	if f, ok := p.(QuadraticForm); ok {
		q = f.Quadratic()
	}
	return MatricesFrom(q, p.Space().Len())
}

// MatricesFrom is MatricesOf for a value that is itself a Quadratic, of n positions.
func MatricesFrom(q any, n int) *Matrices {
	switch q := q.(type) {
	case Quadratic[int32]:
		return tabulate(q, n, true)
	case Quadratic[int64]:
		return tabulate(q, n, false)
	}
	return nil
}

func tabulate[T int32 | int64](p Quadratic[T], n int, fit bool) *Matrices {
	m := &Matrices{n: n, correct: func(i, j, at, to int32) int64 { return int64(p.Correction(i, j, at, to)) }}
	for q := range p.Products() {
		m.flows = append(m.flows, table(n, func(k, i int32) int64 { return int64(p.Flow(q, k, i)) }))
		m.dists = append(m.dists, table(n, func(l, m int32) int64 { return int64(p.Dist(q, l, m)) }))
	}
	m.merge()
	m.fit = fit || m.deltasFit()
	return m
}

// table writes down a matrix.
func table(n int, entry func(i, j int32) int64) []int64 {
	m := make([]int64, n*n)
	for k := range m {
		m[k] = entry(int32(k/n), int32(k%n))
	}
	return m
}

// merge makes one product of two that have a matrix in common, as those of both directions do if distances are symmetric.
func (m *Matrices) merge() {
	switch {
	case len(m.flows) == 2 && slices.Equal(m.dists[0], m.dists[1]):
		m.flows, m.dists = [][]int64{plus(m.flows[0], m.flows[1])}, m.dists[:1]
	case len(m.flows) == 2 && slices.Equal(m.flows[0], m.flows[1]):
		m.flows, m.dists = m.flows[:1], [][]int64{plus(m.dists[0], m.dists[1])}
	}
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
func (m *Matrices) deltasFit() bool {
	most := 0.0 // that a position pays
	for u := range m.n {
		pays := 0.0
		for q := range m.flows {
			sum := 0.0
			for k := range m.n {
				sum += math.Abs(float64(m.flows[q][k*m.n+u]))
			}
			pays += sum * magnitude(m.dists[q])
		}
		most = max(most, pays)
	}
	return 4*most < math.MaxInt32
}

// magnitude is the greatest number of a matrix without its sign. The least int64 has one too.
func magnitude(m []int64) float64 { return max(float64(slices.Max(m)), -float64(slices.Min(m))) }

// Corrections returns two matrices, among and back, such that the correction of i and j, which hold l and m, is
// among[i*n+j] * back[l*n+m]; or nil where it takes more. It is half the sum over the products of
//
//	(F[i][j] + F[j][i] - F[i][i] - F[j][j]) * (D[l][m] + D[m][l] - D[l][l] - D[m][m])
//
// as the difference of two costs shows, less the sums that payments are; those sums together count each pair both ways.
// Numbers so great that they may be those of others modulo 2^32 or 2^64 have no half.
func (m *Matrices) Corrections() (among, back []int64) {
	const most = 1 << 29
	for q := range m.flows {
		if max(magnitude(m.flows[q]), magnitude(m.dists[q])) >= most {
			return nil, nil
		}
	}
	among, back = bothWays(m.n, m.flows[0]), bothWays(m.n, m.dists[0])
	if len(m.flows) == 2 {
		if !slices.Equal(back, bothWays(m.n, m.dists[1])) {
			return nil, nil
		}
		among = plus(among, bothWays(m.n, m.flows[1]))
	}
	if !halve(among) && !halve(back) {
		return nil, nil
	}
	return among, back
}

// bothWays returns the matrix of m[i][j] + m[j][i] - m[i][i] - m[j][j].
func bothWays(n int, m []int64) []int64 {
	return table(n, func(i, j int32) int64 {
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

// factors is Matrices in the numbers that deltas are computed in. Rows have stride entries.
type factors[T int32 | int64] struct {
	n, stride    int
	flows, dists [][]T
	among, back  []T // see Matrices.Corrections; nil: ask the problem
	correct      func(i, j, at, to int32) int64
	small        bool // the factors of a swap fit what simd.Outer multiplies exactly
}

func factorsOf[T int32 | int64](m *Matrices) *factors[T] {
	f := &factors[T]{n: m.n, stride: simd.Stride(m.n), correct: m.correct, small: true}
	for q := range m.flows {
		f.flows, f.dists = append(f.flows, f.rows(m.flows[q])), append(f.dists, f.rows(m.dists[q]))
		for _, v := range [][]int64{m.flows[q], m.dists[q]} {
			f.small = f.small && (short[T]() || uint64(slices.Max(v)-slices.Min(v)) <= math.MaxInt32)
		}
	}
	if among, back := m.Corrections(); among != nil {
		f.among, f.back = f.rows(among), f.rows(back)
	}
	return f
}

// short says that T has 32 bits.
func short[T int32 | int64]() bool { return T(1<<16)*T(1<<16) == 0 }

// rows copies a matrix into rows of stride entries.
func (f *factors[T]) rows(m []int64) []T {
	rows := make([]T, f.n*f.stride)
	for k, v := range m {
		rows[k/f.n*f.stride+k%f.n] = T(v)
	}
	return rows
}

// byPayments makes the pricing of walks by their matrices.
func (s *Swaps) byPayments(m *Matrices) func() pricing {
	if m.fit {
		return pricingByPayments(s, factorsOf[int32](m))
	}
	return pricingByPayments(s, factorsOf[int64](m))
}

func pricingByPayments[T int32 | int64](s *Swaps, f *factors[T]) func() pricing {
	s.nanoseconds = f.swapNanoseconds()
	return func() pricing { return newPayments(f) }
}

// swapNanoseconds estimates what a swap takes, from the entries that it changes: measured at lengths of 100 to 500.
func (f *factors[T]) swapNanoseconds() int {
	sixteen := 1 // take so long
	switch {
	case !f.small:
		sixteen = 32
	case !short[T]():
		sixteen = 4
	}
	return len(f.flows) * f.n * f.n * sixteen / 16
}
