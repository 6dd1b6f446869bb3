package population

import (
	"slices"
	"sync"
)

// beside calls work(0) to work(n-1) side by side, work(0) on this goroutine, and waits for all. Where one panics, as a problem's cost may, or
// ends its goroutine, beside calls stop at once. It returns the first of these numbers, or -1: the walk then does again what work did there,
// and so panics itself, with the place in the user's code.
func beside(n int, work func(k int), stop func()) (broke int) {
	ended := make([]bool, n)
	call := func(k int) {
		defer func() {
			if !ended[k] {
				recover() // it will come again
				stop()
			}
		}()
		work(k)
		ended[k] = true
	}
	var group sync.WaitGroup
	for k := 1; k < n; k++ {
		group.Go(func() { call(k) })
	}
	call(0)
	group.Wait()
	return slices.Index(ended, false)
}
