package cooperate

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/relocate"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// pace is how many iterations take a full H200 10 to 20 ms, by which searches trade temperatures wherever they run.
func (s *tourSearch) pace() int64 {
	if s.m.Accept == acceptEach || s.kernels.far {
		return 1 << 13
	}
	return 1 << 15 / int64(1+s.moves/(2*lane.WarpSize))
}

// launch is how many iterations a launch has on a GPU: 10 to 20 ms of them.
func (s *tourSearch) launch(m *gpu.Machine) int64 {
	if s.m.Accept == acceptEach || s.kernels.far {
		return max(1, int64(m.Tuned("pspm.tour.each", s.n)))
	}
	return max(1, int64(m.Tuned("pspm.tour", s.n))/int64(1+s.moves/(2*lane.WarpSize)))
}

// emulatedIterations is how many iterations of a search take the emulator some 10 ms. How they are split into launches
// changes nothing but when the run hears of what was found: see pspmTourWalk.Proceed.
var emulatedIterations = int64(500)

// lasts is how many iterations a launch has at most.
func (w *pspmTourWalk) lasts() int64 {
	if w.Machine.Emulated() {
		return max(1, emulatedIterations/int64(w.Size*(1+w.s.moves/(2*lane.WarpSize))))
	}
	return w.s.launch(w.Machine)
}

func (w *pspmTourWalk) Launch(from, until, target int64) error {
	w.Plan.Epoch = 1 + w.reheated
	w.Plan.Target = int32(max(math.MinInt32, min(target, math.MaxInt32)))
	return w.machineWalk.Launch(from, until, target)
}

// fits compares the lengths of the arrays with what the searches of a launch index in them: see relocate.Relocate.
func (a *tourArrays) fits(plan relocate.Annealing, far bool, hits *gpu.Array[int64]) error {
	walks, n := int64(plan.Walks), int64(plan.Cities)
	needs := []gpu.Need{{Array: "order", Have: a.order.Len(), Least: n}, {Array: "rungs", Have: a.rungs.Len(), Least: walks * int64(plan.Rungs)},
		{Array: "start", Have: a.start.Len(), Least: n}, {Array: "tours", Have: a.tours.Len(), Least: walks * n},
		{Array: "best", Have: a.best.Len(), Least: walks * n}, {Array: "costs", Have: a.costs.Len(), Least: 2 * walks},
		{Array: "hits", Have: hits.Len(), Least: walks}}
	if far {
		room := walks * (n + lane.WarpSize)
		needs = append(needs, gpu.Need{Array: "links", Have: a.links.Len(), Least: room},
			gpu.Need{Array: "gains", Have: a.gains.Len(), Least: room}, gpu.Need{Array: "back", Have: a.back.Len(), Least: room})
	}
	return gpu.Fits("Relocate", needs...)
}

// Work implements fleet.Searches. Moves made are not counted: that would cost every search time.
func (w *pspmTourWalk) Work(from, to int64, _ int) (multiwalk.Counters, error) {
	return multiwalk.Counters{DeltaEvaluations: (to - from) * w.Each * int64(w.Size)}, nil
}
