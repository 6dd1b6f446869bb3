package cooperate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// swapWalk is the searches of one machine over permutations.
type swapWalk struct {
	machineWalk
	s      *swapSearch
	plan   kernel.Swapping // of the next launch
	anneal *gpu.Kernel
	shape  gpu.Shape
	memory swapMemory
	costs  []int64 // two a search, as the kernel left them
}

// swapMemory is what the searches are on the machine: see kernel.AnnealSwap.
type swapMemory struct {
	problem                  *gpu.Value
	heat                     *gpu.Array[float64]
	rungs, elite, x, best    *gpu.Array[int32]
	costs, made, hits, reach *gpu.Array[int64]
	stop                     *gpu.Flag
}

// firstWalk is how far the numbers of two machines' first searches lie apart: above any number of searches.
const firstWalk = 1 << 24

func newSwapWalk(s *swapSearch, m *gpu.Machine, id int) (*swapWalk, error) {
	w := &swapWalk{s: s, machineWalk: machineWalk{cadence: s.cadence, m: m, once: s.m.Once}}
	if err := w.open(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	s.started.Add(w.walks)
	return w, nil
}

// open makes and begins the searches of machine number id.
func (w *swapWalk) open(id int) error {
	s := w.s
	start, err := w.load()
	if err != nil {
		return err
	}
	walks, err := w.layOut(id)
	if err != nil {
		return err
	}
	w.plan = kernel.Swapping{N: int32(s.n), Walks: int32(walks), Moves: int32(s.m.Moves), PerStep: int32(s.cadence.perStep),
		Seed: s.plan.Seed, First: uint32(id) * firstWalk, Poll: int32(max(1, 2000/s.n))}
	if s.m.Accept == acceptEach {
		w.plan.Each = 1
	}
	w.walks, w.proposals = int64(walks), int64(walks)*int64(s.m.Moves)
	if s.m.Tempering {
		w.plan.Rungs = 1
		w.rungs = newRungs(walks, s.heat, s.plan.Seed, w.plan.First)
	}
	if err := w.allocate(); err != nil {
		return err
	}
	return w.begin(start)
}

// load loads the kernels, and returns the one that starts searches.
func (w *swapWalk) load() (start *gpu.Kernel, err error) {
	program, err := w.m.Load(w.s.module.Name, w.s.module.PTX)
	if err != nil {
		return nil, err
	}
	anneal, first := w.s.kernels.anneal, w.s.kernels.start
	if w.anneal, err = program.Kernel(anneal.Symbol, anneal.Func); err != nil {
		return nil, err
	}
	return program.Kernel(first.Symbol, first.Func)
}

// layOut chooses the number of searches and the launch's shape, which changes no result.
func (w *swapWalk) layOut(id int) (walks int, err error) {
	walks = w.s.m.searches(w.s.plan, id)
	perBlock, resident, err := w.block(walks)
	if err != nil {
		return 0, err
	}
	if walks == 0 {
		walks = min(resident*w.m.Multiprocessors(), math.MaxInt32/w.s.n)
	}
	if walks > math.MaxInt32/w.s.n || walks >= firstWalk {
		return 0, fmt.Errorf("multiwalk: %d searches of length %d are too many for one GPU; use up to %d",
			walks, w.s.n, min(firstWalk-1, math.MaxInt32/w.s.n))
	}
	w.shape.Blocks = (walks + perBlock - 1) / perBlock
	return walks, nil
}

// block chooses how many searches a block has, so that a multiprocessor holds the most of them at once, and tells how
// many. Few searches are spread over all multiprocessors.
func (w *swapWalk) block(walks int) (perBlock, resident int, err error) {
	wide, threads := w.s.m.Moves > 32, 32
	if wide {
		threads = w.s.m.Moves
	}
	for side := 1; side <= 8; side *= 2 {
		if side > 1 && (wide || walks > 0 && walks <= w.m.Multiprocessors()*side/2) {
			break
		}
		shared := kernel.SwapRoom(w.s.n, side)
		if shared > w.m.SharedPerBlock() {
			if side > 1 {
				break
			}
			shared = 0 // the permutations stay in global memory
		}
		blocks, err := w.anneal.Resident(threads*side, shared)
		if err != nil {
			return 0, 0, err
		}
		if blocks*side > resident {
			resident, perBlock, w.shape = blocks*side, side, gpu.Shape{Threads: threads * side, Shared: shared}
		}
	}
	if resident == 0 {
		return 0, 0, fmt.Errorf("multiwalk: %v has no room for a block of %d threads of pspm; use fewer moves", w.m, threads)
	}
	return perBlock, resident, nil
}

// allocate makes the walk's memory.
func (w *swapWalk) allocate() error {
	walks, n := int(w.plan.Walks), w.s.n
	none := slices.Repeat([]int64{math.MaxInt64}, walks)
	w.costs, w.best, w.least = make([]int64, 2*walks), make([]int32, n), math.MaxInt64
	rungs := make([]int32, walks)
	if w.rungs != nil {
		rungs = w.rungs.of
	}
	a := &w.memory
	var err [10]error
	a.problem, err[0] = gpu.ValueOf(w.m, w.s.module.Problem)
	a.heat, err[1] = gpu.ArrayOf(w.m, w.s.heat)
	a.rungs, err[2] = gpu.ArrayOf(w.m, rungs)
	a.elite, err[3] = gpu.NewArray[int32](w.m, n)
	a.x, err[4] = gpu.NewArray[int32](w.m, walks*n)
	a.best, err[5] = gpu.NewArray[int32](w.m, walks*n)
	a.costs, err[6] = gpu.NewArray[int64](w.m, 2*walks)
	a.made, err[7] = gpu.NewArray[int64](w.m, walks)
	a.hits, err[8] = gpu.ArrayOf(w.m, none)
	a.reach, err[9] = gpu.ArrayOf(w.m, none[:1])
	for _, e := range err {
		if e != nil {
			return e
		}
	}
	var e error
	a.stop, e = gpu.NewFlag(w.m)
	return e
}

// Close frees the memory.
func (w *swapWalk) Close() error {
	a := &w.memory
	return errors.Join(a.problem.Free(), a.heat.Free(), a.rungs.Free(), a.elite.Free(), a.x.Free(), a.best.Free(), a.costs.Free(),
		a.made.Free(), a.hits.Free(), a.reach.Free(), a.stop.Free())
}

// begin makes the first solutions: random ones, constructed ones, or the one that the run starts from.
func (w *swapWalk) begin(start *gpu.Kernel) error {
	given := int32(0)
	c, constructs := w.s.p.(multiwalk.Constructor)
	if w.s.plan.Start != nil || w.s.m.Construct && constructs {
		given = 1
		x := make([]int32, int(w.plan.Walks)*w.s.n)
		each(int(w.plan.Walks), func(i int) {
			if own := x[i*w.s.n : (i+1)*w.s.n]; w.s.plan.Start != nil {
				copy(own, w.s.plan.Start)
			} else {
				c.Construct(multiwalk.NewRand(w.s.plan.Seed, int(w.plan.First)+i), own)
			}
		})
		if err := w.memory.x.Write(x, 0); err != nil {
			return err
		}
	}
	a := &w.memory
	const threads = 64
	shape := gpu.Shape{Blocks: (int(w.plan.Walks) + threads - 1) / threads, Threads: threads}
	if err := start.Launch(shape, a.problem, w.plan.N, w.plan.Walks, w.plan.Seed, w.plan.First, given, a.x, a.best,
		a.costs); err != nil {
		return err
	}
	if err := w.m.Wait(nil, nil); err != nil {
		return err
	}
	if err := a.costs.Read(w.costs, 0); err != nil {
		return err
	}
	w.counters.FullEvaluations += int64(w.plan.Walks)
	_, err := w.improve(w.leader())
	return err
}

// each calls f for 0 to n-1 on all cores.
func each(n int, f func(i int)) {
	const workers = 16
	var group sync.WaitGroup
	for k := range min(workers, n) {
		group.Go(func() {
			for i := k; i < n; i += workers {
				f(i)
			}
		})
	}
	group.Wait()
}

// leader returns the search with the least cost, the first of several.
func (w *swapWalk) leader() int {
	return gpu.Leader(int(w.plan.Walks), func(i int) int64 { return w.costs[2*i+1] })
}

// improve makes the best of a search the walk's incumbent, if it is one.
func (w *swapWalk) improve(search int) (bool, error) {
	cost := w.costs[2*search+1]
	if cost >= w.least {
		return false, nil
	}
	w.least = cost
	return true, w.memory.best.Read(w.best, search*w.s.n)
}

// Adopt implements multiwalk.Adopter: all searches go on from x.
func (w *swapWalk) Adopt(x []int32, cost int64) {
	if w.memory.elite.Write(x, 0) != nil {
		return // the machine is lost, and the next launch says so
	}
	w.plan.Start, w.adopted = cost, true
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}
