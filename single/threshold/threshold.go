package threshold

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ThresholdAccepting is annealing that accepts or refuses a move without drawing a random number (Dueck and Scheuer, "Threshold accepting:
// a general purpose optimization algorithm appearing superior to simulated annealing", 1990): propose a random move, and take it if it
// makes the solution worse by no more than a threshold, which falls. It works on any space.
//
// An iteration proposes up to 32 moves and makes the first that is accepted. In a run with a budget (a limit of time,
// evaluations or work) the threshold falls once, over all of it, as the temperature of Anneal does. In a run without, and if
// Alpha, Sweeps or Once is given, the schedule counts iterations: a run that goes on longer starts it again.
type ThresholdAccepting struct {
	// Start and End are the first and the last threshold, in units of cost, from 1 to 1e15; 0 means automatic, found
	// from what 256 random moves cost. After End comes one step that takes nothing worse.
	Start, End float64
	// Alpha is the factor by which the threshold falls from step to step, between 0 and 1; 0 means 0.99.
	Alpha float64
	// Sweeps is how many iterations a step has, as multiples of the length of a solution, below 2^31; 0 means 1. An iteration considers few
	// moves while many are accepted, and 32 once nearly all are refused.
	Sweeps int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
	// Once ends a walk at the end of the schedule. Otherwise it goes back to Start and on from where it is.
	Once bool
}

// mostThreshold is where float64 still holds every whole number.
const mostThreshold = 1e15

func (ThresholdAccepting) Name() string { return "threshold" }
func (m ThresholdAccepting) Ends() bool { return m.Once }

// Prepare implements walk.Method. It refuses thresholds, Alpha or Sweeps out of range, a Neighbourhood that does
// not fit the space, and a problem with fixed edges.
func (m ThresholdAccepting) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if err := walk.NoFixedEdges(m.Name(), p); err != nil {
		return nil, err
	}
	levels, err := m.thresholds(p, plan)
	if err != nil {
		return nil, err
	}
	e := explore.Exploring{Method: m.Name(), Neighbourhood: m.Neighbourhood, Levels: levels, Once: m.Once,
		Rule: rule.Rule{Kind: rule.Threshold, PerStep: int64(cmp.Or(m.Sweeps, 1)) * int64(p.Space().Len())}}
	if plan.Budget.Limited() && m.Alpha == 0 && m.Sweeps == 0 && !m.Once {
		if e.Cools, err = overBudget(p, plan, m.Neighbourhood, m.Start, m.End); err != nil {
			return nil, err
		}
	}
	ran := m
	ran.Neighbourhood = walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood)
	if e.Cools == nil && len(levels) > 1 { // the last is 0
		ran.Start, ran.End, ran.Alpha, ran.Sweeps = levels[0], levels[len(levels)-2], cmp.Or(m.Alpha, 0.99), cmp.Or(m.Sweeps, 1)
	}
	e.Ran = ran
	return explore.Explore(p, plan, e)
}

func (m ThresholdAccepting) check() error {
	for _, t := range []float64{m.Start, m.End} {
		if t != 0 && !(t >= 1 && t <= mostThreshold) {
			return fmt.Errorf("multiwalk: threshold %v is outside [1, %v]; use 0 for one that fits the problem",
				t, mostThreshold)
		}
	}
	switch {
	case m.Start > 0 && m.End >= m.Start:
		return fmt.Errorf("multiwalk: threshold's end %v is not below its start %v; use 0 for the default", m.End, m.Start)
	case m.Alpha != 0 && !(m.Alpha > 0 && m.Alpha < 1):
		return fmt.Errorf("multiwalk: threshold's alpha %v is not between 0 and 1; use 0 for 0.99", m.Alpha)
	}
	return walking.CheckCount(m.Name(), "sweeps", m.Sweeps, walking.MostCount, "1")
}

// thresholds returns the levels of the schedule: whole numbers, the last is 0. It is Anneal's range of
// temperatures.
func (m ThresholdAccepting) thresholds(p multiwalk.Problem, plan walk.Plan) ([]float64, error) {
	var worse []int64
	if m.Start == 0 || m.End == 0 {
		var err error
		if worse, err = explore.WorseDeltas(p, plan, m.Neighbourhood); err != nil {
			return nil, err
		}
	}
	start, end := metropolis.Range(m.Start, m.End, worse)
	levels, ok := explore.Geometric(min(start, mostThreshold), max(end, 1), cmp.Or(m.Alpha, 0.99))
	if !ok {
		return nil, fmt.Errorf("multiwalk: threshold's alpha %v is so near 1 that there are more than %d steps "+
			"from %v to %v; use 0 for 0.99", m.Alpha, explore.MostLevels, start, end)
	}
	for i := range levels {
		levels[i] = math.Floor(levels[i])
	}
	return append(levels, 0), nil
}

func (m ThresholdAccepting) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

// overBudget returns the threshold at each progress of a run that has a budget: it falls over all of it, as a temperature of Anneal does.
func overBudget(p multiwalk.Problem, plan walk.Plan, neighbourhood string, start, end float64) (func(part float64) float64, error) {
	d, err := anneal.DescentOf(p, plan, neighbourhood, start, end)
	if err != nil {
		return nil, err
	}
	return func(part float64) float64 { return math.Floor(min(mostThreshold, d.Temperature(part))) }, nil
}

func (m ThresholdAccepting) String() string { return m.Name() }
