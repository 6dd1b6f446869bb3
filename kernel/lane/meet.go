package lane

import (
	"math/bits"
	"runtime"
)

// operation is what a thread waits in.
type operation uint8

const (
	opNone   operation = iota // runs
	opReturn                  // has returned
	opSync
	opSyncWarp
	opBallot
	opShuffle
	opShuffleUp
	opShuffleDown
	opShuffleXor
	opAdd
	opMin
	opMax
	opMinSigned
	opMaxSigned
)

var operationNames = [...]string{
	"nothing", "return", "Sync", "SyncWarp", "Ballot", "Shuffle", "ShuffleUp", "ShuffleDown", "ShuffleXor",
	"WarpAdd", "WarpMin", "WarpMax", "WarpMin", "WarpMax",
}

func (op operation) String() string { return operationNames[op] }

// enter begins an operation, called at pc, in which the thread may wait for others. It takes the lock; unlock, pause and
// giveUp release it.
//
//go:norace
func (at *thread) enter(op operation, group uint32, pc uintptr) {
	at.block.lock()
	if at.block.fault != nil {
		at.giveUp()
	}
	at.op, at.group, at.pc = op, group, pc
	at.count++
	at.steps = 0
}

// sync is the barrier of the block.
//
//go:noinline
//go:norace
func (at *thread) sync() {
	pc := grandcaller()
	if !hasGrandcaller {
		pc = callerPC(3)
	}
	racePublish(&at.came)
	at.enter(opSync, Full, pc)
	b := at.block
	b.arrived++
	if b.arrived < len(b.threads) {
		at.pause()
		raceObserve(&at.goes)
		return
	}
	for i := range b.threads {
		if !at.block.samePlace(b.threads[i].pc, at.pc) {
			b.diverged(at.id, b.threads, "the threads of a block wait in different barriers")
			at.giveUp()
		}
	}
	b.arrived = 0
	b.order(b.threads, Full)
	for i := range b.warps {
		b.release(&b.warps[i], b.warps[i].exists, at)
	}
	b.unlock()
	raceObserve(&at.goes)
}

// order tells the race detector that what the threads did before a barrier comes before what they do after it. It is
// called by the last to come, with the lock held; the others wait.
//
//go:norace
func (b *block) order(threads []thread, lanes uint32) {
	if !b.grid.Free {
		return
	}
	raceShow()
	for i := range threads {
		if lanes>>(i%WarpSize)&1 == 1 {
			raceObserve(&threads[i].came)
		}
	}
	for i := range threads {
		if lanes>>(i%WarpSize)&1 == 1 {
			racePublish(&threads[i].goes)
		}
	}
	raceHide()
}

// meet is a warp operation: the last lane of the group to come does it for all.
//
//go:noinline
//go:norace
func (at *thread) meet(op operation, group uint32, value uint64, arg int32) uint64 {
	pc := grandcaller()
	if !hasGrandcaller {
		pc = callerPC(3)
	}
	if op == opSyncWarp {
		racePublish(&at.came)
	}
	at.enter(op, group, pc)
	at.value, at.arg = value, arg
	w, own := at.warp, uint32(1)<<at.lane
	if group&own == 0 {
		at.fail("%v by lane %d, which is not in its group %#08x", op, at.lane, group)
	}
	need := group & w.exists
	w.waiting |= own
	if w.waiting&need != need || !at.complete(need) {
		at.pause()
		return at.leave(op)
	}
	if w.waiting &^= need; op == opSyncWarp {
		at.block.order(w.threads, need)
	}
	at.block.release(w, need, at)
	at.block.unlock()
	return at.leave(op)
}

// leave ends a warp operation with its result.
//
//go:norace
func (at *thread) leave(op operation) uint64 {
	if op == opSyncWarp {
		raceObserve(&at.goes)
	}
	return at.result
}

// release lets the lanes that waited go on. The lock is held.
//
//go:norace
func (b *block) release(w *warp, lanes uint32, last *thread) {
	w.ready |= lanes
	if last.warp == w {
		w.ready &^= 1 << last.lane // it runs
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		at := &w.threads[bits.TrailingZeros32(lanes)]
		if at.op = opNone; at != last && b.grid.Free {
			b.running++
			at.wake <- struct{}{}
		}
	}
}

// pause waits until another thread releases this one.
//
//go:norace
func (at *thread) pause() {
	b := at.block
	if !b.grid.Free {
		at.wait()
		return
	}
	b.running--
	if b.running == 0 {
		b.stuck()
	}
	b.unlock()
	raceHide()
	<-at.wake
	raceShow()
	if b.broken.Load() {
		b.lock()
		at.giveUp()
	}
}

// yieldEvery is how many atomics a thread of one of several blocks that run at once does before it lets others go on.
const yieldEvery = 64

// step counts an atomic, and is where threads may change between two barriers.
func (at *thread) step() {
	b := at.block
	at.count++
	at.steps++
	if at.steps > b.grid.Patience {
		b.lock()
		at.fail("%d atomics without a barrier or a warp operation: the thread waits for what does not come", at.steps)
	}
	if b.grid.Workers > 1 && at.steps%yieldEvery == 0 {
		runtime.Gosched() // another block may be the one that this one waits for
	}
	if b.grid.Free {
		if b.broken.Load() {
			b.lock()
			at.giveUp()
		}
		return
	}
	if b.draw()>>62 == 0 {
		at.warp.ready |= 1 << at.lane
		at.suspend()
		at.warp.ready &^= 1 << at.lane
		if b.fault != nil {
			at.giveUp()
		}
	}
}

// complete checks that the lanes, which all wait, came to the same operation, and gives each its result. It returns
// false where one of them still waits among another group, whose lanes may come.
//
//go:norace
func (at *thread) complete(lanes uint32) bool {
	w := at.warp
	for left := lanes; left != 0; left &= left - 1 {
		if w.threads[bits.TrailingZeros32(left)].group != at.group {
			return false
		}
	}
	for left := lanes; left != 0; left &= left - 1 {
		o := &w.threads[bits.TrailingZeros32(left)]
		if o.op != at.op || !at.block.samePlace(o.pc, at.pc) {
			at.block.diverged(at.id, w.threads, "the lanes of a group came to different operations")
			at.giveUp()
		}
		if o.arg != at.arg && at.op != opShuffle {
			at.fail("%v by %d in lane %d and by %d in lane %d: it must be the same", at.op, at.arg, at.lane, o.arg, o.lane)
		}
	}
	if opShuffle <= at.op && at.op <= opShuffleXor {
		w.shuffle(lanes)
		return true
	}
	result := w.reduce(at.op, lanes)
	for left := lanes; left != 0; left &= left - 1 {
		w.threads[bits.TrailingZeros32(left)].result = result
	}
	return true
}

// clock counts a reading as an operation, so that it grows.
func (at *thread) clock() int64 {
	at.count++
	return at.count
}
