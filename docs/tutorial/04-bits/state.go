package main

import "github.com/multiwalk/multiwalk"

// Kept is a Graph whose states keep what each flip would change.
type Kept struct{ Graph }

// NewState returns a state at x. A state belongs to one search.
func (k Kept) NewState(x []int32) multiwalk.State {
	s := &sides{k.Graph, make([]int32, len(x)), make([]int64, len(x))}
	s.Reset(x)
	return s
}

// sides is a solution, and what each flip would change.
type sides struct {
	Graph
	x     []int32
	delta []int64
}

// Reset copies x: the search goes on with its own.
func (s *sides) Reset(x []int32) {
	copy(s.x, x)
	for i := range s.delta {
		s.delta[i] = s.Graph.FlipDelta(s.x, int32(i))
	}
}

// FlipDelta prices a flip.
func (s *sides) FlipDelta(i int32) int64 { return s.delta[i] }

// Flip makes it. Neighbours that are now on the same side are worth 2 more, the others 2 less.
func (s *sides) Flip(i int32) {
	s.x[i], s.delta[i] = 1-s.x[i], -s.delta[i]
	for _, b := range s.Near[i] {
		if s.x[b] == s.x[i] {
			s.delta[b] -= 2
		} else {
			s.delta[b] += 2
		}
	}
}
