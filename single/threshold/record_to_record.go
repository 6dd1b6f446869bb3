package threshold

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// RecordToRecord is record-to-record travel (Dueck, "New optimization heuristics: the great deluge algorithm and the record-to-record
// travel", 1993): propose a random move, and take it if the solution after it costs no more than now, or than the best that the walk has
// found, the record, by no more than a deviation. It has one setting, draws no number to decide, and works on any space.
type RecordToRecord struct {
	// Deviation is by how much a solution may cost more than the record, in units of cost, from 1 to 1e15. 0 means one that falls from what
	// random moves cost to nothing: over the budget of the run (a limit of time, evaluations or work), else again and again.
	Deviation float64
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
}

func (RecordToRecord) Name() string { return "record-to-record" }

// Prepare implements walk.Method. It refuses a Deviation out of range, a Neighbourhood that does not fit the space, and a problem
// with fixed edges.
func (m RecordToRecord) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if d := m.Deviation; d != 0 && !(d >= 1 && d <= mostThreshold) {
		return nil, fmt.Errorf("multiwalk: record-to-record's deviation %v is outside [1, %v]; use 0 for one that fits the problem", d, mostThreshold)
	}
	if err := walk.NoFixedEdges(m.Name(), p); err != nil {
		return nil, err
	}
	e := explore.Exploring{Method: m.Name(), Neighbourhood: m.Neighbourhood, Levels: []float64{math.Floor(m.Deviation)},
		Rule: rule.Rule{Kind: rule.RecordToRecord, PerStep: int64(p.Space().Len())}}
	if m.Deviation == 0 {
		if err := m.fall(&e, p, plan); err != nil {
			return nil, err
		}
	}
	m.Neighbourhood = walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood)
	e.Ran = m
	return explore.Explore(p, plan, e)
}

// astray is how many times as far from the record a walk may go as threshold accepting goes in a move. On assignments, tours, orders and
// bits a quarter and four times as much were worse or no better.
const astray = 4

// fall gives the engine a deviation that falls.
func (m RecordToRecord) fall(e *explore.Exploring, p multiwalk.Problem, plan walk.Plan) (err error) {
	if e.Levels, err = (ThresholdAccepting{Neighbourhood: m.Neighbourhood}).thresholds(p, plan); err != nil {
		return err
	}
	for i := range e.Levels {
		e.Levels[i] *= astray
	}
	if plan.Budget.Limited() {
		threshold, err := overBudget(p, plan, m.Neighbourhood, 0, 0)
		e.Cools = func(part float64) float64 { return astray * threshold(part) }
		return err
	}
	return nil
}

func (m RecordToRecord) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

func (m RecordToRecord) String() string { return m.Name() }
