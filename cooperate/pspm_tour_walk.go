package cooperate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// tourWalk is the searches of one machine over tours.
type tourWalk struct {
	machineWalk
	s      *tourSearch
	plan   kernel.Annealing // of the next launch
	anneal *gpu.Kernel
	shape  gpu.Shape
	copies int // of each place in shared memory
	memory tourArrays
	costs  []int32 // two a search: where it is, and the best it left
	next   []uint16
}

// tourArrays is what the searches are on the machine: see kernel.Relocate.
type tourArrays struct {
	problem            *gpu.Value
	order, rungs       *gpu.Array[int32]
	heat               *gpu.Array[float32]
	start, tours, best *gpu.Array[uint16]
	costs              *gpu.Array[int32]
	links              *gpu.Array[uint64] // these three of searches that do not fit shared memory, else nil
	gains              *gpu.Array[int32]
	back               *gpu.Array[uint16]
}

// Start implements fleet.Machine.
func (w *tourWalk) Start(id int, kernels []*gpu.Kernel) error {
	s := w.s
	w.anneal = kernels[0]
	walks, err := w.layOut()
	if err != nil {
		return err
	}
	w.plan = kernel.Annealing{Cities: int32(s.n), Moves: int32(s.moves), Walks: int32(walks), PerStep: int32(s.cadence.perStep),
		Seed: w.Run.Seed, First: w.Base}
	w.walks, w.proposals = int64(walks), int64(walks)*int64(s.moves)
	if s.m.Tempering {
		w.plan.Rungs = 1
		w.rungs = newRungs(walks, s.heat, w.Run.Seed, w.Base)
	}
	return w.allocate(w.begin())
}

// emulatedWarps is how many searches a block of the emulator has at most, where more only take longer.
const emulatedWarps = 4

// layOut chooses the launch's shape and the number of searches. The shape changes no result. Measured on an H200, blocks
// of 20 searches, two on a multiprocessor, were 8 % faster than five of 8 and 13 % faster than ten of 4, and 40 searches
// on a multiprocessor faster than 48 or 32.
func (w *tourWalk) layOut() (walks int, err error) {
	walks = cmp.Or(w.Asked(), w.s.m.Searches)
	most, perBlock, err := w.layOutCopies(walks)
	if err != nil {
		return 0, err
	}
	if most == 0 {
		return 0, fmt.Errorf("multiwalk: %v has no room for a search of %d cities by pspm; auto.For chooses another method", w.Machine, w.s.n)
	}
	if walks == 0 {
		walks = min(w.shape.Blocks*perBlock, math.MaxInt32/(w.s.n+lane.WarpSize))
	}
	if walks > math.MaxInt32/(w.s.n+lane.WarpSize) || walks >= fleet.First {
		return 0, fmt.Errorf("multiwalk: %d searches of length %d are too many for one GPU; use up to %d",
			walks, w.s.n, min(fleet.First-1, math.MaxInt32/(w.s.n+lane.WarpSize)))
	}
	w.shape.Blocks = (walks + perBlock - 1) / perBlock
	return walks, nil
}

// layOutCopies chooses how many copies there are of each place: see kernel.RelocateIndependent. They take room from
// searches, so there are as many as leave at least two thirds of the searches. Measured on an H200 with pcb442, 32 searches
// on a multiprocessor with 16 copies made 222e9 moves/s, 36 with 8 copies 210e9, and 40 with one 207e9.
func (w *tourWalk) layOutCopies(walks int) (most, perBlock int, err error) {
	w.copies = 1
	most, perBlock, w.shape, err = w.layOutWith(1, walks)
	if err != nil || !w.s.kernels.drawn || w.s.kernels.place == 0 {
		return most, perBlock, err
	}
	for copies := min(lane.WarpSize, 128/w.s.kernels.place); copies > 1; copies /= 2 {
		full, block, shape, err := w.layOutWith(copies, walks)
		if err != nil {
			return 0, 0, err
		}
		if 3*full >= 2*most {
			w.copies, w.shape = copies, shape
			return full, block, nil
		}
	}
	return most, perBlock, nil
}

// layOutWith chooses the shape for a number of copies of each place. It returns the searches of a multiprocessor and of a
// block. If walks is 0, as many as fit are meant.
func (w *tourWalk) layOutWith(copies, walks int) (most, perBlock int, shape gpu.Shape, err error) {
	for warps := 1; warps <= lane.MaxThreads/lane.WarpSize; warps++ {
		shared := w.s.kernels.shared(w.s.n, copies, warps)
		if shared > w.Machine.SharedPerBlock() || w.Machine.Emulated() && warps > emulatedWarps || walks > 0 && warps > 1 &&
			(warps-1)*w.Machine.Multiprocessors() >= walks {
			break
		}
		blocks, err := w.anneal.Resident(warps*lane.WarpSize, shared)
		if err != nil {
			return 0, 0, shape, err
		}
		// Multiples of 4 keep the four schedulers of a multiprocessor equally busy.
		full := blocks * warps
		if full >= 4 {
			full &^= 3
		}
		if full > most || full == most && blocks > 1 {
			most, perBlock, shape = full, warps, gpu.Shape{Blocks: blocks * w.Machine.Multiprocessors(),
				Threads: warps * lane.WarpSize, Shared: shared}
		}
	}
	return most, perBlock, shape, nil
}

