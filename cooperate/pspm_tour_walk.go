package cooperate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/relocate"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// pspmTourWalk is the searches of one machine over tours.
type pspmTourWalk struct {
	machineWalk[relocate.Annealing, int32]
	s      *tourSearch
	copies int // of each place in shared memory
	memory tourArrays
	next   []uint16
}

// tourArrays is what the searches are on the machine: see relocate.Relocate.
type tourArrays struct {
	order, rungs       *gpu.Array[int32]
	start, tours, best *gpu.Array[uint16]
	costs              *gpu.Array[int32]
	links              *gpu.Array[uint64] // these three of searches that do not fit shared memory, else nil
	gains              *gpu.Array[int32]
	back               *gpu.Array[uint16]
}

// machine makes the searches of a machine.
func (s *tourSearch) machine() *pspmTourWalk {
	w := &pspmTourWalk{s: s, next: make([]uint16, s.n)}
	w.follow(s.cadence, s.m.Once, s.moves)
	w.Plan = relocate.Annealing{Cities: int32(s.n), Moves: int32(s.moves), PerStep: int32(s.cadence.perStep)}
	if s.m.Tempering {
		w.Plan.Rungs = 1
	}
	w.LayOut, w.Arrays, w.Lasts = w.layOut, w.arrays, w.lasts
	w.Found = fleet.Packed(w.tour)
	w.Takes = func(x []int32) error {
		s.link(x, w.next)
		return w.memory.start.Write(w.next, 0)
	}
	w.Fits = func(plan relocate.Annealing) error { return w.memory.fits(plan, s.kernels.far, w.Hits) }
	return w
}

// emulatedWarps is how many searches a block of the emulator has at most, where more only take longer.
const emulatedWarps = 4

// layOut chooses the launch's shape and the number of searches. The shape changes no result. Measured on an H200, blocks
// of 20 searches, two on a multiprocessor, were 8 % faster than five of 8 and 13 % faster than ten of 4, and 40 searches
// on a multiprocessor faster than 48 or 32.
func (w *pspmTourWalk) layOut() (shape gpu.Shape, walks int, err error) {
	walks = cmp.Or(w.Asked(), w.s.m.Searches)
	most, perBlock, shape, err := w.layOutCopies(walks)
	if err != nil {
		return shape, 0, err
	}
	if most == 0 {
		return shape, 0, fmt.Errorf("multiwalk: %v has no room for a search of %d cities by pspm; auto.For chooses another method", w.Machine, w.s.n)
	}
	if walks == 0 {
		walks = min(shape.Blocks*perBlock, math.MaxInt32/(w.s.n+lane.WarpSize))
	}
	if walks > math.MaxInt32/(w.s.n+lane.WarpSize) || walks >= fleet.First {
		return shape, 0, fmt.Errorf("multiwalk: %d searches of length %d are too many for one GPU; use up to %d",
			walks, w.s.n, min(fleet.First-1, math.MaxInt32/(w.s.n+lane.WarpSize)))
	}
	shape.Blocks = (walks + perBlock - 1) / perBlock
	return shape, walks, nil
}

// layOutCopies chooses how many copies there are of each place: see relocate.RelocateIndependent. They take room from
// searches, so there are as many as leave at least two thirds of the searches. Measured on an H200 with pcb442, 32 searches
// on a multiprocessor with 16 copies made 222e9 moves/s, 36 with 8 copies 210e9, and 40 with one 207e9.
func (w *pspmTourWalk) layOutCopies(walks int) (most, perBlock int, shape gpu.Shape, err error) {
	w.copies = 1
	most, perBlock, shape, err = w.layOutWith(1, walks)
	if err != nil || !w.s.kernels.drawn || w.s.kernels.place == 0 {
		return most, perBlock, shape, err
	}
	for copies := min(lane.WarpSize, 128/w.s.kernels.place); copies > 1; copies /= 2 {
		full, block, wide, err := w.layOutWith(copies, walks)
		if err != nil {
			return 0, 0, shape, err
		}
		if 3*full >= 2*most {
			w.copies = copies
			return full, block, wide, nil
		}
	}
	return most, perBlock, shape, nil
}

