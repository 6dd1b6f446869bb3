package ants

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/climb"
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Marching says what a launch of March does: iterations From to Until-1 of a colony.
type Marching struct {
	Rule   Rule
	Each   int32  `launch:"settled"` // lanes of an ant, a power of two up to 32
	Climbs int32  `launch:"settled"` // near cities that the local search of a warp looks at; 0: there is none
	N      int32  // cities
	Ants   int32  // up to 2^17
	First  uint32 // number of the first ant among all of the run
	Seed   uint64 // of the random numbers
	From   int64
	Until  int64
	Target int64 // the launch ends after the iteration in which an ant comes to it
}

// Together is how many ants' tours there is room for: in a warp without enough ants the rest of its lanes make tours that do not count.
func (a *Marching) Together() int32 {
	most := lane.WarpSize/a.Each - 1
	return (a.Ants + most) &^ most
}

// March makes iterations of a colony of ants on tours. No edge costs less than 0, and no tour 2^47 or more. All blocks must be on the
// machine at once, in Room bytes of shared memory.
//
// An iteration has three parts, and all blocks meet after each. First each team of Each lanes makes the tours of its ants, and where Climbs
// is not 0 and Each is 32 brings them to local optima, at most 65,535 cities. Then the best tour is noted, city by city, and the other ants
// leave their marks. Last each warp lays pheromone on rows, a lane on an entry.
//
// City i of a tour is order[i] of the problem. near to marks are those of Trail, tours and costs the ants', lead the best tour since the
// pheromone was new, best that since the run began, close the Climbs nearest of each city, room two cities a city and warp, priced[0] grows
// by the moves that local search prices, links has room for a city each, keys for three words that are all above any cost
// at first. hits[0] becomes the iteration that came to the target, as does goal[0]. If stop[0] is not 0, goal[0] becomes the
// iteration after which the launch is broken off.
//
// Results do not depend on the blocks and warps of a launch, nor on Each.
func March[C any, M kernel.Metric[C]](t lane.Thread, m M, a Marching, order, near, far []int32, desire, much []float32, weight []uint32,
	marks []int64, close, room []uint16, priced []int64, tours []int32, costs []int64, lead, best, links []int32, keys []uint64, states []State,
	board []int32, hits, goal []int64, stop []uint32) {
	w := marcher[C, M]{t: t, a: &a, close: close, room: room, priced: priced, tours: tours, costs: costs, lead: lead, best: best, keys: keys, state: states[0]}
	w.laid = Laid{Next: links}
	words := (a.N + 31) / 32
	w.ant = Ant[Tile, metric[C, M]]{T: Tile{t, a.Each}, Edges: metric[C, M]{m, order}, Rule: a.Rule, Seed: a.Seed,
		Trail: Trail{Near: near, Far: far, Desire: desire, Much: much, Weight: weight, Marks: marks},
		Open:  lane.SharedAt[uint32](t, 4*words*(t.ThreadID()/a.Each), words)}
	for g := a.From; g < a.Until; g++ {
		w.construct(g)
		drive.Meet(t, board)
		cost := w.take(g)
		if t.GridThreadID() == 0 {
			if cost <= a.Target {
				hits[0] = g
				lane.AtomicMin(t, &goal[0], g)
			}
			if lane.AtomicLoad(t, &stop[0]) != 0 {
				lane.AtomicMin(t, &goal[0], g)
			}
		}
		drive.Meet(t, board)
		row := Tile{t, lane.WarpSize}
		for i := t.GridWarpID(); i < a.N; i += t.GridDim() * t.Warps() {
			Learn(row, &a.Rule, &w.ant.Trail, i, &w.laid)
		}
		last := lane.AtomicLoad(t, &goal[0]) <= g
		drive.Meet(t, board)
		if last {
			break
		}
	}
	if t.GridThreadID() == 0 {
		states[0] = w.state
	}
}

// Room is the bytes of shared memory of a block: a bit for each city and ant.
func Room(n, threads, each int) int { return 4 * ((n + 31) / 32) * (threads / each) }

// metric is a problem's edges between the numbers of the tours.
type metric[C any, M kernel.Metric[C]] struct {
	m     M
	order []int32
}