// begin makes the first tours, as the city that follows each, and takes the best of them for the incumbent.
func (w *tourWalk) begin() []uint16 {
	walks, n := int(w.plan.Walks), w.s.n
	w.costs = slices.Repeat([]int32{math.MaxInt32}, 2*walks)
	tours := make([]uint16, walks*n)
	given := w.constructed()
	fleet.Each(walks, func(i int) {
		x := make([]int32, n)
		if len(given) > 0 {
			copy(x, given[i%len(given)])
		} else {
			w.s.p.Space().Random(multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), x)
		}
		w.s.link(x, tours[i*n:(i+1)*n])
		w.costs[2*i] = int32(w.s.p.Cost(x))
	})
	w.Done.FullEvaluations += int64(walks)
	index, cost := w.Leader(-1)
	w.Least = cost
	w.s.unlink(tours[index/2*n:][:n], w.X)
	return tours
}

// constructions is how many different constructed tours searches start from: more would take longer than they are worth.
const constructions = 16

// constructed returns the tours to start from, or none for random ones.
func (w *tourWalk) constructed() [][]int32 {
	if w.Run.Start != nil {
		return [][]int32{w.Run.Start}
	}
	c, ok := w.s.p.(multiwalk.Constructor)
	if !ok || !w.s.m.Construct {
		return nil
	}
	tours := make([][]int32, min(constructions, int(w.plan.Walks)))
	fleet.Each(len(tours), func(i int) {
		tours[i] = make([]int32, w.s.n)
		c.Construct(multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), tours[i])
	})
	return tours
}

// link writes the tour x of the problem as the device has it: to each city the next, or with 2-opt the city at each
// position.
func (s *tourSearch) link(x []int32, tour []uint16) {
	last := s.number[x[len(x)-1]]
	for i, c := range x {
		if s.kernels.moves == "2opt" {
			tour[i] = uint16(s.number[c])
		} else {
			tour[last], last = uint16(s.number[c]), s.number[c]
		}
	}
}

// unlink is the inverse of link.
func (s *tourSearch) unlink(tour []uint16, x []int32) {
	c := uint16(0)
	for i := range x {
		if s.kernels.moves == "2opt" {
			x[i] = s.order[tour[i]]
		} else {
			x[i], c = s.order[c], tour[c]
		}
	}
}

// allocate makes the walk's memory.
func (w *tourWalk) allocate(tours []uint16) error {
	walks := int(w.plan.Walks)
	rungs := make([]int32, 1)
	if w.rungs != nil {
		rungs = w.rungs.of
	}
	heat := make([]float32, len(w.s.heat))
	for i, t := range w.s.heat {
		heat[i] = float32(t)
	}
	on, a := &w.Memory, &w.memory
	a.problem, a.order = on.Value(w.s.Module.Problem), fleet.ArrayOf(on, w.s.order)
	a.rungs, a.heat = fleet.ArrayOf(on, rungs), fleet.ArrayOf(on, heat)
	a.start, a.tours, a.best = fleet.Array[uint16](on, w.s.n), fleet.ArrayOf(on, tours), fleet.Array[uint16](on, len(tours))
	a.costs = fleet.ArrayOf(on, w.costs)
	if w.s.kernels.far {
		size := walks * (w.s.n + lane.WarpSize)
		a.links, a.gains, a.back = fleet.Array[uint64](on, size), fleet.Array[int32](on, size), fleet.Array[uint16](on, size)
	}
	w.Enter(walks)
	return w.Made()
}

// Leader implements fleet.Searches. A tour is told by the index of its cost: where search i is has 2*i, the best that it
// left has 2*i+1.
func (w *tourWalk) Leader(search int) (int, int64) {
	index := 2*search + 1
	if search < 0 {
		index = fleet.Leader(len(w.costs), func(i int) int64 { return int64(w.costs[i]) })
	}
	return index, int64(w.costs[index])
}

// Incumbent implements fleet.Searches.
func (w *tourWalk) Incumbent(index int, x []int32) error {
	from := w.memory.tours
	if index%2 == 1 {
		from = w.memory.best
	}
	if err := from.Read(w.next, index/2*w.s.n); err != nil {
		return err
	}
	w.s.unlink(w.next, x)
	return nil
}

// Proceed implements fleet.Searches. Searches drift between tours of one cost. Which of these tours becomes the incumbent depends on where
// launches end, and that differs between devices. What all searches restart from must not depend on it. So, where lanes draw their own
// moves, it is the tour that the leader has at that moment.
func (w *tourWalk) Proceed() (ended bool, err error) {
	if index, cost := w.Leader(-1); w.s.kernels.drawn && w.due() && cost == w.Least {
		if err := w.Incumbent(index, w.X); err != nil {
			return false, err
		}
	}
	return w.machineWalk.Proceed()
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *tourWalk) Adopt(x []int32, cost int64) {
	w.s.link(x, w.next)
	w.adopted = true
	w.Adopted(w.memory.start.Write(w.next, 0), x, cost)
}
