// Package gridpath is the benchmark of the FANG paper (Köster, Groß and Krüger, section 4): points on a grid walk to
// their goals by the Manhattan distance, each as a variable whose possibilities are the cells around it.
package gridpath

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:generate go run ../kernelfile/gen -type Gains,Ranks

// Cell is a cell of the grid.
type Cell = simd.Cell

// Point is a variable of a state: where it is, and the sum of its distances from its goals.
type Point struct {
	Cell
	Left int32
}

// Grid is what both heuristics know: where each point goes to, and how far it may step.
type Grid struct {
	Side    int32 // cells of the square around a point; odd, so that the point is in the middle
	Inverse uint32
	Load    int32  // goals of a point: its distance is the sum of those to all
	Goals   []Cell // Load of each point
}

// New makes a grid for a number of points whose goals are drawn from seed, at most reach away from the origin.
func New(points, side, load, reach int, seed uint64) Grid {
	g := Grid{Side: int32(side), Inverse: uint32((1<<32 + side - 1) / side), Load: int32(load)}
	g.Goals = make([]Cell, points*load)
	r := rng.New(seed, 0)
	for i := range g.Goals {
		g.Goals[i] = Cell{X: int32(r.IntN(2*reach+1) - reach), Y: int32(r.IntN(2*reach+1) - reach)}
	}
	return g
}

// At is a point in a cell.
func (g *Grid) At(x, y int32, point int) Point {
	c := Cell{X: x, Y: y}
	return Point{c, g.distance(c, int32(point))}
}

// Points are the points of a number of states, all at the origin.
func (g *Grid) Points(states int) []Point {
	n := len(g.Goals) / int(g.Load)
	list := make([]Point, states*n)
	for i := range list {
		list[i] = g.At(0, 0, i%n)
	}
	return list
}

// Possibilities is the number of cells around a point: its own is none.
func (g *Grid) Possibilities([]Point, int32) int32 { return g.Side*g.Side - 1 }

// Assign moves a point.
func (g *Grid) Assign(x []Point, point, possibility int32) {
	c := g.cell(x[point].Cell, possibility)
	x[point] = Point{c, g.distance(c, point)}
}

// CouldNotAssign leaves a point where it is.
func (g *Grid) CouldNotAssign([]Point, int32) {}

// cell is a cell around a point, row by row. The quotient by Side is the upper half of a product, exact for up to
// 2^32/Side cells.
func (g *Grid) cell(p Cell, possibility int32) Cell {
	if possibility >= g.Side*g.Side/2 {
		possibility++ // the point's own cell
	}
	q, _ := bits.Mul32(uint32(possibility), g.Inverse)
	row := int32(q)
	return Cell{X: p.X + possibility - row*g.Side - g.Side/2, Y: p.Y + row - g.Side/2}
}

// distance is that of a cell from the goals of a point. There is a first goal, so one goal takes no loop.
func (g *Grid) distance(c Cell, point int32) int32 {
	goals := g.goals(point)
	sum := between(c, goals[0], 0)
	for i := int32(1); i < g.Load; i++ {
		sum = between(c, goals[i], sum)
	}
	return sum
}

// distances are those of four cells around a point, possibilities with as many numbers between each two. Cells are counted from the
// first goal.
func (g *Grid) distances(p Cell, point, possibility, step int32) [4]int32 {
	goals := g.goals(point)
	first := goals[0]
	from := minus(p, first)
	c0, c1 := g.cell(from, possibility), g.cell(from, possibility+step)
	c2, c3 := g.cell(from, possibility+2*step), g.cell(from, possibility+3*step)
	sums := [4]int32{between(c0, Cell{}, 0), between(c1, Cell{}, 0), between(c2, Cell{}, 0), between(c3, Cell{}, 0)}
	for i := int32(1); i < g.Load; i++ {
		goal := minus(goals[i], first)
		sums = [4]int32{between(c0, goal, sums[0]), between(c1, goal, sums[1]), between(c2, goal, sums[2]), between(c3, goal, sums[3])}
	}
	return sums
}

func minus(a, b Cell) Cell { return Cell{X: a.X - b.X, Y: a.Y - b.Y} }

// between adds the distance of two cells to a sum. Differences wrap around, as they do in package simd.
func between(a, b Cell, sum int32) int32 {
	return lane.AbsDiff(a.X-b.X, 0, lane.AbsDiff(a.Y-b.Y, 0, sum))
}

// Gains weighs a cell by how much nearer it is. No cell is nearer once a point has arrived.
type Gains struct{ Grid }

// Weigh is the weight of a cell.
func (g *Gains) Weigh(x []Point, point, possibility int32) int64 {
	return int64(max(0, x[point].Left-g.distance(g.cell(x[point].Cell, possibility), point)))
}

// WeighFour weighs four cells.
func (g *Gains) WeighFour(x []Point, point, possibility, step int32) [4]int64 {
	left, d := x[point].Left, g.distances(x[point].Cell, point, possibility, step)
	return [4]int64{int64(max(0, left-d[0])), int64(max(0, left-d[1])), int64(max(0, left-d[2])), int64(max(0, left-d[3]))}
}

// Range is the aggregator of Ranks: the least and the greatest distance.
type Range struct{ Least, Greatest int32 }

// Ranks weighs a cell by how much nearer it is than the farthest cell, so no cell but the farthest is forbidden.
type Ranks struct{ Grid }

// Rate is the distance of a cell.
func (g *Ranks) Rate(x []Point, point, possibility int32) int32 {
	return g.distance(g.cell(x[point].Cell, possibility), point)
}

// RateFour is the distances of four cells.
func (g *Ranks) RateFour(x []Point, point, possibility, step int32) [4]int32 {
	return g.distances(x[point].Cell, point, possibility, step)
}

// Aggregator has seen no distance.
func (g *Ranks) Aggregator() Range { return Range{1<<31 - 1, -1 << 31} }

// Add takes one distance into account.
func (g *Ranks) Add(a Range, distance int32) Range {
	return Range{min(a.Least, distance), max(a.Greatest, distance)}
}

// Combine takes into account what either has seen.
func (g *Ranks) Combine(a, b Range) Range {
	return Range{min(a.Least, b.Least), max(a.Greatest, b.Greatest)}
}

// Map squares, so that the nearest cells are drawn most.
func (g *Ranks) Map(distance int32, a Range) int64 {
	d := int64(a.Greatest - distance)
	return d * d
}
