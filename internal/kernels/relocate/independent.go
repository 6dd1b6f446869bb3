package relocate

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// RelocateIndependent is Relocate as the paper has it: in every iteration each lane draws a city and a place of its own,
// independently of all others. So moves of an iteration may be equal, and Moves may exceed Cities. Each proposal is uniform
// over all ordered pairs of cities to within Cities^2/2^32, as in Relocate; there the 32 of an iteration depend on each
// other, here they do not.
//
// The random words are those of lane.Random (Philox4x32-10, which passes BigCrush: Salmon and others, "Parallel random
// numbers: as easy as 1, 2, 3", 2011), a word a move: one call gives a lane its words for four iterations.
//
// Lanes that read at random meet at the banks of shared memory, where those of Relocate do not: on average 32 reads of 4
// bytes take three turns instead of one, and of 8 bytes six instead of two. So there may be several copies of the places, a
// power of two up to 32. A city's lie side by side, and each lane reads the one of its own number. Where they fill the 128
// bytes of all banks, no two lanes meet. A block has RoomOf bytes of shared memory, with place multiplied by copies.
//
//lane:registers 48
func RelocateIndependent[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32) {
	relocateIndependent[C, M, uint32](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint32]{}, 0)
}

// RelocateIndependentEach is RelocateIndependent where every lane decides for itself, as in RelocateEach.
//
//lane:registers 48
func RelocateIndependentEach[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32) {
	relocateIndependent[C, M, uint32](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint32]{}, each)
}

// RelocateIndependentMany is RelocateIndependent where each lane draws and prices Moves/32 moves, one after the other:
// Moves is a multiple of 32.
//
//lane:registers 48
func RelocateIndependentMany[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32) {
	relocateIndependent[C, M, uint32](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint32]{}, many)
}

// RelocateIndependentWide is RelocateIndependent for edges that cost more than 16 bits hold.
//
//lane:registers 48
func RelocateIndependentWide[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32) {
	relocateIndependent[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint64]{}, 0)
}

// RelocateIndependentEachWide is RelocateIndependentEach for edges that cost more than 16 bits hold.
//
//lane:registers 48
func RelocateIndependentEachWide[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32) {
	relocateIndependent[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint64]{}, each)
}

// RelocateIndependentManyWide is RelocateIndependentMany for edges that cost more than 16 bits hold.
//
//lane:registers 48
func RelocateIndependentManyWide[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32) {
	relocateIndependent[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint64]{}, many)
}

// RelocateIndependentFar is RelocateIndependent for more cities than fit shared memory, as RelocateFar.
//
//lane:registers 48
func RelocateIndependentFar[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32, links []uint64, gains []int32, back []uint16) {
	relocateIndependent(t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, room[uint64]{links, gains, back}, far)
}

// relocateIndependent is relocate with moves that lanes draw. It stands beside it, and not in it, so that neither costs the
// other an instruction.
func relocateIndependent[C any, M kernel.Metric[C], L word](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, copies int32, all room[L], how variant) {
	n, bytes := a.Cities, int32(walkBytes[L](int(a.Cities)))
	if how.is(far) {
		bytes = 0
	}
	at := lane.SharedAt[C](t, t.Warps()*bytes, n*copies)
	for i := t.ThreadID(); i < n; i += t.BlockDim() {
		for k := range copies {
			at[i*copies+k] = m.Place(order[i])
		}
	}
	t.Sync()
	walk := t.GridWarpID()
	if walk >= a.Walks {
		return
	}
	var own room[L]
	if how.is(far) {
		own = all.of(walk, n)
	} else {
		own = sharedRoom[L](t, t.WarpID()*bytes, n)
	}
	w := drawer[C, M, L]{relocator[C, M, L]{t: t, m: m, n: n, at: at[t.LaneID()&(copies-1):], links: own.links, gains: own.gains, back: own.back},
		uint32(copies)}
	if t.LaneID() < a.Moves {
		w.spread = uint32(t.LaneID())
	}
	if a.Adopt != 0 {
		w.load(start[:n])
	} else {
		w.load(tours[walk*n : walk*n+n])
	}
	s := relocation{walk: walk, cost: w.cost(how), least: costs[2*walk+1],
		step: int32(a.From / int64(a.PerStep)), rest: int32(a.From % int64(a.PerStep))}
	if a.Rungs != 0 {
		s.step = rungs[walk]
	}
	io := launch{temperatures: temperatures, best: best[walk*n : walk*n+n], hits: hits, goal: goal, stop: stop}
	w.anneal(a, &s, &io, how)
	w.store(tours[walk*n:walk*n+n], how)
	if t.LaneID() == 0 {
		costs[2*walk], costs[2*walk+1] = s.cost, s.least
	}
}
