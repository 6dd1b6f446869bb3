package single

import (
	"errors"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/clausekernel"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// machineWeighting is the searches of one machine. Search i is the walk that has number Base+i on cores.
type machineWeighting struct {
	fleet.Walk
	f      *weightingFleet
	plan   clausekernel.Weighing // of the next launch
	kernel *gpu.Kernel
	shape  gpu.Shape
	memory weightingArrays
	walks  []clausekernel.Weighed // as the last launch left them
	marks  []int64                // see weightingWalk
}

// weightingArrays is what the searches are on the machine: see clausekernel.Weigh.
type weightingArrays struct {
	form, state, x, best *gpu.Array[int32]
	costs, own, numbers  *gpu.Array[int64]
	walks                *gpu.Array[clausekernel.Weighed]
}

// Start implements fleet.Machine.
func (w *machineWeighting) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	if err := w.Make(w.layOut, w.allocate, w.First); err != nil {
		return err
	}
	for i := range w.marks {
		w.marks[i] = w.walks[i].Least
	}
	return nil
}

// allocate makes the searches' memory, with the solutions of the same walks on cores. The first launch counts what follows from
// these.
func (w *machineWeighting) allocate() {
	on, m, a := &w.Memory, &w.memory, &w.plan
	all, n := int(a.Walks), int(a.N)
	x := make([]int32, all*n)
	w.walks, w.marks = make([]clausekernel.Weighed, all), make([]int64, all)
	fleet.Each(all, func(i int) {
		w.f.s.begin(w.Run.Seed, int(w.Base)+i, 0, x[i*n:(i+1)*n])
		w.walks[i] = clausekernel.Weighed{Least: math.MaxInt64, Kept: 1, Begin: 1}
	})
	m.form, m.costs, m.own = fleet.ArrayOf(on, w.f.form), fleet.ArrayOf(on, w.f.s.c.Weights), fleet.ArrayOf(on, w.f.s.own)
	m.state = fleet.Array[int32](on, all*int(clausekernel.WeighState(a)))
	m.numbers = fleet.Array[int64](on, all*int(clausekernel.WeighNumbers(a)))
	m.x, m.best = fleet.ArrayOf(on, x), fleet.Array[int32](on, all*n)
	m.walks = fleet.Track(&w.Walk, w.walks, func(s *clausekernel.Weighed) (int64, int64) { return s.Cost, s.Least })
	w.Enter(all)
}

// Until implements fleet.Searches. A launch ends where searches may begin anew, and where the evaluations may be spent.
// A flip has as many as it looks at bits.
func (w *machineWeighting) Until(from, evaluations int64) int64 {
	most, patience := int64(weighLaunch/weighTurn), int64(w.f.s.m.Patience)
	if w.Machine.Emulated() {
		most = weighOnEmulator
	}
	most = fleet.Within(evaluations, int64(w.plan.Samples)*int64(w.plan.Walks), most)
	return min(from+most, (from/patience+1)*patience)
}

// Launch implements fleet.Searches. Where nothing is violated that can be satisfied, searches are at their target too.
func (w *machineWeighting) Launch(_, until, target int64) error {
	m := &w.memory
	w.plan.Until, w.plan.Target = until, max(target, w.plan.Bound)
	return w.kernel.Launch(w.shape, w.plan, m.form, m.costs, m.own, m.state, m.numbers, m.x, m.best, m.walks, w.Hits, w.Goal, w.Stop)
}

// Work implements fleet.Searches. Where one came to the target, the others may be anywhere, so a flip of each until then is all
// that they did for sure.
func (w *machineWeighting) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	c.Moves = (to - from) * int64(len(w.walks))
	if winner >= 0 {
		c.DeltaEvaluations = c.Moves
		return c, nil
	}
	c.DeltaEvaluations -= w.Done.DeltaEvaluations
	for i := range w.walks {
		c.DeltaEvaluations += w.walks[i].Delta
	}
	return c, nil
}

// Incumbent implements fleet.Searches.
func (w *machineWeighting) Incumbent(search int, x []int32) error {
	return w.memory.best.Read(x, search*int(w.plan.N))
}

// Current implements fleet.Ledger.
func (w *machineWeighting) Current(search int, x []int32) error {
	return w.memory.x.Read(x, search*int(w.plan.N))
}

// Proceed implements fleet.Searches.
func (w *machineWeighting) Proceed() (ended bool, err error) {
	if w.Least <= w.plan.Bound {
		return true, nil
	}
	if w.At > 0 && w.At%int64(w.f.s.m.Patience) == 0 {
		return false, w.renew()
	}
	return false, nil
}

// renew lets searches begin anew that have found nothing better since their marks, as weightingWalk.renew does.
func (w *machineWeighting) renew() error {
	n := int(w.plan.N)
	x := make([]int32, len(w.walks)*n)
	if err := w.memory.x.Read(x, 0); err != nil {
		return err
	}
	fleet.Each(len(w.walks), func(i int) {
		t := &w.walks[i]
		if t.Least < w.marks[i] {
			w.marks[i] = t.Least
			return
		}
		own := x[i*n : (i+1)*n]
		w.f.s.begin(w.Run.Seed, int(w.Base)+i, w.At, own)
		w.marks[i], t.Begin = min(t.Least, w.f.s.c.Cost(own)), 1
	})
	for i := range w.walks {
		if w.walks[i].Begin != 0 {
			w.Done.FullEvaluations++
			w.Done.Restarts++
		}
	}
	return errors.Join(w.memory.x.Write(x, 0), w.memory.walks.Write(w.walks, 0))
}

// Adopt implements multiwalk.Adopter: all searches go on from x, by their weights.
func (w *machineWeighting) Adopt(x []int32, cost int64) {
	for i := range w.walks {
		w.walks[i].Begin = 2
	}
	w.Adopted(errors.Join(w.memory.x.Write(slices.Repeat(x, len(w.walks)), 0), w.memory.walks.Write(w.walks, 0)), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineWeighting) Kept() []any { return []any{&w.marks} }
