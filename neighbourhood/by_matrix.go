package neighbourhood

import (
	"math"
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// DeltaMatrix is a state of a Quadratic: the matrix of all deltas of Taillard, "Robust taboo search for the quadratic
// assignment problem", Parallel Computing 17 (1991). There a swap of r and s changes the delta of a pair (u, v) apart from
// them by the product of two differences, in O(1), and those of the pairs with r or s are made anew in O(n) each. Here these
// take O(1) as well, because the payments are kept. Both updates run over contiguous rows.
//
// It is filled, in O(n*n*n), when something is first read from it.
type DeltaMatrix[T int32 | int64] struct {
	payments[T]
	d      []T // deltas, n rows of stride; see DeltaMatrix
	at     []T // of a swap: distance differences by position
	narrow []int32
	wide   []int64
	shared func() *factors[T]
}

// DeltaMatrices returns what makes the delta matrices of a Quadratic whose corrections are a product of two entries, as they
// are if its matrices have numbers below 2^28. T is int32 if every delta is sure to be less than the greatest number. The first
// call writes down what all of them share.
func DeltaMatrices[T int32 | int64](p multiwalk.Problem) func(x []int32) multiwalk.State {
	shared := sync.OnceValue(func() *factors[T] { return factorsOf[T](MatricesOf(p)) })
	return func(x []int32) multiwalk.State {
		return &DeltaMatrix[T]{payments: payments[T]{x: slices.Clone(x)}, shared: shared}
	}
}

// filled is the state once it has its matrix.
func (s *DeltaMatrix[T]) filled() *DeltaMatrix[T] {
	if s.d == nil {
		s.allocate()
		s.fill(s.x)
	}
	return s
}

// allocate makes room for the matrix.
func (s *DeltaMatrix[T]) allocate() {
	x, f := s.x, s.shared()
	s.payments, s.d, s.at = *newPayments(f), make([]T, f.n*f.stride), make([]T, f.stride)
	s.x = x
	s.narrow, _ = any(s.d).([]int32)
	s.wide, _ = any(s.d).([]int64)
}

// fill computes everything from the matrices, in O(n*n*n).
func (s *DeltaMatrix[T]) fill(x []int32) {
	s.load(x)
	for i := range s.n {
		s.refresh(i)
	}
}

// DeltaMatrix returns all rows at once. The delta of swapping i and j > i is at i*stride+j, and the stride is a multiple
// of 8. Of the columns from i&^7 to i, those j < i hold the delta of (j, i), and column i holds the greatest number; the
// columns from n on are undefined. One of narrow and wide is nil, as with Row. The matrix stays the same slice for the
// life of the state.
func (s *DeltaMatrix[T]) DeltaMatrix() (narrow []int32, wide []int64, stride int) {
	s.filled()
	return s.narrow, s.wide, s.stride
}

func (s *DeltaMatrix[T]) Row(i int32) (narrow []int32, wide []int64) {
	if int(i) >= len(s.x)-1 {
		return nil, nil
	}
	s.filled()
	from, to := int(i)*s.stride+int(i)+1, int(i)*s.stride+s.n
	if s.narrow != nil {
		return s.narrow[from:to:to], nil
	}
	return nil, s.wide[from:to:to]
}

// Reset implements multiwalk.State. It goes there by swaps if these are few.
func (s *DeltaMatrix[T]) Reset(x []int32) {
	if s.d == nil {
		copy(s.x, x)
		return
	}
	far := 0
	for i, l := range x {
		if s.x[i] != l {
			far++
		}
	}
	if far > s.n/4 {
		copy(s.x, x)
		s.fill(s.x)
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

func (s *DeltaMatrix[T]) Swap(i, j int32) {
	if i == j {
		return
	}
	s.filled()
	for q := range s.flows {
		s.differ(q, i, j)
		s.update()
	}
	s.x[i], s.x[j] = s.x[j], s.x[i]
	for _, u := range [2]int32{i, j} {
		s.own[u] = s.e[int(u)*s.stride+int(s.x[u])]
	}
	s.refresh(int(i))
	s.refresh(int(j))
}

// update applies the factors to the matrices, for all entries but those of the positions that are swapped.
func (s *DeltaMatrix[T]) update() {
	simd.Outer(s.e, s.stride, s.n, s.f, s.h)
	own, f, at := s.own[:len(s.x)], s.f[:len(s.x)], s.at[:len(s.x)]
	for k, l := range s.x {
		h := s.h[l]
		at[k] = -h
		own[k] += f[k] * h
	}
	simd.Triangle(s.d, s.stride, s.n, s.f, s.at)
}

// refresh makes the deltas of all pairs with u from the payments, in O(n).
func (s *DeltaMatrix[T]) refresh(u int) {
	n, stride, l := s.n, s.stride, int(s.x[u])
	e, own := s.e[u*stride:][:stride], s.own[u]
	among, back := s.among[u*stride:][:n], s.back[l*stride:][:n]
	x, owns := s.x[:n], s.own[:n]
	start, end := u&^7, min(u|7+1, n)
	for v := 0; v < end; v++ {
		lv := x[v]
		s.d[v*stride+u] = e[lv] + s.e[v*stride+l] - own - owns[v] + among[v]*back[lv]
	}
	row := s.d[u*stride:][:n]
	for v := start; v < end; v++ {
		row[v] = s.d[v*stride+u]
	}
	for v := end; v < n; v++ {
		lv := x[v]
		row[v] = e[lv] + s.e[v*stride+l] - own - owns[v] + among[v]*back[lv]
	}
	row[u] = greatest[T]()
}

func greatest[T int32 | int64]() T {
	big := int64(math.MaxInt64)
	if short[T]() {
		big = math.MaxInt32
	}
	return T(big)
}

// CopyFrom makes the state equal to another of the same problem, in O(n*n) and much faster than Reset to a solution far
// away.
func (s *DeltaMatrix[T]) CopyFrom(o multiwalk.State) {
	from := o.(*DeltaMatrix[T]).filled()
	if s.d == nil {
		s.allocate()
	}
	copy(s.x, from.x)
	copy(s.d, from.d)
	copy(s.e, from.e)
	copy(s.own, from.own)
}
