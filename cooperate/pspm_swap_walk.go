package cooperate

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// swapWalk is the searches of one machine over permutations.
type swapWalk struct {
	machineWalk
	s      *swapSearch
	plan   kernel.Swapping // of the next launch
	anneal *gpu.Kernel
	shape  gpu.Shape
	memory swapArrays
	costs  []int64 // two a search, as the kernel left them
}

// swapArrays is what the searches are on the machine: see kernel.AnnealSwap.
type swapArrays struct {
	problem               *gpu.Value
	heat                  *gpu.Array[float64]
	rungs, elite, x, best *gpu.Array[int32]
	costs, made           *gpu.Array[int64]
}

// Start implements fleet.Machine.
func (w *swapWalk) Start(id int, kernels []*gpu.Kernel) error {
	s := w.s
	w.anneal = kernels[1]
	walks, err := w.layOut()
	if err != nil {
		return err
	}
	w.plan = kernel.Swapping{N: int32(s.n), Walks: int32(walks), Moves: int32(s.m.Moves), PerStep: int32(s.cadence.perStep),
		Seed: w.Run.Seed, First: w.Base, Poll: int32(max(1, 2000/s.n))}
	if s.m.Accept == acceptEach {
		w.plan.Each = 1
	}
	w.walks, w.proposals = int64(walks), int64(walks)*int64(s.m.Moves)
	if s.m.Tempering {
		w.plan.Rungs = 1
		w.rungs = newRungs(walks, s.heat, w.Run.Seed, w.Base)
	}
	if err := w.allocate(); err != nil {
		return err
	}
	return w.begin(kernels[0])
}

// layOut chooses the number of searches and the launch's shape, which changes no result.
func (w *swapWalk) layOut() (walks int, err error) {
	walks = cmp.Or(w.Asked(), w.s.m.Searches)
	pack, err := w.pack(walks)
	if err != nil {
		return 0, err
	}
	if walks == 0 {
		walks = min(pack.Resident*w.Machine.Multiprocessors(), math.MaxInt32/w.s.n)
	}
	if walks > math.MaxInt32/w.s.n || walks >= fleet.First {
		return 0, fmt.Errorf("multiwalk: %d searches of length %d are too many for one GPU; use up to %d",
			walks, w.s.n, min(fleet.First-1, math.MaxInt32/w.s.n))
	}
	w.shape = pack.Launch(walks)
	return walks, nil
}

// pack chooses how many searches a block has.
func (w *swapWalk) pack(walks int) (fleet.Packing, error) {
	threads, most := lane.WarpSize, fleet.MostPerBlock
	if w.s.m.Moves > threads {
		threads, most = w.s.m.Moves, 1
	}
	pack, err := w.Pack(w.anneal, walks, most, func(searches int) gpu.Shape {
		shared := kernel.SwapRoom(w.s.n, searches)
		if searches == 1 && shared > w.Machine.SharedPerBlock() {
			shared = 0 // the permutations stay in global memory
		}
		return gpu.Shape{Threads: threads * searches, Shared: shared}
	})
	if err == nil && pack.Resident == 0 {
		err = fmt.Errorf("multiwalk: %v has no room for a block of %d threads of pspm; use fewer moves", w.Machine, threads)
	}
	return pack, err
}

// allocate makes the walk's memory.
func (w *swapWalk) allocate() error {
	walks, n := int(w.plan.Walks), w.s.n
	w.costs = make([]int64, 2*walks)
	rungs := make([]int32, walks)
	if w.rungs != nil {
		rungs = w.rungs.of
	}
	on, a := &w.Memory, &w.memory
	a.problem, a.heat, a.rungs = on.Value(w.s.Module.Problem), fleet.ArrayOf(on, w.s.heat), fleet.ArrayOf(on, rungs)
	a.elite, a.x, a.best = fleet.Array[int32](on, n), fleet.Array[int32](on, walks*n), fleet.Array[int32](on, walks*n)
	a.costs, a.made = fleet.Array[int64](on, 2*walks), fleet.Array[int64](on, walks)
	w.Enter(walks)
	return w.Made()
}

// begin makes the first solutions: random ones, constructed ones, or the one that the run starts from.
func (w *swapWalk) begin(start *gpu.Kernel) error {
	given := int32(0)
	c, constructs := w.s.p.(multiwalk.Constructor)
	if w.Run.Start != nil || w.s.m.Construct && constructs {
		given = 1
		x := make([]int32, int(w.plan.Walks)*w.s.n)
		fleet.Each(int(w.plan.Walks), func(i int) {
			if own := x[i*w.s.n : (i+1)*w.s.n]; w.Run.Start != nil {
				copy(own, w.Run.Start)
			} else {
				c.Construct(multiwalk.NewRand(w.Run.Seed, int(w.Base)+i), own)
			}
		})
		if err := w.memory.x.Write(x, 0); err != nil {
			return err
		}
	}
	a := &w.memory
	const threads = 64
	shape := gpu.Shape{Blocks: (int(w.plan.Walks) + threads - 1) / threads, Threads: threads}
	return w.Begin(start.Launch(shape, a.problem, w.plan.N, w.plan.Walks, w.plan.Seed, w.plan.First, given, a.x, a.best,
		a.costs), int(w.plan.Walks))
}

// Leader implements fleet.Searches.
func (w *swapWalk) Leader(search int) (int, int64) {
	return fleet.Lead(search, int(w.plan.Walks), func(i int) int64 { return w.costs[2*i+1] })
}

// Incumbent implements fleet.Searches.
func (w *swapWalk) Incumbent(search int, x []int32) error { return w.memory.best.Read(x, search*w.s.n) }

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *swapWalk) Adopt(x []int32, cost int64) {
	w.plan.Start, w.adopted = cost, true
	w.Adopted(w.memory.elite.Write(x, 0), x, cost)
}

// Kept implements fleet.Searches.
func (w *swapWalk) Kept() []any { return append(w.machineWalk.Kept(), &w.plan.Start, &w.plan.Drawn) }
