package record

import (
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
)

// early is how long before its time limit a run may end. It stops after the round whose end is nearest to the limit.
const early = 40 * time.Millisecond

// tightest returns the criterion of a kind that is met first: the highest target, or the lowest value of any other
// kind. ok is false if there is none.
func (r Run) tightest(kind multiwalk.StopKind) (value int64, ok bool) {
	for _, s := range r.Stop {
		if s.Kind == kind && (!ok || (s.Value > value) == (kind == multiwalk.StopTarget)) {
			value, ok = s.Value, true
		}
	}
	return value, ok
}

// criterion is the kind of criterion that leads to a status.
var criterion = map[multiwalk.Status]multiwalk.StopKind{
	multiwalk.TargetReached: multiwalk.StopTarget, multiwalk.TimeLimit: multiwalk.StopTime,
	multiwalk.EvaluationLimit: multiwalk.StopEvaluations, multiwalk.WorkLimit: multiwalk.StopWork,
	multiwalk.ImprovementLimit: multiwalk.StopNoImprovement,
}

// checkStatus checks that the criterion which the status names was met, and that none was passed.
func (r Run) checkStatus() error {
	if r.End == nil {
		return nil
	}
	e := r.End
	if kind, ok := criterion[e.Status]; ok {
		value, has := r.tightest(kind)
		if !has {
			return fmt.Errorf("its status is %s, but it has no stop criterion %s", e.Status, kind)
		}
		if err := r.checkMet(kind, value); err != nil {
			return fmt.Errorf("its status is %s, but %w", e.Status, err)
		}
	}
	target, has := r.tightest(multiwalk.StopTarget)
	if over := e.Status == multiwalk.TargetReached || e.Status == multiwalk.Failed || e.Partial; has && !over && e.Solution != nil &&
		e.Cost <= target {
		return fmt.Errorf("its cost %d reaches its target %d, but its status is %s", e.Cost, target, e.Status)
	}
	if work, has := r.tightest(multiwalk.StopWork); has && e.Rounds > work {
		return fmt.Errorf("it has %d rounds, but stops after %d", e.Rounds, work)
	}
	return nil
}

// checkMet returns an error if the criterion cannot have ended the run.
func (r Run) checkMet(kind multiwalk.StopKind, value int64) error {
	e := r.End
	switch kind {
	case multiwalk.StopTarget:
		if e.Solution == nil || e.Cost > value {
			return fmt.Errorf("its cost %d is above its target %d", e.Cost, value)
		}
	case multiwalk.StopTime:
		if limit := time.Duration(value); e.Elapsed > 0 && e.Elapsed < (limit-early).Seconds() {
			return fmt.Errorf("it lasted %v seconds of %v; it may end up to %v earlier", e.Elapsed, limit.Seconds(), early)
		}
	case multiwalk.StopEvaluations: // at least one walk that had not ended has spent its share
		if spent := e.Evaluations(); spent < value/int64(r.Walks) {
			return fmt.Errorf("it has %d evaluations of %d, less than the share of one of its %d walks", spent, value, r.Walks)
		}
	case multiwalk.StopWork:
		if e.Rounds < value {
			return fmt.Errorf("it has %d rounds of %d", e.Rounds, value)
		}
	case multiwalk.StopNoImprovement:
		if e.Units < value {
			return fmt.Errorf("it has %d units in all, of %d without a new incumbent", e.Units, value)
		}
	}
	return nil
}

// A unit may have up to unitSpread * max(mean, n^2, s) evaluations, where mean is over all units, and s is the greatest
// number among the method's settings. The largest unit seen had 12 times the mean, in a portfolio of methods. A unit of
// tabu search has n(n-1)/2 evaluations; a unit of a genetic algorithm has one for each individual, and their number is
// a setting.
const unitSpread = 16

// checkBudget checks the evaluations against their limit. A walk checks its share of the limit between two units, so
// each walk may exceed its share by one unit. The record does not say how many evaluations a unit had; unitSpread
// bounds them.
func (r Run) checkBudget() error {
	budget, has := r.tightest(multiwalk.StopEvaluations)
	var c multiwalk.Counters
	switch {
	case r.End != nil:
		c = r.End.Counters
	case r.Last != nil:
		c = r.Last.Counters
	}
	if !has || c.Evaluations() <= budget {
		return nil
	}
	unit := float64(c.Evaluations())/float64(max(1, c.Units)) + float64(r.N)*float64(r.N) + r.Method.greatest()
	over, most := float64(c.Evaluations()-budget), unitSpread*unit*float64(max(1, r.Walks))
	if over > most {
		return fmt.Errorf("it has %d evaluations, but stops after %d; that its walks pass the limit by a unit each explains %.3g of them",
			c.Evaluations(), budget, most)
	}
	return nil
}
