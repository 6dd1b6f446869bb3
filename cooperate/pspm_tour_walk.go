package cooperate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
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
	memory tourMemory
	costs  []int32 // two a search: where it is, and the best it left
	next   []uint16
}

// tourMemory is what the searches are on the machine: see kernel.Relocate.
type tourMemory struct {
	problem            *gpu.Value
	order, rungs       *gpu.Array[int32]
	heat               *gpu.Array[float32]
	start, tours, best *gpu.Array[uint16]
	costs              *gpu.Array[int32]
	hits, goal         *gpu.Array[int64]
	stop               *gpu.Flag
	links              *gpu.Array[uint64] // these three of searches that do not fit shared memory, else nil
	gains              *gpu.Array[int32]
	back               *gpu.Array[uint16]
}

func newTourWalk(s *tourSearch, m *gpu.Machine, id int) (*tourWalk, error) {
	w := &tourWalk{s: s, next: make([]uint16, s.n), machineWalk: machineWalk{cadence: s.cadence, m: m, once: s.m.Once,
		best: make([]int32, s.n), least: math.MaxInt64}}
	if err := w.open(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	s.started.Add(w.walks)
	return w, nil
}

// open makes and begins the searches of machine number id.
func (w *tourWalk) open(id int) error {
	s := w.s
	program, err := w.m.Load(s.kernels.module.Name, s.kernels.module.PTX)
	if err != nil {
		return err
	}
	if w.anneal, err = program.Kernel(s.anneal.Symbol, s.anneal.Func); err != nil {
		return err
	}
	walks, err := w.layOut(id)
	if err != nil {
		return err
	}
	w.plan = kernel.Annealing{Cities: int32(s.n), Moves: int32(s.moves), Walks: int32(walks), PerStep: int32(s.cadence.perStep),
		Seed: s.plan.Seed, First: uint32(id) * firstWalk}
	w.walks, w.proposals = int64(walks), int64(walks)*int64(s.moves)
	if s.m.Tempering {
		w.plan.Rungs = 1
		w.rungs = newRungs(walks, s.heat, s.plan.Seed, w.plan.First)
	}
	return w.allocate(w.begin())
}

// emulatedWarps is how many searches a block of the emulator has at most, where more only take longer.
const emulatedWarps = 4

// layOut chooses the launch's shape and the number of searches. The shape changes no result. Measured on an H200, blocks
// of 20 searches, two on a multiprocessor, were 8 % faster than five of 8 and 13 % faster than ten of 4, and 40 searches
// on a multiprocessor faster than 48 or 32.
func (w *tourWalk) layOut(id int) (walks int, err error) {
	walks = w.s.m.searches(w.s.plan, id)
	most, perBlock, err := w.layOutCopies(walks)
	if err != nil {
		return 0, err
	}
	if most == 0 {
		return 0, fmt.Errorf("multiwalk: %v has no room for a search of %d cities by pspm; use ils", w.m, w.s.n)
	}
	if walks == 0 {
		walks = min(w.shape.Blocks*perBlock, math.MaxInt32/(w.s.n+lane.WarpSize))
	}
	if walks > math.MaxInt32/(w.s.n+lane.WarpSize) || walks >= firstWalk {
		return 0, fmt.Errorf("multiwalk: %d searches of length %d are too many for one GPU; use up to %d",
			walks, w.s.n, min(firstWalk-1, math.MaxInt32/(w.s.n+lane.WarpSize)))
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

// layOutWith chooses the shape for so many copies of each place, and returns how many searches a multiprocessor has, and
// a block. For walks of 0 there are as many as fit.
func (w *tourWalk) layOutWith(copies, walks int) (most, perBlock int, shape gpu.Shape, err error) {
	for warps := 1; warps <= lane.MaxThreads/lane.WarpSize; warps++ {
		shared := w.s.kernels.shared(w.s.n, copies, warps)
		if shared > w.m.SharedPerBlock() || w.m.Emulated() && warps > emulatedWarps || walks > 0 && warps > 1 &&
			(warps-1)*w.m.Multiprocessors() >= walks {
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
			most, perBlock, shape = full, warps, gpu.Shape{Blocks: blocks * w.m.Multiprocessors(),
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
	each(walks, func(i int) {
		x := make([]int32, n)
		if len(given) > 0 {
			copy(x, given[i%len(given)])
		} else {
			w.s.p.Space().Random(multiwalk.NewRand(w.s.plan.Seed, int(w.plan.First)+i), x)
		}
		w.s.link(x, tours[i*n:(i+1)*n])
		w.costs[2*i] = int32(w.s.p.Cost(x))
	})
	w.counters.FullEvaluations += int64(walks)
	search := w.leader() / 2
	w.least = int64(w.costs[2*search])
	w.s.unlink(tours[search*n:(search+1)*n], w.best)
	return tours
}

// constructions is how many different constructed tours searches start from: more would take longer than they are worth.
const constructions = 16

// constructed returns the tours to start from, or none for random ones.
func (w *tourWalk) constructed() [][]int32 {
	if w.s.plan.Start != nil {
		return [][]int32{w.s.plan.Start}
	}
	c, ok := w.s.p.(multiwalk.Constructor)
	if !ok || !w.s.m.Construct {
		return nil
	}
	tours := make([][]int32, min(constructions, int(w.plan.Walks)))
	each(len(tours), func(i int) {
		tours[i] = make([]int32, w.s.n)
		c.Construct(multiwalk.NewRand(w.s.plan.Seed, int(w.plan.First)+i), tours[i])
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
	none := slices.Repeat([]int64{math.MaxInt64}, walks)
	rungs := make([]int32, 1)
	if w.rungs != nil {
		rungs = w.rungs.of
	}
	heat := make([]float32, len(w.s.heat))
	for i, t := range w.s.heat {
		heat[i] = float32(t)
	}
	a := &w.memory
	var err [14]error
	a.problem, err[0] = gpu.ValueOf(w.m, w.s.kernels.module.Problem)
	a.order, err[1] = gpu.ArrayOf(w.m, w.s.order)
	a.rungs, err[2] = gpu.ArrayOf(w.m, rungs)
	a.heat, err[3] = gpu.ArrayOf(w.m, heat)
	a.start, err[4] = gpu.NewArray[uint16](w.m, w.s.n)
	a.tours, err[5] = gpu.ArrayOf(w.m, tours)
	a.best, err[6] = gpu.NewArray[uint16](w.m, len(tours))
	a.costs, err[7] = gpu.ArrayOf(w.m, w.costs)
	a.hits, err[8] = gpu.ArrayOf(w.m, none)
	a.goal, err[9] = gpu.ArrayOf(w.m, none[:1])
	a.stop, err[10] = gpu.NewFlag(w.m)
	if w.s.kernels.far {
		size := walks * (w.s.n + lane.WarpSize)
		a.links, err[11] = gpu.NewArray[uint64](w.m, size)
		a.gains, err[12] = gpu.NewArray[int32](w.m, size)
		a.back, err[13] = gpu.NewArray[uint16](w.m, size)
	}
	return errors.Join(err[:]...)
}

// Close frees the memory.
func (w *tourWalk) Close() error {
	a := &w.memory
	return errors.Join(a.problem.Free(), a.order.Free(), a.rungs.Free(), a.heat.Free(), a.start.Free(), a.tours.Free(), a.best.Free(),
		a.costs.Free(), a.hits.Free(), a.goal.Free(), a.stop.Free(), a.links.Free(), a.gains.Free(), a.back.Free())
}

// leader returns the index in costs of the least, the first of several.
func (w *tourWalk) leader() int {
	return gpu.Leader(len(w.costs), func(i int) int64 { return int64(w.costs[i]) })
}

// improve makes the tour whose cost has that index the walk's incumbent, if it is better, which it reports. Where lanes draw
// their own moves it takes an equal one too: searches drift between tours of one cost, and where the first that a launch
// ended at stayed the incumbent, what all restart from would depend on how launches are cut, which devices do differently.
func (w *tourWalk) improve(index int) (bool, error) {
	cost := int64(w.costs[index])
	if cost > w.least || cost == w.least && !w.s.kernels.drawn {
		return false, nil
	}
	from := w.memory.tours
	if index%2 == 1 {
		from = w.memory.best
	}
	if err := from.Read(w.next, index/2*w.s.n); err != nil {
		return false, err
	}
	better := cost < w.least
	w.least = cost
	w.s.unlink(w.next, w.best)
	return better, nil
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *tourWalk) Adopt(x []int32, cost int64) {
	w.s.link(x, w.next)
	if w.memory.start.Write(w.next, 0) != nil {
		return // the machine is lost, and the next launch says so
	}
	w.adopted = true
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}
