package lane

const (
	// WarpSize is the number of lanes of a warp.
	WarpSize = 32
	// Full is the group of all lanes of a warp.
	Full uint32 = 1<<WarpSize - 1
	// MaxThreads is the largest number of threads of a block.
	MaxThreads = 1024
)

// Thread is one thread of a launch and the group of lanes that its warp operations act among. It is passed to a kernel
// and passed on by value. On a device it is the group alone, Full at a kernel's start.
type Thread struct {
	group uint32
	at    *thread // the emulator's thread; nil on a device, and touched by intrinsics alone
}

// ThreadID returns the thread's number in its block, in [0, BlockDim). Intrinsic.
func (t Thread) ThreadID() int32 { return t.at.id }

// LaneID returns the thread's number in its warp, in [0, 32).
func (t Thread) LaneID() int32 { return t.ThreadID() & (WarpSize - 1) }

// WarpID returns the number of the thread's warp in its block, in [0, Warps).
func (t Thread) WarpID() int32 { return t.ThreadID() / WarpSize }

// BlockID returns the number of the thread's block, in [0, GridDim). Intrinsic.
func (t Thread) BlockID() int32 { return t.at.block.id }

// BlockDim returns the number of threads of a block. Intrinsic.
func (t Thread) BlockDim() int32 { return t.at.block.grid.Threads }

// GridDim returns the number of blocks of the launch. Intrinsic.
func (t Thread) GridDim() int32 { return t.at.block.grid.Blocks }

// Warps returns the number of warps of a block, the last perhaps with missing lanes.
func (t Thread) Warps() int32 { return (t.BlockDim() + WarpSize - 1) / WarpSize }

// GridThreadID returns the thread's number in the whole launch.
func (t Thread) GridThreadID() int32 { return t.BlockID()*t.BlockDim() + t.ThreadID() }

// GridThreads returns the number of threads of the launch: the stride of a loop that starts at GridThreadID.
func (t Thread) GridThreads() int32 { return t.GridDim() * t.BlockDim() }

// GridWarpID returns the number of the thread's warp in the whole launch.
func (t Thread) GridWarpID() int32 { return t.BlockID()*t.Warps() + t.WarpID() }

// Mask returns the lanes of the thread's group, lane i as bit i.
func (t Thread) Mask() uint32 { return t.group }

// Among returns the thread with the group mask. All lanes of mask must form the same group before its next operation,
// the thread's own lane among them.
func (t Thread) Among(mask uint32) Thread {
	t.group = mask
	return t
}

// Tile returns the thread with the group of the n lanes, aligned to n, that contain its own; n is a power of two up to
// 32. It cuts a warp into 32/n groups that need not keep in step.
func (t Thread) Tile(n int32) Thread {
	return t.Among(Full >> (WarpSize - n) << (t.LaneID() &^ (n - 1)))
}

// Present returns the thread with the group of all lanes that its warp has: Full but in the last warp of a block whose
// size is not a multiple of 32.
func (t Thread) Present() Thread {
	if n := t.BlockDim() - t.WarpID()*WarpSize; n < WarpSize {
		return t.Among(Full >> (WarpSize - n))
	}
	return t.Among(Full)
}

// Sync waits for all threads of the block, and orders their memory accesses before against those after. Intrinsic.
//
//go:noinline
func (t Thread) Sync() { t.at.sync() }

// SyncWarp waits for all lanes of the group, and orders their memory accesses before against those after. Intrinsic.
//
//go:noinline
func (t Thread) SyncWarp() { t.at.meet(opSyncWarp, t.group, 0, 0) }

// Fence orders the thread's own memory accesses before against those after, as all threads of the device see them; it
// waits for nobody. Intrinsic.
func (t Thread) Fence() { t.at.step() }

// Ballot returns the lanes of the group that call it with true, lane i as bit i. Intrinsic.
//
//go:noinline
func (t Thread) Ballot(p bool) uint32 {
	vote := uint64(0)
	if p {
		vote = 1
	}
	return uint32(t.at.meet(opBallot, t.group, vote, 0))
}

// Any reports to all lanes of the group whether one of them calls it with true.
func (t Thread) Any(p bool) bool { return t.Ballot(p) != 0 }

// All reports to all lanes of the group whether all of them call it with true.
func (t Thread) All(p bool) bool { return t.Ballot(!p) == 0 }

// SharedSize returns the bytes of shared memory that the launch asked for, the room of SharedAt. Intrinsic.
func (t Thread) SharedSize() int32 { return t.at.block.grid.Shared }

// Clock returns a count that grows while the thread runs: cycles of the multiprocessor on a device, operations of the
// block in the emulator. It is for measuring, and differs between runs on a device. Intrinsic.
func (t Thread) Clock() int64 { return t.at.clock() }
