package eax

import (
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Generation says where a population of tours stands, and what the kernels that grow and cross it need to know.
//
// Tours are kept in two halves of one array: generation g is in half g%2. A tour of n cities is n cities by position
// and n positions by city.
//
// The tours of a population stand in a ring, which is divided in arcs of equal length. They mate within their arc, and an arc counts its
// own edges. So arcs that lie on several machines have nothing to tell each other but in a turn, a generation in which all tours move on.
type Generation struct {
	Cities     int32  // of a tour, at most 65,535
	Neighbours int32  // listed of each city, cheapest first
	Tours      int32  // of the population that are on the machine: whole arcs
	First      int32  // number of the first of them in the population, which has at most 65,535
	Arc        int32  // tours of an arc
	Number     int32  // of the generation, from 1; those grown are generation 0
	Shift      int32  // tour i is crossed with tour i+Shift, modulo Arc, of its arc
	Turn       int32  // if not 0, tours are not crossed: each moves on by so many places
	Children   int32  // that are tried for each exchange; the best is taken
	Exchanges  int32  // most AB-cycles that a tour takes over from its mate, each the best of Children
	Blocks     int32  // 1: AB-cycles are taken over together with those that touch them
	Cuts       int32  // most edges by which a child may leave its first parent
	Reach      int32  // sub-tours are joined so near the ends of their segments, in cities; 0: anywhere
	EdgeBits   int32  // the table of edge counts has three times 1<<EdgeBits entries an arc
	Walk       uint32 // number of the population in the run
	Seed       uint64
	Nearest    int32 // 1: tours grow from nearest neighbours; 0: from random tours
	Target     int64 // later generations do nothing once a tour costs no more
}

// tour is one tour of a population.
type tour struct {
	city []uint16 // by position
	pos  []uint16 // by city
}

// tour returns tour i of the half of generation number.
func (g Generation) tour(all []uint16, number, i int32) tour {
	at := ((number&1)*g.Tours + i) * 2 * g.Cities
	return tour{all[at : at+g.Cities], all[at+g.Cities : at+2*g.Cities]}
}

// atOnce is how many numbers a lane reads side by side where a warp goes through all cities. A pair has one warp, so nothing else hides
// how long memory takes.
const atOnce int32 = 4

// count adds a tour's edges to the table of a generation.
func (g Generation) count(t lane.Thread, x tour, table []uint32) {
	n := g.Cities
	for first := t.LaneID(); first < n; first += atOnce * lane.WarpSize {
		var at [atOnce]int32
		for j := range atOnce {
			p := min(first+j*lane.WarpSize, n-1)
			at[j] = g.edge(int32(x.city[p]), int32(x.city[cyclic.Next(p, n)]))
		}
		for j := range atOnce {
			if first+j*lane.WarpSize < n {
				lane.AtomicAdd(t, &table[at[j]], 1)
			}
		}
	}
}

// lay writes length cities of another tour, from position p on in steps of 1 or -1, into this one from position at on.
func (x tour) lay(t lane.Thread, at int32, from tour, p, step, length, n int32) {
	for first := t.LaneID(); first < length; first += atOnce * lane.WarpSize {
		var c [atOnce]uint16
		for j := range atOnce {
			c[j] = from.city[cyclic.Wrap(p+step*min(first+j*lane.WarpSize, length-1), n)]
		}
		for j := range atOnce {
			to := at + min(first+j*lane.WarpSize, length-1)
			x.city[to] = c[j]
			x.pos[c[j]] = uint16(to)
		}
	}
}

// counts returns the part of the table that counts the edges of a generation. The part of the generation after the next
// is free to be cleared.
func (g Generation) counts(table []uint32, number int32) []uint32 {
	size := g.Tours / g.Arc << g.EdgeBits
	at := number % 3 * size
	return table[at : at+size]
}

// edges returns what counts those of the arc of tour i.
func (g Generation) edges(table []uint32, number, i int32) []uint32 {
	at := i / g.Arc << g.EdgeBits
	return g.counts(table, number)[at : at+1<<g.EdgeBits]
}

// mate returns whom tour i is crossed with.
func (g Generation) mate(i int32) int32 {
	at := i%g.Arc + g.Shift
	if at >= g.Arc {
		at -= g.Arc
	}
	return i - i%g.Arc + at
}

// edge returns the place of an edge in the table. Few edges share one, and all that a collision does is to make two
// edges look more common than they are.
func (g Generation) edge(a, b int32) int32 {
	low, high := uint32(min(a, b)), uint32(max(a, b))
	return int32((low*0x9E3779B1 ^ high*0x85EBCA6B) * 0xC2B2AE35 >> uint32(32-g.EdgeBits))
}

// report tells the population's best cost and who has it: the least of all is the winner, in any order of arrival.
func report(t lane.Thread, best []uint64, number int32, cost int64, i int32) {
	if t.LaneID() == 0 {
		lane.AtomicMin(t, &best[number], uint64(cost)<<16|uint64(i))
	}
}

// turn is around for positions that few cities may make go round several times.
func turn(p, n int32) int32 {
	for p >= n {
		p -= n
	}
	return p
}
