package single

import (
	"math"

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
func (w *machineClash) Start(id int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	if err := w.layOut(); err != nil {
		return err
	}
	w.allocate()
	if err := w.Made(); err != nil {
		return err
	}
	return w.Begin(w.Launch(-1, 0, math.MinInt64), len(w.states))
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
	aims := make([]int32, walks*n)
	fleet.Each(walks, func(i int) {
		w.Run.Begin(w.f.p, multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), aims[i*n:][:n])
	})
	a.problem, a.states = on.Value(w.f.Module.Problem), fleet.ArrayOf(on, w.states)
	a.sets, a.aims = fleet.Array[int32](on, walks*n*kernel.ClashSets), fleet.ArrayOf(on, aims)
	a.bans = fleet.Array[kernel.ClashBan](on, walks*kernel.ClashRing)
	w.Enter(walks)
}

// Until implements fleet.Searches: a launch ends after some 10 ms, where all are to begin anew, or where the evaluations are spent.
func (w *machineClash) Until(from, evaluations int64) int64 {
	most := w.launchIterations()
	if each := int64(w.f.N) * int64(w.plan.Walks); evaluations < most*each {
		most = max(1, evaluations/each)
	}
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

// Read implements fleet.Searches.
func (w *machineClash) Read() error { return w.memory.states.Read(w.states, 0) }

// Work implements fleet.Searches: an iteration is a change, and counts as a delta for each element, though it looks at those alone that
// clash, and at all their values.
func (w *machineClash) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made := (to - from) * int64(w.plan.Walks)
	return multiwalk.Counters{DeltaEvaluations: made * int64(w.f.N), Moves: made}, nil
}

// Leader implements fleet.Searches.
func (w *machineClash) Leader(search int) (int, int64) {
	return fleet.Lead(search, len(w.states), func(i int) int64 { return w.states[i].Least })
}

// Incumbent implements fleet.Searches.
func (w *machineClash) Incumbent(search int, x []int32) error {
	return w.memory.sets.Read(x, w.setAt(incumbentSet)+search*w.f.N)
}

// setAt is where a row of all searches begins: see kernel.TabuClash.
func (w *machineClash) setAt(which int) int { return which * len(w.states) * w.f.N }

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineClash) Adopt(x []int32, cost int64) {
	aims := make([]int32, 0, len(w.states)*w.f.N)
	for range w.states {
		aims = append(aims, x...)
	}
	w.plan.Adopt = max(w.plan.Adopt, 1)
	w.Adopted(w.memory.aims.Write(aims, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineClash) Kept() []any { return []any{&w.plan.Adopt, &w.end} }

// Check implements fleet.Searches.
func (w *machineClash) Check() error {
	n, walks := w.f.N, len(w.states)
	sets := make([]int32, 2*walks*n)
	err := w.memory.sets.Read(sets, 0)
	for i, s := range w.states {
		present, incumbent := sets[w.setAt(presentSet)+i*n:][:n], sets[w.setAt(incumbentSet)+i*n:][:n]
		fleet.Mismatch(w.f.Ran.Name(), w.f.p, i, present, incumbent, s.Cost, s.Least)
	}
	return err
}

// BeginEach makes all searches begin anew in the next launch, each at its own of the solutions, which lie one after the other, but for
// their random words, which go on. No launch goes beyond so many iterations from here until all begin anew again.
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
