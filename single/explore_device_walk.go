package single

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// machineExplore is the searches of one machine. Search i is the walk that has number Base+i on cores.
type machineExplore struct {
	fleet.Walk
	f       *exploreFleet
	plan    kernel.Exploring // of the next launch
	kernel  *gpu.Kernel
	shape   gpu.Shape
	memory  exploreArrays
	walks   []kernel.Explored // as the last launch left them
	adopted bool              // a solution is to be taken up by all searches
	inheritance
}

// exploreArrays is what the searches are on the machine: see kernel.Explore.
type exploreArrays struct {
	problem                *gpu.Value
	members, parts         *gpu.Array[neighbourhood.Member]
	free                   *gpu.Array[int32]
	levels                 *gpu.Array[float64]
	elite, x, best, copies *gpu.Array[int32]
	walks                  *gpu.Array[kernel.Explored]
	history                *gpu.Array[int64]
}

// Start implements fleet.Machine.
func (w *machineExplore) Start(_ int, kernels []*gpu.Kernel) error {
	w.kernel = kernels[0]
	return w.Make(w.layOut, w.allocate, nil)
}

// layOut finds the number of searches, by default those that the machine holds at once, or few, and the launch.
func (w *machineExplore) layOut() error {
	asked := cmp.Or(w.Asked(), w.few())
	pack, err := w.pack(asked)
	if err != nil {
		return err
	}
	resident := pack.Resident
	bytes, index := w.f.each(int(w.plan.Rule.Length))
	most := min(fleet.First-1, math.MaxInt32/index)
	if resident = min(resident, most/w.Machine.Multiprocessors()); asked == 0 && resident == 0 {
		asked = most
	}
	walks, err := fleet.Many(w.Machine, asked, resident, bytes, most, "searches")
	if err != nil || walks == 0 {
		return errors.Join(err, fmt.Errorf("multiwalk: %v has no room for a search of %s; use the CPU", w.Machine, w.f.e.method))
	}
	w.plan.Walks, w.plan.First, w.plan.Seed = int32(walks), w.Base, w.Run.Seed
	w.plan.Poll = int32(max(1, listening/w.nanoseconds()))
	w.shape = pack.Launch(walks)
	return nil
}

// pack finds how many searches a block has.
func (w *machineExplore) pack(asked int) (fleet.Packing, error) {
	if w.f.e.alone {
		threads := aloneThreads
		if asked > 0 && asked < aloneThreads*w.Machine.Multiprocessors() || w.Machine.Emulated() {
			threads = 32
		}
		blocks, err := w.kernel.Resident(threads, 0)
		return fleet.Packing{Shape: gpu.Shape{Threads: threads}, PerBlock: threads, Resident: blocks * threads}, err
	}
	most := fleet.MostPerBlock
	if w.plan.Rule.Warps > 1 { // a block is one search
		most = 1
	}
	return w.Pack(w.kernel, asked, most, func(searches int) gpu.Shape {
		return gpu.Shape{Threads: int(w.plan.Rule.Team()) * searches, Shared: w.shared(asked, searches)}
	})
}

