package qubo

import (
	"fmt"
	"io"
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
// edges, then an edge a line, such as 2 7 1, vertices from 1, with its weight.
func ReadGraph(r io.Reader, file string) (*Instance, error) {
	s := newScanner(r, file, '#')
	e, count, err := s.header("the number of vertices", "the number of edges")
	if err != nil {
		return nil, err
	}
	if err := e.read(s, count, 1, "edge"); err != nil {
		return nil, err
	}
	if err := s.end(fmt.Sprintf("%d edges", count)); err != nil {
		return nil, err
	}
	if err := e.check(s, 1); err != nil {
		return nil, err
	}
	for k, t := range e.list {
		if t.I == t.J {
			return nil, failAt(file, int(e.lines[k]), fmt.Sprintf("an edge from %d to itself", t.I+1), "two vertices",
				"remove it, as no cut has it, or read the file as problem qubo")
		}
	}
	return named(file)(MaxCut(e.n, e.list))
}
