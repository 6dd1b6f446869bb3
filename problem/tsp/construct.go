package tsp

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Construct writes a greedy tour to x. For a symmetric instance it uses the greedy edge heuristic, with each edge made
// more expensive by a random 0 to 6 %, so that walks differ. For an asymmetric one it uses the nearest neighbour
// heuristic from a random city. It keeps fixed edges. O(n log n) with coordinates, O(n^2) with a matrix.
//
// D. S. Johnson and L. A. McGeoch, "The traveling salesman problem: a case study in local optimization", in Local
// Search in Combinatorial Optimization (1997), section 2, measure both.
func (p *Instance) Construct(r *multiwalk.Rand, x []int32) { p.ConstructUntil(r, x, nil) }

// ConstructUntil works as Construct does until stop says yes. Then it writes a tour that follows a space-filling curve,
// or, for a matrix, the numbers of the cities, and keeps the fixed edges. For 100,000 cities that takes some
// milliseconds.
func (p *Instance) ConstructUntil(r *multiwalk.Rand, x []int32, stop func() bool) {
	if stop == nil {
		stop = never
	}
	if stop() || !p.construct(r, x, stop) {
		p.quick(x)
	}
}

// never stops nothing.
func never() bool { return false }

// construct returns false if it was stopped before x was whole.
func (p *Instance) construct(r *multiwalk.Rand, x []int32, stop func() bool) bool {
	if p.asymmetric {
		return p.nearestNeighbour(r, x, stop)
	}
	g := newGreedy(p)
	for _, e := range p.fixed {
		g.join(e[0], e[1])
	}
	free := make([]int32, 0, p.N)
	for g.paths > 1 {
		if stop() {
			return false
		}
		free = g.free(free[:0])
		k := min(greedyWidth, len(free)-1)
		var lists []int32
		if len(free) == p.N {
			if lists = p.NeighboursUntil(k, stop); lists != nil {
				g.chain(lists, k)
			}
		} else {
			lists = p.likely(free, k, stop)
		}
		if lists == nil || !g.round(r, free, lists, k, stop) {
			return false
		}
	}
	g.write(x)
	return true
}

// greedyWidth is how many edges a city offers to a round. Wider rounds are fewer but sort more edges.
const greedyWidth = 8

// greedy is a set of paths that becomes a tour. In each round every city with a free end offers edges to its
// neighbours among the others, and the cheapest that fit are taken. Each round takes at least the cheapest of all:
// at most one of two offers leads to the city's own path.
type greedy struct {
	p      *Instance
	links  [][2]int32 // the neighbours of a city on its path; -1 where free
	sets   forest
	paths  int
	offers []uint64 // priority << 32 | index into the round's lists
	spare  []uint64
}

func newGreedy(p *Instance) *greedy {
	g := &greedy{p: p, links: make([][2]int32, p.N), sets: newForest(p.N), paths: p.N}
	for i := range g.links {
		g.links[i] = [2]int32{-1, -1}
	}
	return g
}

// join takes an edge if both cities have a free end and lie on different paths.
func (g *greedy) join(i, j int32) {
	a, b := &g.links[i], &g.links[j]
	if a[1] >= 0 || b[1] >= 0 || !g.sets.join(i, j) {
		return
	}
	link(a, j)
	link(b, i)
	g.paths--
}

// link fills the first place before the second.
func link(l *[2]int32, to int32) {
	if l[0] < 0 {
		l[0] = to
	} else {
		l[1] = to
	}
}

// free appends the cities that have a free end.
func (g *greedy) free(cities []int32) []int32 {
	for i, l := range g.links {
		if l[1] < 0 {
			cities = append(cities, int32(i))
		}
	}
	return cities
}

// chain joins the cities at each place, if any list begins with one of its city's own place: where a place has more
// cities than a list, later rounds would join them over long ways.
func (g *greedy) chain(lists []int32, k int) {
	p := g.p
	if p.X == nil {
		return
	}
	order := make([]int32, p.N)
	shared := false
	for i := range order {
		order[i] = int32(i)
		shared = shared || p.comparePlaces(int32(i), lists[i*k]) == 0
	}
	if !shared {
		return
	}
	slices.SortFunc(order, func(i, j int32) int { return cmp.Or(p.comparePlaces(i, j), cmp.Compare(i, j)) })
	for at, i := range order[1:] {
		if p.comparePlaces(order[at], i) == 0 {
			g.join(order[at], i)
		}
	}
}

