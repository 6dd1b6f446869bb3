package gridpath

import "github.com/multiwalk/multiwalk/internal/simd"

// What both heuristics say of many cells in one call, for cores.

// goals are those of a point.
func (g *Grid) goals(point int32) []Cell { return g.Goals[point*g.Load : (point+1)*g.Load] }

// around is the square around a point.
func (g *Grid) around(p Cell) simd.Square {
	return simd.Square{Left: p.X - g.Side/2, Top: p.Y - g.Side/2, Side: g.Side}
}

// before is how many of n possibilities from one on are cells before the point's own. Those behind it are one cell on, as its own is
// none.
func (g *Grid) before(first int32, n int) int {
	return max(0, min(n, int(g.Side*g.Side/2-first)))
}

// Weights is Weigh for successive possibilities.
func (g *Gains) Weights(x []Point, point, first int32, weights []int64) {
	p, goals, before := x[point], g.goals(point), g.before(first, len(weights))
	simd.Nearer(weights[:before], g.around(p.Cell), first, goals, p.Left)
	simd.Nearer(weights[before:], g.around(p.Cell), first+int32(before)+1, goals, p.Left)
}

// Ratings is Rate for successive possibilities.
func (g *Ranks) Ratings(x []Point, point, first int32, ratings []int32) {
	square, goals, before := g.around(x[point].Cell), g.goals(point), g.before(first, len(ratings))
	simd.Distances(ratings[:before], square, first, goals)
	simd.Distances(ratings[before:], square, first+int32(before)+1, goals)
}

// AddAll is Add for many distances.
func (g *Ranks) AddAll(a Range, distances []int32) Range {
	if len(distances) == 0 {
		return a
	}
	least, greatest := simd.Extent(distances)
	return Range{min(a.Least, least), max(a.Greatest, greatest)}
}

// MapAll is Map for many distances.
func (g *Ranks) MapAll(distances []int32, a Range, weights []int64) {
	simd.Squares(weights, distances, a.Greatest)
}
