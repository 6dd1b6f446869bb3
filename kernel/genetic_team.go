package kernel

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// breeder is the threads that make a child together. All of them must call its methods together.
type breeder interface {
	thread() lane.Thread
	number() int32 // among the teams of the block
	teams() int32  // of the block
	rank() int32   // of the thread, from 0
	size() int32
	// sync waits for all, and orders their memory accesses.
	sync()
	// any reports whether one says so.
	any(v bool) bool
	// before counts those of lower rank that say so, and all that do.
	before(v bool) (lower, all int32)
	// cost evaluates a solution, for all.
	cost(x []int32) int64
}

// loner is a thread by itself.
type loner[P Coster] struct {
	t lane.Thread
	p P
}

func (l loner[P]) thread() lane.Thread  { return l.t }
func (l loner[P]) number() int32        { return l.t.ThreadID() }
func (l loner[P]) teams() int32         { return l.t.BlockDim() }
func (l loner[P]) rank() int32          { return 0 }
func (l loner[P]) size() int32          { return 1 }
func (l loner[P]) sync()                {}
func (l loner[P]) any(v bool) bool      { return v }
func (l loner[P]) cost(x []int32) int64 { return l.p.Cost(x) }

func (l loner[P]) before(v bool) (lower, all int32) {
	if v {
		return 0, 1
	}
	return 0, 0
}

// couple is a warp of 32 lanes.
type couple[P TermCoster] struct {
	t lane.Thread
	p P
}

func (c couple[P]) thread() lane.Thread { return c.t }
func (c couple[P]) number() int32       { return c.t.WarpID() }
func (c couple[P]) teams() int32        { return c.t.Warps() }
func (c couple[P]) rank() int32         { return c.t.LaneID() }
func (c couple[P]) size() int32         { return lane.WarpSize }
func (c couple[P]) sync()               { c.t.SyncWarp() }
func (c couple[P]) any(v bool) bool     { return c.t.Any(v) }

func (c couple[P]) before(v bool) (lower, all int32) {
	votes := c.t.Ballot(v)
	return int32(bits.OnesCount32(votes & (1<<uint32(c.t.LaneID()) - 1))), int32(bits.OnesCount32(votes))
}

func (c couple[P]) cost(x []int32) int64 {
	sum := int64(0)
	for i := c.t.LaneID(); i < int32(len(x)); i += lane.WarpSize {
		sum += c.p.CostTerm(x, i)
	}
	return lane.TreeAdd(c.t, sum)
}
