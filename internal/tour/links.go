package tour

import (
	"math"
	"slices"
)

// links is which two cities are next to each city, on one closed tour or several.
type links struct {
	g      *Graph
	next   []int32 // two of each city, -1: free
	part   []int32 // the closed tour of each city
	cities []int32 // of closed tour p: cities[starts[p]:starts[p+1]]
	starts []int32
	into   []int32 // the closed tour that one was joined to, itself: none
}

func newLinks(g *Graph) *links { return &links{g: g, next: slices.Repeat([]int32{-1}, 2*g.n)} }

// link makes two cities neighbours.
func (l *links) link(c, d int32) {
	l.replace(c, -1, d)
	l.replace(d, -1, c)
}

// replace puts d in the place of a neighbour of c.
func (l *links) replace(c, old, d int32) {
	if l.next[2*c] == old {
		l.next[2*c] = d
	} else {
		l.next[2*c+1] = d
	}
}

// linkRegion links the cities of a region as its tour has them, but for those whose edges stay.
func (l *links) linkRegion(list []int32, tour []uint16) {
	n := len(list)
	from := int(tour[n-1])
	for _, city := range tour {
		to := int(city)
		if !(list[from] < 0 && to == (from+1)%n || list[to] < 0 && from == (to+1)%n) {
			l.link(list[from]&^Stays, list[to]&^Stays)
		}
		from = to
	}
}

// after is the city that follows c, where the tour comes from another one.
func (l *links) after(c, from int32) int32 {
	if l.next[2*c] == from {
		return l.next[2*c+1]
	}
	return l.next[2*c]
}

// join makes one of all closed tours: each but the largest in turn is joined to another one as costs least, so that none stays alone. It
// returns what that costs.
func (l *links) join() (cost int64) {
	l.label()
	largest := 0
	for p := range l.into {
		if l.members(p) > l.members(largest) {
			largest = p
		}
	}
	for p := range l.into {
		if p == largest {
			continue
		}
		own := int32(p)
		delta, ok := l.bridge(l.root(own), l.cities[l.starts[p]:l.starts[p+1]])
		if !ok {
			delta, _ = l.bridge(l.root(own), l.cities) // all that are near were joined to it before
		}
		cost += delta
	}
	return cost
}

func (l *links) members(p int) int32 { return l.starts[p+1] - l.starts[p] }

// label finds the closed tours.
func (l *links) label() {
	l.part, l.cities, l.starts = slices.Repeat([]int32{-1}, l.g.n), make([]int32, 0, l.g.n), []int32{0}
	for first := range int32(l.g.n) {
		if l.part[first] >= 0 {
			continue
		}
		id := int32(len(l.into))
		for from, c := l.next[2*first+1], first; l.part[c] < 0; {
			l.part[c], l.cities = id, append(l.cities, c)
			from, c = c, l.after(c, from)
		}
		l.into, l.starts = append(l.into, id), append(l.starts, int32(len(l.cities)))
	}
}

// root is what a closed tour has become.
func (l *links) root(p int32) int32 {
	for l.into[p] != p {
		l.into[p] = l.into[l.into[p]]
		p = l.into[p]
	}
	return p
}

// bridge joins the closed tour own to another one, at those of its cities that are given: to a near city, or to one with the next number, of
// which a whole closed tour always has one. It returns what that costs, and whether there is such a city. Fixed edges stay.
func (l *links) bridge(own int32, cities []int32) (least int64, ok bool) {
	g, n := l.g, int32(l.g.n)
	least = math.MaxInt64
	var c1, e1, d1, f1 int32 // the edges that leave
	look := func(c, d int32) {
		if l.root(l.part[d]) == own {
			return
		}
		for _, e := range l.next[2*c : 2*c+2] {
			for _, f := range l.next[2*d : 2*d+2] {
				if g.isFixed(c, e) || g.isFixed(d, f) {
					continue
				}
				if delta := g.cost(c, d) + g.cost(e, f) - g.cost(c, e) - g.cost(d, f); delta < least {
					least, c1, e1, d1, f1 = delta, c, e, d, f
				}
			}
		}
	}
	for _, c := range cities {
		if l.root(l.part[c]) != own {
			continue
		}
		for _, d := range g.near[int(c)*g.k : int(c+1)*g.k] {
			look(c, d)
		}
		look(c, (c+1)%n)
		look(c, (c+n-1)%n)
	}
	if least == math.MaxInt64 {
		return 0, false
	}
	l.replace(c1, e1, d1)
	l.replace(e1, c1, f1)
	l.replace(d1, f1, c1)
	l.replace(f1, d1, e1)
	l.into[own] = l.root(l.part[d1])
	return least, true
}

// write writes the tour to x.
func (l *links) write(x []int32) {
	from, c := l.next[1], int32(0)
	for i := range x {
		x[i] = c
		from, c = c, l.after(c, from)
	}
}
