package qap

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// NewSwapState returns the deltas of all swaps at x, kept up to date in O(n*n) a swap.
func (q *Instance) NewSwapState(x []int32) multiwalk.SwapState {
	switch {
	case q.traits.narrow:
		s := newMatrixState[int32](q)
		s.narrow = s.d
		s.load(x)
		return s
	case q.traits.exact:
		s := newMatrixState[int64](q)
		s.wide = s.d
		s.load(x)
		return s
	}
	return newPlainState(q, x)
}

// matrixState is the delta matrix of Taillard, "Robust taboo search for the quadratic assignment problem", Parallel
// Computing 17 (1991). There a swap of r and s changes the delta of a pair (u, v) apart from them by the
// product of two differences, in O(1), and those of the pairs with r or s are made anew in O(n) each.
//
// Here these take O(1) as well, because a second matrix e is kept: e[u][l] is what facility u would pay to all others,
// and they to it, were it at location l and the others where they are. A swap changes e by a product of two vectors.
// Both updates run over contiguous rows. With 32-bit entries all arithmetic is modulo 2^32; since the deltas are sure to
// fit, they come out right even where what they are made of does not.
type matrixState[T int32 | int64] struct {
	q         *Instance
	n, stride int
	x         []int32
	d         []T // deltas, n rows of stride; see DeltaMatrix
	e         []T // n rows, facilities, of stride columns, locations
	own       []T // e[u][x[u]]
	u, w, at  []T // of a swap: flow differences by facility, distance differences by location and by facility
	products  []factors
	narrow    []int32
	wide      []int64
}

// factors are two matrices, row by row: what facility u and all others k pay each other is the sum over the products of
// flow[k][u]*dist[x[k]][x[u]].
type factors struct{ flow, dist []int32 }

// products returns the pairs of matrices that make up the cost: one for each direction, or one for both.
func (q *Instance) products() []factors {
	t := &q.traits
	if t.bothFlow != nil {
		return []factors{{t.bothFlow, t.bothDist}}
	}
	return []factors{{t.flowT, t.distT}, {q.Flow, q.Dist}}
}

func newMatrixState[T int32 | int64](q *Instance) *matrixState[T] {
	stride := simd.Stride(q.N)
	return &matrixState[T]{
		q: q, n: q.N, stride: stride, x: make([]int32, q.N),
		d: make([]T, q.N*stride), e: make([]T, q.N*stride), own: make([]T, q.N),
		products: q.products(), u: make([]T, stride), w: make([]T, stride), at: make([]T, stride),
	}
}

// DeltaMatrix returns all rows at once. The delta of swapping i and j > i is at i*stride+j, and the stride is a multiple
// of 8. Of the columns from i&^7 to i, those j < i hold the delta of (j, i), and column i holds the greatest number; the
// columns from n on are undefined. One of narrow and wide is nil, as with Row. The matrix stays the same slice for the
// life of the state.
func (s *matrixState[T]) DeltaMatrix() (narrow []int32, wide []int64, stride int) {
	return s.narrow, s.wide, s.stride
}

func (s *matrixState[T]) Row(i int32) (narrow []int32, wide []int64) {
	if int(i) >= s.n-1 {
		return nil, nil
	}
	from, to := int(i)*s.stride+int(i)+1, int(i)*s.stride+s.n
	if s.narrow != nil {
		return s.narrow[from:to:to], nil
	}
	return nil, s.wide[from:to:to]
}

// Reset implements multiwalk.SwapState. It goes there by swaps if these are few.
func (s *matrixState[T]) Reset(x []int32) {
	far := 0
	for i, l := range x {
		if s.x[i] != l {
			far++
		}
	}
	if far > s.n/4 {
		s.load(x)
		return
	}
	for i, l := range x {
		for j := i + 1; s.x[i] != l; j++ {
			if s.x[j] == l {
				s.Swap(int32(i), int32(j))
			}
		}
	}
}

// load computes everything from the matrices, in O(n*n*n).
func (s *matrixState[T]) load(x []int32) {
	copy(s.x, x)
	clear(s.e)
	n := s.n
	for k, l := range s.x {
		for _, m := range s.products {
			s.setFactors(m.flow[k*n:][:n], nil, m.dist[int(l)*n:][:n], nil)
			simd.Outer(s.e, s.stride, n, s.u, s.w)
		}
	}
	for i, l := range s.x {
		s.own[i] = s.e[i*s.stride+int(l)]
	}
	for i := range n {
		s.refresh(i)
	}
}

// setFactors sets u to the differences of two rows of flows and w to those of two rows of distances. A nil row is zero.
func (s *matrixState[T]) setFactors(flow, lessFlow, dist, lessDist []int32) {
	u, w := s.u[:len(flow)], s.w[:len(flow)]
	dist = dist[:len(flow)]
	if lessFlow == nil {
		for k, f := range flow {
			u[k], w[k] = T(f), T(dist[k])
		}
		return
	}
	lessFlow, lessDist = lessFlow[:len(flow)], lessDist[:len(flow)]
	for k, f := range flow {
		u[k], w[k] = T(f)-T(lessFlow[k]), T(dist[k])-T(lessDist[k])
	}
}

