package cooperate

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Exchange restarts all walks of a method from the best solution of all, once in each period. It is the parallel search of "Parallel
// neighbourhood search on many-core platforms" (PSPM, figure 2). With single.LightWeight, many walks that propose one move each are the
// paper's PSSM, one walk that proposes many moves is its SSPM, and many walks that propose many moves are its PSPM.
type Exchange struct {
	// Method is the method whose walks restart from the best of all.
	Method walk.Method
	// Every is the period. It counts steps if the method has them (see Stepper; the annealing methods count temperatures), otherwise
	// rounds. 0 means 100 steps, as in the paper, or 10 rounds. It is below 2^31.
	Every int
}

// mostPeriod is the greatest period of exchanges and restarts, in steps, rounds or units: no run comes so far.
const mostPeriod = math.MaxInt32

func (Exchange) Name() string     { return "exchange" }
func (m Exchange) String() string { return m.Name() }
func (m Exchange) Ends() bool     { return ends(m.Method) }

// Place implements walk.Placer: the walks are where the method's are. On GPUs a walk is a machine.
func (m Exchange) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return place(p, m.Method, d)
}

// Prepare implements walk.Method. It refuses a negative Every, and a method whose walks adopt no solutions.
func (m Exchange) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.Every < 0 || m.Every > mostPeriod {
		return nil, fmt.Errorf("multiwalk: exchange every %d steps is outside [0, %d]; use 0 for the default (100 steps or 10 rounds)",
			m.Every, mostPeriod)
	}
	s, err := prepare(m.Name(), m.Method, p, plan)
	if err != nil {
		return nil, err
	}
	e := &exchange{nested: nested{wrapped: wrapped{s}}, m: m, every: int64(m.Every)}
	if st, ok := walk.As[Stepper](s); ok {
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
	nested
	m      Exchange
	every  int64
	period int64 // in units of a walk; 0: in rounds, every
	done   int64 // units of the present period
	before int64 // units of the walk that did most, when the period began
	now    bool  // a period ends at the present barrier
}

func (e *exchange) Resolved(w walk.Walk) walk.Method {
	return Exchange{Method: resolved(e.m.Method, e.Search, w), Every: int(e.every)}
}

func (e *exchange) NewWalk(id int) (walk.Walk, error) {
	w, err := e.Search.NewWalk(id)
	if err != nil {
		return nil, err
	}
	return w, adopter("exchange", e.m.Method, w)
}

// Slice implements walk.Search: the method's own, but not past the end of the period.
func (e *exchange) Slice() int {
	n := e.Search.Slice()
	if e.period > 0 {
		n = int(min(int64(n), e.period-e.done))
	}
	return n
}

// Meets implements walk.Cooperator: where a period ends, or a nested method exchanges.
func (e *exchange) Meets(round int64, said []walk.Message) bool {
	inner := e.nested.Meets(round, said)
	e.now = e.due(round, said)
	return e.now || inner
}

// Exchange implements walk.Cooperator. The best of all overrules what a nested method tells walks to go on from.
func (e *exchange) Exchange(said []walk.Message) []walk.Message {
	heard := e.nested.Exchange(said)
	if e.now {
		spread(said, heard)
	}
	return heard
}

// due reports whether a period ends. The walk that did most units measures it: walks that have ended, or have spent their share of an
// evaluation budget, must not hold the others up.
func (e *exchange) due(round int64, said []walk.Message) bool {
	if e.period == 0 {
		return round%e.every == 0
	}
	most := int64(0)
	for _, m := range said {
		most = max(most, m.Done.Units)
	}
	if e.done = most - e.before; e.done < e.period {
		return false
	}
	e.before, e.done = most, 0
	return true
}

func (e *exchange) Save(a *checkpoint.Archive) {
	a.Fields("exchange", &e.done, &e.before)
	walk.SaveSearch(a, e.Search)
}
