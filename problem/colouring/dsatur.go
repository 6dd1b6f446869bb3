package colouring

// Greedy returns how many colours a greedy colouring has, and how many vertices a clique that is found on the way: no colouring has fewer
// colours. It colours next a vertex whose neighbours have the most colours, of several one with the most neighbours (DSATUR: Brélaz, "New
// methods to color the vertices of a graph", 1979). It is O(n² + edges).
func (g *Graph) Greedy() (colours, clique int) {
	p := New(g.N, 1, g.Edges)
	x, around := make([]int32, g.N), make([]palette, g.N)
	var first []int32 // the clique: vertices that are each joined to all before
	for v := range x {
		x[v] = -1
	}
	for range g.N {
		v := p.next(x, around)
		for x[v]++; around[v].has(x[v]); x[v]++ {
		}
		colours = max(colours, int(x[v])+1)
		if int(around[v].count) == len(first) && p.joins(v, first) {
			first = append(first, v)
		}
		for _, w := range p.near(v) {
			around[w].add(x[v])
		}
	}
	return colours, len(first)
}

// palette is a set of colours.
type palette struct {
	bits  []uint64
	count int32
}

func (s *palette) has(colour int32) bool {
	return int(colour/64) < len(s.bits) && s.bits[colour/64]>>(colour%64)&1 == 1
}

func (s *palette) add(colour int32) {
	if s.has(colour) {
		return
	}
	for int(colour/64) >= len(s.bits) {
		s.bits = append(s.bits, 0)
	}
	s.bits[colour/64] |= 1 << (colour % 64)
	s.count++
}

// near is the neighbours of a vertex.
func (p *Instance) near(v int32) []int32 { return p.Near[p.Start[v]:p.Start[v+1]] }

// next is the vertex to be coloured next.
func (p *Instance) next(x []int32, around []palette) (best int32) {
	best = -1
	for v := range p.N {
		if x[v] < 0 && (best < 0 || around[v].count > around[best].count ||
			around[v].count == around[best].count && len(p.near(v)) > len(p.near(best))) {
			best = v
		}
	}
	return best
}

// joins says whether a vertex is joined to all of a list.
func (p *Instance) joins(v int32, list []int32) bool {
	words := p.words()
	for _, w := range list {
		if p.Bits[v*words+w/32]>>uint32(w%32)&1 == 0 {
			return false
		}
	}
	return true
}

// Fewer is how many colours a search may try for: one less than the greedy colouring has, unless that is proven to be impossible.
func (g *Graph) Fewer() (colours int, proven bool) {
	colours, clique := g.Greedy()
	if clique < colours {
		return colours - 1, false
	}
	return colours, true
}
