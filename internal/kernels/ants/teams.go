package ants

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Team is the threads that are an ant, or that lay pheromone on a row. All of them call its methods together, and so do all teams that go
// in step with them.
type Team interface {
	Rank() int32 // of the thread, from 0
	Size() int32 // a power of two
	Sync()
	// Upto returns the sum of v over the ranks up to the own one, and over all.
	Upto(v uint32) (own, all uint32)
	// Of returns the v of a rank.
	Of(v uint32, rank int32) uint32
	// First returns the v of the first thread that holds it, and that of rank 0 if none does.
	First(holds bool, v int32) int32
	Least(v int64) int64
	Sum(v int64) int64
	// Some tells whether a thread says so of all teams that go in step.
	Some(v bool) bool
	// Tally adds to a number that other teams add to.
	Tally(at *int64, v int64)
}

// Alone is a thread on a core.
type Alone struct{}

func (Alone) Rank() int32                     { return 0 }
func (Alone) Size() int32                     { return 1 }
func (Alone) Sync()                           {}
func (Alone) Upto(v uint32) (own, all uint32) { return v, v }
func (Alone) Of(v uint32, _ int32) uint32     { return v }
func (Alone) First(_ bool, v int32) int32     { return v }
func (Alone) Least(v int64) int64             { return v }
func (Alone) Sum(v int64) int64               { return v }
func (Alone) Some(v bool) bool                { return v }
func (Alone) Tally(at *int64, v int64)        { *at += v }

// Tile is Each neighbouring lanes of a warp, all of whose tiles go in step: so a warp operation of all lanes serves them all at once.
type Tile struct {
	T    lane.Thread
	Each int32
}

func (t Tile) Rank() int32 { return t.T.LaneID() & (t.Each - 1) }
func (t Tile) Size() int32 { return t.Each }
func (t Tile) Sync()       { t.T.SyncWarp() }

// base is the lane of rank 0.
func (t Tile) base() int32 { return t.T.LaneID() &^ (t.Each - 1) }

func (t Tile) Upto(v uint32) (own, all uint32) {
	for d := int32(1); d < t.Each; d *= 2 {
		if u := lane.ShuffleUp(t.T, v, d); t.Rank() >= d {
			v += u
		}
	}
	return v, lane.Shuffle(t.T, v, t.base()+t.Each-1)
}

func (t Tile) Of(v uint32, rank int32) uint32 { return lane.Shuffle(t.T, v, t.base()+rank) }

func (t Tile) First(holds bool, v int32) int32 {
	votes := t.T.Ballot(holds) >> uint32(t.base()) & (lane.Full >> uint32(lane.WarpSize-t.Each))
	return lane.Shuffle(t.T, v, t.base()+int32(bits.TrailingZeros32(votes))&(t.Each-1))
}

func (t Tile) Most(gain, says int32) (int32, int32) { return team.Warp{T: t.T}.Most(gain, says) }

func (t Tile) Least(v int64) int64 {
	for d := t.Each / 2; d > 0; d /= 2 {
		v = min(v, lane.ShuffleXor(t.T, v, d))
	}
	return v
}

func (t Tile) Sum(v int64) int64 {
	for d := t.Each / 2; d > 0; d /= 2 {
		v += lane.ShuffleXor(t.T, v, d)
	}
	return v
}

func (t Tile) Some(v bool) bool { return t.T.Any(v) }

func (t Tile) Tally(at *int64, v int64) { lane.AtomicAdd(t.T, at, v) }
