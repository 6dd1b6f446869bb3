package eax

import "github.com/multiwalk/multiwalk/kernel/lane"

// Generation says where a population of tours stands, and what the kernels that grow and cross it need to know.
//
// Tours are kept in two halves of one array: generation g is in half g%2. A tour of n cities is n cities by position
// and n positions by city.
type Generation struct {
	Cities     int32  // of a tour, at most 65,535
	Neighbours int32  // listed of each city, cheapest first
	Tours      int32  // of the population
	Number     int32  // of the generation, from 1; those grown are generation 0
	Shift      int32  // tour i is crossed with tour i+Shift, modulo Tours
	Children   int32  // that are tried for each exchange; the best is taken
	Exchanges  int32  // most AB-cycles that a tour takes over from its mate, each the best of Children
	Blocks     int32  // 1: AB-cycles are taken over together with those that touch them
	Cuts       int32  // most edges by which a child may leave its first parent
	EdgeBits   int32  // the table of edge counts has three times 1<<EdgeBits entries
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

// step returns the city next to c.
func (x tour) step(c int32, ahead bool, n int32) int32 {
	p := int32(x.pos[c])
	if ahead {
		return int32(x.city[above(p, n)])
	}
	return int32(x.city[below(p, n)])
}

func above(p, n int32) int32 {
	if p++; p == n {
		return 0
	}
	return p
}

func below(p, n int32) int32 {
	if p == 0 {
		return n - 1
	}
	return p - 1
}

// around brings a position in [-n, 2n) into [0, n).
func around(p, n int32) int32 {
	if p < 0 {
		return p + n
	}
	if p >= n {
		return p - n
	}
	return p
}

// count adds a tour's edges to the table of a generation.
func (g Generation) count(t lane.Thread, x tour, table []uint32) {
	for p := t.LaneID(); p < g.Cities; p += lane.WarpSize {
		at := g.edge(int32(x.city[p]), int32(x.city[above(p, g.Cities)]))
		lane.AtomicAdd(t, &table[at], 1)
	}
}

// edges returns the part of the table that counts the edges of a generation. The part of the generation after the next
// is free to be cleared.
func (g Generation) edges(table []uint32, number int32) []uint32 {
	size := int32(1) << g.EdgeBits
	at := number % 3 * size
	return table[at : at+size]
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
