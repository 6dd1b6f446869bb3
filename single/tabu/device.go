package tabu

import (
	"fmt"
	"math"
	"reflect"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// tabuModule returns the kernels for tabu search of a problem. The error says what is missing.
func tabuModule(p multiwalk.Problem) (kernel.Module, error) {
	return fleet.PermutationModule(p, ": its type is no kernel.TabuSwapper", "StartTabu", "TabuSwap", "TabuSwapWide", "TabuSwapVast")
}

// tabuFleet is tabu search, iterated or not, on the machines of an accelerator.
type tabuFleet struct {
	fleet.Fleet
	launch   tabu.TabuPlan // what all launches have in common
	products int
	bytes    int // of a delta

	fixed tabuShape // a shape in place of the table's; 0 warps: none
	each  int64     // iterations of a launch; 0: as many as the machine makes in some time
}

// prepareFleet prepares for the accelerator of the plan; burst is nil for tabu search that is not iterated.
func prepareFleet(method string, s *tabuSearch, burst *IteratedTabu) (*tabuFleet, error) {
	module, err := tabuModule(s.p)
	if err != nil {
		return nil, walk.NoKernel(method, s.plan.Device, err.Error())
	}
	f := &tabuFleet{}
	f.Fleet = fleet.Fleet{Plan: s.plan, Problem: s.p, N: s.p.Space().Len(), Module: module, Ran: s.ran, Names: f.kernels,
		New: func() fleet.Machine { return f.machine() }}
	if f.products, f.bytes = fleet.MatrixOf(module); f.products == 0 {
		return nil, walk.NoKernel(method, s.plan.Device, fmt.Sprintf("the problem of its kernels, a %v, is no kernel.TabuSwapper",
			reflect.TypeOf(module.Problem)))
	}
	f.launch = tabu.TabuPlan{N: int32(f.N), Shortest: s.rule.shortest, Longest: s.rule.longest, Aspiration: s.rule.aspiration,
		Poll: tabuPoll}
	if s.rule.aspiration > 0 {
		f.launch.Ages = 1
	}
	if burst != nil {
		if burst.Length > math.MaxInt32 {
			return nil, fmt.Errorf("multiwalk: iterated-tabu length %d is too great for a GPU; use up to %d", burst.Length, math.MaxInt32)
		}
		all := *burst
		all.Tabu = s.ran
		f.Ran = all
		f.launch.Length, f.launch.Weakest, f.launch.Strongest = int32(burst.Length), int32(burst.Weakest), int32(burst.Strongest)
		f.launch.Bursts = 1
	}
	f.Settled = f.launch
	return f, nil
}

// asSearch is the interface of a search, nil where there is an error.
func asSearch(f *tabuFleet, err error) (walk.Search, error) {
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
