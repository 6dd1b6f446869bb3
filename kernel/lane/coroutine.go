package lane

import (
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
	static  int64         // bytes of shared; guarded, like that, by arrays
	shared  map[site]array
	arrays  sync.Mutex
	dynamic []byte
}

// warp is up to 32 threads. Lane i is bit i of its sets.
type warp struct {
	threads []thread
	exists  uint32
	waiting uint32 // in a warp operation
	// Those that run in turn: ready are those that need not wait, suspended those that can be resumed; the others have
	// resumed one of their kind, and wait for it to suspend itself.
	ready, suspended uint32
}

// thread is the emulator's side of a Thread.
type thread struct {
	block  *block
	warp   *warp
	id     int32
	lane   int32
	op     operation     // that it waits in
	arg    int32         // of op
	group  uint32        // of op
	value  uint64        // of op
	result uint64        // of op
	pc     uintptr       // the place of op
	count  int64         // operations so far: its clock
	steps  int64         // atomics since it last waited for others
	place  string        // where it gave up
	runs   *coroutine    // in a run in turn
	wake   chan struct{} // in a Free run
	// Tokens for the race detector: from this thread to who ends a barrier, and back.
	came, goes uint64
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
		w.ready, w.suspended = w.exists, w.exists
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
		at.runs = idle.take()
		at.runs.task = func() {
			at.warp.ready &^= 1 << at.lane
			at.main(kernel)
		}
	}
	for b.alive > 0 && b.fault == nil {
		if at := b.pick(&b.warps[0]); at != nil {
			at.resume()
		} else {
			b.stuck()
		}
	}
	for i := range b.threads { // those that are left give up, or end if they never began
		for at := &b.threads[i]; at.op != opReturn; {
			at.resume()
		}
	}
}

// wait lets others run until this thread is released. It does not return to the scheduler for that but resumes another
// thread itself, so that a meeting of 32 lanes takes 32 changes of coroutine and not 64: the first lane resumes the
// second and so on; the last to come goes on to the next operation, where it suspends itself, which lets the last but
// one go on.
//
// When the thread that it resumed suspends itself and this one is still not released, it goes back to the one that
// resumed it, and so on up to the scheduler: of threads that spin, none can keep the one they wait for from running.
func (at *thread) wait() {
	b, w, own := at.block, at.warp, uint32(1)<<at.lane
	if next := b.pick(w); next != nil {
		next.resume()
	}
	for w.ready&own == 0 && b.fault == nil {
		at.suspend()
	}
	w.ready &^= own
	if b.fault != nil {
		at.giveUp()
	}
}

// suspend goes back to the thread, or to the scheduler, that resumed this one.
func (at *thread) suspend() {
	at.warp.suspended |= 1 << at.lane
	at.runs.yield(struct{}{})
}

// resume runs a suspended thread until it suspends itself or returns.
func (at *thread) resume() {
	at.warp.suspended &^= 1 << at.lane
	at.runs.next()
	if at.op == opReturn {
		idle.give(at.runs)
	}
}

// pick returns a random thread that can be resumed, mostly of the warp near, or nil if there is none.
func (b *block) pick(near *warp) *thread {
	r := b.draw()
	w := near
	if r&7 == 0 || w.ready&w.suspended == 0 {
		n := uint64(len(b.warps))
		first := r >> 32 * n >> 32
		for i := range n {
			if w = &b.warps[(first+i)%n]; w.ready&w.suspended != 0 {
				break
			}
		}
	}
	lanes := w.ready & w.suspended
	if lanes == 0 {
		return nil
	}
	turn := int(r >> 3 & 31)
	return &w.threads[(bits.TrailingZeros32(bits.RotateLeft32(lanes, -turn))+turn)%WarpSize]
}

// draw returns 64 random bits of the interleaving (xorshift64*).
func (b *block) draw() uint64 {
	b.random ^= b.random >> 12
	b.random ^= b.random << 25
	b.random ^= b.random >> 27
	return b.random * 0x2545F4914F6CDD1D
}

// lock and unlock guard a block in a Free run, unseen by the race detector: that two threads took the lock in turn does
// not order what the kernel does in them. What is guarded is used by functions marked norace only.
func (b *block) lock() {
	if b.grid.Free {
		raceHide()
		b.mu.Lock()
	}
}

func (b *block) unlock() {
	if b.grid.Free {
		b.mu.Unlock()
		raceShow()
	}
}
