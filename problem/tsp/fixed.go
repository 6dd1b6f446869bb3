package tsp

import (
	"errors"
	"fmt"
)

// FixedEdges returns the pairs of cities that every tour must have next to each other, the second behind the first where the instance
// is asymmetric; nil if there are none. It is read-only. Cost counts them like any other edge.
func (p *Instance) FixedEdges() [][2]int32 { return p.fixed }

// Check reports why x is no solution: it is not a tour of all cities, or it lacks a fixed edge.
func (p *Instance) Check(x []int32) error {
	if err := p.Space().Check(x); err != nil || len(p.fixed) == 0 {
		return err
	}
	position := make([]int, p.N)
	for i, c := range x {
		position[c] = i
	}
	for _, e := range p.fixed {
		d := (position[e[1]] - position[e[0]] + p.N) % p.N
		switch {
		case d == 1 || d == p.N-1 && !p.asymmetric:
		case p.closed != nil && max(e[0], e[1]) == int32(p.N)-1:
			return fmt.Errorf("tsp: city %d is no end of the path, or not the right one", p.Number(min(e[0], e[1])))
		case p.asymmetric:
			return fmt.Errorf("tsp: city %d does not follow city %d in the tour, but that arc is fixed", p.Number(e[1]), p.Number(e[0]))
		default:
			return fmt.Errorf("tsp: cities %d and %d are not next to each other in the tour, but their edge is fixed",
				p.Number(e[0]), p.Number(e[1]))
		}
	}
	return nil
}

var errFixed = errors.New("no tour can contain all fixed edges")

// setFixed keeps edges after checking that some tour contains them all. Those of an asymmetric instance are arcs, of which one leaves a
// city at most and one enters it.
func (p *Instance) setFixed(edges [][2]int32) error {
	leaving, entering, paths := make([]uint8, p.N), make([]uint8, p.N), newForest(p.N)
	most := uint8(2)
	if p.asymmetric {
		most = 1
	} else {
		entering = leaving
	}
	seen := make(map[[2]int32]bool, len(edges))
	for i, e := range edges {
		key := e
		if !p.asymmetric {
			key = [2]int32{min(e[0], e[1]), max(e[0], e[1])}
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if e[0] == e[1] {
			return fmt.Errorf("%w: one joins city %d to itself", errFixed, p.Number(e[0]))
		}
		if leaving[e[0]] == most || entering[e[1]] == most {
			return fmt.Errorf("%w: city %d or %d has more than %s", errFixed, p.Number(e[0]), p.Number(e[1]),
				map[uint8]string{1: "one that leaves it, or that enters it", 2: "two"}[most])
		}
		leaving[e[0]]++
		entering[e[1]]++
		if !paths.join(e[0], e[1]) && !(len(seen) == p.N && i == len(edges)-1) {
			return fmt.Errorf("%w: %d-%d closes a cycle that misses cities", errFixed, p.Number(e[0]), p.Number(e[1]))
		}
		p.fixed = append(p.fixed, e)
	}
	return nil
}

// chains returns for each city of an asymmetric instance the one that must follow it, and the one that must come before it; -1 where any
// may. Where the arcs are a whole tour it leaves the last of them out.
func (p *Instance) chains() (next, before []int32) {
	next, before = make([]int32, p.N), make([]int32, p.N)
	for i := range next {
		next[i], before[i] = -1, -1
	}
	paths := newForest(p.N)
	for _, e := range p.fixed {
		if paths.join(e[0], e[1]) {
			next[e[0]], before[e[1]] = e[1], e[0]
		}
	}
	return next, before
}
