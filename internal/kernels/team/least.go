package team

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Every thread gets the result of a reduction. Between two of them a block must pass another barrier.

// LeastDelta returns the least delta of all lanes of a warp, and the lowest of those that have it: two instructions of 32 bits, the upper half
// in signed order, the lower in unsigned.
func LeastDelta(t lane.Thread, delta int64) (winner int32, least int64) {
	high, low := int32(delta>>32), uint32(math.MaxUint32)
	leastHigh := lane.WarpMin(t, high)
	if high == leastHigh {
		low = uint32(delta)
	}
	least = int64(leastHigh)<<32 | int64(lane.WarpMin(t, low))
	return int32(bits.TrailingZeros32(t.Ballot(delta == least))), least
}

// Least32 returns the least of each number.
func (w Warp) Least32(a, b, c int32) (int32, int32, int32) {
	return lane.WarpMin(w.T, a), lane.WarpMin(w.T, b), lane.WarpMin(w.T, c)
}

// Least64 returns the least of each number.
func (w Warp) Least64(a, b int64, c int32) (int64, int64, int32) {
	return lane.TreeMin(w.T, a), lane.TreeMin(w.T, b), lane.WarpMin(w.T, c)
}

// LeastKey returns the least key.
func (w Warp) LeastKey(key uint32) uint32 { return lane.WarpMin(w.T, key) }

// Add returns the sum.
func (w Warp) Add(v int64) int64 { return lane.TreeAdd(w.T, v) }

// Least32 returns the least of each number.
func (b Block) Least32(a, c, e int32) (int32, int32, int32) {
	part := lane.Shared[int32](b.T, 3*maxWarps)
	a, c, e = lane.WarpMin(b.T, a), lane.WarpMin(b.T, c), lane.WarpMin(b.T, e)
	if b.T.LaneID() == 0 {
		at := 3 * b.T.WarpID()
		part[at], part[at+1], part[at+2] = a, c, e
	}
	b.T.Sync()
	at := 3 * min(b.T.LaneID(), b.T.Warps()-1)
	return lane.WarpMin(b.T, part[at]), lane.WarpMin(b.T, part[at+1]), lane.WarpMin(b.T, part[at+2])
}

// Least64 returns the least of each number.
func (b Block) Least64(a, c int64, e int32) (int64, int64, int32) {
	part := lane.Shared[int64](b.T, 3*maxWarps)
	a, c, e = lane.TreeMin(b.T, a), lane.TreeMin(b.T, c), lane.WarpMin(b.T, e)
	if b.T.LaneID() == 0 {
		at := 3 * b.T.WarpID()
		part[at], part[at+1], part[at+2] = a, c, int64(e)
	}
	b.T.Sync()
	at := 3 * min(b.T.LaneID(), b.T.Warps()-1)
	return lane.TreeMin(b.T, part[at]), lane.TreeMin(b.T, part[at+1]), lane.WarpMin(b.T, int32(part[at+2]))
}

// LeastKey returns the least key.
func (b Block) LeastKey(key uint32) uint32 {
	part := lane.Shared[uint32](b.T, maxWarps)
	if key = lane.WarpMin(b.T, key); b.T.LaneID() == 0 {
		part[b.T.WarpID()] = key
	}
	b.T.Sync()
	return lane.WarpMin(b.T, part[min(b.T.LaneID(), b.T.Warps()-1)])
}

// Add returns the sum.
func (b Block) Add(v int64) int64 { return lane.BlockAdd(b.T, v) }
