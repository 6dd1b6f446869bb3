package eax

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/kernels/climb"
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// GrowTours makes generation 0 of a population: tours that go from each city to a near one, or random ones, each
// brought to a local optimum of 2-opt and segment insertion with neighbour lists (Bentley 1992) by one warp.
//
// City i of a tour is order[i] of the problem; near lists its Neighbours cheapest, in the tours' numbers. tours has
// room for four cities a city and tour, costs for two costs a tour and gets the cost of each, table counts edges, best[0] becomes the
// least cost, as cost<<16 | number, and work[0] grows by the moves priced. The table is cleared before, best is above all. Once
// stop[0] is not 0, tours are left as they are. Shared memory is a bitmap of the cities a warp, in whole words.
func GrowTours[C any, M kernel.Metric[C]](t lane.Thread, m M, order []int32, near []uint16, g Generation,
	tours []uint16, costs []int64, table []uint32, best []uint64, work []int64, stop []uint32) {
	i, words := t.GridWarpID(), (g.Cities+31)/32
	if i >= g.Tours {
		return
	}
	x := g.tour(tours, 0, i)
	w := grower[C, M]{t: t, lane: t.LaneID(), Climber: climb.Climber[team.Warp, climb.Listed[C, M]]{T: team.Warp{T: t},
		On:   climb.Listed[C, M]{Metric: m, Order: order, List: near, Each: g.Neighbours},
		Near: min(g.Neighbours, climb.Most), Tour: cyclic.Ring{N: g.Cities, City: x.city, Pos: x.pos},
		Dirty: lane.SharedAt[uint32](t, 4*words*t.WarpID(), words)}}
	if g.Nearest != 0 {
		w.chain(g, g.First+i)
	} else {
		w.scatter(g, g.First+i)
	}
	for !t.Any(lane.AtomicLoad(t, &stop[0]) != 0) && w.Climb(looks) {
	}
	cost := w.length()
	if w.lane == 0 {
		costs[i] = cost
		lane.AtomicAdd(t, &work[0], w.Priced())
	}
	g.count(t, x, g.edges(table, 0, i))
	report(t, best, 0, cost, g.First+i)
}

// looks is how many cities a warp looks at between two questions whether to stop.
const looks = 256

// grower is a warp that makes a tour.
type grower[C any, M kernel.Metric[C]] struct {
	climb.Climber[team.Warp, climb.Listed[C, M]]
	t    lane.Thread
	lane int32
}

// length evaluates the tour in full.
func (w *grower[C, M]) length() int64 {
	sum := int64(0)
	for p := w.lane; p < w.Tour.N; p += lane.WarpSize {
		sum += int64(w.On.Cost(int32(w.Tour.City[p]), int32(w.Tour.City[cyclic.Next(p, w.Tour.N)])))
	}
	return lane.TreeAdd(w.t, sum)
}

// scatter draws a random tour: Fisher and Yates' shuffle, inside out.
func (w *grower[C, M]) scatter(g Generation, i int32) {
	if w.lane == 0 {
		for p := int32(0); p < w.Tour.N; p += 4 {
			draws := lane.Random(g.Seed, g.Walk, uint64(i), uint32(p))
			for j := range int32(4) {
				q := p + j
				if q >= w.Tour.N {
					break
				}
				r := int32(uint64(draws[j]) * uint64(q+1) >> 32)
				w.Tour.City[q] = w.Tour.City[r]
				w.Tour.City[r] = uint16(q)
			}
		}
	}
	w.t.SyncWarp()
	for p := w.lane; p < w.Tour.N; p += lane.WarpSize {
		w.Tour.Pos[w.Tour.City[p]] = uint16(p)
	}
	w.MarkAll()
}

// chain goes from city to city, mostly to the nearest of those left and sometimes to the second; where no near one is
// left, to one that is near in number.
func (w *grower[C, M]) chain(g Generation, i int32) {
	w.MarkAll()
	draw := lane.Random(g.Seed, g.Walk, uint64(i), 1<<31)[0]
	c := int32(uint64(draw) * uint64(w.Tour.N) >> 32)
	for p := int32(0); ; p++ {
		if w.lane == 0 {
			w.Tour.City[p], w.Tour.Pos[c] = uint16(c), uint16(p)
			w.Clear(c)
		}
		w.t.SyncWarp()
		if p == w.Tour.N-1 {
			break
		}
		if p&15 == 0 {
			draw = lane.Random(g.Seed, g.Walk, uint64(i), uint32(p))[0]
		}
		second := draw&3 == 0
		draw >>= 2
		c = w.nextOf(c, second)
		w.t.SyncWarp()
	}
	w.MarkAll()
}

// nextOf returns a marked city near c.
func (w *grower[C, M]) nextOf(c int32, second bool) int32 {
	d := c
	if w.lane < w.On.Each {
		d = w.On.Near(c, w.lane)
	}
	found := w.t.Ballot(w.Dirty[d>>5]>>(d&31)&1 != 0)
	if found == 0 {
		return w.Next(c >> 5)
	}
	if rest := found & (found - 1); second && rest != 0 {
		found = rest
	}
	return lane.Shuffle(w.t, d, int32(bits.TrailingZeros32(found)))
}
