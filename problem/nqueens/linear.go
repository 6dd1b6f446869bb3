package nqueens

import (
	"runtime"
	"sync"
)

// Linear evaluates in O(N) with a counter for each row and diagonal: c queens on a line make c(c-1)/2 pairs, added up as
// 0 + 1 + ... + c-1 while they are put there. No two queens share two lines, so the sum is the other schemes' answer.
type Linear struct{}

func (Linear) Name() string { return "linear" }

// Conflicts implements Scheme. It allocates 5 bytes a queen.
func (Linear) Conflicts(x []int32) int64 {
	var sum int64
	for _, k := range lineKinds {
		sum += k.count(x, 0, k.lines(len(x)))
	}
	return sum
}

// LinearParallel is Linear on several cores: each counts a share of the lines of one kind, and reads all queens. The sum
// needs no atomic operation on a counter, and does not depend on the number of cores.
type LinearParallel struct {
	// Workers is the number of goroutines; 0 means one a core.
	Workers int
}

func (LinearParallel) Name() string { return "linear-parallel" }

func (s LinearParallel) Conflicts(x []int32) int64 {
	type share struct {
		kind   lineKind
		lo, hi int
	}
	bands := max(1, (workersOr(s.Workers)+len(lineKinds)-1)/len(lineKinds))
	var shares []share
	for _, k := range lineKinds {
		lines := k.lines(len(x))
		for b := range bands {
			shares = append(shares, share{k, lines * b / bands, lines * (b + 1) / bands})
		}
	}
	sums := make([]int64, len(shares))
	var wg sync.WaitGroup
	for i, s := range shares {
		wg.Go(func() { sums[i] = s.kind.count(x, s.lo, s.hi) })
	}
	wg.Wait()
	return total(sums)
}

// lineKind is the rows, or one of the two kinds of diagonal.
type lineKind uint8

const (
	byRow        lineKind = iota
	bySum                 // column + row
	byDifference          // column - row + n
)

var lineKinds = [...]lineKind{byRow, bySum, byDifference}

// lines returns how many lines of the kind a board of n has.
func (k lineKind) lines(n int) int {
	if k == byRow {
		return n
	}
	return 2 * n
}

// count returns the pairs on the lines from lo up to hi.
func (k lineKind) count(x []int32, lo, hi int) int64 {
	t := newTally(hi - lo)
	// A line is offset + slope*row + step*column: no branch on the kind in the loop.
	step, slope, offset := 1, 1, 0
	switch k {
	case byRow:
		step = 0
	case byDifference:
		slope, offset = -1, len(x)
	}
	var sum int64
	for i, v := range x {
		if at := offset + step*i + slope*int(v) - lo; uint(at) < uint(hi-lo) {
			sum += t.put(at)
		}
	}
	return sum
}

// workersOr returns the number of goroutines asked for, or one a core.
func workersOr(asked int) int {
	if asked > 0 {
		return asked
	}
	return runtime.GOMAXPROCS(0)
}

func total(parts []int64) (sum int64) {
	for _, p := range parts {
		sum += p
	}
	return sum
}
