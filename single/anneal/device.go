package anneal

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// iterationProposals is how many proposals of the schedule an iteration on a device stands for. It has 32 lanes, but considers
// none behind the first that is accepted.
const iterationProposals = 10

// onDevice prepares for the accelerator of the plan. All searches have the same temperatures.
func (m Anneal) onDevice(p multiwalk.Problem, plan walk.Plan, s cooling.Schedule) (walk.Search, error) {
	if m.cools(plan) {
		if module, err := m.regional(p); err == nil {
			f, err := m.byRegions(p, plan, module)
			if err != nil {
				return nil, err
			}
			return f, nil
		}
		layout, err := m.sweeps(p, plan.Device)
		if err != nil {
			return nil, err
		}
		if layout != nil {
			return m.bySweeps(p, plan, layout)
		}
	}
	e := explore.Exploring{Method: m.Name(), Ran: m, Neighbourhood: m.Neighbourhood, Once: m.Once}
	e.Rule = rule.Rule{Kind: rule.Metropolis, PerStep: max(1, s.Iterations/iterationProposals)}
	if m.cools(plan) {
		d, err := DescentOf(p, plan, m.Neighbourhood, m.Start, m.End)
		if err != nil {
			return nil, err
		}
		e.Cools, e.Chances = d.Temperature, d.Mix.Chances
		e.Ran = m.resolved(p, e.Cools(0), e.Cools(1))
		return explore.ExploreOn(p, plan, e)
	}
	if s.Automatic() {
		worse, err := explore.WorseDeltas(p, plan, m.Neighbourhood)
		if err != nil {
			return nil, err
		}
		s.Fit(worse)
	}
	levels, ok := explore.Geometric(s.Start, s.End, s.Alpha)
	if !ok {
		return nil, fmt.Errorf("multiwalk: anneal's cooling constant alpha %v is so near 1 that a device would keep more than %d temperatures "+
			"from %v to %v; use 0 for 0.99", s.Alpha, explore.MostLevels, s.Start, s.End)
	}
	if e.Levels = levels; len(levels) > 0 {
		e.Ran = m.resolved(p, levels[0], levels[len(levels)-1])
	}
	return explore.ExploreOn(p, plan, e)
}

// resolved fills in the name of the moves and the temperatures that all searches have.
func (m Anneal) resolved(p multiwalk.Problem, start, end float64) Anneal {
	m.Neighbourhood, m.Start, m.End = walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood), start, end
	return m
}

// The units of a pilot whose profile all walks of a run share.
const (
	sharedPilot     = 128
	sharedPilotFull = 24
)

// DescentOf makes the pilot before the run, on a core, from the solution that a walk would begin with. All walks share it, on
// every device: its random numbers are those of a walk that no run has.
func DescentOf(p multiwalk.Problem, plan walk.Plan, name string, start, end float64) (*cooling.Descent, error) {
	d := cooling.NewDescent(start, end)
	nb, err := neighbourhood.ByForm(p, explore.FormOf(p), name)
	if err != nil || nb.Size() == 0 || d.Given() {
		return &d, err
	}
	units := sharedPilot
	if !nb.Incremental() {
		units = sharedPilotFull
	}
	w := newAnnealWalk(&annealSearch{p: p, plan: plan}, nb, multiwalk.NewRand(plan.Seed, math.MaxInt32))
	slice := walk.NewSlice(math.MaxInt)
	for d.Pilot(cooling.Ends(w.sample(slice))); ; {
		for k := range units {
			at := d.Profiled.At(float64(k) / float64(units))
			w.Rule = tempering.Heat(d.Profiled.Levels[at])
			worse, taken, _ := w.anneal(slice, int64(w.proposals()))
			d.Profiled.Note(at, worse, taken)
			d.Mix.Note(nb, worse, taken)
			if plan.Aborted() {
				return nil, walk.ErrAborted
			}
		}
		if d.Profiled.Complete(); !d.TooCold() {
			d.Known, d.Over = true, math.SmallestNonzeroFloat64
			return &d, nil
		}
		d.Rise()
	}
}
