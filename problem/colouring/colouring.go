// Package colouring gives each vertex of a graph one of k colours, so that no edge has the same colour at both ends. Timetables, frequencies
// of transmitters and registers of processors are assigned in this way.
package colouring

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/state"
)

//go:generate go run ../../internal/kernelfile/gen -type Instance -with TabuMoves

// Instance is graph colouring with a given number of colours: the cost is the number of edges whose ends have the same
// colour, and at 0 the graph is coloured. The type is made of numbers and slices of numbers, so it moves to a GPU as it is.
type Instance struct {
	N, Colours int32
	Start      []int32 // the neighbours of vertex v are Near[Start[v]:Start[v+1]]
	Near       []int32
	Bits       []int32 // of each vertex, one for each other: whether it is a neighbour; see successors.go
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.ChangeEvaluator = (*Instance)(nil)
	_ multiwalk.Stater          = (*Instance)(nil)
	_ state.ChangesFollower     = (*counts)(nil)
	_ state.ConflictLister      = (*counts)(nil)
	_ multiwalk.Bounder         = (*Instance)(nil)
	_ kernel.Clasher            = (*Instance)(nil)
)

// New makes a problem of edges between different vertices from 0 to n-1. Each edge is listed once.
func New(n, colours int, edges [][2]int32) *Instance {
	p := &Instance{N: int32(n), Colours: int32(colours), Start: make([]int32, n+1), Near: make([]int32, 2*len(edges))}
	for _, e := range edges {
		p.Start[e[0]+1]++
		p.Start[e[1]+1]++
	}
	for v := range n {
		p.Start[v+1] += p.Start[v]
	}
	next := append([]int32(nil), p.Start...)
	for _, e := range edges {
		for k := range e {
			p.Near[next[e[k]]] = e[1-k]
			next[e[k]]++
		}
	}
	p.adjacent()
	return p
}

// Space returns the colourings: x[v] is the colour of vertex v.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Integers(int(p.N), 0, p.Colours-1) }

// Cost counts the edges in conflict, each at its end of the greater number.
func (p *Instance) Cost(x []int32) int64 {
	conflicts := int64(0)
	for v := range p.N {
		for k := p.Start[v]; k < p.Start[v+1]; k++ {
			if w := p.Near[k]; w < v && x[w] == x[v] {
				conflicts++
			}
		}
	}
	return conflicts
}

// ChangeDelta looks at the neighbours of v: those of the new colour come into conflict, those of the old one leave it.
func (p *Instance) ChangeDelta(x []int32, v, colour int32) int64 {
	d := int64(0)
	for k := p.Start[v]; k < p.Start[v+1]; k++ {
		switch x[p.Near[k]] {
		case colour:
			d++
		case x[v]:
			d--
		}
	}
	return d
}

// LowerBound is that of a coloured graph: a search that meets it has proved its answer.
func (p *Instance) LowerBound() int64 { return 0 }

// ClashFrom is where the neighbours of v begin: for tabu search on a GPU, edges are pairs that clash.
func (p *Instance) ClashFrom(v int32) int32 { return p.Start[v] }

// ClashWith is a neighbour.
func (p *Instance) ClashWith(k int32) int32 { return p.Near[k] }

// counts is how many neighbours of each vertex have each colour. So a change is priced in O(1), and costs its vertex's
// neighbours only when it is made; most are not.
type counts struct {
	p         *Instance
	x         []int32
	near      []int32 // of vertex v, colour c at v*Colours+c
	conflicts []int32 // the vertices in conflict
	place     []int32 // of each vertex in conflicts; -1: it is not there
}

// NewState returns the counts at x.
func (p *Instance) NewState(x []int32) multiwalk.State {
	s := &counts{p: p, x: make([]int32, p.N), near: make([]int32, p.N*p.Colours), place: make([]int32, p.N)}
	s.Reset(x)
	return s
}

// Reset counts anew.
func (s *counts) Reset(x []int32) {
	copy(s.x, x)
	clear(s.near)
	s.conflicts = s.conflicts[:0]
	for v := range s.p.N {
		for _, w := range s.p.near(v) {
			s.near[w*s.p.Colours+x[v]]++
		}
		s.place[v] = -1
	}
	for v := range s.p.N {
		s.list(v)
	}
}

// Change gives v another colour.
func (s *counts) Change(v, colour int32) {
	was := s.x[v]
	s.x[v] = colour
	for _, w := range s.p.near(v) {
		row := s.near[w*s.p.Colours : (w+1)*s.p.Colours]
		row[was]--
		row[colour]++
		if u := s.x[w]; u == was || u == colour {
			s.list(w)
		}
	}
	s.list(v)
}

// list puts v on the list of vertices in conflict, or takes it off: the last one then has its place.
func (s *counts) list(v int32) {
	in, at := s.Conflicts(v) > 0, s.place[v]
	switch {
	case in && at < 0:
		s.place[v] = int32(len(s.conflicts))
		s.conflicts = append(s.conflicts, v)
	case !in && at >= 0:
		end := len(s.conflicts) - 1
		last := s.conflicts[end]
		s.conflicts[at], s.place[last] = last, at
		s.conflicts, s.place[v] = s.conflicts[:end], -1
	}
}

// ChangeDelta is O(1).
func (s *counts) ChangeDelta(v, colour int32) int64 {
	row := s.near[v*s.p.Colours : (v+1)*s.p.Colours]
	return int64(row[colour] - row[s.x[v]])
}

// ChangeRow is the vertex's row of the table, for tabu search: entry c is how many neighbours of v have colour c.
func (s *counts) ChangeRow(v int32) []int32 { return s.near[v*s.p.Colours : (v+1)*s.p.Colours] }

// Conflicts tells searches that look at vertices in conflict alone.
func (s *counts) Conflicts(v int32) int64 { return int64(s.near[v*s.p.Colours+s.x[v]]) }

// InConflict lists them.
func (s *counts) InConflict() []int32 { return s.conflicts }

// Verify counts the conflicts colour by colour, over the pairs of its vertices, and uses nothing of what the search uses but
// the list of edges.
func (p *Instance) Verify(x []int32) (conflicts int64, err error) {
	edge := map[[2]int32]bool{}
	for v := range p.N {
		for _, w := range p.near(v) {
			edge[[2]int32{v, w}] = true
		}
	}
	class := map[int32][]int32{}
	for v, colour := range x {
		for _, w := range class[colour] {
			if edge[[2]int32{int32(v), w}] {
				conflicts++
			}
		}
		class[colour] = append(class[colour], int32(v))
	}
	return conflicts, nil
}

// CheckSolved returns an error where edges are in conflict.
func (p *Instance) CheckSolved(x []int32) error {
	if n := p.Cost(x); n > 0 {
		return fmt.Errorf("colouring: %d edges have the same colour at both ends", n)
	}
	return nil
}
