package tempering

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/temper"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

func (m ParallelTempering) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if _, err := temperModule(p); err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	return walking.OnlySwaps(m.Name(), p, d, m.Neighbourhood)
}

// temperModule returns the kernels for parallel tempering of a problem. The error says what is missing.
func temperModule(p multiwalk.Problem) (kernel.Module, error) {
	return fleet.PermutationModule(p, "", "StartTemper", "TemperSwap")
}

// temperFleet is parallel tempering on the machines of an accelerator. Its searches are ladders, each the chain that it is on a core.
type temperFleet struct {
	fleet.Fleet
	s        *temperingSearch
	products int // of a problem whose deltas follow from a matrix; 0 for another one
	bytes    int // of a delta

	corrections []int64 // see temper.TemperMatrixStaged; nil: there are none, or not room enough

	first  temperShape // the first that shape tries; 0: the first of all
	defers int         // swaps that byFarMatrix defers; 0: as many as the table says
	sweeps int64       // of a launch; 0: as many as the machine makes in some time
}

// prepareFleet prepares for the accelerator of the plan.
func (s *temperingSearch) prepareFleet() (walk.Search, error) {
	module, err := temperModule(s.p)
	if err != nil {
		return nil, walk.NoKernel(s.m.Name(), s.plan.Device, err.Error())
	}
	if s.sweep > temper.MaxSweep {
		return nil, fmt.Errorf("multiwalk: %s's sweeps of %d times the length %d are too long for a GPU; use up to %d", s.m.Name(),
			s.m.Sweep, s.n, temper.MaxSweep/s.n)
	}
	f := &temperFleet{s: s}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.n, Module: module, Ran: s.m, New: func() fleet.Machine { return f.machine() },
		Names: func(m *gpu.Machine) []string { return f.kernels(f.shape(m)) }}
	f.products, f.bytes = matrixOf(module)
	if f.products > 0 && f.room(byStaged, 0) <= lane.MaxShared {
		among, back := neighbourhood.MatricesFrom(module.Problem, s.n).Corrections()
		f.corrections = append(among, back...)
	}
	return f, nil
}

// matrixOf returns how many products a problem has whose deltas follow from a matrix, 0 for another, and their bytes.
func matrixOf(m kernel.Module) (products, bytes int) {
	for _, name := range []string{"StartTemperMatrix", "TemperMatrixStaged", "TemperMatrix", "TemperMatrixVast"} {
		if m.Entries[name].Func == nil {
			return 0, 0
		}
	}
	return fleet.MatrixOf(m)
}

// residentReplicas is the default number of replicas on a GPU. It does not depend on which: half as many as on a core where
// the matrices of these fit the shared memory of a block of 227 KB, and those of all do not; and where what a replica has
// there beside a matrix in global memory leaves no room for more.
func residentReplicas(p multiwalk.Problem) int {
	m, err := temperModule(p)
	if err != nil {
		return temperingReplicas // Prepare refuses it
	}
	products, bytes := matrixOf(m)
	if products == 0 {
		return temperingReplicas
	}
	n, room := p.Space().Len(), lane.MaxShared-temperStatic
	fits := func(replicas int) bool { return replicas*temper.MatrixRoom(n, products, bytes) <= room }
	if !fits(temperingReplicas) && (fits(temperingReplicas/2) || temperingReplicas*temper.VastRoom(n, products, bytes, 1) > room) {
		return temperingReplicas / 2
	}
	return temperingReplicas
}

// temperShape is how swaps are priced on a machine, which changes no result.
type temperShape int

const (
	byStaged    temperShape = 1 + iota // all that prices swaps is in shared memory
	byMatrix                           // the matrices of the replicas are
	byFarMatrix                        // they are in global memory
	byDelta                            // by the problem's SwapDelta
	byFarDelta                         // the permutations too are in global memory
)

// temperStatic is what a block takes of shared memory, in bytes, for what replicas know of each other.
const temperStatic = 2 << 10

// room is the bytes of shared memory of a block; delay is how many swaps byFarMatrix defers.
func (f *temperFleet) room(s temperShape, delay int) int {
	switch s {
	case byStaged:
		return f.room(byMatrix, 0) + temper.StagedCorrections(f.s.n, f.bytes)
	case byMatrix:
		return f.s.m.Replicas * temper.MatrixRoom(f.s.n, f.products, f.bytes)
	case byFarMatrix:
		return f.s.m.Replicas * temper.VastRoom(f.s.n, f.products, f.bytes, delay)
	case byDelta:
		return f.s.m.Replicas * temper.TemperRoom(f.s.n)
	}
	return 0
}

// shape chooses the first that fits the machine's shared memory: what a swap costs grows from one to the next.
func (f *temperFleet) shape(m *gpu.Machine) temperShape {
	s := max(byStaged, f.first)
	if f.corrections == nil {
		s = max(s, byMatrix)
	}
	if f.products == 0 {
		s = max(s, byDelta)
	}
	for ; !f.fits(m, s, 1); s++ {
	}
	return s
}

// fits says whether a block of a shape fits the machine.
func (f *temperFleet) fits(m *gpu.Machine, s temperShape, delay int) bool {
	return f.room(s, delay)+temperStatic <= m.SharedPerBlock()
}

// delay is how many swaps byFarMatrix defers on a machine, which changes no result. Half of them are missing on average when a
// swap is priced, so beyond some number they cost more there than they spare a pass.
func (f *temperFleet) delay(m *gpu.Machine) int {
	if f.defers > 0 {
		return f.defers
	}
	d := max(1, int(m.Tuned("tempering.delay", f.s.n)))
	for d > 1 && !f.fits(m, byFarMatrix, d) {
		d--
	}
	return d
}

// kernels names the kernels that make a shape's first permutations and its sweeps.
func (f *temperFleet) kernels(s temperShape) []string {
	switch s {
	case byStaged:
		return []string{"StartTemperMatrix", "TemperMatrixStaged"}
	case byMatrix:
		return []string{"StartTemperMatrix", "TemperMatrix"}
	case byFarMatrix:
		return []string{"StartTemperMatrix", "TemperMatrixVast"}
	}
	return []string{"StartTemper", "TemperSwap"}
}
