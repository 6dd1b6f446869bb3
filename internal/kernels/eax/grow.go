package eax

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// maxMoved is the most cities that Or (1976) moves in one piece.
const maxMoved = 3

// GrowTours makes generation 0 of a population: tours that go from each city to a near one, or random ones, each
// brought to a local optimum of 2-opt and segment insertion with neighbour lists (Bentley 1992) by one warp.
//
// City i of a tour is order[i] of the problem; near lists its Neighbours cheapest, in the tours' numbers. tours has
// room for four cities a city and tour, costs gets the cost of each, table counts edges, best[0] becomes the least
// cost, as cost<<16 | tour, and work[0] grows by the moves priced. The table is cleared before, best is above all. Once
// stop[0] is not 0, tours are left as they are. Shared memory is a bitmap of the cities a warp, in whole words.
func GrowTours[C any, M kernel.Metric[C]](t lane.Thread, m M, order []int32, near []uint16, g Generation,
	tours []uint16, costs []int64, table []uint32, best []uint64, work []int64, stop []uint32) {
	i, words := t.GridWarpID(), (g.Cities+31)/32
	if i >= g.Tours {
		return
	}
	w := climber[C, M]{t: t, lane: t.LaneID(), m: m, order: order, near: near, stop: stop,
		n: g.Cities, k: g.Neighbours, tour: g.tour(tours, 0, i),
		dirty: lane.SharedAt[uint32](t, 4*words*t.WarpID(), words)}
	if g.Nearest != 0 {
		w.chain(g, i)
	} else {
		w.scatter(g, i)
	}
	w.climb()
	cost := w.length()
	if w.lane == 0 {
		costs[i] = cost
		lane.AtomicAdd(t, &work[0], int64(w.looks)*int64(g.Neighbours)*(2+4*maxMoved))
	}
	g.count(t, w.tour, g.edges(table, 0))
	report(t, best, 0, cost, i)
}

// climber is a warp with a tour that it improves.
type climber[C any, M kernel.Metric[C]] struct {
	t     lane.Thread
	lane  int32
	m     M
	order []int32
	near  []uint16
	stop  []uint32
	n, k  int32
	tour  tour
	looks int32
	dirty []uint32 // bit c: city c is to be looked at; the complement of Bentley's don't-look bits
}

func (w *climber[C, M]) cost(a, b int32) int32 {
	return w.m.Between(w.m.Place(w.order[a]), w.m.Place(w.order[b]))
}

func (w *climber[C, M]) step(c int32, ahead bool) int32 { return w.tour.step(c, ahead, w.n) }

// scatter draws a random tour: Fisher and Yates' shuffle, inside out.
func (w *climber[C, M]) scatter(g Generation, i int32) {
	if w.lane == 0 {
		for p := int32(0); p < w.n; p += 4 {
			draws := lane.Random(g.Seed, g.Walk, uint64(i), uint32(p))
			for j := range int32(4) {
				q := p + j
				if q >= w.n {
					break
				}
				r := int32(uint64(draws[j]) * uint64(q+1) >> 32)
				w.tour.city[q] = w.tour.city[r]
				w.tour.city[r] = uint16(q)
			}
		}
	}
	w.t.SyncWarp()
	for p := w.lane; p < w.n; p += lane.WarpSize {
		w.tour.pos[w.tour.city[p]] = uint16(p)
	}
	w.markAll()
}

// markAll has all cities looked at.
func (w *climber[C, M]) markAll() {
	for p := w.lane; p < int32(len(w.dirty)); p += lane.WarpSize {
		w.dirty[p] = ^uint32(0)
		if left := w.n - 32*p; left < 32 {
			w.dirty[p] = 1<<left - 1
		}
	}
	w.t.SyncWarp()
}

// chain goes from city to city, mostly to the nearest of those left and sometimes to the second; where no near one is
// left, to one that is near in number.
func (w *climber[C, M]) chain(g Generation, i int32) {
	w.markAll()
	draw := lane.Random(g.Seed, g.Walk, uint64(i), 1<<31)[0]
	c := int32(uint64(draw) * uint64(w.n) >> 32)
	for p := int32(0); ; p++ {
		if w.lane == 0 {
			w.tour.city[p], w.tour.pos[c] = uint16(c), uint16(p)
			w.dirty[c>>5] &^= 1 << (c & 31)
		}
		w.t.SyncWarp()
		if p == w.n-1 {
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
	w.markAll()
}

// nextOf returns a marked city near c.
func (w *climber[C, M]) nextOf(c int32, second bool) int32 {
	d := c
	if w.lane < w.k {
		d = int32(w.near[c*w.k+w.lane])
	}
	found := w.t.Ballot(w.dirty[d>>5]>>(d&31)&1 != 0)
	if found == 0 {
		word := c >> 5
		return w.next(&word)
	}
	if rest := found & (found - 1); second && rest != 0 {
		found = rest
	}
	return lane.Shuffle(w.t, d, int32(bits.TrailingZeros32(found)))
}