// each is what a search takes of the machine's memory, and the most elements that it has in one array. length is of its history.
func (f *exploreFleet) each(length int) (bytes, index int) {
	bytes = 8*f.N + 8*length + int(unsafe.Sizeof(kernel.Explored{}))
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
func (w *machineExplore) shared(asked, side int) int {
	if w.f.copies && kernel.ExploreRoom(w.f.room(), 1) <= w.Machine.SharedPerBlock() {
		return kernel.ExploreRoom(w.f.room(), side)
	}
	beside := int(w.Machine.Tuned("explore.resident", w.f.N))
	if asked > 0 {
		each := (asked + w.Machine.Multiprocessors() - 1) / w.Machine.Multiprocessors()
		beside = max(side, min(beside, each))
	}
	for _, n := range []int{w.f.N + w.f.entries, w.f.N} {
		if kernel.ExploreRoom(n, beside) <= w.Machine.SharedPerMultiprocessor() && kernel.ExploreRoom(n, side) <= w.Machine.SharedPerBlock() {
			return kernel.ExploreRoom(n, side)
		}
	}
	return 0
}

// scratch is how many numbers a search has in global memory beside its solutions: what has no room in shared memory.
func (w *machineExplore) scratch() int {
	room := w.shape.Shared / kernel.ExploreRoom(w.shape.Threads/int(w.plan.Rule.Team()), 1)
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
func (w *machineExplore) few() int {
	if !w.f.shares() {
		return 0
	}
	few := int(w.Machine.Tuned("explore.few", w.f.N))
	if w.f.copies {
		few = min(few, cmp.Or(w.Machine.SharedPerMultiprocessor()/kernel.ExploreRoom(w.f.room(), 1), 2))
	}
	return few * w.Machine.Multiprocessors()
}

// listening is the nanoseconds between two looks at whether to stop.
const listening = 50_000

// allocate makes the searches' memory, with the solutions that they begin with. A history is filled by the first
// launch.
func (w *machineExplore) allocate() {
	on, a, walks := &w.Memory, &w.memory, int(w.plan.Walks)
	w.walks = make([]kernel.Explored, walks)
	x := w.Solutions(walks)
	fleet.Each(walks, func(i int) {
		w.walks[i].Cost = w.f.Problem.Cost(x[i*w.f.N : (i+1)*w.f.N])
		w.walks[i].Least = w.walks[i].Cost
	})
	a.problem, a.levels = on.Value(w.f.Module.Problem), fleet.ArrayOf(on, w.f.e.levels)
	a.members, a.parts = fleet.ArrayOf(on, w.f.table.Members), fleet.ArrayOf(on, w.f.table.Parts)
	a.free = fleet.ArrayOf(on, w.f.table.Free)
	a.elite, a.x, a.best = fleet.Array[int32](on, w.f.N), fleet.ArrayOf(on, x), fleet.ArrayOf(on, x)
	a.copies = fleet.Array[int32](on, walks*w.scratch())
	a.walks = fleet.Track(&w.Walk, w.walks, func(s *kernel.Explored) (int64, int64) { return s.Cost, s.Least })
	a.history = fleet.Array[int64](on, walks*int(w.plan.Rule.Length))
	w.Enter(walks)
}

// Until implements fleet.Searches. A launch has some 10 ms of iterations, fewer in the emulator, and ends where the schedule
// ends or the evaluations may be spent.
func (w *machineExplore) Until(from, evaluations int64) int64 {
	most := max(1, 10_000_000/w.nanoseconds())
	if w.Machine.Emulated() {
		most = max(1, most/emulatedShare)
	}
	most = fleet.Within(evaluations, int64(w.plan.Rule.Team())*int64(w.plan.Walks), most)
	if hold := w.hold(); hold > 0 {
		most = min(most, hold-from%hold)
	}
	return min(from+most, w.f.e.end())
}

// fewestLevels is how many levels there are at least over a budget of evaluations.
const fewestLevels = 48

// hold is how many iterations a level lasts that follows the budget: as long as a launch if it is 0. Under a budget of
// evaluations it is another number, so that what is found does not depend on how long launches are.
func (w *machineExplore) hold() int64 {
	if w.f.e.cools == nil {
		return 0
	}
	return holdOf(w.f.Plan, int64(w.plan.Rule.Team())*int64(w.plan.Walks))
}

// holdOf is hold where an iteration of all searches is each evaluations.
func holdOf(plan multiwalk.Plan, each int64) int64 {
	if plan.Budget.Evaluations == 0 {
		return 0
	}
	return max(1, plan.Budget.Evaluations/(fewestLevels*each))
}

// Cool implements fleet.Cooler.
func (w *machineExplore) Cool(part float64) error {
	if w.f.e.cools == nil {
		return nil
	}
	if hold := w.hold(); hold > 0 && w.At%hold > 0 {
		return nil
	}
	level := w.f.e.cools(part)
	if err := w.memory.levels.Write([]float64{level}, 0); err != nil || !w.f.shares() {
		return err
	}
	return w.inherit(part, level, w.hold() > 0, w.handOver)
}

// emulatedShare is how many launches of the emulator come to one of a GPU.
const emulatedShare = 32

// Launch implements fleet.Searches.
func (w *machineExplore) Launch(_, until, target int64) error {
	a := &w.memory
	w.plan.Until, w.plan.Target, w.plan.Adopt = until, target, 0
	if w.adopted {
		w.plan.Adopt, w.adopted = 1, false
	}
	if w.f.e.alone {
		return w.kernel.Launch(w.shape, a.problem, w.plan, a.members, a.parts, a.levels, a.free, a.elite, a.x, a.best, a.walks, w.Hits, w.Goal, w.Stop)
	}
	return w.kernel.Launch(w.shape, a.problem, w.plan, a.members, a.parts, a.levels, a.free, a.elite, a.x, a.best, a.copies, a.walks,
		a.history, w.Hits, w.Goal, w.Stop)
}

// Work implements fleet.Searches. How many proposals an iteration considers depends on the search. Where one came to the
// target, the others may be anywhere, so one proposal an iteration is all that each did for sure.
func (w *machineExplore) Work(from, to int64, winner int) (c multiwalk.Counters, err error) {
	if r := &w.plan.Rule; r.Steps > 0 && r.PerStep < math.MaxInt64/int64(r.Steps) {
		cycle := r.PerStep * int64(r.Steps)
		c.Restarts = int64(w.plan.Walks) * (max(0, to-1)/cycle - max(0, from-1)/cycle)
	}
	if winner >= 0 {
		if w.plan.Rule.Kind < rule.FirstDescent || w.plan.Rule.Optimum != rule.EndThere {
			c.DeltaEvaluations = (to - from) * int64(w.plan.Walks)
		}
		return c, nil
	}
	c.FullEvaluations -= w.Done.FullEvaluations - int64(len(w.walks)) // those of the beginning
	c.DeltaEvaluations -= w.Done.DeltaEvaluations
	c.Moves -= w.Done.Moves
	if w.plan.Rule.Optimum == rule.Restart {
		c.Restarts -= w.Done.Restarts
	}
	for i := range w.walks {
		s := &w.walks[i]
		c.FullEvaluations += s.Full
		c.DeltaEvaluations += s.Delta
		c.Moves += s.Moves
		c.Restarts += int64(s.Course.Restarts)
	}
	return c, nil
}

// Incumbent implements fleet.Searches.
func (w *machineExplore) Incumbent(search int, x []int32) error {
	return w.memory.best.Read(x, search*w.f.N)
}

// Current implements fleet.Ledger.
func (w *machineExplore) Current(search int, x []int32) error {
	return w.memory.x.Read(x, search*w.f.N)
}

// Proceed implements fleet.Searches.
func (w *machineExplore) Proceed() (ended bool, err error) {
	going := slices.ContainsFunc(w.walks, func(s kernel.Explored) bool { return s.Course.Ended == 0 })
	return !going || w.At >= w.f.e.end(), nil
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *machineExplore) Adopt(x []int32, cost int64) {
	w.plan.Start, w.adopted = cost, true
	w.Adopted(w.memory.elite.Write(x, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *machineExplore) Kept() []any { return []any{&w.plan.Start, &w.adopted, &w.part, &w.heat} }
