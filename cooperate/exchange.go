package cooperate

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
)

// Exchange restarts all walks of a method from the best solution of all, periodically: the parallel search of "Parallel
// neighbourhood search on many-core platforms" (PSPM, figure 2). With single.LightWeight many walks of one move are the
// paper's PSSM, one walk of many moves its SSPM, and many of many its PSPM.
type Exchange struct {
	Method multiwalk.Method
	// Every is the period: in steps where the method has them (see Stepper; temperatures of the annealing methods),
	// else in rounds. 0 means 100 steps, as in the paper, or 10 rounds. It is below 2^31.
	Every int
}

// mostPeriod is the greatest period of exchanges and restarts, in steps, rounds or units: no run comes so far.
const mostPeriod = math.MaxInt32

// Name returns "exchange".
func (Exchange) Name() string { return "exchange" }

// Ends implements multiwalk.Ender.
func (m Exchange) Ends() bool { return ends(m.Method) }

// Prepare implements multiwalk.Method. It refuses a negative Every, and a method whose walks adopt no solutions.
func (m Exchange) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if m.Method == nil {
		return nil, errors.New("multiwalk: exchange has no method; set its field Method")
	}
	if m.Every < 0 || m.Every > mostPeriod {
		return nil, fmt.Errorf("multiwalk: exchange every %d steps is outside [0, %d]; use 0 for the default (100 steps or 10 rounds)",
			m.Every, mostPeriod)
	}
	s, err := m.Method.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	e := &exchange{Search: s, m: m, every: int64(m.Every)}
	if st, ok := s.(Stepper); ok {
		if e.every == 0 {
			e.every = 100
		}
		units := int64(max(1, st.StepUnits()))
		e.period = e.every * min(units, math.MaxInt64/e.every)
	} else if e.every == 0 {
		e.every = 10
	}
	return e, nil
}

// exchange is a search in rounds that end where a period does.
type exchange struct {
	multiwalk.Search
	m      Exchange
	every  int64
	period int64 // in units of a walk; 0: in rounds, every
	done   int64 // units of the present period
	before int64 // units of the walk that did most, when the period began
}

// NewWalk implements multiwalk.Search.
func (e *exchange) NewWalk(id int) (multiwalk.Walk, error) {
	w, err := e.Search.NewWalk(id)
	if err != nil {
		return nil, err
	}
	return w, adopter("exchange", e.m.Method, w)
}

// Slice implements multiwalk.Search: the method's own, but not past the end of the period.
func (e *exchange) Slice() int {
	n := e.Search.Slice()
	if e.period > 0 {
		n = int(min(int64(n), e.period-e.done))
	}
	return n
}

// Exchange implements multiwalk.Cooperator. A nested method may exchange first.
//
// The period is measured by the walk that did most units: those whose share of an evaluation budget is spent, or that
// have ended, must not hold the others up.
func (e *exchange) Exchange(round int64, walks []multiwalk.Walk) bool {
	changed := false
	if c, ok := e.Search.(multiwalk.Cooperator); ok {
		changed = c.Exchange(round, walks)
	}
	if !e.due(round, walks) {
		return changed
	}
	return spread(walks) || changed
}

func (e *exchange) due(round int64, walks []multiwalk.Walk) bool {
	if e.period == 0 {
		return round%e.every == 0
	}
	most := int64(0)
	for _, w := range walks {
		most = max(most, w.Counters().Units)
	}
	if e.done = most - e.before; e.done < e.period {
		return false
	}
	e.before, e.done = most, 0
	return true
}
