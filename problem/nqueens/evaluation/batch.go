package evaluation

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// chunkQueens is how many queens a chunk has at most, but for a larger candidate: 16 MiB, which is little of a device's
// memory, and takes far longer to copy than to ask for.
const chunkQueens = 1 << 22

// chunks evaluates a batch chunk by chunk, two of them in flight. It returns the kernels' time.
func (s *Scheme) chunks(ctx context.Context, conflicts []int64, x []int32, n int) (kernel time.Duration, err error) {
	per := max(1, s.chunk/n)
	for k := 0; len(conflicts) > 0 && err == nil; k++ {
		var sl *slot
		if sl, err = s.slot(k % 2); err != nil {
			break
		}
		var d time.Duration
		if d, err = sl.end(ctx); err != nil {
			break
		}
		kernel += d
		candidates := min(per, len(conflicts))
		err = sl.begin(ctx, conflicts[:candidates], x[:candidates*n], n)
		conflicts, x = conflicts[candidates:], x[candidates*n:]
	}
	for _, sl := range s.slots { // after an error too: the streams read and write the slots' memory
		d, e := sl.end(ctx)
		kernel += d
		if err == nil {
			err = e
		}
	}
	return kernel, err
}

// slot returns a slot, and makes the second one when it is first needed.
func (s *Scheme) slot(k int) (sl *slot, err error) {
	if s.slots[k] == nil {
		s.slots[k], err = newSlot(s)
	}
	return s.slots[k], err
}

// free frees the slots.
func (s *Scheme) free() (err error) {
	for k, sl := range s.slots {
		err = errors.Join(err, sl.free())
		s.slots[k] = nil
	}
	return err
}

// alone is the queens up to which a second goroutine costs more than it helps to stage them.
const alone = 1 << 16

// stage copies candidates of n queens to dst. It refuses rows that are not on the board, which a kernel would take for
// addresses, and tells whether all candidates are permutations.
func stage(dst, x []int32, n int) (permutations bool, err error) {
	candidates := len(x) / n
	workers := min(candidates, runtime.GOMAXPROCS(0), 1+len(x)/alone)
	var next, others atomic.Int64
	errs := make([]error, workers)
	work := func(w int) {
		seen := make([]uint64, (n+63)/64)
		for c := int(next.Add(1)) - 1; c < candidates && errs[w] == nil; c = int(next.Add(1)) - 1 {
			column, distinct := stageOne(dst[c*n:c*n+n], x[c*n:c*n+n], seen)
			if column >= 0 {
				errs[w] = fmt.Errorf("multiwalk: candidate %d of %d queens: the queen in column %d is in row %d, outside [0, %d]",
					c, n, column, x[c*n+column], n-1)
			}
			if !distinct {
				others.Add(1)
			}
		}
	}
	var wg sync.WaitGroup
	for w := 1; w < workers; w++ {
		wg.Go(func() { work(w) })
	}
	work(0)
	wg.Wait()
	for _, e := range errs {
		if e != nil {
			return false, e
		}
	}
	return others.Load() == 0, nil
}

// stageOne copies a candidate. It returns the first column whose row is not on the board, or -1, and whether all rows
// differ. seen is room for a bit a row.
func stageOne(dst, x []int32, seen []uint64) (column int, distinct bool) {
	clear(seen)
	n, taken := uint32(len(x)), uint64(0)
	for i, v := range x {
		if uint32(v) >= n {
			return i, false
		}
		w := &seen[uint32(v)>>6]
		taken |= *w >> (v & 63)
		*w |= 1 << (v & 63)
		dst[i] = v
	}
	return -1, taken&1 == 0
}
