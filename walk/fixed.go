package walk

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
	"slices"
)

// paths are the paths into which the fixed edges join the cities of a tour. A city without a fixed edge is a path by
// itself.
type paths struct {
	cities []int32 // path after path
	ends   []int32 // cities[ends[k-1]:ends[k]] is path k
	arcs   bool    // every path has one direction
}

// arcs says whether the fixed edges of a problem have a direction: its edges do not cost the same both ways.
func arcs(p multiwalk.Problem) bool {
	e, ok := p.(multiwalk.EdgeCoster)
	return ok && !e.Symmetric()
}

// pathsOf joins n cities by the fixed edges, and returns the paths; arcs says that the second city of each pair must follow the first.
// If no tour contains all these edges, it returns an error that says why. It is O(n).
func pathsOf(n int, fixed [][2]int32, arcs bool) (paths, error) {
	links := make([][2]int32, n)
	for i := range links {
		links[i] = [2]int32{-1, -1}
	}
	join := func(a, b int32) bool {
		l := &links[a]
		switch {
		case l[0] < 0 || l[0] == b:
			l[0] = b
		case l[1] < 0 || l[1] == b:
			l[1] = b
		default:
			return false
		}
		return true
	}
	for _, e := range fixed {
		for s := range 2 {
			if !join(e[s], e[1-s]) {
				return paths{}, fmt.Errorf("multiwalk: city %d has more than two fixed edges, which no tour has: %w", e[s], multiwalk.ErrConstraint)
			}
		}
	}
	p, met := paths{cities: make([]int32, 0, n), arcs: arcs}, make([]bool, n)
	for i := range int32(n) {
		if links[i][1] < 0 && !met[i] {
			p.follow(links, met, i)
		}
	}
	if len(p.cities) == 0 { // no path has an end: the edges may be a whole tour
		p.follow(links, met, 0)
	}
	if len(p.cities) < n {
		return paths{}, fmt.Errorf("multiwalk: the fixed edges close a cycle that misses cities, which no tour has: %w", multiwalk.ErrConstraint)
	}
	if arcs {
		return p, p.turn(fixed)
	}
	return p, nil
}

// turn turns the paths so that arcs lead along them.
func (p *paths) turn(arcs [][2]int32) error {
	n := len(p.cities)
	next := make([]int32, n)
	for i := range next {
		next[i] = -1
	}
	for _, e := range arcs {
		if next[e[0]] >= 0 && next[e[0]] != e[1] {
			return fmt.Errorf("multiwalk: two fixed edges lead from city %d, as no tour does: %w", e[0], multiwalk.ErrConstraint)
		}
		next[e[0]] = e[1]
	}
	along, from := 0, int32(0)
	for _, to := range p.ends {
		part := p.cities[from:to]
		if len(part) > 1 && next[part[0]] != part[1] {
			slices.Reverse(part)
		}
		for i, c := range part {
			if next[c] >= 0 && next[c] == part[(i+1)%len(part)] && (i+1 < len(part) || len(part) == n) {
				along++
			}
		}
		from = to
	}
	for _, c := range next {
		if c >= 0 {
			along--
		}
	}
	if along != 0 {
		return fmt.Errorf("multiwalk: the fixed edges lead in directions that no tour has: %w", multiwalk.ErrConstraint)
	}
	return nil
}

// follow adds the path that begins at a city.
func (p *paths) follow(links [][2]int32, met []bool, city int32) {
	for city >= 0 && !met[city] {
		met[city] = true
		p.cities = append(p.cities, city)
		next := links[city][0]
		if next >= 0 && met[next] {
			next = links[city][1]
		}
		city = next
	}
	p.ends = append(p.ends, int32(len(p.cities)))
}

// random writes a tour to x: the paths in a random order, each in a random direction unless it has one.
func (p paths) random(r *multiwalk.Rand, x []int32) {
	order := make([]int32, len(p.ends))
	for i := range order {
		order[i] = int32(i)
	}
	r.Shuffle(order)
	at := 0
	for _, k := range order {
		from := int32(0)
		if k > 0 {
			from = p.ends[k-1]
		}
		part := p.cities[from:p.ends[k]]
		backwards := !p.arcs && len(part) > 1 && r.Uint32()&1 == 1
		for i := range part {
			if backwards {
				x[at] = part[len(part)-1-i]
			} else {
				x[at] = part[i]
			}
			at++
		}
	}
}

// random writes a random solution to x. If the problem has fixed edges, and a tour can contain them all, x contains
// them.
func random(p multiwalk.Problem, r *multiwalk.Rand, x []int32) {
	space := p.Space()
	if f, ok := p.(multiwalk.FixedEdger); ok && space.Kind() == multiwalk.KindTour {
		if fixed := f.FixedEdges(); len(fixed) > 0 {
			if paths, err := pathsOf(space.Len(), fixed, arcs(p)); err == nil {
				paths.random(r, x)
				return
			}
		}
	}
	space.Random(r, x)
}
