package lane

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Emulator launches kernels on the CPU. It is a value: set its fields and Run.
//
// The threads of a block run as coroutines, which change at barriers, warp operations and, now and then, at atomics, in
// an order drawn from Seed; blocks run in turn, and grids that the kernel launches after them, one by one. So a launch
// does the same thing every time, another Seed tries another interleaving, and a kernel whose result depends on the
// seed has a race.
//
// Misuse ends the launch with a [Fault]: barriers and warp operations that not all threads come to, or to which they
// come in different places; shuffles from lanes that are not in the group; shared memory out of range, misaligned or too
// large; and whatever panics in Go. Only a loop that does not end and calls nothing of this package hangs.
type Emulator struct {
	Blocks  int32  // of the grid, at least 1
	Threads int32  // of a block, from 1 to MaxThreads
	Shared  int32  // bytes of shared memory sized at launch, up to MaxShared
	Seed    uint64 // of the interleaving

	// Free runs each thread of a block as a goroutine of its own, in no defined order. Under the race detector it reports
	// accesses to memory that neither Sync nor SyncWarp nor an atomic orders: those that a device may do in any order.
	// Votes, shuffles and reductions of a warp order nothing there, as on a device.
	Free bool
	// Workers is how many blocks run at once; 0 is 1. With more, what blocks do to each other has no defined order. Blocks that wait
	// for each other need as many.
	Workers int
	// Patience is how many atomics a thread may do between two barriers or warp operations before it is taken for one
	// that waits in vain; 0 is 1<<24. On a device it would hang.
	Patience int64

	nested *nested
}

// Fault is a misuse by a kernel, found by the Emulator.
type Fault struct {
	Block, Thread int32  // the thread that did it, or the first of those that cannot go on
	Place         string // file:line in the kernel
	Reason        string
}

// Error says what was wrong, and where.
func (f *Fault) Error() string {
	return fmt.Sprintf("lane: block %d thread %d at %s: %s", f.Block, f.Thread, f.Place, f.Reason)
}

// Run runs kernel once for each thread of each block, and returns when all have returned, those of the grids that it
// launches too. An error is a *Fault of the
// first block that has one, or tells of a field that is out of range. After a fault, memory that the kernel writes is in
// no defined state.
func (e Emulator) Run(kernel func(t Thread)) error {
	if err := e.check(); err != nil {
		return err
	}
	if e.Patience == 0 {
		e.Patience = 1 << 24
	}
	e.nested = new(nested)
	if err := e.run(kernel); err != nil {
		return err
	}
	for g, ok := e.nested.next(); ok; g, ok = e.nested.next() {
		e.Blocks, e.Threads, e.Shared = g.blocks, g.threads, 0
		if err := e.run(g.kernel); err != nil {
			return err
		}
	}
	return nil
}

// run runs one grid.
func (e Emulator) run(kernel func(t Thread)) error {
	if e.Workers <= 1 {
		for id := range e.Blocks {
			if fault := newBlock(&e, id).run(kernel); fault != nil {
				return fault
			}
		}
		return nil
	}
	return e.runParallel(kernel)
}

func (e Emulator) check() error {
	switch {
	case outside(e.Blocks, 1, 1<<31-1):
		return fmt.Errorf("lane: a launch of %d blocks: ask for at least 1", e.Blocks)
	case outside(e.Threads, 1, MaxThreads):
		return fmt.Errorf("lane: blocks of %d threads: ask for 1 to %d", e.Threads, MaxThreads)
	case outside(e.Shared, 0, MaxShared):
		return fmt.Errorf("lane: %d bytes of shared memory: a block has up to %d", e.Shared, MaxShared)
	case e.Workers < 0 || e.Patience < 0:
		return errors.New("lane: Workers and Patience of an Emulator must not be negative")
	}
	return nil
}

func outside(v, low, high int32) bool { return v < low || v > high }

// runParallel hands out blocks in ascending order, so when one has a fault all blocks below it have been handed out, and
// the lowest fault is the one that a run in turn finds.
func (e *Emulator) runParallel(kernel func(t Thread)) error {
	var (
		next   atomic.Int32
		failed atomic.Bool
		mu     sync.Mutex
		first  *Fault
		group  sync.WaitGroup
	)
	for range e.Workers {
		group.Go(func() {
			for !failed.Load() {
				id := next.Add(1) - 1
				if id < 0 || id >= e.Blocks {
					return
				}
				if fault := newBlock(e, id).run(kernel); fault != nil {
					failed.Store(true)
					mu.Lock()
					if first == nil || fault.Block < first.Block {
						first = fault
					}
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	if first == nil {
		return nil
	}
	return first
}
