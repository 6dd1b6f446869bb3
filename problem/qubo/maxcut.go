package qubo

import (
	"fmt"
	"io"
	"slices"
)

// MaxCut returns the instance whose cost is the weight of a cut with the other sign: of the edges of a graph of n vertices,
// those whose vertices have different bits. So the least cost is the greatest cut.
func MaxCut(n int, edges []Term) (*Instance, error) {
	linear, pairs := make([]int64, max(0, n)), make([]Term, 0, len(edges))
	sum := uint64(0)
	for k, e := range edges {
		if min(e.I, e.J) < 0 || int(max(e.I, e.J)) >= n || e.I == e.J {
			return nil, fmt.Errorf("multiwalk: edge %d joins %d and %d; they must differ, and be from 0 to %d", k, e.I, e.J, n-1)
		}
		if sum += magnitude(e.Weight); sum >= 1<<61 {
			return nil, fmt.Errorf("multiwalk: with the weight of edge %d, %d, %s", k, e.Weight, tooGreat)
		}
		linear[e.I] -= e.Weight
		linear[e.J] -= e.Weight
		pairs = append(pairs, Term{e.I, e.J, 2 * e.Weight})
	}
	p, err := New(n, linear, pairs)
	if err == nil {
		p.maximised = "cut"
	}
	return p, err
}

// ReadGraph reads a graph as an instance of MaxCut, in the form of the program rudy and of Gset: the number of vertices and of
// edges, then an edge a line, such as 2 7 1, vertices from 1, with its weight. It also reads edges without weights, which weigh 1,
// vertices from 0, and a symmetric matrix of Matrix Market. An edge from a vertex to itself is in no cut.
func ReadGraph(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, "#%")
	e, err := s.listed("the number of vertices", "the number of edges", "edge", true)
	if err != nil {
		return nil, err
	}
	loops := len(e.list)
	e.list = slices.DeleteFunc(e.list, func(t Term) bool { return t.I == t.J })
	loops -= len(e.list)
	p, err := MaxCut(e.n, e.list)
	if p, err = e.named(p, err, file); err == nil && loops > 0 {
		p.notes = append(p.notes, fmt.Sprintf("edges from a vertex to itself (%d) are in no cut; if these are weights of a QUBO: --problem qubo", loops))
	}
	return p, err
}
