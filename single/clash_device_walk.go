package single

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineClash is the searches of one machine, all in the same iteration.
type machineClash struct {
	fleet.Walk
	f      *clashFleet
	plan   kernel.TabuClashes // of the next launch
	kernel *gpu.Kernel
	shape  gpu.Shape
	memory clashArrays
	states []kernel.ClashWalk // as the last launch left them
	end    int64              // the iteration at which a launch ends at the latest; 0: none
}

// clashArrays is what the searches are on the machine: see kernel.TabuClash.
type clashArrays struct {
	problem    *gpu.Value
	states     *gpu.Array[kernel.ClashWalk]
	sets, aims *gpu.Array[int32]
	bans       *gpu.Array[kernel.ClashBan]
}

// Start implements fleet.Machine.
func (w *machineClash) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	return w.Make(w.layOut, w.allocate, w.First)
}

// layOut finds the number of searches, by default those that the machine holds at once, and the launch.
func (w *machineClash) layOut() error {
	n, values := w.f.N, int(w.plan.Values)
	room := func(warps int) int { return kernel.ClashRoom(n, values, warps) }
	shape, walks, err := w.Warps(w.kernel, room, 4*n*(kernel.ClashSets+1)+8*kernel.ClashRing+64, math.MaxInt32/(kernel.ClashSets*n))
	w.shape, w.plan.Walks, w.plan.First, w.plan.Seed = shape, int32(walks), w.Base, w.Run.Seed
	return err
}

// allocate makes the searches' memory. They begin with the solutions of the same walks on cores.
func (w *machineClash) allocate() {
	on, a, walks, n := &w.Memory, &w.memory, int(w.plan.Walks), w.f.N
	w.states = make([]kernel.ClashWalk, walks)
	a.problem = on.Value(w.f.Module.Problem)
	a.states = fleet.Track(&w.Walk, w.states, func(s *kernel.ClashWalk) (int64, int64) { return s.Cost, s.Least })
	a.sets, a.aims = fleet.Array[int32](on, walks*n*kernel.ClashSets), fleet.ArrayOf(on, w.Solutions(walks))
	a.bans = fleet.Array[kernel.ClashBan](on, walks*kernel.ClashRing)
	w.Enter(walks)
}

// Until implements fleet.Searches: a launch ends after some 10 ms, where all are to begin anew, or where the evaluations are spent.
func (w *machineClash) Until(from, evaluations int64) int64 {
	most := fleet.Within(evaluations, int64(w.f.N)*int64(w.plan.Walks), w.launchIterations())
	if w.end > from {
		most = min(most, w.end-from)
	}
	return from + most
}

// clashIteration is how long an iteration takes, in nanoseconds, when the machine holds as many searches as it can: an estimate, by which
// launches get their length.
const clashIteration = 2000

func (w *machineClash) launchIterations() int64 {
	if w.Machine.Emulated() {
		return max(1, emulatedIterations/int64(w.plan.Walks))
	}
	return 10e6 / clashIteration
}

// Launch implements fleet.Searches.
func (w *machineClash) Launch(from, until, target int64) error {
	a := &w.memory
	w.plan.From, w.plan.Until, w.plan.Target = from, until, target
	err := w.kernel.Launch(w.shape, a.problem, w.plan, a.states, a.sets, a.bans, a.aims, w.Hits, w.Goal, w.Stop)
	w.plan.Adopt = 0
	return err
}

// Work implements fleet.Searches: an iteration is a change, and counts as a delta for each element, though it looks at those alone that
// clash, and at all their values.
func (w *machineClash) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made := (to - from) * int64(w.plan.Walks)
	return multiwalk.Counters{DeltaEvaluations: made * int64(w.f.N), Moves: made}, nil
}

// Incumbent implements fleet.Searches.
func (w *machineClash) Incumbent(search int, x []int32) error {
	return w.memory.sets.Read(x, w.setAt(incumbentSet)+search*w.f.N)
}

// Current implements fleet.Ledger.
func (w *machineClash) Current(search int, x []int32) error {
	return w.memory.sets.Read(x, w.setAt(presentSet)+search*w.f.N)
}

// setAt is where a row of all searches begins: see kernel.TabuClash.
func (w *machineClash) setAt(which int) int { return which * len(w.states) * w.f.N }

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineClash) Adopt(x []int32, cost int64) {
	w.plan.Adopt = max(w.plan.Adopt, 1)
	w.Adopted(w.memory.aims.Write(slices.Repeat(x, len(w.states)), 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineClash) Kept() []any { return []any{&w.plan.Adopt, &w.end} }

// BeginEach makes all searches begin anew in the next launch, each at its own of the solutions, which lie one after the other, but for
// their random words, which go on. After the given iterations all begin anew again, and no launch goes beyond.
func (w *machineClash) BeginEach(x []int32, iterations int64) error {
	w.plan.Adopt, w.end = 2, w.At+iterations
	return w.memory.aims.Write(x, 0)
}

// Left returns how many iterations there are until all searches are to begin anew.
func (w *machineClash) Left() int64 { return w.end - w.At }

// Incumbents returns what each search has found since it began, one after the other, and what each costs. They are of the end of the last
// unit.
func (w *machineClash) Incumbents() (x []int32, costs []int64, err error) {
	x = make([]int32, len(w.states)*w.f.N)
	if err = w.memory.sets.Read(x, w.setAt(incumbentSet)); err != nil {
		return nil, nil, err
	}
	for _, s := range w.states {
		costs = append(costs, s.Least)
	}
	return x, costs, nil
}
