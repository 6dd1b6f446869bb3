package tour

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// N is the number of cities.
func (g *Graph) N() int { return g.n }

// Order returns the problem's number of each city of the graph. It is read-only.
func (g *Graph) Order() []int32 { return g.order }

// Numbers returns the graph's number of each city of the problem. It is read-only.
func (g *Graph) Numbers() []int32 { return g.number }

// Cost is the cost of an edge, in the graph's numbers.
func (g *Graph) Cost(i, j int32) int64 { return g.cost(i, j) }

// Neighbours returns how many near cities are listed of each, and the lists, cheapest first, in the graph's numbers.
func (g *Graph) Neighbours() (k int, near []int32) { return g.k, g.near }

// Costs returns the matrix of all edge costs, row by row, which the graph makes unless it has one. ok is false if one
// of them is outside [0, most], or if the graph's stop says yes.
func (g *Graph) Costs(most int64) (costs []int32, ok bool) {
	costs = g.matrix
	if costs == nil {
		return g.table(most)
	}
	for i, c := range costs {
		if (c < 0 || int64(c) > most) && i%(g.n+1) != 0 {
			return nil, false
		}
	}
	return costs, true
}

// table asks for the cost of every edge once, on all cores.
func (g *Graph) table(most int64) ([]int32, bool) {
	costs := make([]int32, g.n*g.n)
	var next atomic.Int32
	var outside atomic.Bool
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1) - 1; int(i) < g.n && !outside.Load(); i = next.Add(1) - 1 {
				if g.stop() {
					outside.Store(true)
					return
				}
				for j := range i {
					c := g.price(i, j)
					if c < 0 || c > most {
						outside.Store(true)
						return
					}
					costs[int(i)*g.n+int(j)], costs[int(j)*g.n+int(i)] = int32(c), int32(c)
				}
			}
		})
	}
	group.Wait()
	return costs, !outside.Load()
}
