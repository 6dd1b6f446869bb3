package regions

import (
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/kernel"
)

const (
	// Stays marks a city that must stay next to the one listed behind it, behind the last the first.
	Stays = -1 << 31

	nextStays   = 1 << 15
	beforeStays = 1 << 14
	manyNear    = beforeStays - 1
)

// Part is the cities of a region, in the numbers of their places in its list, and the edges between them. Between two of them that do not
// follow each other on the tour stands the rest of it, as an edge that stays: so every tour of the region is one of all cities (Karp,
// "Probabilistic analysis of partitioning algorithms for the traveling-salesman problem in the plane", 1977).
type Part[C any, M kernel.Metric[C]] struct {
	Metric M
	N      int32
	At     []C      // what edges are priced by
	About  []uint16 // of each city how many are near, and whether the edges to the next number and to the one before stay
}

// Take takes up city i of the region's list, and returns it.
func (p *Part[C, M]) Take(order, list []int32, i int32) (c int32) {
	about := uint16(0)
	if list[i] < 0 {
		about = nextStays
	}
	if list[cyclic.Prev(i, p.N)] < 0 {
		about |= beforeStays
	}
	c = list[i] &^ Stays
	p.At[i], p.About[i] = p.Metric.Place(order[c]), about
	return c
}

// Cost is the cost of an edge.
func (p Part[C, M]) Cost(c, d int32) int32 { return p.Metric.Between(p.At[c], p.At[d]) }

// Stays tells whether the edge of the tour between two cities does.
func (p Part[C, M]) Stays(c, d int32) bool {
	about := p.About[c]
	return about&nextStays != 0 && d == cyclic.Next(c, p.N) || about&beforeStays != 0 && d == cyclic.Prev(c, p.N)
}
