package nqueens

import "sync/atomic"

// Serial compares all pairs, one after the other: Algorithm 1 of the paper, its section 2.1. O(N*N).
type Serial struct{}

// Name implements Scheme.
func (Serial) Name() string { return "serial" }

// Conflicts implements Scheme.
func (s Serial) Conflicts(x []int32) int64 { return s.ConflictsUntil(&never, x) }

// ConflictsUntil implements Stopper.
func (Serial) ConflictsUntil(stop *atomic.Bool, x []int32) (conflicts int64) {
	for i := 0; i < len(x) && !stop.Load(); i++ {
		conflicts += attackedAfter(x, i)
	}
	return conflicts
}
