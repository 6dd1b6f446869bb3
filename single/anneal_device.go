package single

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// iterationProposals is how many proposals of the schedule an iteration on a device stands for. It has 32 lanes, but considers
// none behind the first that is accepted.
const iterationProposals = 10

// onDevice prepares for the accelerator of the plan. All searches have the same temperatures.
func (m Anneal) onDevice(p multiwalk.Problem, plan multiwalk.Plan, s schedule) (multiwalk.Search, error) {
	if m.cools(plan) {
		layout, err := m.sweeps(p, plan.Device)
		if err != nil {
			return nil, err
		}
		if layout != nil {
			return m.bySweeps(p, plan, layout)
		}
	}
	e := exploring{method: m.Name(), ran: m, neighbourhood: m.Neighbourhood, once: m.Once}
	e.rule = rule.Rule{Kind: rule.Metropolis, PerStep: max(1, s.iterations/iterationProposals)}
	if m.cools(plan) {
		d, err := descentOf(p, plan, m.Neighbourhood, m.Start, m.End)
		if err != nil {
			return nil, err
		}
		e.cools, e.chances = d.temperature, d.mix.chances
		return exploreOn(p, plan, e)
	}
	if s.automatic() {
		worse, err := worseDeltas(p, plan, m.Neighbourhood)
		if err != nil {
			return nil, err
		}
		s.fit(worse)
	}
	levels, ok := geometric(s.start, s.end, s.alpha)
	if !ok {
		return nil, fmt.Errorf("multiwalk: anneal's cooling constant alpha %v is so near 1 that a device would keep more than %d temperatures "+
			"from %v to %v; use 0 for 0.99", s.alpha, mostLevels, s.start, s.end)
	}
	e.levels = levels
	return exploreOn(p, plan, e)
}

// The units of a pilot whose profile all walks of a run share.
const (
	sharedPilot     = 128
	sharedPilotFull = 24
)

// descentOf makes the pilot before the run, on a core, from the solution that a walk would begin with. All walks share it, on
// every device: its random numbers are those of a walk that no run has.
func descentOf(p multiwalk.Problem, plan multiwalk.Plan, name string, start, end float64) (*descent, error) {
	d := newDescent(start, end)
	nb, err := neighbourhood.ByForm(p, formOf(p), name)
	if err != nil || nb.Size() == 0 || d.given() {
		return &d, err
	}
	units := sharedPilot
	if !nb.Incremental() {
		units = sharedPilotFull
	}
	w := newAnnealWalk(&annealSearch{p: p, plan: plan}, nb, multiwalk.NewRand(plan.Seed, math.MaxInt32))
	slice := multiwalk.NewSlice(math.MaxInt)
	for d.pilot(ends(w.sample(slice))); ; {
		for k := range units {
			at := d.profile.at(float64(k) / float64(units))
			w.rule = tempering.Heat(d.profile.levels[at])
			worse, taken, _ := w.anneal(slice, int64(w.proposals()))
			d.profile.note(at, worse, taken)
			d.mix.note(nb, worse, taken)
			if plan.Aborted() {
				return nil, multiwalk.ErrAborted
			}
		}
		if d.profile.complete(); !d.tooCold() {
			d.known, d.over = true, math.SmallestNonzeroFloat64
			return &d, nil
		}
		d.rise()
	}
}
