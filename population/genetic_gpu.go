package population

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// geneticWarps and geneticThreads are the most teams of a block that make a child each: warps where the lanes of a
	// warp share one, else threads. Two blocks of 16 warps fill a multiprocessor as far as registers go, and one works
	// while the other one waits at the end of a generation.
	geneticWarps, geneticThreads = 16, 128
	// alonePlaces is the length up to which threads that make a child each outdo warps, by a factor of 2.9 at 25 and
	// 1.7 at 50; at 100 warps are 1.5 times as fast. Subpopulations take turns sooner with warps, but fewer fit:
	// BenchmarkGenetic_GPU.
	alonePlaces = 64
	// geneticStatic is the shared memory that the kernels take beside what they are given: scratch of reductions.
	geneticStatic = 2 << 10
	// emulatedIndividuals is the children of a launch on the emulator, which makes some 10,000 a second.
	emulatedIndividuals = 128
)

// geneticModule returns the kernel for a problem and the module that has it. The error says what is missing.
func geneticModule(p multiwalk.Problem) (m kernel.Module, e kernel.Entry, terms bool, err error) {
	if m, err = fleet.ModuleOf(p); err != nil {
		return m, e, false, err
	}
	if e = m.Entries["GeneticTerms"]; e.Func != nil {
		return m, e, true, nil
	}
	if e = m.Entries["Genetic"]; e.Func == nil {
		return m, e, false, fmt.Errorf("its module lacks Genetic; see multiwalk kernel check")
	}
	return m, e, false, nil
}

func (m Genetic) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	m, rule, err := m.withDefaults(p)
	if err != nil {
		return err
	}
	if err := errors.Join(walk.NoFixedEdges(m.Name(), p), walk.NoFixed(m.Name(), p)); err != nil {
		return err
	}
	if s := p.Space(); !ordered(s.Kind()) {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("its kernels cross permutations and tours, and the space is %v; run it on CPU cores", s))
	}
	if rule.Orders > deme.Ordered {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("its kernels cross by pmx and ox, and not by %s; run it on CPU cores", m.Crossover))
	}
	_, _, terms, err := geneticModule(p)
	if err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	n := p.Space().Len()
	if least := deme.GeneticRoom(n, m.Population, smallestTeams(terms), false); least > mostShared {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("%d individuals of %d elements need %d bytes of shared memory a block, "+
			"and there are %d: use up to %d elements, or fewer individuals",
			m.Population, n, least, mostShared, m.longest(terms)))
	}
	return nil
}

// mostShared is the shared memory that a block of an H100 or H200 can be given. What fits there may still not fit a
// smaller GPU, which the walk finds out.
const mostShared = 227<<10 - geneticStatic

// smallestTeams is how many teams the smallest block has: one warp.
func smallestTeams(terms bool) int {
	if terms {
		return 1
	}
	return 32
}

// longest is the longest permutation that has room.
func (m Genetic) longest(terms bool) int {
	n := 0
	for step := mostShared; step > 0; step /= 2 {
		if deme.GeneticRoom(n+step, m.Population, smallestTeams(terms), false) <= mostShared {
			n += step
		}
	}
	return n
}

// geneticFleet is Genetic on an accelerator: a walk of Minimize is a machine with its subpopulations.
type geneticFleet struct {
	fleet.Fleet
	s      *geneticSearch
	entry  kernel.Entry
	terms  bool // a warp makes a child
	staged stagedForm
	pace   int // generations at whose multiples a launch ends; 0: none
}

func newGeneticFleet(s *geneticSearch, d multiwalk.Accelerator) (walk.Search, error) {
	if err := s.m.Place(s.p, d); err != nil {
		return nil, err
	}
	f := &geneticFleet{s: s}
	f.Fleet = fleet.Fleet{Plan: s.plan, N: s.n, Ran: s.m, Names: f.kernels, New: func() fleet.Machine { return f.machine() }}
	f.Settled = deme.Breeding{Rule: s.rule}
	var err error
	if f.Module, f.entry, f.terms, err = geneticModule(s.p); err != nil {
		return nil, err
	}
	alone := f.Module.Entries["Genetic"]
	if f.terms && alone.Func != nil && s.n <= alonePlaces &&
		deme.GeneticRoom(s.n, s.m.Population, smallestTeams(false), false) <= mostShared {
		f.entry, f.terms = alone, false
	}
	f.staged = s.m.stage(f.Module, s.n)
	return f, nil
}

// kernels names the one that breeds.
func (f *geneticFleet) kernels(*gpu.Machine) []string {
	if f.staged.entry.Func != nil {
		return []string{"GeneticStaged"}
	}
	if f.terms {
		return []string{"GeneticTerms"}
	}
	return []string{"Genetic"}
}

// Pace sets the length of launches so that each period of that many generations ends with a launch, and returns how many launches a
// period takes.
// See cooperate.Islands.
func (f *geneticFleet) Pace(generations int) (units int) {
	f.pace = generations
	many := int(f.launch(gpu.IsEmulator(f.Plan.Device)))
	return (generations + many - 1) / many
}

// launch is how many generations a launch has at most, by the steps of evaluation: 4 to 11 ms of an H200 whose
// multiprocessors have four blocks each, at 25 to 100 elements (BenchmarkGenetic_Blocks).
func (f *geneticFleet) launch(emulated bool) int64 {
	if emulated {
		return max(1, int64(emulatedIndividuals/f.s.m.Population))
	}
	n := int64(f.s.n)
	return max(1, min(math.MaxInt16, 8_000_000/(int64(f.s.m.Population)*(100+n*(4+n/16)))))
}

// mostThreads is the threads of a block that make a child each: whole warps.
func (f *geneticFleet) mostThreads() int { return min(geneticThreads, (f.s.m.Population+31)/32*32) }

// shape chooses the block: as many teams as there is room for beside the individuals, or with these in global memory
// where there is none.
func (f *geneticFleet) shape(m *gpu.Machine, k *gpu.Kernel) (shape gpu.Shape, pools bool, resident int, err error) {
	most, least, threads := f.mostThreads(), 32, 1
	if f.terms {
		most, least, threads = min(geneticWarps, f.s.m.Population), 1, 32
	}
	for _, pools := range []bool{true, false} {
		for teams := most; teams >= least; teams = teams / 2 / least * least { // whole warps
			shared := deme.GeneticRoom(f.s.n, f.s.m.Population, teams, pools)
			if shared+geneticStatic > m.SharedPerBlock() {
				continue
			}
			shape := gpu.Shape{Threads: teams * threads, Shared: shared}
			if resident, err := k.Resident(shape.Threads, shared); err != nil || resident > 0 {
				return shape, pools, resident, err
			}
		}
	}
	return shape, false, 0, fmt.Errorf("multiwalk: %v has no room for a subpopulation of %d individuals of %d elements; "+
		"use fewer individuals", m, f.s.m.Population, f.s.n)
}
