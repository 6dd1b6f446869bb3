package refuse

import "github.com/multiwalk/multiwalk/kernel/lane"

type state struct {
	N int32
	X []int32
}

func (s *state) next() { s.N++ }

func LostWrite(_ lane.Thread, s *state) { // refused: the kernel writes fields of s, and each thread has its own copy of it; write elements of its slices, or copy the struct into a variable first
	s.next()
	s.X[0] = s.N
}
