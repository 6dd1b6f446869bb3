package anneal

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/sweep"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// sweepFleet is annealing by sweeps on the machines of an accelerator. Each machine has a walk of Minimize, and on it
// as many searches as fit. They are a population, as those of exploreFleet are.
type sweepFleet struct {
	fleet.Fleet
	layout *sweep.Layout
	cools  func(part float64) float64
}

// sweeps returns the pairs of a problem as kernel Sweep takes them; nil where annealing is not by sweeps.
func (m Anneal) sweeps(p multiwalk.Problem, d multiwalk.Device) (*sweep.Layout, error) {
	listed, ok := p.(neighbourhood.Pairwise)
	_, own := p.(multiwalk.Mover)
	_, constrained := p.(multiwalk.Constrained)
	if !ok || own || constrained || !walking.ByFlips(m.Neighbourhood) || walk.NoFixed(m.Name(), p) != nil {
		return nil, nil
	}
	q := listed.Pairs()
	if q == nil {
		return nil, nil
	}
	if err := q.Validate(p.Space().Len()); err != nil {
		return nil, err
	}
	l, err := sweep.NewLayout(q)
	if err != nil { // then it is by single flips
		return nil, nil
	}
	machine, err := gpu.Of(d, 0)
	if err != nil || sweep.Room(len(l.Linear), int(l.Delta)+1) > machine.SharedPerBlock() {
		return nil, err
	}
	return l, nil
}

// bySweeps prepares for the accelerator of the plan, with temperatures that fall over the budget.
func (m Anneal) bySweeps(p multiwalk.Problem, plan walk.Plan, layout *sweep.Layout) (walk.Search, error) {
	d, err := DescentOf(p, plan, m.Neighbourhood, m.Start, m.End)
	if err != nil {
		return nil, err
	}
	f := &sweepFleet{layout: layout, cools: d.Temperature}
	m.Start, m.End, m.Neighbourhood = f.cools(0), f.cools(1), neighbourhood.OpFlip.String()
	f.Fleet = fleet.Fleet{Plan: plan, Problem: p, N: p.Space().Len(), Module: sweep.Module(), Ran: m, Names: fleet.Always("Sweep"),
		New: func() fleet.Machine { return f.machine() }}
	return f, nil
}

// places is how many words a block has for a solution of each of its searches.
func (f *sweepFleet) places() int { return len(f.layout.Linear) }

// warps is how many warps a block has: two slices a class for each, up to 16.
func (f *sweepFleet) warps() int {
	slices := f.places() / 32
	return min(16, max(1, slices/(2*(len(f.layout.Classes)-1))))
}

// What a sweep takes, in instructions of a warp, by which launches get their length: of a slice, of 32 entries, and what a
// multiprocessor does in a nanosecond; and what a class takes, in nanoseconds. Estimates.
const (
	sweepSlice  = 250
	sweepEntry  = 10
	sweepRate   = 4
	sweepClass  = 200
	sweepsAhead = 32 // warps of a multiprocessor that hide what memory takes
)

// nanoseconds estimates how long a sweep takes where a multiprocessor has some blocks.
func (f *sweepFleet) nanoseconds(blocks int) int64 {
	l := f.layout
	work := sweepSlice*len(l.Slices) + sweepEntry*len(l.Pairs)/32
	return int64(max(1, blocks)*work/sweepRate + sweepClass*len(l.Classes))
}
