package tabu

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
)

// machineFlips is the searches of one machine, all in the same iteration.
type machineFlips struct {
	fleet.Crowd[tabu.TabuFlips, tabu.FlipWalk]
	f          *flipFleet
	sets, aims *gpu.Array[uint32]
	shared     flipShare // where bursts end
}

// setWords is how many words a set of bits takes.
const setWords = kernel.MaxFlips / 32

// machine makes the searches of a machine. They share what they found where bursts end. An iteration is a flip, which brings all deltas up
// to date.
func (f *flipFleet) machine() *machineFlips {
	w := &machineFlips{f: f}
	w.Plan, w.Costs = f.launch, func(s *tabu.FlipWalk) (int64, int64) { return s.Cost, s.Least }
	w.Plan.Adopt = 1
	bits := int(w.Plan.Bits)
	w.Room = func(warps int) int { return tabu.FlipRoom(bits, warps) }
	w.Bytes, w.Most = 4*bits+4*32+4*setWords*(tabu.FlipSets+1)+64, math.MaxInt32
	w.Arrays, w.Opens, w.Each, w.Lasts = w.arrays, w.open, int64(f.N), w.lasts
	w.Period = func() int64 { return int64(w.Plan.Length) }
	w.Present = fleet.Packed(func(search int, x []int32) error { return w.solution(search, presentSet, x) })
	w.Found = fleet.Packed(func(search int, x []int32) error { return w.solution(search, incumbentSet, x) })
	w.Takes = func(x []int32) error {
		set := make([]uint32, setWords)
		toSet(x, set)
		return w.aims.Write(slices.Repeat(set, w.Size), 0)
	}
	w.Keeps = []any{&w.Plan.Adopt, &w.Plan.Renew}
	return w
}

// arrays makes the searches' memory, see tabu.TabuFlip: all begin at bits that are 0.
func (w *machineFlips) arrays() []any {
	on, bits := &w.Memory, int(w.Plan.Bits)
	fields, rings := make([]int32, w.Size*bits), make([]int32, 32*w.Size)
	tabu.StartFlips(w.f.rows, int32(w.f.N), fields[:bits])
	for i := range w.States {
		copy(fields[i*bits:][:bits], fields[:bits])
		w.States[i].Strength = w.Plan.Weakest
	}
	for k := range rings {
		rings[k] = -1
	}
	states := w.Track()
	field, ring := fleet.ArrayOf(on, fields), fleet.ArrayOf(on, rings)
	w.sets, w.aims = fleet.Array[uint32](on, w.Size*setWords*tabu.FlipSets), fleet.ArrayOf(on, w.starts())
	return []any{states, field, ring, w.sets, w.aims}
}

// open makes what searches share, and has them begin.
func (w *machineFlips) open() error {
	if err := w.shared.open(w); err != nil {
		return err
	}
	return w.First()
}

// starts are the solutions that searches begin with, those of the same walks on cores, as sets.
func (w *machineFlips) starts() []uint32 {
	aims := make([]uint32, w.Size*setWords)
	fleet.Each(w.Size, func(i int) {
		x := make([]int32, w.f.N)
		w.BeginAt(i, x)
		toSet(x, aims[i*setWords:][:setWords])
	})
	return aims
}

// toSet writes bits as tabu.FlipSets says, and fromSet reads them.
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

// lasts is how many iterations a launch has.
func (w *machineFlips) lasts() int64 {
	m := w.Machine
	resident := max(1, (w.Size+m.Multiprocessors()-1)/m.Multiprocessors())
	each := max(m.Tuned("flip.iteration", w.f.N), float64(resident*w.f.N)*m.Tuned("flip.delta", w.f.N))
	return w.Paced(each, emulatedIterations/int64(w.Size))
}

func (w *machineFlips) Launch(from, until, target int64) error {
	err := w.Crowd.Launch(from, until, target)
	if w.Plan.Renew = 0; err == nil && w.sharesAt(until) {
		err = w.printed()
	}
	return err
}

// solution reads one of a search's sets.
func (w *machineFlips) solution(search, which int, x []int32) error {
	sets := make([]uint32, setWords*tabu.FlipSets)
	err := w.sets.Read(sets, search*len(sets))
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
		set[k] = sets[search*setWords*tabu.FlipSets+k/2*2*tabu.FlipSets+2*which+k%2]
	}
	return set
}

func (w *machineFlips) Proceed() (ended bool, err error) {
	if w.sharesAt(w.At) {
		return false, w.share()
	}
	return false, nil
}

// sharesAt says whether searches share what they found after so many iterations.
func (w *machineFlips) sharesAt(iterations int64) bool {
	return w.Plan.Length > 0 && iterations > 0 && iterations%int64(w.Plan.Length) == 0
}
