package nqueens

import "sync/atomic"

// ForkJoin divides the columns by halves down to a threshold and adds up what the halves return: Algorithm 6 of the
// paper, its section 2.4. The Go scheduler steals the forked halves for idle cores.
type ForkJoin struct {
	// Threshold is the number of columns from which a task is divided; 0 means 2, the paper's choice.
	Threshold int
}

// Name implements Scheme.
func (ForkJoin) Name() string { return "fork-join" }

// Conflicts implements Scheme.
func (s ForkJoin) Conflicts(x []int32) int64 { return s.ConflictsUntil(&never, x) }

// ConflictsUntil implements Stopper.
func (s ForkJoin) ConflictsUntil(stop *atomic.Bool, x []int32) int64 {
	threshold := s.Threshold
	if threshold <= 0 {
		threshold = 2
	}
	return forked(stop, x, 0, len(x)-2, threshold)
}

// forked evaluates columns start to end, both included; the last column of all has no queen behind it. The left half is
// forked, the right one done here, which saves the paper's second fork.
func forked(stop *atomic.Bool, x []int32, start, end, threshold int) (conflicts int64) {
	if end-start < threshold || stop.Load() {
		for i := start; i <= end && !stop.Load(); i++ {
			conflicts += attackedAfter(x, i)
		}
		return conflicts
	}
	middle := start + (end-start)/2
	left := make(chan int64, 1)
	go func() { left <- forked(stop, x, start, middle, threshold) }()
	right := forked(stop, x, middle+1, end, threshold)
	return right + <-left
}
