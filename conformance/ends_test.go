package conformance

import (
	"testing"

	"github.com/multiwalk/multiwalk"
)

// ring is a ring of many elements. Its deltas forget that the last one is beside the first.
type ring struct{ n int32 }

func (p ring) Space() multiwalk.Space { return multiwalk.Permutation(int(p.n)) }

func (p ring) Cost(x []int32) (sum int64) {
	for i, u := range x {
		sum += p.between(u, x[(i+1)%len(x)])
	}
	return sum
}

// between is not symmetric, so any swap of neighbours may change the cost.
func (ring) between(u, v int32) int64 { return int64(u*7919%1000+v*104729%997) * int64(u&15) }

func (p ring) SwapDelta(x []int32, i, j int32) (d int64) {
	y := make([]int32, len(x))
	copy(y, x)
	y[i], y[j] = y[j], y[i]
	if i+j == p.n-1 && i*j == 0 {
		return 0
	}
	return p.Cost(y) - p.Cost(x)
}

func (p ring) NewState(x []int32) multiwalk.State {
	s := &ringState{ring: p, x: make([]int32, len(x))}
	s.Reset(x)
	return s
}

type ringState struct {
	ring
	x []int32
}

func (s *ringState) Reset(x []int32)            { copy(s.x, x) }
func (s *ringState) SwapDelta(i, j int32) int64 { return s.ring.SwapDelta(s.x, i, j) }
func (s *ringState) Swap(i, j int32)            { s.x[i], s.x[j] = s.x[j], s.x[i] }

// Of many thousand moves the one between both ends is looked at.
func TestProblem_LooksAtTheEnds(t *testing.T) {
	errs := CheckProblem(ring{500})
	found(t, "open ring", "SwapDelta(x, ", errs)
	found(t, "open ring", "State.SwapDelta: ", errs)
}
