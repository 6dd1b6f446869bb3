package cooperate

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/anneal"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// swapWalk is the searches of one machine over permutations.
type swapWalk struct {
	machineWalk[anneal.Swapping, int64]
	s      *swapSearch
	memory swapArrays
}

// swapArrays is what the searches are on the machine: see anneal.AnnealSwap.
type swapArrays struct {
	rungs, elite, x, best *gpu.Array[int32]
	costs, made           *gpu.Array[int64]
}

// machine makes the searches of a machine.
func (s *swapSearch) machine() *swapWalk {
	w := &swapWalk{s: s}
	w.follow(s.cadence, s.m.Once, s.m.Moves)
	w.Plan = anneal.Swapping{N: int32(s.n), Moves: int32(s.m.Moves), PerStep: int32(s.cadence.perStep), Poll: int32(max(1, 2000/s.n))}
	if s.m.Accept == acceptEach {
		w.Plan.Each = 1
	}
	if s.m.Tempering {
		w.Plan.Rungs = 1
	}
	w.LayOut, w.Arrays, w.Opens, w.Lasts = w.layOut, w.arrays, w.open, w.lasts
	w.Takes = func(x []int32) error { return w.memory.elite.Write(x, 0) }
	w.Fits = func(plan anneal.Swapping) error { return w.memory.fits(plan, w.Hits) }
	w.Keeps = []any{&w.Plan.Start, &w.Plan.Drawn}
	return w
}

// layOut chooses the number of searches and the launch's shape, which changes no result.
func (w *swapWalk) layOut() (shape gpu.Shape, walks int, err error) {
	walks = cmp.Or(w.Asked(), w.s.m.Searches)
	pack, err := w.pack(walks)
	if err != nil {
		return shape, 0, err
	}
	if walks == 0 {
		walks = min(pack.Resident*w.Machine.Multiprocessors(), math.MaxInt32/w.s.n)
	}
	if walks > math.MaxInt32/w.s.n || walks >= fleet.First {
		return shape, 0, fmt.Errorf("multiwalk: %d searches of length %d are too many for one GPU; use up to %d",
			walks, w.s.n, min(fleet.First-1, math.MaxInt32/w.s.n))
	}
	return pack.Launch(walks), walks, nil
}

// pack chooses how many searches a block has.
func (w *swapWalk) pack(walks int) (fleet.Packing, error) {
	threads, most := lane.WarpSize, fleet.MostPerBlock
	if w.s.m.Moves > threads {
		threads, most = w.s.m.Moves, 1
	}
	pack, err := w.Pack(w.Kernel, walks, most, func(searches int) gpu.Shape {
		shared := anneal.SwapRoom(w.s.n, searches)
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

// arrays makes the walk's memory.
func (w *swapWalk) arrays() []any {
	on, a, walks, n := &w.Memory, &w.memory, w.Size, w.s.n
	w.paid = make([]int64, 2*walks)
	rungs := make([]int32, walks)
	if w.s.m.Tempering {
		w.rungs = newRungs(walks, w.s.heat, w.Run.Seed, w.Base)
		rungs = w.rungs.of
	}
	heat := fleet.ArrayOf(on, w.s.heat)
	a.rungs = fleet.ArrayOf(on, rungs)
	a.elite, a.x, a.best = fleet.Array[int32](on, n), fleet.Array[int32](on, walks*n), fleet.Array[int32](on, walks*n)
	a.costs, a.made = fleet.Array[int64](on, 2*walks), fleet.Array[int64](on, walks)
	w.Found = fleet.Rows{In: a.best, Step: n}
	w.keep(a.rungs, a.costs)
	return []any{heat, a.rungs, a.elite, a.x, a.best, a.costs, a.made}
}

// open makes the first solutions: random ones, constructed ones, or the one that the run starts from.
func (w *swapWalk) open() error {
	given := int32(0)
	c, constructs := w.s.p.(multiwalk.Constructor)
	if w.Run.Start != nil || w.s.m.Construct && constructs {
		given = 1
		x := make([]int32, w.Size*w.s.n)
		fleet.Each(w.Size, func(i int) {
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
	shape := gpu.Shape{Blocks: (w.Size + threads - 1) / threads, Threads: threads}
	return w.Others[0].Launch(shape, w.Problem, w.Plan.N, w.Plan.Walks, w.Plan.Seed, w.Plan.First, given, a.x, a.best, a.costs)
}
