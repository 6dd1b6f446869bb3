package explore

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/internal/walking"
)

// MachineExplore is the searches of one machine. Search i is the walk that has number Base+i on cores.
type MachineExplore struct {
	fleet.Crowd[explorer.Exploring, explorer.Explored]
	f               *exploreFleet
	Elements, Bests *gpu.Array[int32]
	levels          *gpu.Array[float64]
	walks           *gpu.Array[explorer.Explored]
	Inheritance
}

// Temperature implements walk.Tempered. Levels of another kind are none.
func (w *MachineExplore) Temperature() float64 {
	if !w.f.shares() {
		return 0
	}
	return w.Inheritance.Temperature()
}

// machine makes the searches of a machine. A launch ends where the level changes, or the schedule ends.
func (f *exploreFleet) machine() *MachineExplore {
	w := &MachineExplore{f: f}
	w.Plan, w.Costs = f.launch, func(s *explorer.Explored) (int64, int64) { return s.Cost, s.Least }
	w.LayOut, w.Arrays, w.Each = w.layOut, w.arrays, int64(w.Plan.Rule.Team())
	w.Lasts = func() int64 {
		ns := w.nanoseconds()
		return w.Paced(float64(ns), 10_000_000/ns/walking.EmulatedShare)
	}
	w.Period, w.End = w.Hold, f.e.end()
	w.Keeps = []any{&w.Plan.Start, &w.Adopting, &w.Part, &w.Heat}
	w.Inheritance = Inheritance{Of: &w.Walk, Cools: f.e.Cools, PerIteration: func() int64 { return w.Each * int64(w.Size) }, Currents: w.Current,
		Write: func(level float64) error { return w.levels.Write([]float64{level}, 0) }}
	if f.shares() {
		w.Inheritance.Give = w.give
	}
	return w
}

// layOut finds the number of searches, by default those that the machine holds at once, or few, and the launch.
func (w *MachineExplore) layOut() (gpu.Shape, int, error) {
	asked := cmp.Or(w.Asked(), w.few())
	pack, err := w.pack(asked)
	if err != nil {
		return pack.Shape, 0, err
	}
	resident := pack.Resident
	bytes, index := w.f.each(int(w.Plan.Rule.Length))
	most := min(fleet.First-1, math.MaxInt32/index)
	if resident = min(resident, most/w.Machine.Multiprocessors()); asked == 0 && resident == 0 {
		asked = most
	}
	walks, err := fleet.Many(w.Machine, asked, resident, bytes, most, "searches")
	w.Plan.Walks = int32(walks)
	w.Plan.Poll = int32(max(1, walking.Listening/w.nanoseconds()))
	return pack.Launch(walks), walks, err
}

// pack finds how many searches a block has.
func (w *MachineExplore) pack(asked int) (fleet.Packing, error) {
	if w.f.e.Alone {
		threads := aloneThreads
		if asked > 0 && asked < aloneThreads*w.Machine.Multiprocessors() || w.Machine.Emulated() {
			threads = 32
		}
		blocks, err := w.Kernel.Resident(threads, 0)
		return fleet.Packing{Shape: gpu.Shape{Threads: threads}, PerBlock: threads, Resident: blocks * threads}, err
	}
	most := fleet.MostPerBlock
	if w.Plan.Rule.Warps > 1 { // a block is one search
		most = 1
	}
	return w.Pack(w.Kernel, asked, most, func(searches int) gpu.Shape {
		return gpu.Shape{Threads: int(w.Plan.Rule.Team()) * searches, Shared: w.shared(asked, searches)}
	})
}

// each is what a search takes of the machine's memory, and the most elements that it has in one array. length is of its history.
func (f *exploreFleet) each(length int) (bytes, index int) {
	bytes = 8*f.N + 8*length + int(unsafe.Sizeof(explorer.Explored{}))
	index = max(f.N, length)
	if scratch := f.room() - f.N; scratch > 0 {
		bytes += 4 * scratch
		index = max(index, scratch)
	}
	return bytes, index
}

// aloneThreads is how many threads a block has where each makes a walk.
const aloneThreads = 128

// shared is the bytes of shared memory of a block: for solutions, tables and copies, or for less, or none. Copies lie there wherever a
// block has room for one search: 4 a multiprocessor of 400 elements then evaluate three times as much in a second on an H200 as 8 whose copies lie
// in global memory, where the lanes of a warp read from 32 places at once. Without copies solutions and tables lie there unless too
// few searches would have room: then a multiprocessor would wait for its own memory longer than it does for that of the machine while
// other searches go on.
func (w *MachineExplore) shared(asked, side int) int {
	if w.f.copies && explorer.ExploreRoom(w.f.room(), 1) <= w.Machine.SharedPerBlock() {
		return explorer.ExploreRoom(w.f.room(), side)
	}
	beside := int(w.Machine.Tuned("explore.resident", w.f.N))
	if asked > 0 {
		each := (asked + w.Machine.Multiprocessors() - 1) / w.Machine.Multiprocessors()
		beside = max(side, min(beside, each))
	}
	for _, n := range []int{w.f.N + w.f.entries, w.f.N} {
		if explorer.ExploreRoom(n, beside) <= w.Machine.SharedPerMultiprocessor() && explorer.ExploreRoom(n, side) <= w.Machine.SharedPerBlock() {
			return explorer.ExploreRoom(n, side)
		}
	}
	return 0
}

