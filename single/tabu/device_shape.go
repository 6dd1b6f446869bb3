package tabu

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
)

// tabuShape is how the searches of a machine are laid out, which changes no result.
type tabuShape struct {
	warps int  // a search
	walks int  // of a block; more than 1 only with one warp each
	vast  bool // the matrices are in global memory
}

// tabuWarps says how many warps make a search: as package tuning has it, or two threads a row of deltas. More warps wait for
// each other more often.
func tabuWarps(m *gpu.Machine, n int) int {
	if warps := int(m.Tuned("tabu.warps", n)); warps > 0 {
		return min(warps, vastWarps)
	}
	return min((2*n+31)/32, vastWarps)
}

// vastWarps is how many make a search whose matrices are in global memory.
const vastWarps = 16

// staticRoom is what a block's reductions take of shared memory, in bytes, beside what tabu.TabuRoom says.
const staticRoom = 2 << 10

// shape chooses the shape for a machine, by what fits its shared memory. A search of one warp has a block for itself at
// first: see fill.
func (f *tabuFleet) shape(m *gpu.Machine) (tabuShape, error) {
	s := tabuShape{warps: tabuWarps(m, f.N), walks: 1}
	if f.fixed.warps > 0 {
		s = f.fixed
	}
	if s.room(f) > s.most(m) {
		s = tabuShape{warps: vastWarps, walks: 1, vast: true}
	}
	if s.room(f) > s.most(m) {
		return s, fmt.Errorf("multiwalk: %s of n=%d takes %d bytes of shared memory, and a block of %v has %d; use the CPU",
			f.Ran.Name(), f.N, s.room(f), m, s.most(m))
	}
	return s, nil
}

// room is the bytes of shared memory of a block, and most how many it may be.
func (s tabuShape) room(f *tabuFleet) int {
	return s.walks * tabu.TabuRoom(f.N, f.products, f.bytes, s.vast)
}
func (tabuShape) most(m *gpu.Machine) int { return m.SharedPerBlock() - staticRoom }

// kernelName is the kernel that makes searches of the shape.
func (s tabuShape) kernelName() string {
	switch {
	case s.vast:
		return "TabuSwapVast"
	case s.warps > 1:
		return "TabuSwapWide"
	}
	return "TabuSwap"
}
