package qap

import (
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Quadratic implements neighbourhood.QuadraticForm.
func (q *Instance) Quadratic() any {
	if s := q.symmetric(); s != nil {
		return s
	}
	return q.general()
}

// NewSwapState returns the deltas of all swaps at x, kept up to date in O(n*n) a swap.
func (q *Instance) NewSwapState(x []int32) multiwalk.SwapState {
	if !q.traits.exact {
		return &plainState{q: q, x: append([]int32(nil), x...), row: make([]int64, q.N)}
	}
	return q.newState(x)
}

// stateMaker returns what makes delta matrices of an instance: the first call writes down what all of them share.
func stateMaker(q *Instance) func(x []int32) multiwalk.SwapState {
	if q.traits.narrow {
		factors := sync.OnceValue(func() neighbourhood.Factors[int32] {
			return neighbourhood.FactorsOf[int32](neighbourhood.MatricesOf(q))
		})
		return func(x []int32) multiwalk.SwapState { return factors().At(x) }
	}
	factors := sync.OnceValue(func() neighbourhood.Factors[int64] {
		return neighbourhood.FactorsOf[int64](neighbourhood.MatricesOf(q))
	})
	return func(x []int32) multiwalk.SwapState { return factors().At(x) }
}

// plainState prices each row when it is asked for, in O(n*n): for numbers so great that the matrix' factors overflow.
type plainState struct {
	q   *Instance
	x   []int32
	row []int64
}

// Reset implements multiwalk.SwapState.
func (s *plainState) Reset(x []int32) { copy(s.x, x) }

// Swap implements multiwalk.SwapState.
func (s *plainState) Swap(i, j int32) { s.x[i], s.x[j] = s.x[j], s.x[i] }

// Row implements multiwalk.SwapState.
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
