// Package team has the threads of a launch that do something together: make a search, or a child. A team is one thread, a warp,
// or a block of full warps.
//
// A kernel that is generic over its team is compiled once for each: nothing of a team is left but the instructions that it needs.
package team

import "github.com/multiwalk/multiwalk/kernel/lane"

// Team is the threads that work together. All of them must call Sync and First together, and whatever else a team offers that no
// thread could tell by itself.
type Team interface {
	Thread() lane.Thread
	Rank() int32 // of the thread, from 0
	Size() int32
	// Sync waits for all, and orders their memory accesses.
	Sync()
	// First returns the v of rank 0.
	First(v int32) int32
}

// Single is a thread by itself.
type Single struct{ T lane.Thread }

func (s Single) Thread() lane.Thread { return s.T }
func (s Single) Rank() int32         { return 0 }
func (s Single) Size() int32         { return 1 }
func (s Single) Sync()               {}
func (s Single) First(v int32) int32 { return v }

// Number is that of the team among the Teams of its block.
func (s Single) Number() int32 { return s.T.ThreadID() }
func (s Single) Teams() int32  { return s.T.BlockDim() }

// Warp is a warp of 32 lanes.
type Warp struct{ T lane.Thread }

func (w Warp) Thread() lane.Thread { return w.T }
func (w Warp) Rank() int32         { return w.T.LaneID() }
func (w Warp) Size() int32         { return lane.WarpSize }
func (w Warp) Sync()               { w.T.SyncWarp() }
func (w Warp) First(v int32) int32 { return lane.Shuffle(w.T, v, 0) }

// Number is that of the team among the Teams of its block.
func (w Warp) Number() int32 { return w.T.WarpID() }
func (w Warp) Teams() int32  { return w.T.Warps() }

// Block is a block of full warps.
type Block struct{ T lane.Thread }

func (b Block) Thread() lane.Thread { return b.T }
func (b Block) Rank() int32         { return b.T.ThreadID() }
func (b Block) Size() int32         { return b.T.BlockDim() }
func (b Block) Sync()               { b.T.Sync() }

func (b Block) First(v int32) int32 {
	said := lane.Shared[int32](b.T, 1)
	if b.T.ThreadID() == 0 {
		said[0] = v
	}
	b.T.Sync()
	v = said[0]
	b.T.Sync() // before it is written again
	return v
}

// maxWarps is how many warps a block can have.
const maxWarps = lane.MaxThreads / lane.WarpSize

// Warps is a warp, or a block of several: which of them is known only when it runs, and all teams of a launch are alike.
type Warps struct {
	T        lane.Thread
	ID, Each int32 // the thread's rank, and how many threads the team has
}

func (w Warps) Thread() lane.Thread { return w.T }
func (w Warps) Rank() int32         { return w.ID }
func (w Warps) Size() int32         { return w.Each }

func (w Warps) Sync() {
	if w.Each > lane.WarpSize {
		w.T.Sync()
	} else {
		w.T.SyncWarp()
	}
}

func (w Warps) First(v int32) int32 {
	if w.Each > lane.WarpSize {
		return Block{w.T}.First(v)
	}
	return lane.Shuffle(w.T, v, 0)
}

// Flagged is a block whose First needs one barrier instead of two. Another one must stand between two calls.
type Flagged struct {
	Block
	Flag []int32 // a number in shared memory
}

func (b Flagged) First(v int32) int32 {
	if b.T.ThreadID() == 0 {
		b.Flag[0] = v
	}
	b.T.Sync()
	return b.Flag[0]
}
