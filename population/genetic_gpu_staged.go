package population

import (
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/plain"
	"github.com/multiwalk/multiwalk/kernel"
)

// stagedPlaces is the length up to which blocks keep the problem in shared memory: at 25 to 50 that is twice as fast as
// threads without it, and at 100 as warps (BenchmarkGenetic_GPU).
const stagedPlaces = 100

// stagedForm is what a subpopulation needs whose block keeps the problem in shared memory.
type stagedForm struct {
	entry        kernel.Entry // none: the problem has no such kernel, or the method does not fit it
	longs, words int32
}

// stage finds that form. The kernel takes the bytes of a word for those of a GPU, and the emulator has those of the
// host.
func (m Genetic) stage(module kernel.Module, n int) (f stagedForm) {
	p, ok := module.Problem.(kernel.StagedCoster)
	if !ok || !plain.LowestFirst() || m.Crossover != demeOrders[deme.PartiallyMapped] || n > stagedPlaces {
		return f
	}
	f.entry = module.Entries["GeneticStaged"]
	f.longs, f.words = p.StageSize()
	return f
}

// fit chooses kernel and block: with the problem in shared memory, if there is such a kernel and as much room.
func (f *geneticFleet) fit(m *gpu.Machine, p *gpu.Program) (k *gpu.Kernel, shape gpu.Shape, pools bool, resident int, err error) {
	if e := f.staged.entry; e.Func != nil {
		if k, err = p.KernelFor(e.Symbol, e.Func, f.Settled); err != nil {
			return nil, shape, false, 0, err
		}
		if shape, resident, err = f.stagedShape(m, k); err != nil || resident > 0 {
			return k, shape, true, resident, err
		}
	}
	if k, err = p.KernelFor(f.entry.Symbol, f.entry.Func, f.Settled); err != nil {
		return nil, shape, false, 0, err
	}
	shape, pools, resident, err = f.shape(m, k)
	return k, shape, pools, resident, err
}

// stagedShape is shape for that kernel; resident is 0 if there is no room. A multiprocessor gets genetic.threads of package
// tuning, though it may hold more: the first to a target among many subpopulations has few generations, so it is there later.
func (f *geneticFleet) stagedShape(m *gpu.Machine, k *gpu.Kernel) (shape gpu.Shape, resident int, err error) {
	for threads := f.mostThreads(); threads >= 32; threads = threads / 2 / 32 * 32 {
		shared := deme.StagedRoom(f.s.n, f.s.m.Population, threads, f.staged.longs, f.staged.words)
		if shared+geneticStatic > m.SharedPerBlock() {
			continue
		}
		if resident, err = k.Resident(threads, shared); err != nil || resident > 0 {
			return gpu.Shape{Threads: threads, Shared: shared}, min(resident, max(1, int(m.Tuned("genetic.threads", f.s.n))/threads)), err
		}
	}
	return shape, 0, nil
}
