package tour

import "math"

// Part is the instance of some cities, as Division lists a region: what a tour has of them, in its order. Edges that stay are fixed. The
// numbers of its cities are their places in the list. where has the place of each city of the list, and another city's is not one of those:
// d.Where less the region's start. A tour of it that has the edges that stay is one of all cities that costs as much less as the part's does.
func (g *Graph) Part(list, where []int32, start int32) *Graph {
	n := len(list)
	p := &Graph{n: n, k: min(g.k, n-1), edges: g.edges, stop: g.stop, order: make([]int32, n), cities: make([]int32, n)}
	p.number = p.order
	for i, c := range list {
		p.order[i], p.cities[i] = int32(i), g.cities[c&^Stays]
	}
	p.near, p.nearCost = make([]int32, n*p.k), make([]int32, n*p.k)
	for i, c := range list {
		p.setNear(i, g, c&^Stays, where, start)
	}
	p.fix(g.staying(list, where, start))
	return p
}

// setNear lists those near cities that are in the part. Room that is left has the last of them again, which does no harm.
func (p *Graph) setNear(i int, g *Graph, c int32, where []int32, start int32) {
	near, costs := p.listed(int32(i))
	of, cost := g.listed(c)
	at := 0
	for r, to := range of {
		if place := where[to] - start; place >= 0 && int(place) < p.n && at < p.k {
			near[at], costs[at] = place, cost[r]
			at++
		}
	}
	if at == 0 {
		near[0] = int32((i + 1) % p.n)
		costs[0] = int32(min(math.MaxInt32, p.cost(int32(i), near[0])))
		at = 1
	}
	for ; at < p.k; at++ {
		near[at], costs[at] = near[at-1], costs[at-1]
	}
}

// staying lists the edges of a part that are fixed.
func (g *Graph) staying(list, where []int32, start int32) (edges [][2]int32) {
	n := int32(len(list))
	for i, c := range list {
		if c < 0 {
			edges = append(edges, [2]int32{int32(i), (int32(i) + 1) % n})
		}
		if g.fixed == nil {
			continue
		}
		for _, to := range g.fixed[2*(c&^Stays):][:2] {
			if to < 0 {
				continue
			}
			if place := where[to] - start; place > int32(i) && place < n {
				edges = append(edges, [2]int32{int32(i), place})
			}
		}
	}
	return edges
}
