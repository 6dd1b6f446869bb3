// Package tour is local search on closed tours: an array of cities, 2-opt with segment insertion, and a variable-depth
// search in the manner of Lin and Kernighan, with the journal that takes a failed attempt back.
package tour

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// maxMatrix is the most cities for which a graph keeps its own matrix of edge costs: 36 MB.
const maxMatrix = 3000

// Graph is what the local searches know of an instance. It is read-only and shared by all walks.
//
// It numbers the cities in the order of some good tour: what lies close together then is close together in memory,
// and the few cities that a kick and its repair touch fit the cache together with their edge costs.
type Graph struct {
	n, k     int     // cities, neighbours of each
	order    []int32 // the problem's number of each city
	number   []int32 // the inverse of order
	cities   []int32 // the number of each city that its edges are priced by: order, but of a part
	near     []int32 // n*k neighbours, cheapest first
	nearCost []int32 // their edge costs
	matrix   []int32 // n*n edge costs, or nil
	edges    multiwalk.EdgeCoster
	stop     func() bool
	fixed    []int32 // for each city two cities it must stay next to, or -1; nil if there are none
}

// NewGraph prepares a symmetric instance with at most k neighbours of each city, numbered along the tour order, in the
// problem's numbers. Every edge to a neighbour must cost an int32, and the edges of a tour must add up to an int64, as
// those along order are made sure to. Once stop says yes the error wraps walk.ErrAborted.
func NewGraph(edges multiwalk.EdgeCoster, k int, order []int32, stop func() bool) (*Graph, error) {
	n := len(order)
	if err := addsUp(edges, order); err != nil {
		return nil, err
	}
	if d, ok := edges.(*doubled); ok { // further ones are barred: no exchange that gains has them
		k = min(k, d.open())
	}
	g := &Graph{n: n, k: min(k, n-1), edges: edges, stop: stop, order: order, cities: order, number: make([]int32, n)}
	for i, c := range order {
		g.number[c] = int32(i)
	}
	if err := g.setNeighbours(); err != nil {
		return nil, err
	}
	if m, ok := edges.(multiwalk.EdgeMatrixer); ok && n <= maxMatrix {
		g.setMatrix(m.EdgeMatrix())
	}
	if f, ok := edges.(multiwalk.FixedEdger); ok {
		g.fix(f.FixedEdges())
	}
	return g, nil
}

func (g *Graph) setNeighbours() error {
	list := Lists(g.edges, g.n, g.k, g.stop)
	if list == nil {
		return fmt.Errorf("multiwalk: neighbour lists: %w", walk.ErrAborted)
	}
	g.near, g.nearCost = make([]int32, len(list)), make([]int32, len(list))
	for i := range g.n {
		if i%pollEvery == pollEvery-1 && g.stop() {
			return fmt.Errorf("multiwalk: neighbour lists: %w", walk.ErrAborted)
		}
		from := g.order[i]
		for r, to := range list[int(from)*g.k:][:g.k] {
			cost := g.edges.EdgeCost(from, to)
			if cost != int64(int32(cost)) {
				return tooLarge(from, to, cost)
			}
			g.near[i*g.k+r], g.nearCost[i*g.k+r] = g.number[to], int32(cost)
		}
	}
	return nil
}

// pollEvery is how many cities are looked at between two questions whether to stop.
const pollEvery = 1 << 12

// lists asks the problem, or looks itself; nil where it was stopped.
// Lists returns k near cities of each of n, the nearest first, as the problem knows them, or by their edges. It returns nil if it was stopped.
func Lists(edges multiwalk.EdgeCoster, n, k int, stop func() bool) []int32 {
	switch l := edges.(type) {
	case multiwalk.StoppableLister:
		return l.NeighboursUntil(k, stop)
	case multiwalk.NeighbourLister:
		return l.Neighbours(k)
	}
	return nearest(n, k, edges, stop)
}

func tooLarge(from, to int32, cost int64) error {
	return fmt.Errorf("multiwalk: the edge from city %d to %d costs %d, which does not fit 32 bits; "+
		"scale the costs down", from, to, cost)
}

// addsUp reports the edge at which the length of the closed tour x leaves int64. It is O(n).
func addsUp(edges multiwalk.EdgeCoster, x []int32) error {
	sum := int64(0)
	for i, to := range x {
		from := x[(i+len(x)-1)%len(x)]
		cost := edges.EdgeCost(from, to)
		if cost > 0 && sum > math.MaxInt64-cost || cost < 0 && sum < math.MinInt64-cost {
			return fmt.Errorf("multiwalk: the edges of a tour add up to more than 64 bits hold, with that from city %d to %d, "+
				"which costs %d; scale the costs down", from, to, cost)
		}
		sum += cost
	}
	return nil
}

func (g *Graph) setMatrix(m []int32) {
	if m == nil {
		return
	}
	g.matrix = make([]int32, g.n*g.n)
	for i, from := range g.order {
		row, old := g.matrix[i*g.n:][:g.n], m[int(from)*g.n:][:g.n]
		for j, to := range g.order {
			row[j] = old[to]
		}
	}
}

func (g *Graph) fix(edges [][2]int32) {
	if len(edges) == 0 {
		return
	}
	g.fixed = make([]int32, 2*g.n)
	for i := range g.fixed {
		g.fixed[i] = -1
	}
	for _, e := range edges {
		for s := range 2 {
			if at, to := 2*g.number[e[s]], g.number[e[1-s]]; g.fixed[at] < 0 || g.fixed[at] == to {
				g.fixed[at] = to
			} else {
				g.fixed[at+1] = to
			}
		}
	}
}

// listed returns the near cities of one, cheapest first, and what the edges to them cost.
func (g *Graph) listed(c int32) (near, costs []int32) {
	from, to := int(c)*g.k, int(c+1)*g.k
	return g.near[from:to], g.nearCost[from:to]
}

// cost is the cost of an edge. It is inlined, so an instance with a matrix pays no call.
func (g *Graph) cost(i, j int32) int64 {
	if g.matrix == nil {
		return g.price(i, j)
	}
	return int64(g.matrix[int(i)*g.n+int(j)])
}

//go:noinline
func (g *Graph) price(i, j int32) int64 { return g.edges.EdgeCost(g.cities[i], g.cities[j]) }

// isFixed reports whether the tour edge from i to j must stay. It is inlined, so an instance without fixed edges pays no call.
func (g *Graph) isFixed(i, j int32) bool { return g.fixed != nil && g.stays(i, j) }

func (g *Graph) stays(i, j int32) bool {
	return g.fixed[2*i] == j || g.fixed[2*i+1] == j
}
