package lane

import (
	"iter"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// block is a block of the emulator. In a Free run mu guards it and its warps and threads; else one coroutine runs at a
// time.
type block struct {
	grid    *Emulator
	id      int32
	mu      sync.Mutex
	threads []thread
	warps   []warp
	alive   int // threads that have not returned
	arrived int // threads that wait in Sync
	running int // threads that neither wait nor have returned, counted in a Free run
	random  uint64
	broken  atomic.Bool // there is a fault: all threads give up at their next operation
	fault   *Fault
	explain func() string // makes the fault's reason once all threads have given up and said where they are
	static  int64         // bytes of shared
	shared  map[site]array
	dynamic []byte
}

// warp is up to 32 threads. Lane i is bit i of its sets.
type warp struct {
	threads []thread
	exists  uint32
	waiting uint32 // in a warp operation
	ready   uint32 // to be resumed; read in turn only
}

// thread is the emulator's side of a Thread.
type thread struct {
	block  *block
	warp   *warp
	id     int32
	lane   int32
	op     operation // that it waits in
	arg    int32     // of op
	group  uint32    // of op
	value  uint64    // of op
	result uint64    // of op
	pc     uintptr   // the place of op
	count  int64     // operations so far: its clock
	steps  int64     // atomics since it last waited for others
	place  string    // where it gave up
	next   func() (struct{}, bool)
	yield  func(struct{}) bool
	wake   chan struct{} // in a Free run
}

func newBlock(e *Emulator, id int32) *block {
	words := rng.At(e.Seed, uint32(id), 0, 0)
	b := &block{
		grid: e, id: id, threads: make([]thread, e.Threads), warps: make([]warp, (e.Threads+WarpSize-1)/WarpSize),
		alive: int(e.Threads), running: int(e.Threads), shared: map[site]array{}, dynamic: poisoned(int64(e.Shared)),
		random: uint64(words[0])<<32 | uint64(words[1]) | 1,
	}
	for i := range b.warps {
		w := &b.warps[i]
		w.threads = b.threads[i*WarpSize : min((i+1)*WarpSize, len(b.threads))]
		w.exists = Full >> (WarpSize - len(w.threads))
		w.ready = w.exists
		for j := range w.threads {
			w.threads[j] = thread{block: b, warp: w, id: int32(i*WarpSize + j), lane: int32(j)}
		}
	}
	return b
}

// run runs all threads to their end and returns the block's fault, if there is one.
func (b *block) run(kernel func(t Thread)) *Fault {
	if b.grid.Free {
		b.runFree(kernel)
	} else {
		b.runInTurn(kernel)
	}
	if b.fault != nil && b.explain != nil {
		b.fault.Place = b.threads[b.fault.Thread].place
		b.fault.Reason = b.explain()
	}
	return b.fault
}

func (b *block) runFree(kernel func(t Thread)) {
	for i := range b.threads {
		b.threads[i].wake = make(chan struct{}, 1)
	}
	var group sync.WaitGroup
	for i := range b.threads {
		group.Go(func() { b.threads[i].main(kernel) })
	}
	group.Wait()
}

func (b *block) runInTurn(kernel func(t Thread)) {
	for i := range b.threads {
		at := &b.threads[i]
		at.next, _ = iter.Pull(func(yield func(struct{}) bool) {
			at.yield = yield
			at.main(kernel)
		})
	}
	for b.alive > 0 && b.fault == nil {
		if w := b.pick(); w != nil {
			b.resume(w)
		} else {
			b.stuck()
		}
	}
	for i := range b.threads { // those that are left give up, or end if they never began
		for at := &b.threads[i]; at.op != opReturn; {
			at.next()
		}
	}
}

// pick returns a warp with a lane to be resumed, from a random one on, or nil.
func (b *block) pick() *warp {
	n := uint64(len(b.warps))
	first := b.draw() >> 32 * n >> 32
	for i := range n {
		if w := &b.warps[(first+i)%n]; w.ready != 0 {
			return w
		}
	}
	return nil
}

// resume lets the lanes that are ready run to where they next wait, from a random lane on.
func (b *block) resume(w *warp) {
	turn := int(b.draw() >> 59)
	for lanes := bits.RotateLeft32(w.ready, -turn); lanes != 0 && b.fault == nil; lanes &= lanes - 1 {
		i := (bits.TrailingZeros32(lanes) + turn) % WarpSize
		w.ready &^= 1 << i
		w.threads[i].next()
	}
}

// draw returns 64 random bits of the interleaving (xorshift64*).
func (b *block) draw() uint64 {
	b.random ^= b.random >> 12
	b.random ^= b.random << 25
	b.random ^= b.random >> 27
	return b.random * 0x2545F4914F6CDD1D
}

func (b *block) lock() {
	if b.grid.Free {
		b.mu.Lock()
	}
}

func (b *block) unlock() {
	if b.grid.Free {
		b.mu.Unlock()
	}
}
