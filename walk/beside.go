package walk

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Beside calls work(0) to work(n-1) side by side, work(0) on this goroutine, and waits for all. Where one panics, as a problem's cost may, or
// ends its goroutine, Beside calls stop at once. It returns the first of these numbers, or -1: the walk then does again what work did there,
// and so panics itself, with the place in the user's code.
func Beside(n int, work func(k int), stop func()) (broke int) {
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

// BesideEach calls work for i = 0 to n-1, each on the core that is free next. It returns false, and some may be left out, if the run was
// aborted meanwhile. Where one panics it is called again on this goroutine, as Beside has it.
func BesideEach(cores, n int, aborted func() bool, work func(core, i int)) bool {
	var next atomic.Int64
	var stopped atomic.Bool
	at := make([]int, cores)
	broke := Beside(cores, func(core int) {
		for !stopped.Load() && !aborted() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			at[core] = i
			work(core, i)
		}
	}, func() { stopped.Store(true) })
	if broke >= 0 {
		work(0, at[broke])
	}
	return !stopped.Load() && !aborted()
}
