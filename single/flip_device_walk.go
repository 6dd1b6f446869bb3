package single

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineFlips is the searches of one machine, all in the same iteration.
type machineFlips struct {
	fleet.Walk
	f      *flipFleet
	plan   kernel.TabuFlips // of the next launch
	kernel *gpu.Kernel
	shape  gpu.Shape
	memory flipArrays
	states []kernel.FlipWalk // as the last launch left them
}

// flipArrays is what the searches are on the machine: see kernel.TabuFlip.
type flipArrays struct {
	problem       *gpu.Value
	states        *gpu.Array[kernel.FlipWalk]
	fields, rings *gpu.Array[int32]
	sets, aims    *gpu.Array[uint32]
}

// setWords is how many words a set of bits takes.
const setWords = kernel.MaxFlips / 32

// Start implements fleet.Machine.
func (w *machineFlips) Start(id int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	if err := w.layOut(); err != nil {
		return err
	}
	w.allocate()
	if err := errors.Join(w.Made(), w.memory.aims.Write(w.starts(), 0)); err != nil {
		return err
	}
	w.plan.Adopt = 1
	return w.Begin(w.Launch(-1, 0, math.MinInt64), len(w.states))
}

// layOut finds the number of searches, by default those that the machine holds at once, and the launch.
func (w *machineFlips) layOut() error {
	bits := int(w.plan.Bits)
	room := func(warps int) int { return kernel.FlipRoom(bits, warps) }
	shape, walks, err := w.Warps(w.kernel, room, 4*bits+4*32+4*setWords*(kernel.FlipSets+1)+64, math.MaxInt32)
	w.shape, w.plan.Walks, w.plan.First, w.plan.Seed = shape, int32(walks), w.Base, w.Run.Seed
	return err
}

// allocate makes the searches' memory: all begin at bits that are 0.
func (w *machineFlips) allocate() {
	on, a, walks, bits := &w.Memory, &w.memory, int(w.plan.Walks), int(w.plan.Bits)
	w.states = make([]kernel.FlipWalk, walks)
	fields, rings := make([]int32, walks*bits), make([]int32, 32*walks)
	kernel.StartFlips(w.f.rows, int32(w.f.N), fields[:bits])
	for i := range w.states {
		copy(fields[i*bits:][:bits], fields[:bits])
		w.states[i].Strength = w.plan.Weakest
	}
	for k := range rings {
		rings[k] = -1
	}
	a.problem, a.states = on.Value(w.f.Module.Problem), fleet.ArrayOf(on, w.states)
	a.fields, a.rings = fleet.ArrayOf(on, fields), fleet.ArrayOf(on, rings)
	a.sets, a.aims = fleet.Array[uint32](on, walks*setWords*kernel.FlipSets), fleet.Array[uint32](on, walks*setWords)
	w.Enter(walks)
}

// starts are the solutions that searches begin with, those of the same walks on cores, as sets.
func (w *machineFlips) starts() []uint32 {
	aims := make([]uint32, len(w.states)*setWords)
	fleet.Each(len(w.states), func(i int) {
		x := make([]int32, w.f.N)
		w.Run.Begin(w.f.p, multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), x)
		toSet(x, aims[i*setWords:][:setWords])
	})
	return aims
}

// toSet writes bits as kernel.FlipSets says, and fromSet reads them.
func toSet(x []int32, set []uint32) {
	clear(set)
	for j, v := range x {
		set[j&31*2+j>>10] |= uint32(v) << (j >> 5 & 31)
	}
}

func fromSet(set []uint32, x []int32) {
	for j := range x {
		x[j] = int32(set[j&31*2+j>>10] >> (j >> 5 & 31) & 1)
	}
}

