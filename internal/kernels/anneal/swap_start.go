package anneal

import (
	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// StartSwap makes the permutations that the walks of AnnealSwap begin with, and evaluates them: random ones, or with
// given != 0 those that are in x already. A thread is a walk, since Cost is one thread's work. Then best is a copy of x,
// and costs[2*w] and costs[2*w+1] are the cost of walk w.
func StartSwap[P kernel.Swapper](t lane.Thread, p P, n, walks int32, seed uint64, first uint32, given int32, x, best []int32, costs []int64) {
	for walk := t.GridThreadID(); walk < walks; walk += t.GridThreads() {
		own := x[walk*n : (walk+1)*n]
		if given == 0 {
			Shuffle(own, seed, first+uint32(walk))
		}
		for i, v := range own {
			best[walk*n+int32(i)] = v
		}
		cost := p.Cost(own)
		costs[2*walk], costs[2*walk+1] = cost, cost
	}
}

// Shuffle writes a random permutation: Fisher and Yates' shuffle, inside out, a draw of four words for four elements.
func Shuffle(x []int32, seed uint64, walk uint32) {
	var draws [4]uint32
	for i := range int32(len(x)) {
		if i&3 == 0 {
			draws = lane.Random(seed, walk, draw.Starts+uint64(i), 0)
		}
		j := int32(uint64(draws[i&3]) * uint64(i+1) >> 32)
		x[i] = x[j]
		x[j] = i
	}
}
