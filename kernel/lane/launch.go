package lane

import "sync"

// PendingLaunches is how many nested launches a device keeps waiting, unless it is told to keep more.
const PendingLaunches = 2048

// Launch has a kernel run as a grid of its own, launched from inside a kernel, and reports whether it will: where too
// many such grids are waiting it returns false, and nothing is launched. The grid sees what the thread wrote before. It
// runs at some time until the launch that the thread belongs to is over, which includes it; the thread does not wait.
//
// kernel is the name of a plain kernel of the package that is compiled, and args may hold slices, but of global memory
// alone: shared memory and variables of the thread are gone when the grid runs. A module whose kernels launch needs
// NVIDIA's device runtime to be linked with it. Intrinsic.
func Launch[A any](t Thread, kernel func(t Thread, args A), args A, blocks, threads int32) bool {
	return t.at.launch(func(t Thread) { kernel(t, args) }, blocks, threads)
}

// nested is the grids that kernels of a launch of the emulator have launched, and that have not begun.
type nested struct {
	mu    sync.Mutex
	grids []grid
}

type grid struct {
	kernel          func(t Thread)
	blocks, threads int32
}

// launch puts a grid behind those that wait. To the race detector that orders two threads that launch, which on a device
// nothing does: a race across two launches can go unseen.
func (at *thread) launch(kernel func(t Thread), blocks, threads int32) bool {
	at.step()
	b := at.block
	if blocks < 1 || outside(threads, 1, MaxThreads) {
		b.lock()
		at.fail("a nested launch of %d blocks of %d threads: ask for at least 1 block, of 1 to %d threads", blocks, threads, MaxThreads)
	}
	n := b.grid.nested
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.grids) == PendingLaunches {
		return false
	}
	n.grids = append(n.grids, grid{kernel, blocks, threads})
	return true
}

// next returns the grid that has waited longest.
func (n *nested) next() (grid, bool) {
	if len(n.grids) == 0 {
		return grid{}, false
	}
	g := n.grids[0]
	n.grids = n.grids[1:]
	return g, true
}
