package kernel

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// crew is a team that makes a tabu search: a warp, or a block of full warps. Its reductions give every thread the result.
// Between two calls of one of them a block must pass another barrier.
type crew interface {
	team
	// least32 and least64 return the least of each number.
	least32(a, b, c int32) (int32, int32, int32)
	least64(a, b int64, c int32) (int64, int64, int32)
	leastKey(key uint32) uint32
	add(v int64) int64
}

func (w warpTeam) least32(a, b, c int32) (int32, int32, int32) {
	return lane.WarpMin(w.t, a), lane.WarpMin(w.t, b), lane.WarpMin(w.t, c)
}

func (w warpTeam) least64(a, b int64, c int32) (int64, int64, int32) {
	return lane.TreeMin(w.t, a), lane.TreeMin(w.t, b), lane.WarpMin(w.t, c)
}

func (w warpTeam) leastKey(key uint32) uint32 { return lane.WarpMin(w.t, key) }
func (w warpTeam) add(v int64) int64          { return lane.TreeAdd(w.t, v) }

func (b blockTeam) warp() int32  { return b.t.WarpID() }
func (b blockTeam) warps() int32 { return b.t.Warps() }

// maxCrew is how many warps a block can have.
const maxCrew = lane.MaxThreads / lane.WarpSize

func (b blockTeam) least32(a, c, e int32) (int32, int32, int32) {
	part := lane.Shared[int32](b.t, 3*maxCrew)
	a, c, e = lane.WarpMin(b.t, a), lane.WarpMin(b.t, c), lane.WarpMin(b.t, e)
	if b.t.LaneID() == 0 {
		at := 3 * b.warp()
		part[at], part[at+1], part[at+2] = a, c, e
	}
	b.t.Sync()
	at := 3 * min(b.t.LaneID(), b.warps()-1)
	return lane.WarpMin(b.t, part[at]), lane.WarpMin(b.t, part[at+1]), lane.WarpMin(b.t, part[at+2])
}

func (b blockTeam) least64(a, c int64, e int32) (int64, int64, int32) {
	part := lane.Shared[int64](b.t, 3*maxCrew)
	a, c, e = lane.TreeMin(b.t, a), lane.TreeMin(b.t, c), lane.WarpMin(b.t, e)
	if b.t.LaneID() == 0 {
		at := 3 * b.warp()
		part[at], part[at+1], part[at+2] = a, c, int64(e)
	}
	b.t.Sync()
	at := 3 * min(b.t.LaneID(), b.warps()-1)
	return lane.TreeMin(b.t, part[at]), lane.TreeMin(b.t, part[at+1]), lane.WarpMin(b.t, int32(part[at+2]))
}

func (b blockTeam) leastKey(key uint32) uint32 {
	part := lane.Shared[uint32](b.t, maxCrew)
	if key = lane.WarpMin(b.t, key); b.t.LaneID() == 0 {
		part[b.warp()] = key
	}
	b.t.Sync()
	return lane.WarpMin(b.t, part[min(b.t.LaneID(), b.warps()-1)])
}

func (b blockTeam) add(v int64) int64 { return lane.BlockAdd(b.t, v) }

// leastOf reduces deltas, by one instruction each where they have 32 bits.
func leastOf[G crew, T whole](g G, a, b T, c int32) (T, T, int32) {
	if narrow[T]() {
		x, y, z := g.least32(int32(a), int32(b), c)
		return T(x), T(y), z
	}
	x, y, z := g.least64(int64(a), int64(b), c)
	return T(x), T(y), z
}

// noPair is a key above those of all pairs.
const noPair = math.MaxUint32