func (e metric[C, M]) Cost(i, j int32) int64 {
	return int64(e.m.Between(e.m.Place(e.order[i]), e.m.Place(e.order[j])))
}

// marcher is a thread of a colony.
type marcher[C any, M kernel.Metric[C]] struct {
	t          lane.Thread
	a          *Marching
	ant        Ant[Tile, metric[C, M]]
	laid       Laid
	close      []uint16
	room       []uint16
	priced     []int64
	tours      []int32
	costs      []int64
	lead, best []int32
	keys       []uint64
	state      State // the same in all threads
}

// keyBits is how many bits of a key are the ant's number.
const keyBits = 17

func (w *marcher[C, M]) tour(i int32) []int32 { return w.tours[i*w.a.N : (i+1)*w.a.N] }

// teams returns the number of the thread's team among all, and how many there are.
func (w *marcher[C, M]) teams() (number, all int32) {
	return w.t.GridThreadID() / w.a.Each, w.t.GridThreads() / w.a.Each
}

// construct makes the tours of an iteration. keys[g%3] becomes the least of their costs, with the first ant that has it.
func (w *marcher[C, M]) construct(g int64) {
	least := uint64(math.MaxUint64)
	w.ant.Iteration = uint64(g)
	number, all := w.teams()
	for i := number; i < w.a.Together(); i += all {
		w.ant.Number = w.a.First + uint32(i)
		x := w.tour(i)
		w.ant.Tour(x)
		if w.a.Climbs > 0 {
			w.climb(x)
		}
		cost := w.ant.Length(x)
		if w.ant.T.Rank() == 0 {
			w.costs[i] = cost
		}
		if i < w.a.Ants {
			least = min(least, uint64(cost)<<keyBits|uint64(i))
		}
	}
	if least = lane.TreeMin(w.t, least); w.t.LaneID() == 0 {
		lane.AtomicMin(w.t, &w.keys[g%3], least)
	}
}

// climb makes the warp's tour a local optimum.
func (w *marcher[C, M]) climb(x []int32) {
	n, e, warp := w.a.N, w.ant.Edges, team.Warp{T: w.t}
	y := w.room[2*n*w.t.GridWarpID() : 2*n*(w.t.GridWarpID()+1)]
	on := climb.Climber[team.Warp, climb.Listed[C, M]]{T: warp, Tour: cyclic.Ring{N: n, City: y[:n], Pos: y[n:]}, Near: w.a.Climbs,
		Dirty: w.ant.Open, On: climb.Listed[C, M]{Metric: e.m, Order: e.order, List: w.close, Each: w.a.Climbs}}
	for p := w.t.LaneID(); p < n; p += lane.WarpSize {
		on.Tour.City[p], on.Tour.Pos[x[p]] = uint16(x[p]), uint16(p)
	}
	on.MarkAll()
	for on.Climb(math.MaxInt32) {
	}
	for p := w.t.LaneID(); p < n; p += lane.WarpSize {
		x[p] = int32(y[p])
	}
	w.t.SyncWarp()
	if w.t.LaneID() == 0 {
		lane.AtomicAdd(w.t, &w.priced[0], on.Priced())
	}
}

// take takes up what the ants of an iteration made, and returns what the best tour costs.
func (w *marcher[C, M]) take(g int64) int64 {
	key := lane.AtomicLoad(w.t, &w.keys[g%3])
	from, step := w.t.GridThreadID(), w.t.GridThreads()
	if from == 0 {
		w.keys[(g+1)%3] = math.MaxUint64 // all have read it two meetings ago
	}
	cost, x := int64(key>>keyBits), w.tour(int32(key&(1<<keyBits-1)))
	news := w.state.Take(&w.a.Rule, g, cost)
	for p := from; p < w.a.N; p += step {
		if news.Lead {
			w.lead[p] = x[p]
		}
		if news.Best {
			w.best[p] = x[p]
		}
	}
	if w.laid.Anew = news.Anew; !news.Own && !news.Lead {
		x = w.lead
	}
	w.laid.Note(&w.a.Rule, x, from, step)
	if w.a.Rule.Marks() {
		number, all := w.teams()
		for i := number; i < w.a.Ants; i += all {
			Mark(w.ant.T, &w.a.Rule, &w.ant.Trail, w.tour(i), w.costs[i], w.state.Lead)
		}
	}
	return cost
}
