package tabu

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The rows of a walk in sets.
const (
	clashPresent = iota
	clashIncumbent
	clashTop
	clashList
)

// setAt is where a row of the walk begins.
func (w *clasher[P]) setAt(which int32) int32 { return (which*w.a.Walks + w.walk) * w.a.N }

// copySet copies the present solution to sets.
func (w *clasher[P]) copySet(which int32) {
	at := w.setAt(which)
	for k := w.t.LaneID(); k < w.a.N; k += lane.WarpSize {
		w.sets[at+k] = int32(w.x[k]) + w.a.Low
	}
}

// take makes a solution the present one, and counts from scratch. Where more than MostAlike elements have a value, the last ones of
// these get the next value that has room.
func (w *clasher[P]) take(x []int32) {
	id := w.t.LaneID()
	for k := id; k < w.a.Values; k += lane.WarpSize {
		w.alike[k] = 0
	}
	for k := id; k < w.a.N*w.row; k += lane.WarpSize {
		w.counts[k] = 0
		if k%w.row >= w.a.Values {
			w.counts[k] = clashFull // no value: never the least
		}
	}
	w.t.SyncWarp()
	if id == 0 {
		for i := range w.a.N {
			value := x[i] - w.a.Low
			for w.alike[value] >= MostAlike {
				if value++; value == w.a.Values {
					value = 0
				}
			}
			w.alike[value]++
			w.x[i] = uint8(value)
		}
	}
	w.t.SyncWarp()
	for i := range w.a.N {
		value, last := int32(w.x[i]), w.p.ClashFrom(i+1)
		for k := w.p.ClashFrom(i); k < last; k += 4 * lane.WarpSize {
			u0, u1, u2, u3 := w.four(k, last)
			w.count(u0, value)
			w.count(u1, value)
			w.count(u2, value)
			w.count(u3, value)
		}
		w.t.SyncWarp()
	}
	for i := id; i < w.a.N; i += lane.WarpSize {
		w.counts[i*w.row+int32(w.x[i])] |= clashTabu
	}
	w.t.SyncWarp()
}

// count counts for an element of each lane that one of its pairs' elements has a value.
func (w *clasher[P]) count(u, value int32) {
	if u >= 0 {
		w.counts[u*w.row+value]++
	}
}

// enlist lists the elements that clash, in their order, and sums up the cost.
func (w *clasher[P]) enlist() {
	id, sum := w.t.LaneID(), int32(0)
	w.Clashing = 0
	for from := int32(0); from < w.a.N; from += lane.WarpSize {
		count := int32(0)
		if i := from + id; i < w.a.N {
			count = w.clashes(i)
		}
		sum += count
		b := w.t.Ballot(count > 0)
		if count > 0 {
			w.list[w.Clashing+int32(bits.OnesCount32(b&(1<<uint32(id)-1)))] = uint16(from + id)
		}
		w.Clashing += int32(bits.OnesCount32(b))
	}
	w.Cost = int64(lane.WarpAdd(w.t, sum)) / 2 // each pair counts at both of its elements
	w.t.SyncWarp()
}

// begin begins a burst at the present solution; nothing is tabu.
func (w *clasher[P]) begin() {
	for k := w.t.LaneID(); k < clashRing; k += lane.WarpSize {
		w.bans[k].Place = clashFree
	}
	w.Oldest, w.Left = w.Made, w.a.Length
	w.TopCost = w.Cost
	w.copySet(clashTop)
	w.t.SyncWarp()
}

// perturb ends a burst: the walk goes on from the best of it after some random changes.
func (w *clasher[P]) perturb(i int64) {
	if w.TopCost < w.Before || w.Strength >= w.a.Strongest {
		w.Strength = w.a.Weakest
	} else {
		w.Strength++
	}
	w.Before = w.TopCost
	w.t.SyncWarp()
	w.take(w.sets[w.setAt(clashTop):])
	w.enlist()
	for k := range w.Strength {
		u := lane.Random(w.a.Seed, w.a.First+uint32(w.walk), draw.Starts+uint64(i), uint32(k))
		v := int32(uint64(u[0]) * uint64(w.a.N) >> 32)
		value := int32(uint64(u[1])*uint64(w.a.Values-1)>>32) + 1 + int32(w.x[v])
		if value >= w.a.Values {
			value -= w.a.Values
		}
		value = w.roomFrom(v, value)
		delta := w.delta(v, value)
		w.t.SyncWarp()
		w.change(v, value)
		w.Cost += int64(delta)
	}
	w.begin()
	w.note()
}

// load takes a walk up where it was, or to its aim.
func (w *clasher[P]) load(walks []ClashWalk, bans []ClashBan, aims []int32) {
	w.ClashWalk = walks[w.walk]
	if w.a.From < 0 || w.a.Adopt != 0 {
		w.take(aims[w.walk*w.a.N:])
		w.enlist()
		if w.a.From < 0 || w.a.Adopt > 1 {
			w.Least, w.Made = w.Cost, 0
			w.copySet(clashIncumbent)
		}
		w.Before, w.Strength = w.Cost, w.a.Weakest
		w.begin()
		w.note()
		return
	}
	w.take(w.sets[w.setAt(clashPresent):])
	for k := w.t.LaneID(); k < w.Clashing; k += lane.WarpSize {
		w.list[k] = uint16(w.sets[w.setAt(clashList)+k])
	}
	for k := w.t.LaneID(); k < clashRing; k += lane.WarpSize {
		b := bans[w.walk*clashRing+k]
		if w.bans[k] = b; b.Place != clashFree {
			w.counts[b.Place] |= clashTabu
		}
	}
	w.t.SyncWarp()
}

// store leaves a walk for the next launch.
func (w *clasher[P]) store(walks []ClashWalk, bans []ClashBan) {
	w.t.SyncWarp()
	w.copySet(clashPresent)
	for k := w.t.LaneID(); k < w.Clashing; k += lane.WarpSize {
		w.sets[w.setAt(clashList)+k] = int32(w.list[k])
	}
	for k := w.t.LaneID(); k < clashRing; k += lane.WarpSize {
		bans[w.walk*clashRing+k] = w.bans[k]
	}
	if w.t.LaneID() == 0 {
		walks[w.walk] = w.ClashWalk
	}
}
