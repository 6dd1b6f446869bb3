package fleet

import (
	"fmt"
	"sync"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/lending"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Kernels loads kernels of a module by name. settled is their plan, as far as it is the same in all launches, or nil.
func Kernels(m *gpu.Machine, module kernel.Module, settled any, names ...string) (list []*gpu.Kernel, err error) {
	program, err := m.Load(module.Name, module.PTX)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		k, err := program.KernelFor(module.Entries[name].Symbol, module.Entries[name].Func, settled)
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

// Many returns how many searches a machine has: the number asked for; if that is 0, resident on each multiprocessor, as far
// as half of the free memory goes at bytes a search. More than most is an error.
func Many(m *gpu.Machine, asked, resident, bytes, most int, what string) (int, error) {
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
	p, err := w.Pack(k, w.Asked(), MostPerBlock, func(warps int) gpu.Shape {
		return gpu.Shape{Threads: lane.WarpSize * warps, Shared: room(warps)}
	})
	if err != nil {
		return p.Shape, 0, err
	}
	most = min(most, First-1)
	walks, err = Many(w.Machine, w.Asked(), min(p.Resident, most/w.Machine.Multiprocessors()), bytes, most, "searches")
	return p.Launch(walks), walks, err
}

// Packing is how searches share blocks.
type Packing struct {
	Shape    gpu.Shape // of a block
	PerBlock int       // searches
	Resident int       // searches that a multiprocessor holds; 0: it has no room for a block
}

// Launch is the shape of a launch of all searches.
func (p Packing) Launch(walks int) gpu.Shape {
	p.Shape.Blocks = (walks + p.PerBlock - 1) / p.PerBlock
	return p.Shape
}

// Pack finds how many searches share a block so that a multiprocessor holds the most of them: 1, 2, 4 and so on to
// most, of several the fewest. If few are asked for, they are spread over all multiprocessors. shape is that of a block
// of some searches.
func (w *Walk) Pack(k *gpu.Kernel, asked, most int, shape func(searches int) gpu.Shape) (Packing, error) {
	best := Packing{PerBlock: 1}
	for side := 1; side <= most; side *= 2 {
		s := shape(side)
		if side > 1 && (asked > 0 && asked <= w.Machine.Multiprocessors()*side/2 || s.Shared > w.Machine.SharedPerBlock()) {
			break
		}
		blocks, err := k.Resident(s.Threads, s.Shared)
		if err != nil {
			return best, err
		}
		if blocks*side > best.Resident {
			best = Packing{s, side, blocks * side}
		}
	}
	return best, nil
}

// Fewer lowers the number of searches that Warps found to few, unless the plan gives one.
func (w *Walk) Fewer(shape gpu.Shape, walks, few int) (gpu.Shape, int) {
	if w.Asked() == 0 && walks > few {
		perBlock := shape.Threads / lane.WarpSize
		walks, shape.Blocks = few, (few+perBlock-1)/perBlock
	}
	return shape, walks
}

// MostPerBlock bounds the searches of a block.
const MostPerBlock = 8
