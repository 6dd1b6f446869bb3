package relocate

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Annealing says what a launch of Relocate and its variants does: iterations From to Until, counted from the start of
// the schedule.
type Annealing struct {
	Cities  int32
	Moves   int32  // an iteration of a walk; lanes beyond are idle
	Walks   int32  // of the launch
	PerStep int32  // iterations at a temperature
	From    int64  // first iteration
	Until   int64  // one past the last
	Seed    uint64 // of the random numbers
	Target  int32  // a walk that comes to it stops there
	First   uint32 // number of the first walk among all of the run
	Epoch   uint32 // number of the schedule, counting the reheated ones
	Adopt   int32  // 1: all walks go on from the tour of start
	Rungs   int32  // 1: walk w stays at temperature rungs[w]; 0: temperatures follow each other
}

const (
	// chunk is how many iterations draw their random numbers together: a lane draws for two of them.
	chunk = 64
	// pollEvery is after how many chunks a walk looks whether to stop.
	pollEvery = 8
	// noKey is the key of a lane without a move. All others are below.
	noKey = 1<<30 - 1
)

// MaxCities is the most cities that Relocate and its variants take.
const MaxCities = 1<<16 - 1

// MaxEdge returns the greatest edge cost that Relocate and its variants take with that number of moves an iteration. A wide one
// keeps lengths in 32 bits and a narrow one in 16. A delta is below three edges, and is shifted by the bits of a move's
// number to below 2^30.
func MaxEdge(moves int, wide bool) int64 {
	switch {
	case !wide:
		return 1<<16 - 1
	case moves > lane.WarpSize:
		return (1<<20 - 2) / 3
	}
	return (1<<25 - 2) / 3
}

// Relocate is light-weight simulated annealing with parallel moves ("Parallel neighbourhood search on many-core
// platforms", Algorithm 2, figure 3 and section 4.2). A warp is a walk. Each iteration every lane prices the relocation
// of one city, the cheapest faces the temperature, and if it is accepted five lanes carry it out.
//
// Beyond the paper's links and places, shared memory holds with each city the length of the edge to the next and what its
// removal gains, so that a move costs two distances and not six. The moves of an iteration are at places
// drawn for the whole warp, plus the lane: each is uniform over all ordered pairs of cities, all differ, and the lanes'
// reads fall side by side. So that they are no neighbours in the plane as well, cities are renumbered: city i of the
// walks is order[i] of the problem.
//
// Tours are the city that follows each. tours holds where each walk is, best the best it has left for a worse one;
// costs[2*w] and costs[2*w+1] their costs. With a first launch costs[2*w+1] is above any cost. hits[w] becomes the
// iteration in which walk w came to the target, and goal[0] the least of these; walks that have come so far stop then,
// or when stop[0] is not 0. Tours must have 5 cities at least and MaxCities at most, edges cost 0 to
// MaxEdge, and no tour 2^31 or more.
//
// Shared memory is RoomOf bytes.
//
//lane:registers 48
func Relocate[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint32](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint32]{}, 0)
}

// RelocateEach is Relocate where every lane decides for itself on its own move, at a random number of its own. Of the
// moves accepted the first is made, counted from a lane that changes from iteration to iteration. So moves face the
// temperature one by one, as in annealing with one move an iteration, and those that follow an accepted one are void.
//
//lane:registers 48
func RelocateEach[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint32](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint32]{}, each)
}

// RelocateMany is Relocate with more moves an iteration than lanes: each lane prices several, of several cities to one place:
// Moves is a multiple of 32 up to 1024, and Cities above 33. Beyond the first a move costs half as much to price, and
// carrying one out is shared by more.
//
//lane:registers 48
func RelocateMany[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint32](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint32]{}, many)
}

// RelocateWide is Relocate for edges that cost more than 16 bits hold.
//
//lane:registers 48
func RelocateWide[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, 0)
}

// RelocateEachWide is RelocateEach for edges that cost more than 16 bits hold.
//
//lane:registers 48
func RelocateEachWide[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, each)
}

// RelocateManyWide is RelocateMany for edges that cost more than 16 bits hold.
//
//lane:registers 48
func RelocateManyWide[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, many)
}

// RelocateFar is RelocateWide for more cities than fit shared memory: there are only their places, and links, gains and
// back have room for Cities+32 elements a walk.
//
//lane:registers 48
func RelocateFar[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, links []uint64, gains []int32, back []uint16) {
	relocate(t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{links, gains, back}, far)
}

// RoomOf returns the bytes of shared memory that a block of Relocate needs, where a place takes place bytes.
func RoomOf(cities, place, walks int, wide bool) int {
	if wide {
		return walks*walkBytes[uint64](cities) + place*cities
	}
	return walks*walkBytes[uint32](cities) + place*cities
}

// walkBytes is what a walk holds: links with lengths, gains, and the links back, each with room for lanes that have
// nothing to say. It is a multiple of 16, as places want.
func walkBytes[L word](cities int) int {
	return ((int(half[L]())/4+6)*(cities+lane.WarpSize) + 15) &^ 15
}

// room is the memory of walks, where it is not shared: see walkBytes.
type room[L word] struct {
	links []L
	gains []int32
	back  []uint16
}

// of is the part of a walk.
func (r room[L]) of(walk, n int32) room[L] {
	from, to := walk*(n+lane.WarpSize), (walk+1)*(n+lane.WarpSize)
	return room[L]{r.links[from:to], r.gains[from:to], r.back[from:to]}
}

// sharedRoom is a walk's part of shared memory, from a byte on.
func sharedRoom[L word](t lane.Thread, base, n int32) room[L] {
	size := n + lane.WarpSize
	gains := base + int32(half[L]()/4)*size
	return room[L]{lane.SharedAt[L](t, base, size), lane.SharedAt[int32](t, gains, size), lane.SharedAt[uint16](t, gains+4*size, size)}
}

// launch is what a walk reads and writes in the device's memory.
type launch struct {
	temperatures []float32
	best         []uint16 // of the walk
	hits, goal   []int64
	stop         []uint32
}

func relocate[C any, M kernel.Metric[C], L word](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32, all room[L], how variant) {
	n, bytes := a.Cities, int32(walkBytes[L](int(a.Cities)))
	if how.is(far) {
		bytes = 0
	}
	at := lane.SharedAt[C](t, t.Warps()*bytes, n)
	for i := t.ThreadID(); i < n; i += t.BlockDim() {
		at[i] = m.Place(order[i])
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
	w := relocator[C, M, L]{t: t, m: m, n: n, at: at, links: own.links, gains: own.gains, back: own.back}
	if t.LaneID() < a.Moves { // else a lane repeats the move of lane 0, and as its key is above that one's, it never wins
		w.spread = uint32(t.LaneID()) * 0x10001
	}
	if a.Adopt != 0 {
		w.load(start[:n], how)
	} else {
		w.load(tours[walk*n:walk*n+n], how)
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