// Until implements fleet.Searches: a launch ends after some 10 ms, where the searches share what they found, or where the evaluations
// are spent.
func (w *machineFlips) Until(from, evaluations int64) int64 {
	most := w.launchIterations()
	if each := int64(w.f.N) * int64(w.plan.Walks); evaluations < most*each {
		most = max(1, evaluations/each)
	}
	if length := int64(w.plan.Length); length > 0 {
		most = min(most, length-from%length)
	}
	return from + most
}

func (w *machineFlips) launchIterations() int64 {
	if w.Machine.Emulated() {
		return max(1, emulatedIterations/int64(w.plan.Walks))
	}
	resident := max(1, (int(w.plan.Walks)+w.Machine.Multiprocessors()-1)/w.Machine.Multiprocessors())
	alone := w.Machine.Tuned("flip.iteration", w.f.N)
	return max(1, int64(10e6/max(alone, float64(resident*w.f.N)*w.Machine.Tuned("flip.delta", w.f.N))))
}

// Launch implements fleet.Searches.
func (w *machineFlips) Launch(from, until, target int64) error {
	a := &w.memory
	w.plan.From, w.plan.Until, w.plan.Target = from, until, target
	err := w.kernel.Launch(w.shape, a.problem, w.plan, a.states, a.fields, a.rings, a.sets, a.aims, w.Hits, w.Goal, w.Stop)
	w.plan.Adopt, w.plan.Renew = 0, 0
	return err
}

// Read implements fleet.Searches.
func (w *machineFlips) Read() error { return w.memory.states.Read(w.states, 0) }

// Work implements fleet.Searches: a flip an iteration, which brings all deltas up to date.
func (w *machineFlips) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made := (to - from) * int64(w.plan.Walks)
	return multiwalk.Counters{DeltaEvaluations: made * int64(w.f.N), Moves: made}, nil
}

// Leader implements fleet.Searches.
func (w *machineFlips) Leader(search int) (int, int64) {
	return fleet.Lead(search, len(w.states), func(i int) int64 { return w.states[i].Least })
}

// Incumbent implements fleet.Searches.
func (w *machineFlips) Incumbent(search int, x []int32) error {
	sets := make([]uint32, setWords*kernel.FlipSets)
	err := w.memory.sets.Read(sets, search*len(sets))
	fromSet(setOf(sets, 0, incumbentSet), x)
	return err
}

// The sets of a search that the host looks at.
const (
	presentSet = iota
	incumbentSet
)

// setOf takes one of a search's sets out, which lie lane by lane.
func setOf(sets []uint32, search, which int) []uint32 {
	set := make([]uint32, setWords)
	for k := range set {
		set[k] = sets[search*setWords*kernel.FlipSets+k/2*2*kernel.FlipSets+2*which+k%2]
	}
	return set
}

// Proceed implements fleet.Searches.
func (w *machineFlips) Proceed() (ended bool, err error) {
	if length := int64(w.plan.Length); length > 0 && w.At%length == 0 {
		return false, w.share()
	}
	return false, nil
}

// Adopt implements multiwalk.Adopter: all searches go to x.
func (w *machineFlips) Adopt(x []int32, cost int64) {
	aims := make([]uint32, len(w.states)*setWords)
	for i := range w.states {
		toSet(x, aims[i*setWords:][:setWords])
	}
	w.plan.Adopt = 1
	w.Adopted(w.memory.aims.Write(aims, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineFlips) Kept() []any { return []any{&w.plan.Adopt, &w.plan.Renew} }

// Check implements fleet.Searches.
func (w *machineFlips) Check() error {
	sets := make([]uint32, len(w.states)*setWords*kernel.FlipSets)
	err := w.memory.sets.Read(sets, 0)
	x, best := make([]int32, w.f.N), make([]int32, w.f.N)
	for i, s := range w.states {
		fromSet(setOf(sets, i, presentSet), x)
		fromSet(setOf(sets, i, incumbentSet), best)
		fleet.Mismatch(w.f.Ran.Name(), w.f.p, i, x, best, s.Cost, s.Least)
	}
	return err
}
