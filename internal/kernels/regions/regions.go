// Package regions has the kernel that anneals one large tour on a device, region by region.
package regions

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Annealing says what a launch of AnnealRegions does.
type Annealing struct {
	Regions     int32   // of the launch
	Places      int32   // room of a region in shared memory: at least its cities, at most MostPlaces, a multiple of 8
	Neighbours  int32   // listed of each city
	Iterations  int32   // of a region, for each of its cities
	Seed        uint64  // of the random numbers
	Round       uint32  // number of the launch
	Walk        uint32  // number of the first region among all of the run
	Temperature float32 // in units of cost
}

const (
	// MostPlaces is the most cities of a region: their numbers take 12 bits of a move.
	MostPlaces = 1 << 12
	// Fewest is the fewest cities of a region that is annealed.
	Fewest = 8
	// pollEvery is after how many iterations a region looks whether to stop.
	pollEvery = 1 << 12
	// listeners is one in how many regions listens to the host.
	listeners = 64
)

// AnnealRegions anneals regions of a tour, each for itself: some cities in the order in which the tour comes to them, see Part.
//
// A block is a warp and has a region. In an iteration every lane proposes a move of its own, of a city to a near one: 2-opt and the insertion
// of a segment (Or 1976) in turns. The first that is accepted, by Metropolis and others (1953), is made.
//
// cities has the regions one after the other, in numbers by which near lists the near cities of each; order has the problem's. The list of
// region r begins at starts[r], and that of no region at starts[Regions]. where has the place of each city in cities, -1 of one in no region.
// tours gets the tour of each region: places of its list, counted from its beginning. moves[0] grows by the moves made. All stop soon
// once stop[0] is not 0, which goal[0], any number from 0 up before, passes on to those that do not look there. A block has Room bytes
// of shared memory.
//
//lane:registers 64
func AnnealRegions[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order, near, starts, cities, where []int32, tours []uint16,
	moves, goal []int64, stop []uint32) {
	block := t.BlockID()
	from := starts[block]
	r := region[C, M]{Part: Part[C, M]{Metric: m, N: starts[block+1] - from}, t: t, a: &a, lane: t.LaneID(), walk: a.Walk + uint32(block)}
	r.tour.N = r.N
	r.share()
	r.load(order, near, cities[from:from+r.N], where, from)
	if r.N >= Fewest {
		r.anneal(goal, stop)
	}
	for i := r.lane; i < r.N; i += lane.WarpSize {
		tours[from+i] = r.tour.City[i]
	}
	if r.lane == 0 {
		lane.AtomicAdd(t, &moves[0], int64(r.made))
	}
}

// Room is the bytes of shared memory of a block, where a place takes some bytes.
func Room(places, neighbours, place int) int { return places * (place + 2*neighbours + 6) }

// region is a warp and the part of the tour that it anneals. Its cities have the numbers of their places in the list.
type region[C any, M kernel.Metric[C]] struct {
	Part[C, M]
	t    lane.Thread
	a    *Annealing
	lane int32
	walk uint32
	made int32
	near []uint16 // of each city those that are in the region, in rows of a.Neighbours
	tour cyclic.Ring
}

// share divides the shared memory of the block.
func (r *region[C, M]) share() {
	places, rows := r.a.Places, r.a.Places*r.a.Neighbours
	r.near = lane.SharedAt[uint16](r.t, 0, rows)
	r.tour.City = lane.SharedAt[uint16](r.t, 2*rows, places)
	r.tour.Pos = lane.SharedAt[uint16](r.t, 2*rows+2*places, places)
	r.About = lane.SharedAt[uint16](r.t, 2*rows+4*places, places)
	r.At = lane.SharedAt[C](r.t, 2*rows+6*places, places)
}

// load takes up a region whose list begins at place from of all.
func (r *region[C, M]) load(order, near, list, where []int32, from int32) {
	k := r.a.Neighbours
	for i := r.lane; i < r.N; i += lane.WarpSize {
		c := r.Take(order, list, i)
		row := i * k
		for _, d := range near[c*k : (c+1)*k] {
			if p := where[d] - from; p >= 0 && p < r.N {
				r.near[row] = uint16(p)
				row++
			}
		}
		r.About[i] |= uint16(row - i*k)
		r.tour.City[i], r.tour.Pos[i] = uint16(i), uint16(i)
	}
	r.t.SyncWarp()
}

// anneal makes the iterations of a launch, two by each draw of random numbers, one of four by insertion.
func (r *region[C, M]) anneal(goal []int64, stop []uint32) {
	for i := range r.N * r.a.Iterations {
		if i%pollEvery == 0 && r.halted(goal, stop) {
			return
		}
		u := lane.Random(r.a.Seed, r.walk, uint64(r.a.Round)<<32|uint64(i), uint32(r.lane))
		r.iterate(u[0], u[1], false)
		r.iterate(u[2], u[3], i&1 == 0)
	}
}

// halted tells whether the host has said stop.
func (r *region[C, M]) halted(goal []int64, stop []uint32) bool {
	halt := int32(0)
	if r.lane == 0 {
		halt = drive.Halted(r.t, r.t.BlockID()%listeners, 0, goal, stop)
	}
	return lane.Shuffle(r.t, halt, 0) != 0
}

// iterate makes the first of the lanes' moves that is accepted.
func (r *region[C, M]) iterate(draw, chance uint32, insertion bool) {
	move, delta := r.propose(draw), int32(refused)
	if insertion {
		delta = r.priceInsertion(move)
	} else {
		delta = r.priceTwoOpt(move)
	}
	accepted := r.t.Ballot(delta < metropolis.Threshold(r.a.Temperature, chance))
	if accepted == 0 {
		return
	}
	move = lane.Shuffle(r.t, move, int32(bits.TrailingZeros32(accepted)))
	r.t.SyncWarp() // all lanes have read the tour
	if insertion {
		r.insert(move)
	} else {
		r.twoOpt(move)
	}
	r.made++
}
