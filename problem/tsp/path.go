package tsp

import (
	"cmp"
	"fmt"
	"slices"
)

// Open returns the Hamiltonian path problem of the instance's cities: the shortest way through all of them that does not go back. It is
// a tour of one more city, whose edges cost nothing: the gap between the last city of the path and the first. So all that searches tours
// searches paths, and Cost is the path's length. ends are none, the city where the path has to begin, or that and the one where it has to
// end; where edges cost the same both ways, either may be the first. Fixed edges stay. Of an open path Open makes another of the same
// cities. Errors: more than two ends, one that is no city, or ends that no path has.
func (p *Instance) Open(ends ...int32) (*Instance, error) {
	if p.closed != nil {
		p = p.closed
	}
	q := &Instance{Comment: p.Comment, N: p.N + 1, name: p.name, asymmetric: p.asymmetric, numbers: p.numbers, guess: p.guess,
		closed: p, ends: slices.Clone(ends)}
	edges, gap := slices.Clone(p.fixed), int32(p.N)
	for i, c := range ends {
		if c < 0 || c >= gap || i > 1 || i == 1 && c == ends[0] && p.N > 1 {
			return nil, fmt.Errorf("tsp: no path of %d cities has the ends %v; give two different cities, one, or none", p.N, ends)
		}
		if i == 0 {
			edges = append(edges, [2]int32{gap, c})
		} else {
			edges = append(edges, [2]int32{c, gap})
		}
	}
	if err := q.setFixed(edges); err != nil {
		return nil, fmt.Errorf("tsp: no path with these ends: %w", err)
	}
	return q, nil
}

// IsPath says whether solutions are open paths.
func (p *Instance) IsPath() bool { return p.closed != nil }

// Cities returns how many cities there are: N, or N-1 of an open path.
func (p *Instance) Cities() int {
	if p.closed != nil {
		return p.closed.N
	}
	return p.N
}

// Order returns the cities in the order in which a solution visits them: x itself, or, of an open path, what it has from one side of the
// gap to the other, beginning where it has to, else at the end with the lesser number if both directions cost the same.
func (p *Instance) Order(x []int32) []int32 {
	if p.closed == nil {
		return x
	}
	at := slices.Index(x, int32(p.closed.N))
	order := slices.Concat(x[at+1:], x[:at])
	last := order[len(order)-1]
	turned := order[0] > last
	if len(p.ends) > 0 {
		turned = order[0] != p.ends[0]
	}
	if turned && !p.asymmetric {
		slices.Reverse(order)
	}
	return order
}

// FromOrder is the inverse of Order, of any list of all cities.
func (p *Instance) FromOrder(order []int32) []int32 {
	if p.closed == nil {
		return order
	}
	return append(slices.Clone(order), int32(p.closed.N))
}

// pathEdge is the cost of an edge of an open path.
func (p *Instance) pathEdge(i, j int32) int64 {
	if gap := int32(p.closed.N); i == gap || j == gap {
		return 0
	}
	return p.closed.EdgeCost(i, j)
}

// pathMatrix is the matrix of the closed instance with a row and a column of zeros.
func (p *Instance) pathMatrix() []int32 {
	n, inner := p.closed.N, p.closed.EdgeMatrix()
	m := make([]int32, p.N*p.N)
	for i := range n {
		copy(m[i*p.N:], inner[i*n:][:n])
	}
	return m
}

// alongPath selects from the closed instance. The gap is in every list, since an end of the path may be anywhere; its own list has cities
// from all over. It returns false if it was stopped.
func (p *Instance) alongPath(cities []int32, k int, lists []int32, stop func() bool) bool {
	gap := int32(p.closed.N)
	at := slices.Index(cities, gap)
	if at < 0 {
		inner := p.closed.likely(cities, k, stop)
		copy(lists, inner)
		return inner != nil
	}
	others := slices.Delete(slices.Clone(cities), at, at+1)
	inner := p.closed.likely(others, k-1, stop)
	if inner == nil {
		return false
	}
	for r := range k {
		lists[at*k+r] = others[r*len(others)/k]
	}
	for i, c := range cities {
		list := lists[i*k:][:k]
		if i != at {
			from := i
			if i > at {
				from--
			}
			list[copy(list, inner[from*(k-1):][:k-1])] = gap
		}
		slices.SortFunc(list, func(a, b int32) int {
			return cmp.Or(cmp.Compare(p.EdgeCost(c, a), p.EdgeCost(c, b)), cmp.Compare(a, b))
		})
	}
	return true
}
