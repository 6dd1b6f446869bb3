package cooperate

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/anneal"
)

// lasts is how many iterations a launch has at most.
func (w *swapWalk) lasts() int64 {
	if w.Machine.Emulated() {
		return max(1, launchIterations(w.Machine, w.s.n)/emulatedShare)
	}
	return launchIterations(w.Machine, w.s.n)
}

// fits compares the lengths of the arrays with what the searches of a launch index in them: see anneal.AnnealSwap.
func (a *swapArrays) fits(plan anneal.Swapping, hits *gpu.Array[int64]) error {
	walks, n := int64(plan.Walks), int64(plan.N)
	return gpu.Fits("AnnealSwap", gpu.Need{Array: "rungs", Have: a.rungs.Len(), Least: walks * int64(plan.Rungs)},
		gpu.Need{Array: "elite", Have: a.elite.Len(), Least: n}, gpu.Need{Array: "x", Have: a.x.Len(), Least: walks * n},
		gpu.Need{Array: "best", Have: a.best.Len(), Least: walks * n}, gpu.Need{Array: "costs", Have: a.costs.Len(), Least: 2 * walks},
		gpu.Need{Array: "made", Have: a.made.Len(), Least: walks}, gpu.Need{Array: "hits", Have: hits.Len(), Least: walks})
}

// Work implements fleet.Searches. Moves made are counted where all searches came as far.
func (w *swapWalk) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	w.Plan.Drawn += uint64(to - from)
	c := multiwalk.Counters{DeltaEvaluations: (to - from) * w.Each * int64(w.Size)}
	if winner >= 0 {
		return c, nil
	}
	made := make([]int64, w.Size)
	err := w.memory.made.Read(made, 0)
	for _, m := range made {
		c.Moves += m
	}
	c.Moves -= w.Done.Moves
	return c, err
}
