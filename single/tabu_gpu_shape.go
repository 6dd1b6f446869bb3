package single

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// tabuShape is how the searches of a machine are laid out, which changes no result.
type tabuShape struct {
	warps int // a search
	walks int // of a block; more than 1 only with one warp each
	where int // kernel.TabuNear and so on
}

// tabuWarps says how many warps make a search, by the greatest n for which they do. A warp goes through a sixteenth to a
// quarter of the rows of a sweep; more warps wait for each other more often, fewer leave a multiprocessor with too few of
// them, since shared memory holds few searches of great n. The table follows from counted instructions and awaits
// measuring: see BenchmarkTabu_Shapes.
var tabuWarps = []struct{ n, warps int }{{40, 1}, {56, 2}, {80, 4}, {112, 8}, {math.MaxInt, 16}}

// tabuBlock is how many searches of one warp share a block.
const tabuBlock = 4

// staticRoom is what a block's reductions take of shared memory, in bytes, beside what kernel.TabuRoom says.
const staticRoom = 2 << 10

// forced is a shape by which tests and benchmarks replace the table's; 0 warps leave it.
var forced tabuShape

// shape chooses the shape for a machine, by what fits its shared memory.
func (f *tabuFleet) shape(m *gpu.Machine) (tabuShape, error) {
	s := tabuShape{walks: 1, where: kernel.TabuNear}
	for _, row := range tabuWarps {
		if s.warps = row.warps; f.n <= row.n {
			break
		}
	}
	if forced.warps > 0 {
		s = forced
	} else if s.warps == 1 {
		s.walks = tabuBlock
	}
	for s.room(f) > m.SharedPerBlock()-staticRoom {
		switch {
		case s.walks > 1:
			s.walks /= 2
		case s.where < kernel.TabuFar:
			s.where++
		default:
			return s, fmt.Errorf("multiwalk: %s of n=%d takes %d bytes of shared memory, and a block of %v has %d; use the CPU",
				f.method, f.n, s.room(f), m, m.SharedPerBlock()-staticRoom)
		}
	}
	if s.where > kernel.TabuNear && s.warps == 1 {
		s.warps = tabuWarps[len(tabuWarps)-1].warps
	}
	return s, nil
}

// room is the bytes of shared memory of a block.
func (s tabuShape) room(f *tabuFleet) int {
	return s.walks * kernel.TabuRoom(f.n, f.products, f.bytes, s.where)
}

// kernelName is the kernel that makes searches of the shape.
func (s tabuShape) kernelName() string {
	switch {
	case s.where > kernel.TabuNear:
		return "TabuSwapVast"
	case s.warps > 1:
		return "TabuSwapWide"
	}
	return "TabuSwap"
}
