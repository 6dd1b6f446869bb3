package single

import (
	"fmt"
	"math"
	"reflect"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Place implements multiwalk.Placer.
func (m Tabu) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := m.checkMemory(m.Name(), d); err != nil {
		return err
	}
	return placeTabu(m.Name(), p, d, m.Neighbourhood)
}

// Place implements multiwalk.Placer.
func (m IteratedTabu) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := m.Tabu.checkMemory(m.Name(), d); err != nil {
		return err
	}
	return placeTabu(m.Name(), p, d, m.Tabu.Neighbourhood)
}

// Gains implements multiwalk.Gainer.
func (m Tabu) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	return p.Space().Kind() == multiwalk.KindPermutation && p.Space().Len() >= gainPlaces && m.Place(p, d) == nil
}

// Gains implements multiwalk.Gainer.
func (m IteratedTabu) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	if n := p.Space().JointLength(); n > 0 {
		return n >= gainJoint && m.Place(p, d) == nil
	}
	return m.Tabu.Gains(p, d)
}

// gainPlaces is the length from which a GPU gains unasked. Below, the cores of a computer come to the best known cost of most
// instances before the driver is open, which takes 0.1 s.
const gainPlaces = 40

// gainJoint is the same for two permutations: below, 16 cores make the iterations that the best known cost takes (nug12-d to nug15-d:
// 10,000 to 100,000) before the driver is open.
const gainJoint = 16

// placeTabu reports why the kernels of tabu search cannot run for p on d.
func placeTabu(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if p.Space().Kind() == multiwalk.KindBinary {
		if method == (IteratedTabu{}).Name() && byFlips(name) {
			return placeFlips(method, p, d, name)
		}
		return placeLook(method, p, d, name)
	}
	if p.Space().JointLength() > 0 && method == (IteratedTabu{}).Name() {
		return placeJoint(method, p, d, name)
	}
	if p.Space().Kind() == multiwalk.KindIntegers {
		return placeClash(method, p, d, name)
	}
	if err := onlySwaps(method, p, d, name); err != nil {
		return err
	}
	if _, err := tabuModule(p); err != nil {
		return multiwalk.NoKernel(method, d, err.Error())
	}
	return nil
}

// onlySwaps refuses a neighbourhood that a method's kernels do not have, and fixed elements, which they do not keep.
func onlySwaps(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if err := multiwalk.NoFixed(method, p); err != nil {
		return err
	}
	if _, own := p.(multiwalk.Mover); own && name == "" {
		name = neighbourhood.OpOwn.String()
	}
	if name == "" || name == neighbourhood.OpSwap.String() {
		return nil
	}
	return multiwalk.NoKernel(method, d, fmt.Sprintf("its kernels swap, and the neighbourhood is %q; run it on CPU cores", name))
}

// placeMoves reports why a kernel of tabu search cannot run for a problem. moves says what it does, in words; these is false where
// the neighbourhood of that name has other moves. lack is what its module lacks.
func placeMoves(method string, p multiwalk.Problem, d multiwalk.Device, name, moves string, these bool, lack error) error {
	if err := multiwalk.NoFixed(method, p); err != nil {
		return err
	}
	if _, own := p.(multiwalk.Mover); own || !these {
		return multiwalk.NoKernel(method, d, fmt.Sprintf("its kernel %s, and the neighbourhood is %q; run it on CPU cores", moves, name))
	}
	if err := noConstraints(method, p, d); err != nil {
		return err
	}
	if lack != nil {
		return multiwalk.NoKernel(method, d, lack.Error())
	}
	return nil
}

// noConstraints refuses a problem with constraints, which kernels of tabu search do not keep.
func noConstraints(method string, p multiwalk.Problem, d multiwalk.Device) error {
	if _, constrained := p.(multiwalk.Constrained); constrained {
		return multiwalk.NoKernel(method, d, "its kernel knows no constraints; run it on CPU cores")
	}
	return nil
}

// tabuModule returns the kernels for tabu search of a problem. The error says what is missing.
func tabuModule(p multiwalk.Problem) (kernel.Module, error) {
	return fleet.PermutationModule(p, ": its type is no kernel.TabuSwapper", "StartTabu", "TabuSwap", "TabuSwapWide", "TabuSwapVast")
}

// tabuFleet is tabu search, iterated or not, on the machines of an accelerator.
type tabuFleet struct {
	fleet.Fleet
	launch   kernel.TabuPlan // what all launches have in common
	products int
	bytes    int // of a delta

	fixed tabuShape // a shape in place of the table's; 0 warps: none
	each  int64     // iterations of a launch; 0: as many as the machine makes in some time
}

// prepareFleet prepares for the accelerator of the plan; burst is nil for tabu search that is not iterated.
func prepareFleet(method string, s *tabuSearch, burst *IteratedTabu) (*tabuFleet, error) {
	module, err := tabuModule(s.p)
	if err != nil {
		return nil, multiwalk.NoKernel(method, s.plan.Device, err.Error())
	}
	f := &tabuFleet{}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.p.Space().Len(), Module: module, Ran: s.ran, Names: f.kernels,
		New: func() fleet.Machine { return &machineTabu{f: f, plan: f.launch} }}
	if f.products, f.bytes = fleet.MatrixOf(module); f.products == 0 {
		return nil, multiwalk.NoKernel(method, s.plan.Device, fmt.Sprintf("the problem of its kernels, a %v, is no kernel.TabuSwapper",
			reflect.TypeOf(module.Problem)))
	}
	f.launch = kernel.TabuPlan{N: int32(f.N), Shortest: s.rule.shortest, Longest: s.rule.longest, Aspiration: s.rule.aspiration,
		Poll: tabuPoll}
	if burst != nil {
		if burst.Length > math.MaxInt32 {
			return nil, fmt.Errorf("multiwalk: iterated-tabu length %d is too great for a GPU; use up to %d", burst.Length, math.MaxInt32)
		}
		all := *burst
		all.Tabu = s.ran
		f.Ran = all
		f.launch.Length, f.launch.Weakest, f.launch.Strongest = int32(burst.Length), int32(burst.Weakest), int32(burst.Strongest)
	}
	return f, nil
}

// asSearch is the interface of a search, nil where there is an error.
func asSearch(f *tabuFleet, err error) (multiwalk.Search, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// kernels names those that make a machine's first permutations and its searches; none where none fits, as Start says.
func (f *tabuFleet) kernels(m *gpu.Machine) []string {
	shape, err := f.shape(m)
	if err != nil {
		return nil
	}
	return []string{"StartTabu", shape.kernelName()}
}

// tabuPoll is how many iterations a search makes between two looks at whether to stop. One takes some microseconds.
const tabuPoll = 16
