package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineJoint is the searches of one machine, all in the same iteration.
type machineJoint struct {
	fleet.Walk
	f      *jointFleet
	plan   kernel.JointTabu // of the next launch
	kernel *gpu.Kernel
	shape  gpu.Shape
	memory jointArrays
	states []kernel.JointWalk // as the last launch left them
}

// jointArrays is what the searches are on the machine: see kernel.TabuJoint.
type jointArrays struct {
	problem             *gpu.Value
	states              *gpu.Array[kernel.JointWalk]
	sets, expiry, elite *gpu.Array[int32]
}

// Start implements fleet.Machine.
func (w *machineJoint) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	return w.Make(w.layOut, w.allocate, w.First)
}

// length is that of a solution.
func (w *machineJoint) length() int { return 2 * int(w.plan.N) }

// layOut finds the number of searches, by default those that the machine holds at once, and the launch.
func (w *machineJoint) layOut() error {
	n := int(w.plan.N)
	room := func(warps int) int { return kernel.JointRoom(n, warps) }
	shape, walks, err := w.Warps(w.kernel, room, 4*w.length()*(n+kernel.JointSets)+64, math.MaxInt32)
	w.shape, w.plan.Walks, w.plan.First, w.plan.Seed = shape, int32(walks), w.Base, w.Run.Seed
	return err
}

// allocate makes the searches' memory. They begin with the solutions of the same walks on cores.
func (w *machineJoint) allocate() {
	on, a, walks, length := &w.Memory, &w.memory, int(w.plan.Walks), w.length()
	w.states = make([]kernel.JointWalk, walks)
	sets := make([]int32, walks*length*kernel.JointSets)
	fleet.Each(walks, func(i int) { w.BeginAt(i, sets[w.setAt(i, presentSet):][:length]) })
	a.problem = on.Value(w.f.Module.Problem)
	a.states = fleet.Track(&w.Walk, w.states, func(s *kernel.JointWalk) (int64, int64) { return s.Cost, s.Least })
	a.sets, a.expiry, a.elite = fleet.ArrayOf(on, sets), fleet.Array[int32](on, walks*length*int(w.plan.N)), fleet.Array[int32](on, length)
	w.Enter(walks)
}

// setAt is where one of a search's solutions begins.
func (w *machineJoint) setAt(search, which int) int {
	return (search*kernel.JointSets + which) * w.length()
}

// deltas is how many an iteration has.
func (w *machineJoint) deltas() int64 { return 3 * int64(w.plan.N) * int64(w.plan.N-1) / 2 }

// Until implements fleet.Searches: a launch ends after some 10 ms, or where the evaluations are spent.
func (w *machineJoint) Until(from, evaluations int64) int64 {
	return from + fleet.Within(evaluations, w.deltas()*int64(w.plan.Walks), w.launchIterations())
}

// jointInstruction is how long a multiprocessor takes for an instruction of a warp, and jointAlone how long a warp by itself does, in
// nanoseconds: estimates, by which launches get their length.
const (
	jointInstruction = 0.25
	jointAlone       = 3.5
)

func (w *machineJoint) launchIterations() int64 {
	if w.Machine.Emulated() {
		return max(1, emulatedIterations/int64(w.plan.Walks))
	}
	n := float64(w.plan.N)
	instructions := 200 + 2.5*n*n // see kernel.TabuJoint
	resident := (int(w.plan.Walks) + w.Machine.Multiprocessors() - 1) / w.Machine.Multiprocessors()
	return max(1, int64(10e6/(instructions*max(jointAlone, jointInstruction*float64(resident)))))
}

// Launch implements fleet.Searches.
func (w *machineJoint) Launch(from, until, target int64) error {
	a := &w.memory
	w.plan.From, w.plan.Until, w.plan.Target = from, until, target
	err := w.kernel.Launch(w.shape, a.problem, w.plan, a.states, a.sets, a.expiry, a.elite, w.Hits, w.Goal, w.Stop)
	w.plan.Adopt = 0
	return err
}

// Work implements fleet.Searches: a move an iteration, which brings all deltas up to date.
func (w *machineJoint) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made := (to - from) * int64(w.plan.Walks)
	return multiwalk.Counters{DeltaEvaluations: made * w.deltas(), Moves: made}, nil
}

// Incumbent implements fleet.Searches.
func (w *machineJoint) Incumbent(search int, x []int32) error {
	return w.memory.sets.Read(x, w.setAt(search, incumbentSet))
}

// Current implements fleet.Ledger.
func (w *machineJoint) Current(search int, x []int32) error {
	return w.memory.sets.Read(x, w.setAt(search, presentSet))
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineJoint) Adopt(x []int32, cost int64) {
	w.plan.Adopt = 1
	w.Adopted(w.memory.elite.Write(x, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineJoint) Kept() []any { return []any{&w.plan.Adopt} }
