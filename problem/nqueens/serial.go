package nqueens

// Serial compares all pairs, one after the other: Algorithm 1 of the paper, its section 2.1. O(N*N).
type Serial struct{}

// Name implements Scheme.
func (Serial) Name() string { return "serial" }

// Conflicts implements Scheme.
func (Serial) Conflicts(x []int32) (conflicts int64) {
	for i := range x {
		conflicts += attackedAfter(x, i)
	}
	return conflicts
}
