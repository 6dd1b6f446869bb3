package explorer

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The blocks of a team tell each other what they found by words that carry the number of the iteration, so whoever reads one knows
// whether it is the one that it waits for, and nothing else need be ordered. A meeting at a counter, with fences around it, would go
// to the level-2 cache and back several times.
//
// There are two slots a block, for even and odd iterations. A block writes to one again after it has heard of the iteration in between
// from all others, and these had then read it.

const (
	slotSize = 4 // words of a slot, one of them empty: 32 bytes are read at once
	tagBits  = 16
	tags     = 1<<tagBits - 1
)

// tag is that of the iteration of the launch, from 1 to tags.
func (s *tabuMover[P]) tag() int64 { return s.Count + 1 }

// slot is where a block of the team writes; behind all are those of what is picked.
func (s *tabuMover[P]) slot(block int32) []int64 {
	return s.board[slotSize*(int32(s.Count&1)*(s.a.Team+1)+block):]
}

// tell tells the team the least delta that the block found, how many moves have it, at most 2^32-1, and the first of these.
func (s *tabuMover[P]) tell(delta, ties, first int64) {
	t, slot, tag := s.w.t, s.slot(s.block), s.tag()
	lane.AtomicStore(t, &slot[0], delta<<tagBits|tag)
	lane.AtomicStore(t, &slot[1], delta>>48<<48|min(ties, math.MaxUint32)<<tagBits|tag)
	lane.AtomicStore(t, &slot[2], first<<tagBits|tag)
}

// hear waits for what a block tells.
func (s *tabuMover[P]) hear(block int32) (delta, ties, first int64) {
	t, slot, tag := s.w.t, s.slot(block), s.tag()
	for {
		low, middle, high := lane.AtomicLoad(t, &slot[0]), lane.AtomicLoad(t, &slot[1]), lane.AtomicLoad(t, &slot[2])
		if low&tags == tag && middle&tags == tag && high&tags == tag {
			return int64(uint64(low)>>tagBits) | middle>>48<<48, int64(uint64(middle) << tagBits >> (2 * tagBits)), int64(uint64(high) >> tagBits)
		}
	}
}

// The words that a block's warps tell each other in shared memory: three each of what the warp found, three of what it heard, and which
// move is picked.
const (
	heardSaid = 3 * lane.WarpSize
	pickSaid  = 2 * heardSaid
	saidWords = pickSaid + 1
)

// noMove is above the numbers of all moves.
const noMove = math.MaxInt64

// gather returns the least of all deltas that the team found, how many moves have it, and the first of these if it is the only one.
// Thread i of T hears of the blocks i, i+T, i+2T and so on.
func (s *tabuMover[P]) gather(least, count, first int64) (delta, ties, at int64) {
	delta, ties, at = s.leastOfBlock(s.said, least, count, first)
	if s.a.Team == 1 {
		return delta, ties, at
	}
	if s.w.id == 0 {
		s.tell(delta, ties, at)
	}
	least, count, first = math.MaxInt64, 0, noMove
	for block := s.w.id; block < s.a.Team; block += s.w.team {
		d, c, f := s.hear(block)
		if d < least {
			least, count = d, 0
		}
		if d == least && c > 0 {
			count, first = count+c, f
		}
	}
	s.w.t.SyncWarp()
	return s.leastOfBlock(s.said[heardSaid:], least, count, first)
}

// leastOfBlock is leastOfWarp for the block.
func (s *tabuMover[P]) leastOfBlock(said []int64, least, count, first int64) (delta, ties, at int64) {
	t := s.w.t
	delta, ties, at = leastOfWarp(t, least, count, first)
	if t.LaneID() == 0 {
		own := said[3*t.WarpID():]
		own[0], own[1], own[2] = delta, ties, at
	}
	t.Sync()
	delta, ties, at = math.MaxInt64, 0, noMove
	if t.LaneID() < t.Warps() {
		other := said[3*t.LaneID():]
		delta, ties, at = other[0], other[1], other[2]
	}
	t.SyncWarp()
	return leastOfWarp(t, delta, ties, at)
}

// leastOfWarp returns the least delta of the lanes, how many moves have it, and the first of these if one lane has them all.
func leastOfWarp(t lane.Thread, least, count, first int64) (delta, ties, at int64) {
	_, delta = team.LeastDelta(t, least)
	if least > delta {
		count = 0
	}
	has := t.Ballot(count > 0)
	if has == 0 {
		return delta, 0, noMove
	}
	source := int32(bits.TrailingZeros32(has))
	ties, at = lane.Shuffle(t, count, source), lane.Shuffle(t, first, source)
	if has&(has-1) != 0 {
		ties = lane.TreeAdd(t, count)
	}
	return delta, ties, at
}

// blockOf returns the block that has number k of the moves with a delta, and which number it is there. Each warp hears of all blocks.
func (s *tabuMover[P]) blockOf(delta, k int64) (block int32, within int64) {
	t := s.w.t
	for base := int32(0); ; base += lane.WarpSize {
		own := int64(0)
		if at := base + t.LaneID(); at < s.a.Team {
			if d, c, _ := s.hear(at); d == delta {
				own = c
			}
		}
		t.SyncWarp()
		upTo := lane.InclusiveAdd(t, own)
		if has := t.Ballot(k < upTo); has != 0 {
			source := int32(bits.TrailingZeros32(has))
			return base + source, k - lane.Shuffle(t, upTo-own, source)
		}
		k -= lane.Shuffle(t, upTo, lane.WarpSize-1)
	}
}

// picked returns the move that the block which has it picked, and tells the team if that is this block.
func (s *tabuMover[P]) picked(mine bool) int64 {
	t, said := s.w.t, s.said
	if s.a.Team > 1 {
		slot := s.slot(s.a.Team)
		t.Sync() // the pick has been said
		if s.w.id == 0 {
			if mine {
				lane.AtomicStore(t, &slot[0], said[pickSaid]<<tagBits|s.tag())
			} else {
				said[pickSaid] = s.heardPick(slot)
			}
		}
	}
	t.Sync()
	return said[pickSaid]
}

// heardPick waits for what another block has picked.
func (s *tabuMover[P]) heardPick(slot []int64) int64 {
	for {
		if v := lane.AtomicLoad(s.w.t, &slot[0]); v&tags == s.tag() {
			return int64(uint64(v) >> tagBits)
		}
	}
}
