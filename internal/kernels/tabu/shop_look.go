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

const (
	shopEnds   = 1 << 24 // the critical path ends with a block
	shopBegins = 1 << 25 // it begins with one
)

// look lists the moves of a critical path, a random one of several. There is none only if the schedule is optimal.
func (w *shopper) look() bool {
	w.trace()
	w.listed = 0
	for from := int32(0); from < w.onPath; from += lane.WarpSize {
		w.offer(from + w.t.LaneID())
	}
	w.t.SyncWarp()
	return w.listed > 0
}

// trace finds a critical path, from its end to its beginning.
func (w *shopper) trace() {
	v := w.lastCritical()
	low := w.random.word(w.t)
	high := w.random.word(w.t)
	blocks, begun, ending := int32(0), int32(0), uint32(shopEnds)
	w.onPath = 0
	last, writes := w.place(v), w.t.LaneID() == 0
	for k := uint32(0); ; k++ {
		link := w.links[v]
		if w.onPath == shopPath {
			w.onPath = begun // the block is left out, and what comes before it
			break
		}
		if writes {
			w.path[w.onPath] = uint32(v) | uint32(blocks)<<16
		}
		w.onPath++
		waits := link & (shopByMachine | shopByJob)
		if waits == shopByMachine|shopByJob && coin(low, high, k) {
			waits = shopByJob
		}
		if waits&shopByMachine != 0 {
			v = int32(link & (MostShopSlots - 1))
			continue
		}
		if waits == 0 {
			ending |= shopBegins
		}
		if many := w.onPath - begun; many == 1 {
			w.onPath = begun // nothing can move
		} else {
			if writes {
				w.blocks[blocks] = uint32(last-many+1) | uint32(last)<<12 | ending
			}
			blocks++
			begun = w.onPath
		}
		if waits == 0 {
			break
		}
		v--
		last, ending = w.place(v), 0
	}
	w.t.SyncWarp()
}

// coin is a random one of 64.
func coin(low, high, k uint32) bool {
	if k&32 != 0 {
		low = high
	}
	return low>>(k&31)&1 != 0
}

// lastCritical is one of the operations with which a critical path ends.
func (w *shopper) lastCritical() (v int32) {
	many := uint32(0)
	for from := int32(0); from < w.a.Jobs; from += lane.WarpSize {
		job := from + w.t.LaneID()
		for b := w.t.Ballot(job < w.a.Jobs && w.ends[min(job+1, w.a.Jobs)*(w.a.Machines+1)-1] == int32(w.Cost)); b != 0; b &= b - 1 {
			if many++; many == 1 || w.random.below(w.t, many) == 0 {
				v = (from+int32(bits.TrailingZeros32(b))+1)*(w.a.Machines+1) - 1
			}
		}
	}
	return v
}

// offer lists the moves that are certainly possible of an operation of the path, which the lane looks at: behind the last of its block, the
// last to before it, before the first, and the first to behind it. See jobshop.Near.
func (w *shopper) offer(k int32) {
	entry := w.path[min(k, w.onPath-1)]
	v, b := int32(entry&(MostShopSlots-1)), w.blocks[entry>>16]
	first, last := int32(b&(MostShopJobs-1)), int32(b>>12&(MostShopJobs-1))
	at, m, near := w.place(v), w.machines[v], w.a.Near
	start, end := int32(w.row[m*w.a.Jobs+first]), int32(w.row[m*w.a.Jobs+last])
	toLast := k < w.onPath && b&shopEnds == 0
	toFirst := k < w.onPath && b&shopBegins == 0 && (b&shopEnds != 0 || last > first+1)
	w.add(toLast && at < last && (near > 0 || at == last-1) && w.mayFollow(v, end), shopMoveOf(m, at, last))
	w.add(toLast && near > 1 && at > first && at < last-1 && w.mayPrecede(end, v), shopMoveOf(m, last, at))
	w.add(toFirst && at > first && (near > 0 || at == first+1) && w.mayPrecede(v, start), shopMoveOf(m, at, first))
	w.add(toFirst && near > 1 && at > first+1 && at < last && w.mayFollow(start, v), shopMoveOf(m, first, at))
}

// mayFollow says whether it is certain that operation u may come behind v, and mayPrecede whether it may come before it.
func (w *shopper) mayFollow(u, v int32) bool  { return w.tails[u+1] < w.tails[v]+w.times[u+1] }
func (w *shopper) mayPrecede(u, v int32) bool { return w.ends[u-1] < w.ends[v]+w.times[u-1] }

// add lists the moves of those lanes that have one.
func (w *shopper) add(has bool, m shopMove) {
	b := w.t.Ballot(has)
	if at := w.listed + int32(bits.OnesCount32(b&(1<<uint32(w.t.LaneID())-1))); has && at < shopPath {
		w.list[at] = uint32(m)
	}
	w.listed = min(shopPath, w.listed+int32(bits.OnesCount32(b)))
}

// estimates estimates the moves, a lane each.
func (w *shopper) estimates() {
	for k := w.t.LaneID(); k < w.listed; k += lane.WarpSize {
		w.deltas[k] = w.estimate(shopMove(w.list[k])) - int32(w.Cost)
	}
	w.t.SyncWarp()
}

// estimate is the longest path through the operations that a move concerns, with the paths around them as they are.
func (w *shopper) estimate(m shopMove) (longest int32) {
	row := w.row[m.machine()*w.a.Jobs:]
	from, to := m.from(), m.to()
	first, last := min(from, to), max(from, to)
	done, left := int32(0), int32(0)
	if first > 0 {
		done = w.ends[row[first-1]]
	}
	if last+1 < w.a.Jobs {
		left = w.tails[row[last+1]]
	}
	for k := first; k <= last; k++ {
		v := int32(row[movedFrom(k, from, to)])
		done = max(done, w.ends[v-1]) + w.times[v]
		longest = max(longest, done+w.tails[v+1])
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
