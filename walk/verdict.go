package walk

import (
	"errors"
	"fmt"
	"github.com/multiwalk/multiwalk"
	"slices"
)

// verdict is what full evaluation says of a solution.
type verdict struct {
	cost       int64
	feasible   bool
	violations []multiwalk.Violation
}

// errChanged is the error of a problem that wrote into a solution which it was only to look at.
var errChanged = errors.New("multiwalk: the problem changed a solution while it evaluated it: Cost, Check, Violations and Feasible " +
	"must leave x as it is; let them work on a copy (conformance.Problem finds which one does not)")

// judge checks a solution and evaluates it in full. The problem's code sees a copy, so that x stays what was checked; a copy
// that came back changed has not been evaluated as what it was. made is false if x is no solution.
func (r rules) judge(x []int32) (v verdict, made bool, err error) {
	given := slices.Clone(x)
	if err := r.check(given); err != nil {
		return v, false, err
	}
	if v, err = r.value(given); err == nil && !slices.Equal(given, x) {
		err = errChanged
	}
	return v, true, err
}

// value evaluates a solution that has passed check.
func (r rules) value(x []int32) (v verdict, err error) {
	v = verdict{cost: r.p.Cost(x), feasible: true}
	if r.packing != nil {
		if err := r.packing.Check(v.cost); err != nil {
			return v, err
		}
	}
	if r.tell != nil {
		v.feasible, v.violations = r.tell(x, v.cost)
	}
	return v, nil
}

// evaluate checks a solution and evaluates it in full. When the run must end, it leaves a long one behind unfinished,
// and the run is partial.
func (r *run) evaluate(x []int32) (v verdict, finished bool, err error) {
	var of verdict
	var made bool
	var wrong error
	full := func() { of, made, wrong = r.rules.judge(x) }
	if len(x) <= patient {
		err = guard(full)
	} else if finished, err = r.pool.do(1, func(int) { full() }, r.abandoned); !finished {
		r.res.Partial = true // of and the errors are being written yet
		return verdict{}, false, nil
	}
	if wrong != nil && !made {
		return verdict{}, true, fmt.Errorf("multiwalk: method %s made no solution: %w", r.m.Name(), wrong)
	}
	return of, true, errors.Join(err, wrong)
}

// judge notes whether the new incumbent is feasible.
func (r *run) judge(v verdict) {
	r.res.Infeasible, r.res.Violations = !v.feasible, v.violations
	if v.feasible && r.rules.tell != nil && (r.res.Feasible == nil || v.cost < r.res.Feasible.Cost) {
		r.keepFeasible(multiwalk.Solution{X: r.res.Best, Cost: v.cost})
	}
}

// keepFeasible takes a solution for the best feasible one, whose slice nobody changes any more.
func (r *run) keepFeasible(s multiwalk.Solution) { r.feasible, r.res.Feasible = s, &s }

// takeFeasible keeps the best feasible solution that a walk came by, where Best is another. Once the target is met, only the
// walk that met it counts, because how far the others have come depends on the machine.
func (r *run) takeFeasible() error {
	met := r.stops.hasTarget && r.res.Best != nil && r.res.Cost <= r.stops.target
	for i := range r.slices {
		x, cost := r.slices[i].feasible, r.slices[i].feasibleCost
		if x == nil || r.res.Feasible != nil && cost >= r.res.Feasible.Cost || met && i != r.res.Walk {
			continue
		}
		v, finished, err := r.evaluate(x)
		if err != nil || !finished {
			return err
		}
		if v.cost != cost || !v.feasible {
			return fmt.Errorf("multiwalk: method %s: walk %d reported a feasible solution of cost %d, and by full evaluation it "+
				"costs %d and it is %v that it is feasible: %w", r.m.Name(), i, cost, v.cost, v.feasible, multiwalk.ErrDeltaMismatch)
		}
		r.keepFeasible(multiwalk.Solution{X: slices.Clone(x), Cost: cost})
	}
	return nil
}
