package explorer

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// TabuAlone makes the searches of TabuMoves, move by move, with a thread for each: it looks at all moves one after the other, as on a core.
// What a search is stays in memory and bans. The problem has no tables.
//
// No thread waits for another, so the threads of a warp go their own ways. It is here to be compared with TabuMoves: a thread alone is slow,
// so a machine needs thousands of searches.
func TabuAlone[P kernel.Coster](t lane.Thread, p P, a TabuMoving, members []neighbourhood.Member, tenures []MovesTenure, free []int32,
	memory, bans []int32, searches []TabuMover, stop []uint32) {
	search := t.GridThreadID()
	if search >= a.Searches {
		return
	}
	own := memory[search*3*a.N:][:3*a.N]
	s := lonelyTabu[P]{tabuMover[P]{a: a, tenures: tenures, stop: stop, TabuMover: searches[search]}}
	s.w = explorer[P]{t: t, p: p, members: members, free: free, team: 1}
	s.w.a.N, s.w.a.Tour, s.w.a.Ops = a.N, a.Tour, a.Ops
	s.w.Course.Shakes = 1 // as in TabuMoves
	s.w.x, s.w.best, s.top, s.until = own[:a.N], own[a.N:2*a.N], own[2*a.N:], bans[int64(search)*int64(a.Places):][:a.Places]
	s.w.Cost, s.w.Least = s.Cost, s.Least
	s.search()
	s.keep()
	s.Cost, s.Least = s.w.Cost, s.w.Least
	searches[search] = s.TabuMover
}

// lonelyTabu is a tabuMover that is one thread.
type lonelyTabu[P kernel.Coster] struct{ tabuMover[P] }

// search makes the iterations of a launch.
func (s *lonelyTabu[P]) search() {
	for s.End = MovesEnded; s.Count < s.Until && min(s.w.Cost, s.w.Least) > s.a.Target && !s.over(); {
		if s.Count%int64(s.a.Poll) == 0 && lane.AtomicLoad(s.w.t, &s.stop[0]) != 0 {
			s.End = MovesStopped
			return
		}
		least, ties, at := s.look(math.MaxInt64, math.MaxInt64)
		if ties == 0 {
			s.End = MovesBarred
			return
		}
		if ties > 1 {
			_, _, at = s.look(least, int64(s.below(uint32(min(ties, math.MaxUint32)))))
		}
		which, m := s.w.at(at)
		s.make(which, m, least)
	}
}

// look looks at all moves. It returns the least delta of the admissible ones, how many have it, and the first of these, or number k of those
// with the delta most.
func (s *lonelyTabu[P]) look(most, k int64) (least, ties, first int64) {
	w := &s.w
	size := w.members[len(w.members)-1].End
	least = most
	which, m := int32(-1), neighbourhood.Move{}
	for at := int64(0); at < size && ties <= k; at++ {
		which, m = neighbourhood.After(w.members, at, 1, which, m)
		d, ok := s.admissible(&w.members[which], m, least)
		switch {
		case ok && d < least:
			least, ties, first = d, 1, at
		case ok:
			ties++
			if k < math.MaxInt64 {
				first = at
			}
		}
	}
	return least, ties, first
}

// make makes a move, and forbids that what it takes comes back for a tenure.
func (s *lonelyTabu[P]) make(which int32, m neighbourhood.Move, delta int64) {
	w := &s.w
	until := s.forbidUntil(&s.tenures[which])
	b := w.member(which)
	for k := int32(0); ; k++ {
		i, v, ok := b.Takes(w.x, m, k)
		if !ok {
			break
		}
		s.until[s.a.Where.Of(i, v)] = until
	}
	if delta >= 0 {
		s.keep()
	}
	b.Do(w.x, m)
	w.Cost += delta
	if s.made() {
		copyTo(s.top, w.x)
	}
}

// keep stores a solution that is the best before it is left.
func (s *lonelyTabu[P]) keep() {
	if s.w.Cost < s.w.Least {
		copyTo(s.w.best, s.w.x)
		s.w.Least = s.w.Cost
	}
}

func copyTo(to, from []int32) {
	for i := range to {
		to[i] = from[i]
	}
}
