package kernel

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// team is the threads that make a walk together: a warp or a block. All of a team's threads must call sync, first and
// choose together.
type team interface {
	thread() lane.Thread
	rank() int32 // of the thread, from 0
	size() int32
	// sync waits for all, and orders their memory accesses.
	sync()
	// first returns the v of rank 0.
	first(v int32) int32
	// choose returns the rank of the proposal that is made, and its delta; -1 if none is. With each it is the lowest rank
	// that accepts; else the one of the least delta, the lowest rank where several have it, if that one accepts.
	choose(delta int64, accept, each bool) (winner int32, change int64)
}

// warpTeam is a warp of 32 lanes.
type warpTeam struct{ t lane.Thread }

func (w warpTeam) thread() lane.Thread { return w.t }
func (w warpTeam) rank() int32         { return w.t.LaneID() }
func (w warpTeam) size() int32         { return lane.WarpSize }
func (w warpTeam) sync()               { w.t.SyncWarp() }
func (w warpTeam) first(v int32) int32 { return lane.Shuffle(w.t, v, 0) }

func (w warpTeam) choose(delta int64, accept, each bool) (int32, int64) {
	accepting := w.t.Ballot(accept)
	if accepting == 0 {
		return -1, 0
	}
	if each {
		winner := int32(bits.TrailingZeros32(accepting))
		return winner, lane.Shuffle(w.t, delta, winner)
	}
	// The least of 64 bits by two instructions of 32, the upper half in signed order, the lower in unsigned.
	high, low := int32(delta>>32), uint32(math.MaxUint32)
	leastHigh := lane.WarpMin(w.t, high)
	if high == leastHigh {
		low = uint32(delta)
	}
	leastLow := lane.WarpMin(w.t, low)
	least := int64(leastHigh)<<32 | int64(leastLow)
	winner := int32(bits.TrailingZeros32(w.t.Ballot(delta == least)))
	if accepting>>winner&1 == 0 {
		return -1, 0
	}
	return winner, least
}

// blockTeam is a block of full warps.
type blockTeam struct{ t lane.Thread }

func (b blockTeam) thread() lane.Thread { return b.t }
func (b blockTeam) rank() int32         { return b.t.ThreadID() }
func (b blockTeam) size() int32         { return b.t.BlockDim() }
func (b blockTeam) sync()               { b.t.Sync() }

func (b blockTeam) first(v int32) int32 {
	said := lane.Shared[int32](b.t, 1)
	if b.t.ThreadID() == 0 {
		said[0] = v
	}
	b.t.Sync()
	v = said[0]
	b.t.Sync() // before it is written again
	return v
}

func (b blockTeam) choose(delta int64, accept, each bool) (int32, int64) {
	least := int64(math.MaxInt64)
	key := int32(math.MaxInt32) // of a proposal that may be made: twice its rank, plus 1 if it is refused
	if !each {
		if least = lane.BlockMin(b.t, delta); delta == least {
			key = 2 * b.rank()
			if !accept {
				key++
			}
		}
	} else if accept {
		key = 2 * b.rank()
	}
	key = lane.BlockMin(b.t, key)
	if key&1 != 0 {
		return -1, 0
	}
	winner := key / 2
	if each {
		if b.rank() != winner {
			delta = math.MaxInt64
		}
		least = lane.BlockMin(b.t, delta)
	}
	return winner, least
}