// layOutWith chooses the shape for a number of copies of each place. It returns the searches of a multiprocessor and of a
// block. If walks is 0, as many as fit are meant.
func (w *pspmTourWalk) layOutWith(copies, walks int) (most, perBlock int, shape gpu.Shape, err error) {
	for warps := 1; warps <= lane.MaxThreads/lane.WarpSize; warps++ {
		shared := w.s.kernels.shared(w.s.n, copies, warps)
		if shared > w.Machine.SharedPerBlock() || w.Machine.Emulated() && warps > emulatedWarps || walks > 0 && warps > 1 &&
			(warps-1)*w.Machine.Multiprocessors() >= walks {
			break
		}
		blocks, err := w.Kernel.Resident(warps*lane.WarpSize, shared)
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

// begin makes the first tours, as the city that follows each, and what they cost.
func (w *pspmTourWalk) begin() []uint16 {
	n, given := w.s.n, w.constructed()
	w.paid = slices.Repeat([]int32{math.MaxInt32}, 2*w.Size)
	tours := make([]uint16, w.Size*n)
	fleet.Each(w.Size, func(i int) {
		x := make([]int32, n)
		if len(given) > 0 {
			copy(x, given[i%len(given)])
		} else {
			w.s.p.Space().Random(multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), x)
		}
		w.s.link(x, tours[i*n:(i+1)*n])
		w.paid[2*i] = int32(w.s.p.Cost(x))
	})
	return tours
}

// constructions is how many different constructed tours searches start from: more would take longer than they are worth.
const constructions = 16

// constructed returns the tours to start from, or none for random ones.
func (w *pspmTourWalk) constructed() [][]int32 {
	if w.Run.Start != nil {
		return [][]int32{w.Run.Start}
	}
	c, ok := w.s.p.(multiwalk.Constructor)
	if !ok || !w.s.m.Construct {
		return nil
	}
	tours := make([][]int32, min(constructions, w.Size))
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

// arrays makes the walk's memory.
func (w *pspmTourWalk) arrays() []any {
	tours := w.begin()
	rungs := make([]int32, 1)
	if w.s.m.Tempering {
		w.rungs = newRungs(w.Size, w.s.heat, w.Run.Seed, w.Base)
		rungs = w.rungs.of
	}
	heat := make([]float32, len(w.s.heat))
	for i, t := range w.s.heat {
		heat[i] = float32(t)
	}
	on, a := &w.Memory, &w.memory
	a.order, a.rungs = fleet.ArrayOf(on, w.s.order), fleet.ArrayOf(on, rungs)
	heats := fleet.ArrayOf(on, heat)
	a.start, a.tours, a.best = fleet.Array[uint16](on, w.s.n), fleet.ArrayOf(on, tours), fleet.Array[uint16](on, len(tours))
	a.costs = fleet.ArrayOf(on, w.paid)
	if w.s.kernels.drawn {
		w.Behind = append(w.Behind, int32(w.copies))
	}
	if w.s.kernels.far {
		size := w.Size * (w.s.n + lane.WarpSize)
		a.links, a.gains, a.back = fleet.Array[uint64](on, size), fleet.Array[int32](on, size), fleet.Array[uint16](on, size)
		w.Behind = append(w.Behind, a.links, a.gains, a.back)
	}
	w.keep(a.rungs, a.costs)
	return []any{a.order, heats, a.rungs, a.start, a.tours, a.best, a.costs}
}

// Leader implements fleet.Searches. A tour is told by the index of its cost: where search i is has 2*i, the best that it
// left has 2*i+1.
func (w *pspmTourWalk) Leader(search int) (int, int64) {
	index := 2*search + 1
	if search < 0 {
		index = fleet.Leader(len(w.paid), func(i int) int64 { return int64(w.paid[i]) })
	}
	return index, int64(w.paid[index])
}

// tour reads one by its index.
func (w *pspmTourWalk) tour(index int, x []int32) error {
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
func (w *pspmTourWalk) Proceed() (ended bool, err error) {
	if index, cost := w.Leader(-1); w.s.kernels.drawn && w.due() && cost == w.Least {
		if err := w.Incumbent(index, w.X); err != nil {
			return false, err
		}
	}
	return w.machineWalk.Proceed()
}