// scratch is how many numbers a search has in global memory beside its solutions: what has no room in shared memory.
func (w *MachineExplore) scratch() int {
	room := w.Shape.Shared / explorer.ExploreRoom(w.Shape.Threads/int(w.Plan.Rule.Team()), 1)
	switch table := w.f.N + w.f.entries; {
	case room < table:
		return w.f.room() - w.f.N
	case room < w.f.room():
		return w.f.room() - table
	}
	return 0
}

// few is the default number of searches that share what they find: 0 if they do not. Of those that are priced on copies a multiprocessor
// has no more than have room in its shared memory at once, or 2 if it has room for none.
func (w *MachineExplore) few() int {
	if !w.f.shares() {
		return 0
	}
	few := int(w.Machine.Tuned("explore.few", w.f.N))
	if w.f.copies {
		few = min(few, cmp.Or(w.Machine.SharedPerMultiprocessor()/explorer.ExploreRoom(w.f.room(), 1), 2))
	}
	return few * w.Machine.Multiprocessors()
}

// arrays makes the searches' memory, with the solutions that they begin with. A history is filled by the first
// launch.
func (w *MachineExplore) arrays() []any {
	on, t, n := &w.Memory, &w.f.table, w.f.N
	x := w.Solutions()
	fleet.Each(w.Size, func(i int) {
		w.States[i].Cost = w.f.Problem.Cost(x[i*n : (i+1)*n])
		w.States[i].Least = w.States[i].Cost
	})
	w.levels = fleet.ArrayOf(on, w.f.e.Levels)
	members, parts, free := fleet.ArrayOf(on, t.Members), fleet.ArrayOf(on, t.Parts), fleet.ArrayOf(on, t.Free)
	elite := fleet.Array[int32](on, n)
	w.Elements, w.Bests = fleet.ArrayOf(on, x), fleet.ArrayOf(on, x)
	copies := fleet.Array[int32](on, w.Size*w.scratch())
	w.walks = w.Track()
	history := fleet.Array[int64](on, w.Size*int(w.Plan.Rule.Length))
	w.Present, w.Found = fleet.Rows{In: w.Elements, Step: n}, fleet.Rows{In: w.Bests, Step: n}
	w.Takes = func(x []int32) error { return elite.Write(x, 0) }
	if w.f.e.Alone {
		return []any{members, parts, w.levels, free, elite, w.Elements, w.Bests, copies, w.walks}
	}
	return []any{members, parts, w.levels, free, elite, w.Elements, w.Bests, copies, w.walks, history}
}

// Work implements fleet.Searches. How many proposals an iteration considers depends on the search. Where one came to the
// target, the others may be anywhere, so one proposal an iteration is all that each did for sure.
func (w *MachineExplore) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	if r := &w.Plan.Rule; r.Steps > 0 && r.PerStep < math.MaxInt64/int64(r.Steps) {
		cycle := r.PerStep * int64(r.Steps)
		c.Restarts = int64(w.Size) * (max(0, to-1)/cycle - max(0, from-1)/cycle)
	}
	if winner >= 0 {
		if w.Plan.Rule.Kind < rule.FirstDescent || w.Plan.Rule.Optimum != rule.EndThere {
			c.DeltaEvaluations = (to - from) * int64(w.Size)
		}
		return c, nil
	}
	c.FullEvaluations -= w.Done.FullEvaluations - int64(w.Size) // those of the beginning
	c.DeltaEvaluations -= w.Done.DeltaEvaluations
	c.Moves -= w.Done.Moves
	if w.Plan.Rule.Optimum == rule.Restart {
		c.Restarts -= w.Done.Restarts
	}
	for i := range w.States {
		s := &w.States[i]
		c.FullEvaluations += s.Full
		c.DeltaEvaluations += s.Delta
		c.Moves += s.Moves
		c.Restarts += int64(s.Course.Restarts)
	}
	return c, nil
}

func (w *MachineExplore) Proceed() (ended bool, err error) {
	going := slices.ContainsFunc(w.States, func(s explorer.Explored) bool { return s.Course.Ended == 0 })
	return !going || w.At >= w.f.e.end(), nil
}

// give hands solutions over: see inheritance.
func (w *MachineExplore) give(givers []int) error {
	n, costs := w.f.N, w.Current()
	x := make([]int32, len(costs)*n)
	if err := w.Elements.Read(x, 0); err != nil {
		return err
	}
	for i, from := range givers {
		if from != i { // who gives keeps his own
			copy(x[i*n:(i+1)*n], x[from*n:(from+1)*n])
			w.States[i].Cost = costs[from]
		}
	}
	return errors.Join(w.Elements.Write(x, 0), w.walks.Write(w.States, 0))
}
