package single

import (
	"math"
	"slices"

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
	shared flipShare         // where bursts end
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
func (w *machineFlips) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel, w.plan.Adopt = kernels[0], 1
	if w.plan.Length > 0 {
		if err := w.shared.load(w.Machine); err != nil {
			return err
		}
	}
	return w.Make(w.layOut, w.allocate, w.First)
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
	a.problem = on.Value(w.f.Module.Problem)
	a.states = fleet.Track(&w.Walk, w.states, func(s *kernel.FlipWalk) (int64, int64) { return s.Cost, s.Least })
	a.fields, a.rings = fleet.ArrayOf(on, fields), fleet.ArrayOf(on, rings)
	a.sets, a.aims = fleet.Array[uint32](on, walks*setWords*kernel.FlipSets), fleet.ArrayOf(on, w.starts())
	w.Enter(walks)
	w.shared.allocate(w)
}

// starts are the solutions that searches begin with, those of the same walks on cores, as sets.
func (w *machineFlips) starts() []uint32 {
	aims := make([]uint32, len(w.states)*setWords)
	fleet.Each(len(w.states), func(i int) {
		x := make([]int32, w.f.N)
		w.BeginAt(i, x)
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
	most := fleet.Within(evaluations, int64(w.f.N)*int64(w.plan.Walks), w.launchIterations())
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
	if err == nil && w.sharesAt(until) {
		err = w.printed()
	}
	return err
}

// Work implements fleet.Searches: a flip an iteration, which brings all deltas up to date.
func (w *machineFlips) Work(from, to int64, winner int) (multiwalk.Counters, error) {
	made := (to - from) * int64(w.plan.Walks)
	return multiwalk.Counters{DeltaEvaluations: made * int64(w.f.N), Moves: made}, nil
}

// Incumbent implements fleet.Searches.
func (w *machineFlips) Incumbent(search int, x []int32) error {
	return w.solution(search, incumbentSet, x)
}

// Current implements fleet.Ledger.
func (w *machineFlips) Current(search int, x []int32) error { return w.solution(search, presentSet, x) }

// solution reads one of a search's sets.
func (w *machineFlips) solution(search, which int, x []int32) error {
	sets := make([]uint32, setWords*kernel.FlipSets)
	err := w.memory.sets.Read(sets, search*len(sets))
	fromSet(setOf(sets, 0, which), x)
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
	if w.sharesAt(w.At) {
		return false, w.share()
	}
	return false, nil
}

// sharesAt says whether searches share what they found after so many iterations.
func (w *machineFlips) sharesAt(iterations int64) bool {
	return w.plan.Length > 0 && iterations > 0 && iterations%int64(w.plan.Length) == 0
}

// Adopt implements multiwalk.Adopter: all searches go to x.
func (w *machineFlips) Adopt(x []int32, cost int64) {
	set := make([]uint32, setWords)
	toSet(x, set)
	w.plan.Adopt = 1
	w.Adopted(w.memory.aims.Write(slices.Repeat(set, len(w.states)), 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineFlips) Kept() []any { return []any{&w.plan.Adopt, &w.plan.Renew} }
