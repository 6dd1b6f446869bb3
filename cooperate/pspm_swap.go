package cooperate

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// swapSearch is pspm on a device for permutations: the kernels AnnealSwap or AnnealSwapWide.
type swapSearch struct {
	fleet.Fleet
	p       multiwalk.Problem
	m       PSPM
	n       int
	heat    []float64 // the temperatures, first to last
	cadence cadence
}

// swapModule returns the kernels for swaps of a problem over permutations. The error says what is missing.
func swapModule(p multiwalk.Problem) (kernel.Module, error) {
	return fleet.PermutationModule(p, "", "StartSwap", "AnnealSwap", "AnnealSwapWide")
}

// placeSwap reports why the swap kernels cannot run for p on d.
func (m PSPM) placeSwap(p multiwalk.Problem, d multiwalk.Device) error {
	if _, err := swapModule(p); err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	if nb := m.Neighbourhood; nb != "" && nb != "swap" {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("there are none for moves by %s of a permutation; "+
			"leave the neighbourhood empty", nb))
	}
	return nil
}

// prepareSwap prepares for permutations on the accelerator of the plan. Settings that are 0 fit the problem, whose costs
// may be of any size: see swapDefaults.
func (m PSPM) prepareSwap(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := m.placeSwap(p, plan.Device); err != nil {
		return nil, err
	}
	module, err := swapModule(p)
	if err != nil {
		return nil, err
	}
	swapper, ok := module.Problem.(kernel.Swapper)
	if !ok {
		return nil, walk.NoKernel(m.Name(), plan.Device, fmt.Sprintf("the problem of its kernels, a %T, "+
			"has no Cost and SwapDelta", module.Problem))
	}
	if m, err = m.swapDefaults(p, swapper, plan.Seed); err != nil {
		return nil, err
	}
	s, anneal := &swapSearch{p: p, m: m, n: p.Space().Len()}, "AnnealSwap"
	if m.Moves > 32 {
		anneal = "AnnealSwapWide"
	}
	s.Fleet = fleet.Fleet{Plan: plan, N: s.n, Module: module, Ran: m, Names: fleet.Always("StartSwap", anneal), New: func() fleet.Machine { return s.machine() }}
	s.heat = m.temperatures()
	s.cadence = m.cadence(int64(m.Sweeps)*int64(s.n), len(s.heat), paceIterations(s.n))
	return shared(s, plan), nil
}

// swapSweeps is how many iterations a temperature has by default, as multiples of the length. Each proposes 32 swaps or
// more, so that one is as much work as the ten of annealing on cores.
const swapSweeps = 1

// swapDefaults fills in and checks the settings. Temperatures follow from what the worse ones of 256 random swaps cost.
func (m PSPM) swapDefaults(p multiwalk.Problem, swapper kernel.Swapper, seed uint64) (PSPM, error) {
	start, end := m.Start, m.End
	m.Sweeps, m.Neighbourhood = cmp.Or(m.Sweeps, swapSweeps), ""
	m.Start = cmp.Or(start, max(1, 2*end)) // temperatures to be found must not be refused
	m.End = cmp.Or(end, m.Start/2)
	m, err := m.withDefaults()
	if err != nil {
		return m, err
	}
	if n := p.Space().Len(); m.Sweeps > math.MaxInt32/n {
		return m, fmt.Errorf("multiwalk: pspm's %d sweeps of a permutation of %d are too many; use up to %d",
			m.Sweeps, n, math.MaxInt32/n)
	}
	m.Start, m.End = metropolis.Range(start, end, worseSwaps(p, swapper, seed))
	if m.steps() > maxSteps {
		return m, fmt.Errorf("multiwalk: pspm's cooling constant alpha %v is so near 1 "+
			"that there are more than %d temperatures from %v to %v; use 0 for 0.99",
			m.Alpha, maxSteps, m.Start, m.End)
	}
	return m, nil
}

// worseSwaps samples 256 random swaps of a random permutation, and returns the deltas of those that are worse.
func worseSwaps(p multiwalk.Problem, swapper kernel.Swapper, seed uint64) []int64 {
	r := multiwalk.NewRand(seed, math.MaxInt32)
	x := make([]int32, p.Space().Len())
	p.Space().Random(r, x)
	var worse []int64
	for range 256 {
		i, j := int32(r.IntN(len(x))), int32(r.IntN(len(x)-1))
		if j >= i {
			j++
		}
		if d := swapper.SwapDelta(x, i, j); d > 0 {
			worse = append(worse, d)
		}
	}
	return worse
}

// paceIterations is how many iterations take an H200 full of searches some 10 ms, by which searches trade temperatures
// wherever they run.
func paceIterations(n int) int64 { return max(1, 10_000_000/(int64(n)*int64(70+n))) }

// launchIterations is how many iterations a launch has on a machine: some 10 ms if swaps are priced as those of problem/qap
// are, whose O(n) reads lie farther apart the longer the rows are. Others may take a third of that or three times as long.
func launchIterations(m *gpu.Machine, n int) int64 {
	return max(1, int64(m.Tuned("pspm.swap", n))/(int64(n)*int64(70+n)))
}

// emulatedShare is how many launches of the emulator come to one of a GPU, since it is so much slower. How iterations are
// split into launches changes nothing but when the run hears of what was found.
const emulatedShare = 32
