package single

import (
	"errors"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/clausekernel"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// machineFocused is the searches of one machine. Search i is the walk that has number Base+i on cores.
type machineFocused struct {
	fleet.Walk
	f      *focusedFleet
	plan   clausekernel.Focusing // of the next launch
	kernel *gpu.Kernel
	shape  gpu.Shape
	near   bool // state lies in shared memory during a launch
	memory focusArrays
	walks  []clausekernel.Focused // as the last launch left them
}

// focusArrays is what the searches are on the machine: see clausekernel.Focus.
type focusArrays struct {
	form, rest, where           *gpu.Array[int32]
	weights                     *gpu.Array[int64]
	chances, elite, state, best *gpu.Array[uint32]
	walks                       *gpu.Array[clausekernel.Focused]
}

// open makes the searches of walk number id.
func (w *machineFocused) open(id int) error {
	if err := w.Open(w.f.plan, id, int(w.plan.N), w); err != nil {
		return err
	}
	list, err := fleet.Kernels(w.Machine, clausekernel.Module(), "Focus")
	if err != nil {
		return err
	}
	w.kernel = list[0]
	if err := w.layOut(); err != nil {
		return err
	}
	w.allocate()
	if err := w.Made(); err != nil {
		return err
	}
	return w.Begin(nil, len(w.walks))
}

// allocate makes the searches' memory, with the solutions of the same walks on cores. The first launch counts what follows from
// these.
func (w *machineFocused) allocate() {
	on, m, a := &w.Memory, &w.memory, &w.plan
	warps := int(a.Walks+lane.WarpSize-1) / lane.WarpSize
	all, bits := warps*lane.WarpSize, int(a.N+31)/32
	state, best := make([]uint32, all*int(clausekernel.FocusWords(a))), make([]uint32, all*bits)
	w.walks = make([]clausekernel.Focused, a.Walks)
	from := int(a.Clauses<<a.Log+31) / 32
	fleet.Each(len(w.walks), func(i int) {
		x := make([]int32, a.N)
		w.Run.Begin(w.f.p, multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), x)
		w.walks[i].Cost = w.f.c.Cost(x)
		w.walks[i].Least, w.walks[i].Kept = w.walks[i].Cost, 1
		for k, word := range packed(x) {
			state[(i/lane.WarpSize*int(clausekernel.FocusWords(a))+from+k)*lane.WarpSize+i%lane.WarpSize] = word
			best[(i/lane.WarpSize*bits+k)*lane.WarpSize+i%lane.WarpSize] = word
		}
	})
	m.form, m.weights, m.chances = fleet.ArrayOf(on, w.f.form), fleet.ArrayOf(on, w.f.c.Weights), fleet.ArrayOf(on, w.f.chances)
	m.elite, m.state, m.best = fleet.Array[uint32](on, bits), fleet.ArrayOf(on, state), fleet.ArrayOf(on, best)
	m.rest, m.walks = fleet.Array[int32](on, all*int(a.Clauses-a.Head)), fleet.ArrayOf(on, w.walks)
	where := 0
	if !w.near {
		where = all * int(a.Clauses)
	}
	m.where = fleet.Array[int32](on, where)
	w.Enter(len(w.walks))
}

// packed is a solution as bits.
func packed(x []int32) []uint32 {
	words := make([]uint32, (len(x)+31)/32)
	for i, v := range x {
		words[i/32] |= uint32(v) << (i % 32)
	}
	return words
}

// Until implements fleet.Searches. A launch has some 10 ms of flips, fewer in the emulator, and ends where the evaluations may be
// spent, of which a flip has as many as the longest clause.
func (w *machineFocused) Until(from, evaluations int64) int64 {
	most := max(1, focusLaunch/w.turn())
	if w.Machine.Emulated() {
		most = focusOnEmulator
	}
	if each := int64(w.plan.Longest) * int64(w.plan.Walks); each > 0 && evaluations/each < most {
		most = max(1, evaluations/each)
	}
	return from + most
}

// Launch implements fleet.Searches. Where nothing is violated that can be satisfied, searches are at their target too.
func (w *machineFocused) Launch(_, until, target int64) error {
	m := &w.memory
	w.plan.Until, w.plan.Target = until, max(target, w.plan.Bound)
	plan := w.plan
	w.plan.Begin = 0
	return w.kernel.Launch(w.shape, plan, m.form, m.weights, m.chances, m.elite, m.state, m.rest, m.where, m.best, m.walks, w.Hits, w.Goal,
		w.Stop)
}

// Read implements fleet.Searches.
func (w *machineFocused) Read() error { return w.memory.walks.Read(w.walks, 0) }

// Work implements fleet.Searches. Where one came to the target, the others may be anywhere, so a flip of each until then is all
// that they did for sure.
func (w *machineFocused) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	if winner >= 0 {
		c.DeltaEvaluations = (to - from) * int64(len(w.walks))
		c.Moves = c.DeltaEvaluations
		return c, nil
	}
	c.DeltaEvaluations -= w.Done.DeltaEvaluations
	for i := range w.walks {
		c.DeltaEvaluations += w.walks[i].Delta
	}
	c.Moves = (to - from) * int64(len(w.walks))
	return c, nil
}

// Leader implements fleet.Searches.
func (w *machineFocused) Leader(search int) (int, int64) {
	if search < 0 {
		search = fleet.Leader(len(w.walks), func(i int) int64 { return w.walks[i].Least })
	}
	return search, w.walks[search].Least
}

// Incumbent implements fleet.Searches.
func (w *machineFocused) Incumbent(search int, x []int32) error {
	return w.solution(w.memory.best, len(packed(x)), 0, search, x)
}

// solution reads the bits of a search that begin at a word of so many.
func (w *machineFocused) solution(from *gpu.Array[uint32], words, at, search int, x []int32) error {
	warp := make([]uint32, words*lane.WarpSize)
	err := from.Read(warp, search/lane.WarpSize*len(warp))
	for i := range x {
		x[i] = int32(warp[(at+i/32)*lane.WarpSize+search%lane.WarpSize] >> (i % 32) & 1)
	}
	return err
}

// Proceed implements fleet.Searches.
func (w *machineFocused) Proceed() (ended bool, err error) { return w.Least <= w.plan.Bound, nil }

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineFocused) Adopt(x []int32, cost int64) {
	w.plan.Begin = 2
	w.Adopted(w.memory.elite.Write(packed(x), 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineFocused) Kept() []any { return []any{&w.plan.Begin} }

// Check implements fleet.Searches.
func (w *machineFocused) Check() error {
	a, errs := &w.plan, []error(nil)
	x, best := make([]int32, a.N), make([]int32, a.N)
	for i := range w.walks {
		errs = append(errs, w.Incumbent(i, best),
			w.solution(w.memory.state, int(clausekernel.FocusWords(a)), int(a.Clauses<<a.Log+31)/32, i, x))
		fleet.Mismatch("focused", w.f.p, i, x, best, w.walks[i].Cost, w.walks[i].Least)
	}
	return errors.Join(errs...)
}
