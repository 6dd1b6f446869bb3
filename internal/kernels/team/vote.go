package team

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Any reports whether a thread of the team says so.
func (s Single) Any(v bool) bool { return v }
func (w Warp) Any(v bool) bool   { return w.T.Any(v) }

// Before counts the threads of lower rank that say so, and all that do.
func (s Single) Before(v bool) (lower, all int32) {
	if v {
		return 0, 1
	}
	return 0, 0
}

// Before counts the threads of lower rank that say so, and all that do.
func (w Warp) Before(v bool) (lower, all int32) {
	votes := w.T.Ballot(v)
	return int32(bits.OnesCount32(votes & (1<<uint32(w.T.LaneID()) - 1))), int32(bits.OnesCount32(votes))
}

// Most returns the greatest gain, and what the thread of the lowest rank says that has it.
func (w Warp) Most(gain, says int32) (int32, int32) {
	most := lane.WarpMax(w.T, gain)
	return most, lane.Shuffle(w.T, says, int32(bits.TrailingZeros32(w.T.Ballot(gain == most))))
}

// Choose returns the one proposal, if it is accepted.
func (s Single) Choose(delta int64, accept, _ bool) (winner int32, change int64) {
	if !accept {
		return -1, 0
	}
	return 0, delta
}

// Choose returns the rank of the proposal that is made, and its delta; -1 if none is. With each it is the lowest rank that accepts;
// else the one of the least delta, the lowest rank where several have it, if that one accepts.
func (w Warp) Choose(delta int64, accept, each bool) (winner int32, change int64) {
	accepting := w.T.Ballot(accept)
	if accepting == 0 {
		return -1, 0
	}
	if each {
		winner = int32(bits.TrailingZeros32(accepting))
		return winner, lane.Shuffle(w.T, delta, winner)
	}
	winner, least := LeastDelta(w.T, delta)
	if accepting>>winner&1 == 0 {
		return -1, 0
	}
	return winner, least
}

// Choose is that of a Warp.
func (b Block) Choose(delta int64, accept, each bool) (winner int32, change int64) {
	least := int64(math.MaxInt64)
	key := int32(math.MaxInt32) // of a proposal that may be made: twice its rank, plus 1 if it is refused
	if !each {
		if least = lane.BlockMin(b.T, delta); delta == least {
			key = 2 * b.Rank()
			if !accept {
				key++
			}
		}
	} else if accept {
		key = 2 * b.Rank()
	}
	key = lane.BlockMin(b.T, key)
	if key&1 != 0 {
		return -1, 0
	}
	winner = key / 2
	if each {
		if b.Rank() != winner {
			delta = math.MaxInt64
		}
		least = lane.BlockMin(b.T, delta)
	}
	return winner, least
}
