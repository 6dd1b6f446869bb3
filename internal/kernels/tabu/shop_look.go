package tabu

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// shopMove takes the operation at one place of a machine to another.
type shopMove uint32

func shopMoveOf(machine, from, to int32) shopMove {
	return shopMove(uint32(machine)<<24 | uint32(from)<<12 | uint32(to))
}

func (m shopMove) machine() int32 { return int32(m >> 24) }
func (m shopMove) from() int32    { return int32(m >> 12 & (MostShopJobs - 1)) }
func (m shopMove) to() int32      { return int32(m & (MostShopJobs - 1)) }

// look lists the moves of a critical path, a random one of several. There is none only if the schedule is optimal.
func (w *shopper[T]) look() bool {
	w.trace()
	w.listed = 0
	next := w.onPath // the last of the block that goes on behind the 32 operations
	for from := (w.onPath - 1) &^ (lane.WarpSize - 1); from >= 0; from -= lane.WarpSize {
		k := from + w.t.LaneID()
		entry := w.path[min(k, w.onPath-1)]
		stops := w.t.Ballot(k < w.onPath && entry&shopByMachine == 0)
		last := next
		if behind := stops >> uint32(w.t.LaneID()); behind != 0 {
			last = k + int32(bits.TrailingZeros32(behind))
		}
		if stops != 0 {
			next = from + int32(bits.TrailingZeros32(stops))
		}
		w.offer(k, last, entry)
	}
	w.t.SyncWarp()
	return w.listed > 0
}

// trace finds a critical path, from its end to its beginning. An operation of the path has the number of the first one of its block there, and
// a mark by which way the path goes on: none at its beginning.
func (w *shopper[T]) trace() {
	v, k, first := w.lastCritical(), int32(0), int32(0)
	low := w.random.word(w.t)
	high := w.random.word(w.t)
	writes, waits := w.t.LaneID() == 0, uint32(shopByJob)
	for waits != 0 && k < w.a.Most {
		link := w.links[v]
		waits = link & (shopByMachine | shopByJob)
		if waits == shopByMachine|shopByJob {
			waits = shopByMachine << coin(low, high, uint32(k))
		}
		if writes {
			w.path[k] = uint32(v) | uint32(first)<<16 | waits
		}
		k++
		v--
		if waits == shopByMachine {
			v = int32(link & (MostShopSlots - 1))
		} else {
			first = k
		}
	}
	w.onPath, w.begins = k, waits == 0
	w.t.SyncWarp()
}

// coin is a random bit, one of 64.
func coin(low, high, k uint32) uint32 {
	if k&32 != 0 {
		low = high
	}
	return low >> (k & 31) & 1
}

// lastCritical is one of the operations with which a critical path ends.
func (w *shopper[T]) lastCritical() (v int32) {
	many := uint32(0)
	for from := int32(0); from < w.a.Jobs; from += lane.WarpSize {
		job := from + w.t.LaneID()
		for b := w.t.Ballot(job < w.a.Jobs && w.end(min(job+1, w.a.Jobs)*(w.a.Machines+1)-1) == int32(w.Cost)); b != 0; b &= b - 1 {
			if many++; many == 1 || w.random.below(w.t, many) == 0 {
				v = (from+int32(bits.TrailingZeros32(b))+1)*(w.a.Machines+1) - 1
			}
		}
	}
	return v
}

// offer lists the moves that are certainly possible of operation k of the path, which the lane looks at: behind the last of its block, the
// last to before it, before the first, and the first to behind it. See jobshop.Near. Number first of the path is the last on the machine.
func (w *shopper[T]) offer(k, last int32, entry uint32) {
	v, first := int32(entry&(MostShopSlots-1)), int32(entry>>16&(MostShopPath-1))
	at, m, near, jobs := w.place(v), w.machines[v], w.a.Near, w.a.Jobs
	here := k < w.onPath && last < w.onPath // else there is none, or what is before it is left out
	left, right := int32(0), int32(0)       // operations of the block before it and behind it
	if here {
		left, right = last-k, k-first
	}
	start, end := int32(w.row[m*jobs+at-left]), int32(w.row[m*jobs+at+right])
	begins, ends := w.begins && last == w.onPath-1, first == 0
	toLast, toFirst := !ends, !begins && (ends || left+right > 1)
	w.add(toLast && right > 0 && (near > 0 || right == 1) && w.mayFollow(v, end), shopMoveOf(m, at, at+right))
	w.add(toLast && near > 1 && left > 0 && right > 1 && w.mayPrecede(end, v), shopMoveOf(m, at+right, at))
	w.add(toFirst && left > 0 && (near > 0 || left == 1) && w.mayPrecede(v, start), shopMoveOf(m, at, at-left))
	w.add(toFirst && near > 1 && left > 1 && right > 0 && w.mayFollow(start, v), shopMoveOf(m, at-left, at))
}

// mayFollow says whether it is certain that operation u may come behind v, and mayPrecede whether it may come before it.
func (w *shopper[T]) mayFollow(u, v int32) bool  { return w.tail(u+1) < w.tail(v)+w.times[u+1] }
func (w *shopper[T]) mayPrecede(u, v int32) bool { return w.end(u-1) < w.end(v)+w.times[u-1] }

// add lists the moves of those lanes that have one.
func (w *shopper[T]) add(has bool, m shopMove) {
	b := w.t.Ballot(has)
	if at := w.listed + int32(bits.OnesCount32(b&(1<<uint32(w.t.LaneID())-1))); has && at < w.a.Most {
		w.list[at] = uint32(m)
	}
	w.listed = min(w.a.Most, w.listed+int32(bits.OnesCount32(b)))
}

// estimates estimates the moves, a lane each.
func (w *shopper[T]) estimates() {
	for k := w.t.LaneID(); k < w.listed; k += lane.WarpSize {
		w.deltas[k] = w.estimate(shopMove(w.list[k])) - int32(w.Cost)
	}
	w.t.SyncWarp()
}

// estimate is the longest path through the operations that a move concerns, with the paths around them as they are.
func (w *shopper[T]) estimate(m shopMove) (longest int32) {
	row := w.row[m.machine()*w.a.Jobs:]
	from, to := m.from(), m.to()
	first, last := min(from, to), max(from, to)
	done, left := int32(0), int32(0)
	if first > 0 {
		done = w.end(int32(row[first-1]))
	}
	if last+1 < w.a.Jobs {
		left = w.tail(int32(row[last+1]))
	}
	for k := first; k <= last; k++ {
		v := int32(row[movedFrom(k, from, to)])
		done = max(done, w.end(v-1)) + w.times[v]
		longest = max(longest, done+w.tail(v+1))
	}
	return max(longest, done+left)
}

// movedFrom is where what is at a place after a move was before it.
func movedFrom(at, from, to int32) int32 {
	switch {
	case at == to:
		return from
	case from < to:
		return at + 1
	}
	return at - 1
}
