package qap

// plainState prices each row when it is asked for, in O(n*n): for numbers so great that the matrix' factors overflow.
type plainState struct {
	q   *Instance
	x   []int32
	row []int64
}

func newPlainState(q *Instance, x []int32) *plainState {
	return &plainState{q: q, x: append([]int32(nil), x...), row: make([]int64, q.N)}
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
