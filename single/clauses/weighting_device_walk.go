package clauses

import (
	"errors"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/clauses"
	"github.com/multiwalk/multiwalk/single/internal/walking"
)

// machineWeighting is the searches of one machine. Search i is the walk that has number Base+i on cores.
type machineWeighting struct {
	fleet.Crowd[clauses.Weighing, clauses.Weighed]
	f       *weightingFleet
	x       *gpu.Array[int32]
	walks   *gpu.Array[clauses.Weighed]
	state   *gpu.Array[int32] // of clauses and bits: see clauses.Weigh
	numbers *gpu.Array[int64]
	marks   []int64 // see weightingWalk
}

// machine makes the searches of a machine. A launch ends where searches may begin anew. A flip has as many evaluations as it looks at
// bits.
func (f *weightingFleet) machine() *machineWeighting {
	w := &machineWeighting{f: f}
	w.Plan, w.Costs = f.launch, func(s *clauses.Weighed) (int64, int64) { return s.Cost, s.Least }
	w.Plan.Poll = int32(max(1, walking.Listening/weighTurn))
	w.LayOut, w.Arrays, w.Opens, w.Keeps = w.layOut, w.arrays, w.First, []any{&w.marks}
	w.Each = int64(w.Plan.Samples)
	w.Lasts = func() int64 { return w.Paced(weighTurn, weighOnEmulator) }
	w.Period = func() int64 { return int64(f.s.m.Patience) }
	return w
}

func (w *machineWeighting) Start(id int, kernels []*gpu.Kernel) error {
	err := w.Crowd.Start(id, kernels)
	for i := range w.States {
		w.marks = append(w.marks, w.States[i].Least)
	}
	return err
}

// layOut finds the number of searches and the launch.
func (w *machineWeighting) layOut() (gpu.Shape, int, error) {
	a := &w.Plan
	state, numbers := int(clauses.WeighState(a)), int(clauses.WeighNumbers(a))
	bytes := 4*state + 8*numbers + 8*int(a.N) + 128
	shape, walks, err := w.Warps(w.Kernel, func(int) int { return 0 }, bytes, math.MaxInt32/max(state, numbers))
	shape, walks = w.Fewer(shape, walks, max(weighCache/bytes, weighFar*w.Machine.Multiprocessors()))
	return shape, walks, err
}

// arrays makes the searches' memory, with the solutions of the same walks on cores. The first launch counts what follows from
// these.
func (w *machineWeighting) arrays() []any {
	on, a, all, n := &w.Memory, &w.Plan, w.Size, int(w.Plan.N)
	x := make([]int32, all*n)
	fleet.Each(all, func(i int) {
		w.f.s.begin(w.Run.Seed, int(w.Base)+i, 0, x[i*n:(i+1)*n])
		w.States[i] = clauses.Weighed{Least: math.MaxInt64, Kept: 1, Begin: 1}
	})
	form, costs, own := fleet.ArrayOf(on, w.f.form), fleet.ArrayOf(on, w.f.s.c.Weights), fleet.ArrayOf(on, w.f.s.own)
	w.state = fleet.Array[int32](on, all*int(clauses.WeighState(a)))
	w.numbers = fleet.Array[int64](on, all*int(clauses.WeighNumbers(a)))
	w.x = fleet.ArrayOf(on, x)
	best := fleet.Array[int32](on, all*n)
	w.walks = w.Track()
	w.Present, w.Found = fleet.Rows{In: w.x, Step: n}, fleet.Rows{In: best, Step: n}
	return []any{form, costs, own, w.state, w.numbers, w.x, best, w.walks}
}

// Launch implements fleet.Searches. Where nothing is violated that can be satisfied, searches are at their target too.
func (w *machineWeighting) Launch(from, until, target int64) error {
	return w.Crowd.Launch(from, until, max(target, w.Plan.Bound))
}

// Work implements fleet.Searches. Where one came to the target, the others may be anywhere, so a flip of each until then is all
// that they did for sure.
func (w *machineWeighting) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	c.Moves = (to - from) * int64(w.Size)
	if c.DeltaEvaluations = c.Moves; winner < 0 {
		c.DeltaEvaluations = w.Sum(func(s *clauses.Weighed) int64 { return s.Delta }) - w.Done.DeltaEvaluations
	}
	return c, nil
}

func (w *machineWeighting) Proceed() (ended bool, err error) {
	if w.Least <= w.Plan.Bound {
		return true, nil
	}
	if w.At > 0 && w.At%int64(w.f.s.m.Patience) == 0 {
		return false, w.renew()
	}
	return false, nil
}

// renew lets searches begin anew that have found nothing better since their marks, as weightingWalk.renew does.
func (w *machineWeighting) renew() error {
	n := int(w.Plan.N)
	x := make([]int32, w.Size*n)
	if err := w.x.Read(x, 0); err != nil {
		return err
	}
	fleet.Each(w.Size, func(i int) {
		t := &w.States[i]
		if t.Least < w.marks[i] {
			w.marks[i] = t.Least
			return
		}
		own := x[i*n : (i+1)*n]
		w.f.s.begin(w.Run.Seed, int(w.Base)+i, w.At, own)
		w.marks[i], t.Begin = min(t.Least, w.f.s.c.Cost(own)), 1
	})
	for i := range w.States {
		if w.States[i].Begin != 0 {
			w.Done.FullEvaluations++
			w.Done.Restarts++
		}
	}
	return errors.Join(w.x.Write(x, 0), w.walks.Write(w.States, 0))
}

// Adopt implements walk.Adopter: all searches go on from x, by their weights.
func (w *machineWeighting) Adopt(x []int32, cost int64) {
	for i := range w.States {
		w.States[i].Begin = 2
	}
	w.Adopted(errors.Join(w.x.Write(slices.Repeat(x, w.Size), 0), w.walks.Write(w.States, 0)), x, cost)
}
