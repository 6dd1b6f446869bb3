package cooperate

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

// tourSearch is pspm on a device for tours: the kernels Relocate and its variants.
type tourSearch struct {
	fleet.Fleet
	p       multiwalk.Problem
	m       PSPM
	kernels tourKernels
	n       int
	moves   int // an iteration of a search on the device
	cadence cadence
	heat    []float64 // the temperatures, first to last
	order   []int32   // the city of the problem that each city of the device is
	number  []int32   // the other way round
}

// placeTour reports why the relocation kernels cannot run for p on d.
func (m PSPM) placeTour(p multiwalk.Problem, d multiwalk.Device) error {
	if _, err := m.withDefaults(); err != nil {
		return nil // Prepare says so
	}
	if _, err := m.tourModule(p); err != nil {
		return walk.NoKernel(m.Name(), d, err.Error())
	}
	return nil
}

// prepareTour prepares for tours on the accelerator of the plan.
func (m PSPM) prepareTour(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := m.placeTour(p, plan.Device); err != nil {
		return nil, err
	}
	m, err := m.tourDefaults(p, plan.Seed)
	if err != nil {
		return nil, err
	}
	kernels, err := m.tourModule(p)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	s := &tourSearch{p: p, m: m, kernels: kernels, n: n}
	anneal, moves, perStep := s.shapeOfMoves()
	s.moves = moves
	s.Fleet = fleet.Fleet{Plan: plan, N: n, Module: kernels.module, Ran: m, Names: fleet.Always(anneal), New: func() fleet.Machine { return s.machine() }}
	if perStep > math.MaxInt32 {
		return nil, fmt.Errorf("multiwalk: pspm's %d sweeps of %d cities are too many; use up to %d",
			m.Sweeps, n, int64(m.Sweeps)*math.MaxInt32/perStep)
	}
	s.heat = m.temperatures()
	s.cadence = m.cadence(perStep, len(s.heat), s.pace()/4)
	s.renumber()
	return shared(s, plan), nil
}

// tourDefaults fills in and checks the settings. Tempering's temperatures, if none is given, run from the mean edge of a
// constructed tour, where tours are liquid, to a hundredth of it.
func (m PSPM) tourDefaults(p multiwalk.Problem, seed uint64) (PSPM, error) {
	if c, ok := p.(multiwalk.Constructor); ok && m.Tempering && m.Start == 0 && m.End == 0 {
		x := make([]int32, p.Space().Len())
		c.Construct(multiwalk.NewRand(seed, math.MaxInt32), x)
		m.Start = max(1, float64(p.Cost(x))/float64(len(x)))
		m.End = m.Start / 100
	}
	return m.withDefaults()
}

// atOnce is how many moves a kernel compares.
func (m PSPM) atOnce() int {
	if m.Accept == acceptEach {
		return lane.WarpSize
	}
	return cmp.Or(m.Moves, lane.WarpSize)
}

// shapeOfMoves chooses the kernel, how many moves an iteration has there, and how many iterations a temperature. Where
// every move decides for itself, an iteration of more than a warp's is several of a warp.
func (s *tourSearch) shapeOfMoves() (string, int, int64) {
	perStep := int64(s.m.Sweeps) * int64(s.n)
	few, names := min(s.m.Moves, lane.WarpSize, s.n), tourEntries[s.kernels.moves]
	if s.kernels.drawn { // lanes may draw the same
		few, names = min(s.m.Moves, lane.WarpSize), drawnEntries
	}
	switch {
	case s.m.Accept == acceptEach:
		return s.kernels.entry(names[1]), few, perStep * int64((s.m.Moves+few-1)/few)
	case s.m.Moves > lane.WarpSize && s.kernels.drawn:
		return s.kernels.entry("RelocateIndependentMany"), s.m.Moves, perStep
	case s.m.Moves > lane.WarpSize && s.n > lane.WarpSize+1:
		return s.kernels.entry("RelocateMany"), s.m.Moves, perStep
	}
	return s.kernels.entry(names[0]), few, perStep
}

// renumber numbers the cities at random: see relocate.Relocate. All machines have the same numbers.
func (s *tourSearch) renumber() {
	r := multiwalk.NewRand(s.Plan.Seed, math.MaxInt32)
	s.order, s.number = make([]int32, s.n), make([]int32, s.n)
	multiwalk.Permutation(s.n).Random(r, s.order)
	for i, c := range s.order {
		s.number[c] = int32(i)
	}
}
