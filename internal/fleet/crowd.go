package fleet

import (
	"fmt"
	"sync"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/lending"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Kernels loads kernels of a module by name.
func Kernels(m *gpu.Machine, module kernel.Module, names ...string) (list []*gpu.Kernel, err error) {
	program, err := m.Load(module.Name, module.PTX)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		k, err := program.Kernel(module.Entries[name].Symbol, module.Entries[name].Func)
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

// Crowd returns how many searches a machine has: the number asked for; if that is 0, resident on each multiprocessor, as far
// as half of the free memory goes at bytes a search. More than most is an error.
func Crowd(m *gpu.Machine, asked, resident, bytes, most int, what string) (int, error) {
	many := asked
	if many == 0 {
		if many = resident * m.Multiprocessors(); !m.Emulated() {
			free, _, err := m.Memory()
			if err != nil {
				return 0, err
			}
			many = max(1, min(many, int(free/2/uint64(bytes))))
		}
	}
	if many > most {
		return 0, fmt.Errorf("multiwalk: %d %s are too many for one GPU; use up to %d", many, what, most)
	}
	return many, nil
}

// Each calls f for 0 to n-1 on all cores. Walks that work on these meanwhile, in a run on both, lend them: so f must wait for none.
func Each(n int, f func(i int)) {
	defer lending.Borrow()()
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

// Warps lays out a kernel in which each warp makes a search. Where the plan leaves their number to the method, there are as many as the
// machine holds at once. room is the shared memory of a block of some warps, bytes the global memory of a search. More than most is an error.
func (w *Walk) Warps(k *gpu.Kernel, room func(warps int) int, bytes, most int) (shape gpu.Shape, walks int, err error) {
	asked, perBlock, resident := w.Asked(), 1, 0
	for side := 1; side <= mostWarps; side *= 2 {
		s := gpu.Shape{Threads: lane.WarpSize * side, Shared: room(side)}
		if side > 1 && (asked > 0 && asked <= w.Machine.Multiprocessors()*side/2 || s.Shared > w.Machine.SharedPerBlock()) {
			break // few searches are spread over all multiprocessors
		}
		blocks, err := k.Resident(s.Threads, s.Shared)
		if err != nil {
			return shape, 0, err
		}
		if blocks*side > resident {
			resident, perBlock, shape = blocks*side, side, s
		}
	}
	most = min(most, First-1)
	walks, err = Crowd(w.Machine, asked, min(resident, most/w.Machine.Multiprocessors()), bytes, most, "searches")
	shape.Blocks = (walks + perBlock - 1) / perBlock
	return shape, walks, err
}

// Fewer lowers the number of searches that Warps found to few, unless the plan gives one.
func (w *Walk) Fewer(shape gpu.Shape, walks, few int) (gpu.Shape, int) {
	if w.Asked() == 0 && walks > few {
		perBlock := shape.Threads / lane.WarpSize
		walks, shape.Blocks = few, (few+perBlock-1)/perBlock
	}
	return shape, walks
}

// mostWarps bounds those of a block.
const mostWarps = 8
