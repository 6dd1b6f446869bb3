package record

import (
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
)

// early is how long before its time limit a run may end by it: of two rounds the one that ends nearer to the limit is the last.
const early = 40 * time.Millisecond

// tightest returns the criterion of a kind that is met first, and whether there is one: the easiest target, the least of
// all else.
func (r Run) tightest(kind multiwalk.StopKind) (value int64, ok bool) {
	for _, s := range r.Stop {
		if s.Kind == kind && (!ok || (s.Value > value) == (kind == multiwalk.StopTarget)) {
			value, ok = s.Value, true
		}
	}
	return value, ok
}

// criterion is which criterion a status is of.
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

// checkMet reports why a criterion cannot have ended the run.
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
	case multiwalk.StopEvaluations: // one walk at least, of those that had not ended, has spent its share
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

// unitSpread is how far the evaluations of a unit may lie above their mean, above n^2 and above the greatest of the method's
// settings, whichever is most. The most that was seen is 12 times the mean, where methods take turns; a unit of tabu search
// is n(n-1)/2 evaluations, and a generation as many as a setting says.
const unitSpread = 16

// checkBudget checks the evaluations against their limit. It is looked at between two units, so that each walk may pass its
// share by one unit. How many evaluations that was no record says; what is allowed for it grows with the mean of all units.
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
