package single

import "github.com/multiwalk/multiwalk"

// conflictRows is a conflict state that gives whole rows of deltas, as a swap state does.
type conflictRows struct {
	multiwalk.ConflictState
	row []int64
}

// Row implements multiwalk.SwapState.
func (c *conflictRows) Row(i int32) ([]int32, []int64) {
	row := c.row[:len(c.row)-int(i)]
	for k := range row {
		row[k] = c.SwapDelta(i, i+1+int32(k))
	}
	if len(row) == 0 {
		return nil, nil
	}
	return nil, row
}

// swapPricer is a state that tells one delta without the rest of its row.
type swapPricer interface {
	SwapDelta(i, j int32) int64
}

// hasSwapState says whether a problem has states that price swaps.
func hasSwapState(p multiwalk.Problem) bool {
	_, swaps := p.(multiwalk.SwapStater)
	_, conflicts := p.(multiwalk.ConflictStater)
	return swaps || conflicts && p.Space().Kind() == multiwalk.KindPermutation
}

// newSwapState returns a state of a problem that has one.
func newSwapState(p multiwalk.Problem, x []int32) multiwalk.SwapState {
	if s, ok := p.(multiwalk.SwapStater); ok {
		return s.NewSwapState(x)
	}
	return &conflictRows{p.(multiwalk.ConflictStater).NewConflictState(x), make([]int64, len(x)-1)}
}
