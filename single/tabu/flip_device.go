package tabu

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/flips"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// flipFleet is tabu search over flips of bits, iterated or not, on the machines of an accelerator: thousands of searches by kernel
// TabuFlip. Where it is iterated they share what they find, as the adaptive bulk search of Nakano et al. (2023) does: after as many
// iterations as a burst has, each is given a solution between two of the best of all, from which its next burst begins.
type flipFleet struct {
	fleet.Fleet
	rows   kernel.ByteRower
	launch tabu.TabuFlips // what all launches have in common
	// mirrored says that a solution costs what its complement does.
	mirrored bool
}

// flipModule returns the kernels for tabu search over flips. The error says what is missing.
func flipModule(p multiwalk.Problem) (m kernel.Module, rows kernel.ByteRower, err error) {
	if m, err = fleet.ModuleOf(p, "TabuFlip"); err != nil {
		return m, nil, err
	}
	rows, ok := m.Problem.(kernel.ByteRower)
	if !ok || rows.Factor() == 0 {
		err = fmt.Errorf("the weights of its pairs are no bytes times 1, 2 or 3, or it has more than %d bits", kernel.MaxFlips)
	}
	return m, rows, err
}

// flipTenure is the shortest tenure over an nth of the bits, flipSpread how many tenures there are: those of Glover, Lu and Hao 2010.
const (
	flipTenure = 100
	flipSpread = 10
	flipBursts = 8 // iterations of a burst for each bit
)

// flipTenures is what tenures on a GPU are drawn from: spread numbers from shortest on.
func (m Tabu) flipTenures(n int) (shortest, spread int, err error) {
	if m.Tenure == 0 {
		most := min(tabu.MaxFlipTenure, max(1, n/4))
		shortest = min(n/flipTenure+1, most)
		return shortest, min(flipSpread, most-shortest+1), nil
	}
	if shortest, spread = around(m.Tenure); shortest+spread-1 > tabu.MaxFlipTenure {
		err = fmt.Errorf("multiwalk: tabu tenure %d is too long for a GPU; use up to %d, or 0 for the default", m.Tenure, tabu.MaxFlipTenure*9/10)
	}
	return shortest, spread, err
}

func (f *flipFleet) Load(tell func(msg string)) error {
	err := f.Fleet.Load(tell)
	if err == nil && f.launch.Length > 0 {
		err = gpu.Preload(f.Plan.Device, flips.Module(), tell, shareKernels, nil)
	}
	return err
}

// prepareFlips prepares for bits on the accelerator of the plan.
func (m IteratedTabu) prepareFlips(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	n := p.Space().Len()
	m, err := m.crowded(n, flipBursts*n, max(2, n/100), max(2, n/20), tabu.MostFlips, "flips")
	if err != nil {
		return nil, err
	}
	module, rows, err := flipModule(p)
	if err != nil {
		return nil, walk.NoKernel(m.Name(), plan.Device, err.Error())
	}
	shortest, spread, err := m.Tabu.flipTenures(n)
	if err != nil {
		return nil, err
	}
	f := &flipFleet{rows: rows, mirrored: mirrored(rows, n), launch: tabu.TabuFlips{
		Bits: rows.Bits(), N: int32(n), Shortest: int32(shortest), Spread: int32(spread), Length: int32(min(m.Length, math.MaxInt32)),
		Weakest: int32(m.Weakest), Strongest: int32(m.Strongest), Poll: tabuPoll}}
	m.Tabu = m.Tabu.drawing(shortest, spread)
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: n, Module: module, Ran: m, Names: fleet.Always("TabuFlip"),
		New: func() fleet.Machine { return f.machine() }}
	return f, nil
}