func (s *matrixState[T]) Swap(i, j int32) {
	n, r, t := s.n, int(i), int(j)
	if r == t {
		return
	}
	lr, lt := int(s.x[r]), int(s.x[t])
	for _, m := range s.products {
		s.setFactors(m.flow[r*n:][:n], m.flow[t*n:][:n], m.dist[lt*n:][:n], m.dist[lr*n:][:n])
		s.update()
	}
	s.x[r], s.x[t] = s.x[t], s.x[r]
	s.own[r] = s.e[r*s.stride+int(s.x[r])]
	s.own[t] = s.e[t*s.stride+int(s.x[t])]
	s.refresh(r)
	s.refresh(t)
}

// update applies the factors to the matrices, for all entries but those of the facilities that are swapped.
func (s *matrixState[T]) update() {
	simd.Outer(s.e, s.stride, s.n, s.u, s.w)
	own, u, at := s.own[:len(s.x)], s.u[:len(s.x)], s.at[:len(s.x)]
	for k, l := range s.x {
		w := s.w[l]
		at[k] = -w
		own[k] += u[k] * w
	}
	simd.Triangle(s.d, s.stride, s.n, s.u, s.at)
}

// refresh makes the deltas of all pairs with u from e, in O(n).
func (s *matrixState[T]) refresh(u int) {
	if s.q.traits.bothFlow != nil && s.q.traits.hollow {
		s.refreshSymmetric(u)
	} else {
		s.refreshGeneral(u)
	}
	s.d[u*s.stride+u] = greatest[T]()
}

func (s *matrixState[T]) refreshSymmetric(u int) {
	n, stride, l := s.n, s.stride, int(s.x[u])
	e, own := s.e[u*stride:][:stride], s.own[u]
	flow, dist := s.q.traits.bothFlow[u*n:][:n], s.q.traits.bothDist[l*n:][:n]
	x, owns := s.x[:n], s.own[:n]
	start, end := u&^7, min(u|7+1, n)
	for v := 0; v < end; v++ {
		lv := x[v]
		s.d[v*stride+u] = e[lv] + s.e[v*stride+l] - own - owns[v] + 2*T(flow[v])*T(dist[lv])
	}
	row := s.d[u*stride:][:n]
	for v := start; v < end; v++ {
		row[v] = s.d[v*stride+u]
	}
	for v := end; v < n; v++ {
		lv := x[v]
		row[v] = e[lv] + s.e[v*stride+l] - own - owns[v] + 2*T(flow[v])*T(dist[lv])
	}
}

func (s *matrixState[T]) refreshGeneral(u int) {
	stride, l := s.stride, int(s.x[u])
	for v := range s.n {
		lv := int(s.x[v])
		delta := s.e[u*stride+lv] + s.e[v*stride+l] - s.own[u] - s.own[v] + s.correction(u, v)
		s.d[u*stride+v], s.d[v*stride+u] = delta, delta
	}
}

// correction is what e leaves out of the swap of u and v: it takes the two to stay where they are while the other moves.
func (s *matrixState[T]) correction(u, v int) T {
	n, lu, lv := s.n, int(s.x[u]), int(s.x[v])
	a, b := s.q.Flow, s.q.Dist
	auu, auv, avu, avv := T(a[u*n+u]), T(a[u*n+v]), T(a[v*n+u]), T(a[v*n+v])
	buu, buv, bvu, bvv := T(b[lu*n+lu]), T(b[lu*n+lv]), T(b[lv*n+lu]), T(b[lv*n+lv])
	return correct(auu, auv, avu, avv, buu, buv, bvu, bvv)
}

// correct is the correction of the swap of u and v, from the flows a and the distances b among the two.
func correct[T int32 | int64](auu, auv, avu, avv, buu, buv, bvu, bvv T) T {
	among := auu*(bvv-buu) + auv*(bvu-buv) + avu*(buv-bvu) + avv*(buu-bvv)
	atU := (auu-auv)*(buv-buu) + (auu-avu)*(bvu-buu)
	atV := (avu-avv)*(bvv-bvu) + (auv-avv)*(bvv-buv)
	return among - atU - atV
}

func greatest[T int32 | int64]() T {
	big := int64(math.MaxInt64)
	if T(1<<16)*T(1<<16) == 0 {
		big = math.MaxInt32
	}
	return T(big)
}

// CopyFrom makes the state equal to another of the same instance, in O(n*n) and much faster than Reset to a solution far
// away.
func (s *matrixState[T]) CopyFrom(o multiwalk.SwapState) {
	from := o.(*matrixState[T])
	copy(s.x, from.x)
	copy(s.d, from.d)
	copy(s.e, from.e)
	copy(s.own, from.own)
}

// plainState prices each row when it is asked for, in O(n*n): for numbers so great that the matrix' factors overflow.
type plainState struct {
	q   *Instance
	x   []int32
	row []int64
}

func newPlainState(q *Instance, x []int32) *plainState {
	return &plainState{q: q, x: append([]int32(nil), x...), row: make([]int64, q.N)}
}

func (s *plainState) Reset(x []int32) { copy(s.x, x) }
func (s *plainState) Swap(i, j int32) { s.x[i], s.x[j] = s.x[j], s.x[i] }

func (s *plainState) Row(i int32) (narrow []int32, wide []int64) {
	n := int32(s.q.N)
	if i >= n-1 {
		return nil, nil
	}
	row := s.row[:n-1-i]
	for k := range row {
		row[k] = s.q.SwapDelta(s.x, i, i+1+int32(k))
	}
	return nil, row
}
