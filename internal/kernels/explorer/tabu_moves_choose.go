package explorer

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// halted stands for the least delta of a block that was told to stop while it looked.
const halted = math.MinInt64

// choose returns the best admissible move, a random one of several, or sets End. Where the block that has it found several, it looks
// again to find that one: in the same loop, so that all that prices moves is there once.
func (s *tabuMover[P]) choose() (which int32, m neighbourhood.Move, delta int64) {
	ties, k, at := int64(0), int64(0), int64(0)
	mine := true // the move is one of the block's
	for again := false; ; again = true {
		least, count, first := int64(0), int64(0), int64(0)
		if mine {
			least, count, first = s.look(again, delta, k)
		}
		if again {
			at = s.picked(mine)
			break
		}
		if delta, ties, at = s.gather(least, count, first); delta == halted {
			s.End = MovesStopped
			return 0, m, 0
		} else if ties == 0 {
			s.End = MovesBarred
			return 0, m, 0
		}
		if ties == 1 {
			break
		}
		k = int64(s.below(uint32(min(ties, math.MaxUint32))))
		if s.a.Team > 1 {
			var block int32
			block, k = s.blockOf(delta, k)
			mine = block == s.block
		}
	}
	which, m = s.w.at(at)
	return which, m, delta
}

// share is the part of the neighbourhood that the block looks at.
func (s *tabuMover[P]) share() (from, until int64) {
	size, team := s.w.members[len(s.w.members)-1].End, int64(s.a.Team)
	each := (size + team - 1) / team
	return min(size, int64(s.block)*each), min(size, int64(s.block+1)*each)
}

// pollTurns is how many moves a thread looks at between two looks at stop.
const pollTurns = 256

// look looks at the block's share. It returns the least delta of the admissible moves that the thread has looked at, how many have it,
// and the first of these. Or, looking again, it picks number k of the block's with a delta, which are several.
func (s *tabuMover[P]) look(again bool, delta, k int64) (least, count, first int64) {
	w, threads := &s.w, int64(s.w.team)
	least, first = math.MaxInt64, noMove
	turn := int32(pollTurns)
	switch {
	case again:
		least = delta
	case s.block == 0 && s.Count%int64(s.a.Poll) == 0:
		turn = 0
	}
	from, until := s.share()
	at := from + int64(w.id)
	which, m := int32(-1), neighbourhood.Move{}
	for base := from; base < until; base += threads {
		if turn == 0 {
			if !again && s.stopped() {
				return halted, 1, noMove
			}
			turn = pollTurns
		}
		turn--
		d, ok := int64(0), false
		if at < until {
			which, m = neighbourhood.After(w.members, at, w.team, which, m)
			d, ok = s.admissible(&w.members[which], m, least)
		}
		switch {
		case again:
			if k = s.passed(ok && d == delta, at, k); k < 0 {
				return 0, 0, 0
			}
		case ok && d < least:
			least, count, first = d, 1, at
		case ok:
			count++
		}
		at += threads
	}
	return least, count, first
}

// passed counts those of the block's threads that have a move, and picks the move of number k of them. It returns what is left of k
// behind these, or less than 0.
func (s *tabuMover[P]) passed(has bool, at, k int64) int64 {
	t, one := s.w.t, int32(0)
	if has {
		one = 1
	}
	before := lane.BlockExclusiveAdd(t, one)
	if has && int64(before) == k {
		s.said[pickSaid] = at
	}
	return k - int64(lane.BlockAdd(t, one))
}

// admissible prices a move, as it is numbered; ok is false if it costs more than most, or is tabu and does not lead to a new incumbent.
func (s *tabuMover[P]) admissible(b *neighbourhood.Member, m neighbourhood.Move, most int64) (delta int64, ok bool) {
	w := &s.w
	m = b.Placed(w.free, m)
	delta, _ = w.priced(b, m)
	return delta, delta <= most && (delta < min(w.Cost, w.Least)-w.Cost || !s.forbids(b, m))
}

// forbids tells whether all that a move brings is tabu.
func (s *tabuMover[P]) forbids(b *neighbourhood.Member, m neighbourhood.Move) bool {
	for k := int32(0); ; k++ {
		i, v, ok := b.Brings(s.w.x, m, k)
		if !ok {
			return true
		}
		if s.until[s.a.Where.Of(i, v)] <= s.Now {
			return false
		}
	}
}

// stopped tells all threads of the block whether the search is to stop.
func (s *tabuMover[P]) stopped() bool {
	told := int32(0)
	if s.w.id == 0 {
		told = int32(lane.AtomicLoad(s.w.t, &s.stop[0]))
	}
	return team.Block{T: s.w.t}.First(told) != 0
}
