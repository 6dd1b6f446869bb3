package tabu

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The rows of a walk in sets: two solutions as the problem has them, and the orders of machines.
const (
	shopPresent = iota
	shopIncumbent
	shopRows // of the present solution
	shopBest // of the incumbent
	shopTop  // of the best of the burst
)

// setAt is where a row of the walk begins.
func (w *shopper[T]) setAt(which int32) int32 { return (which*w.a.Walks + w.walk) * w.n }

// keep copies the orders of the machines to sets.
func (w *shopper[T]) keep(which int32) {
	at := w.setAt(which)
	for k := w.t.LaneID(); k < w.n; k += lane.WarpSize {
		w.sets[at+k] = int32(w.row[k])
	}
}

// recall takes the orders of the machines from sets.
func (w *shopper[T]) recall(which int32) {
	at := w.setAt(which)
	w.t.SyncWarp()
	for k := w.t.LaneID(); k < w.n; k += lane.WarpSize {
		w.row[k] = uint16(w.sets[at+k])
	}
	w.t.SyncWarp()
}

// take takes the orders of the machines from a solution: operations that take no time come first.
func (w *shopper[T]) take(x []int32) {
	done, filled := w.tails[:w.a.Jobs], w.ends[:w.a.Machines]
	if w.t.LaneID() == 0 {
		clearAll(filled)
		for part := range int32(2) {
			clearAll(done)
			for k := range w.n {
				job := x[k] / w.a.Machines
				done[job]++
				v := job*(w.a.Machines+1) + int32(done[job])
				if m := w.machines[v]; (w.times[v] > 0) == (part > 0) {
					w.row[m*w.a.Jobs+int32(filled[m])] = uint16(v)
					filled[m]++
				}
			}
		}
	}
	w.t.SyncWarp()
}

func clearAll[T shopPaths](list []T) {
	for k := range list {
		list[k] = 0
	}
}

// refresh finds all longest paths.
func (w *shopper[T]) refresh() {
	for k := w.t.LaneID(); k <= w.a.Jobs; k += lane.WarpSize {
		none := k * (w.a.Machines + 1)
		w.ends[none], w.tails[none], w.links[none] = 0, 0, 0
	}
	w.t.SyncWarp()
	w.update(math.MinInt32, math.MinInt32)
}

// burst begins a burst at the present solution.
func (w *shopper[T]) burst() {
	w.TopCost, w.Made, w.TopMade = w.Cost, 0, 0
	w.keep(shopTop)
}

// perturb ends a burst: the walk goes on from the best of it after some random moves.
func (w *shopper[T]) perturb() {
	if w.TopCost < w.Before || w.Strength >= w.a.Strongest {
		w.Strength = w.a.Weakest
	} else {
		w.Strength++
	}
	w.Before = w.TopCost
	w.recall(shopTop)
	w.refresh()
	w.forget()
	for k := int32(0); k < w.Strength && w.look(); k++ {
		w.make(w.anyOf(w.random.word(w.t)))
		w.note()
	}
	w.burst()
}

// load takes a walk up where it was, or to its aim.
func (w *shopper[T]) load(walks []ShopWalk, traces, aims []int32) {
	w.ShopWalk = walks[w.walk]
	w.random.seed, w.random.walk = w.a.Seed, w.a.First+uint32(w.walk)
	w.random.seek(w.t, w.Drawn)
	if w.a.From < 0 || w.a.Adopt > 1 {
		w.forget()
	} else {
		w.remembered(traces)
	}
	if w.a.From >= 0 && w.a.Adopt == 0 {
		w.recall(shopRows)
		w.refresh()
		return
	}
	w.take(aims[w.walk*w.n:])
	w.refresh()
	if w.a.From < 0 || w.a.Adopt > 1 {
		w.Least, w.better = w.Cost, true
		w.keep(shopBest)
	}
	w.note()
	w.burst()
	w.Strength, w.Before = w.a.Weakest, w.TopCost
}

// remembered takes up the traces of the last launch.
func (w *shopper[T]) remembered(traces []int32) {
	at, many := w.walk*w.traces()*(w.a.Jobs+2), w.traces()
	for k := w.t.LaneID(); k < many; k += lane.WarpSize {
		w.untils[k], w.heads[k] = traces[at+k], uint32(traces[at+many+k])
	}
	for k := w.t.LaneID(); k < many*w.a.Jobs; k += lane.WarpSize {
		w.taken[k] = uint16(traces[at+2*many+k])
	}
	w.t.SyncWarp()
}

// store leaves a walk for the next launch.
func (w *shopper[T]) store(walks []ShopWalk, traces []int32) {
	w.t.SyncWarp()
	at, many := w.walk*w.traces()*(w.a.Jobs+2), w.traces()
	for k := w.t.LaneID(); k < many; k += lane.WarpSize {
		traces[at+k] = w.untils[k]
		if w.untils[k]-w.Now > 0 { // else it may never have been there
			traces[at+many+k] = int32(w.heads[k])
			for i := range int32(w.heads[k]&(MostShopJobs-1)) - int32(w.heads[k]>>12&(MostShopJobs-1)) + 1 {
				traces[at+2*many+k*w.a.Jobs+i] = int32(w.taken[k*w.a.Jobs+i])
			}
		}
	}
	w.keep(shopRows)
	w.tell(shopPresent)
	if w.better {
		w.recall(shopBest)
		w.tell(shopIncumbent)
	}
	if w.Drawn = w.random.next; w.t.LaneID() == 0 {
		walks[w.walk] = w.ShopWalk
	}
}

// tell writes the solution whose orders of machines the walk has: each operation behind all that come before it. The longest paths are lost.
func (w *shopper[T]) tell(which int32) {
	at, id := w.setAt(which), w.t.LaneID()
	for v := id; v < int32(len(w.times)); v += lane.WarpSize {
		w.ends[v] = ^T(0)
	}
	w.t.SyncWarp()
	for k := id; k <= w.a.Jobs; k += lane.WarpSize {
		w.ends[k*(w.a.Machines+1)] = 0
	}
	w.t.SyncWarp()
	place, base := int32(0), id*w.a.Jobs
	for told := int32(0); told < w.n; {
		v, ready := int32(0), false
		if id < w.a.Machines && place < w.a.Jobs {
			v = int32(w.row[base+place])
			ready = w.ends[v-1] != ^T(0)
		}
		b := w.t.Ballot(ready)
		if ready {
			w.sets[at+told+int32(bits.OnesCount32(b&(1<<uint32(id)-1)))] = v - 1 - (v-1)/(w.a.Machines+1)
			w.ends[v] = 0
			place++
		}
		told += int32(bits.OnesCount32(b))
		w.t.SyncWarp()
	}
}
