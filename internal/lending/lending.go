// Package lending has walks lend their cores to the host's part of a GPU's search. Between two launches that part is some
// milliseconds of work on one core, while the GPU waits, and less than one on all. A walk on a core that works at the same time
// can wait for that long more easily.
package lending

import (
	"sync"
	"sync/atomic"
)

var (
	lenders   atomic.Int32
	borrowers atomic.Int32
	lent      sync.RWMutex // held for reading while cores are
)

// Borrow asks walks for their cores, until the function that it returns is called. Who borrows must wait for no walk.
func Borrow() (back func()) {
	borrowers.Add(1)
	lent.RLock()
	return func() {
		lent.RUnlock()
		borrowers.Add(-1)
	}
}

// Lenders is how many rounds are under way in which walks lend their cores.
func Lenders() int { return int(lenders.Load()) }

// Open begins a round in which walks lend their cores, until the function that it returns is called.
func Open() (end func()) {
	lenders.Add(1)
	return func() { lenders.Add(-1) }
}

// Lend waits while somebody borrows cores. It takes a nanosecond where nobody does.
func Lend() {
	if borrowers.Load() > 0 {
		wait()
	}
}

func wait() {
	lent.Lock()
	defer lent.Unlock()
}