func (p *Instance) comparePlaces(i, j int32) int {
	c := cmp.Or(cmp.Compare(p.X[i], p.X[j]), cmp.Compare(p.Y[i], p.Y[j]))
	if c == 0 && p.Z != nil {
		return cmp.Compare(p.Z[i], p.Z[j])
	}
	return c
}

// pollEvery is how many edges are looked at between two questions whether to stop: less than a millisecond.
const pollEvery = 1 << 14

// round offers the edges of the lists and takes what fits. It returns false if it was stopped on the way.
func (g *greedy) round(r *multiwalk.Rand, cities, lists []int32, k int, stop func() bool) bool {
	low, high := int64(0), int64(1)
	for at, j := range lists {
		if at%pollEvery == pollEvery-1 && stop() {
			return false
		}
		c := g.p.EdgeCost(cities[at/k], j)
		low, high = min(low, c), max(high, c)
	}
	// Spread over 32 bits, so that the smallest costs too have room for what is added to them.
	scale := float64(1<<32-1) / (float64(high-low) * (1 + 1.0/16))
	g.offers = g.offers[:0]
	for at, j := range lists {
		if at%pollEvery == pollEvery-1 && stop() {
			return false
		}
		i := cities[at/k]
		if g.sets.root(i) == g.sets.root(j) {
			continue
		}
		dearer := 1 + float64(r.Uint32()>>16)/(1<<20)
		priority := uint64(float64(g.p.EdgeCost(i, j)-low) * scale * dearer)
		g.offers = append(g.offers, priority<<32|uint64(at))
	}
	if stop() {
		return false
	}
	g.spare = slices.Grow(g.spare[:0], len(g.offers))[:len(g.offers)]
	if sorted := sortPriorities(g.offers, g.spare); len(sorted) > 0 && &sorted[0] != &g.offers[0] {
		g.offers, g.spare = g.spare, g.offers
	}
	for at, o := range g.offers {
		if at%pollEvery == pollEvery-1 && stop() {
			return false
		}
		at := int(uint32(o))
		g.join(cities[at/k], lists[at])
	}
	return true
}

// sortPriorities sorts by the upper 32 bits: three stable passes of a radix sort, 11 bits each. What it returns lies in
// the list or in the spare one of the same length.
func sortPriorities(list, spare []uint64) []uint64 {
	const width = 11
	for shift := 32; shift < 64; shift += width {
		var start [1 << width]int
		for _, o := range list {
			start[o>>shift%(1<<width)]++
		}
		total := 0
		for b, count := range start {
			start[b], total = total, total+count
		}
		for _, o := range list {
			b := o >> shift % (1 << width)
			spare[start[b]] = o
			start[b]++
		}
		list, spare = spare, list
	}
	return list
}

// write walks the one path from an end to the other.
func (g *greedy) write(x []int32) {
	city := int32(slices.IndexFunc(g.links, func(l [2]int32) bool { return l[1] < 0 }))
	last := int32(-1)
	for i := range x {
		x[i] = city
		l := &g.links[city]
		if l[0] != last {
			last, city = city, l[0]
		} else {
			last, city = city, l[1]
		}
	}
}

// nearestNeighbour goes from city to the cheapest city not yet visited. A city that must follow another is left until that
// is reached. It returns false if it was stopped on the way.
func (p *Instance) nearestNeighbour(r *multiwalk.Rand, x []int32, stop func() bool) bool {
	visited := make([]bool, p.N)
	next, before := p.chains()
	city := r.IntN(p.N)
	for before[city] >= 0 {
		city = int(before[city])
	}
	for at := range x {
		if stop() {
			return false
		}
		x[at], visited[city] = int32(city), true
		if city = int(next[x[at]]); city < 0 {
			city = p.cheapestOpen(x[at], func(j int) bool { return visited[j] || before[j] >= 0 })
		}
	}
	return true
}

// cheapestOpen returns the city that costs least to go to from i of those that are not closed, or -1.
func (p *Instance) cheapestOpen(i int32, closed func(j int) bool) int {
	next, cost := -1, int64(0)
	for j := range p.N {
		if closed(j) {
			continue
		}
		if c := p.EdgeCost(i, int32(j)); next < 0 || c < cost {
			next, cost = j, c
		}
	}
	return next
}

// forest is a union-find over cities: which belong to the same path.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// root halves the paths that it walks, which makes its amortised cost nearly constant.
func (f forest) root(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join merges the sets of i and j, and reports whether they were two.
func (f forest) join(i, j int32) bool {
	a, b := f.root(i), f.root(j)
	f[a] = b
	return a != b
}
