package record

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/walk"
)

// Verify checks a run against its instance, which the caller has read again: p is the problem, and hash the Hash of its
// file. Verify evaluates the solution, and the start if there is one. It reports the first difference from what the
// record claims, and the first contradiction within the record (see Run.Check). It does not run the search again.
func Verify(r Run, p multiwalk.Problem, hash string) error {
	if r.Hash != hash {
		return fmt.Errorf("multiwalk: instance %s differs: the record has %s, the file %s",
			filename.Shown(r.Instance), filename.Shown(r.Hash), hash)
	}
	if n := p.Space().Len(); r.N != n {
		return fmt.Errorf("multiwalk: instance %s: the record has n=%d, the file n=%d", filename.Shown(r.Instance), r.N, n)
	}
	x, claimed, ok := r.Best()
	if !ok {
		return fmt.Errorf("multiwalk: the record has no solution: the run did not reach its end")
	}
	if err := walk.Feasible(p, x); err != nil {
		return err
	}
	if cost := p.Cost(x); cost != claimed {
		return fmt.Errorf("multiwalk: the record claims cost %d, its solution costs %d (difference %+d)",
			claimed, cost, claimed-cost)
	}
	if err := r.Check(); err != nil {
		return err
	}
	if err := r.verifyFeasible(p, x, claimed); err != nil {
		return err
	}
	return r.verifyStart(p, claimed)
}

// verifyFeasible asks the problem what the solution violates, and whether the feasible solution beside it is one.
func (r Run) verifyFeasible(p multiwalk.Problem, x []int32, cost int64) error {
	if r.End == nil {
		return nil
	}
	tell := walk.Teller(p)
	feasible, violations := true, []multiwalk.Violation(nil)
	if tell != nil {
		feasible, violations = tell(x, cost)
	}
	if feasible == r.End.Infeasible {
		return fmt.Errorf("multiwalk: that the solution is infeasible is %v by the record, and %v by the problem", r.End.Infeasible, !feasible)
	}
	if !slices.Equal(violations, r.End.Violations) {
		return fmt.Errorf("multiwalk: by the record the solution leaves %v violated, by the problem %v", r.End.Violations, violations)
	}
	if r.End.Feasible == nil {
		return nil
	}
	if err := walk.Feasible(p, r.End.Feasible); err != nil {
		return fmt.Errorf("multiwalk: the feasible solution does not hold: %w", err)
	}
	if cost := p.Cost(r.End.Feasible); cost != r.End.FeasibleCost {
		return fmt.Errorf("multiwalk: the record claims cost %d for the feasible solution, it costs %d", r.End.FeasibleCost, cost)
	}
	if tell == nil {
		return fmt.Errorf("multiwalk: the record has a feasible solution beside the best, and the problem has no constraints")
	}
	if ok, left := tell(r.End.Feasible, r.End.FeasibleCost); !ok {
		return fmt.Errorf("multiwalk: the feasible solution is none: %s", multiwalk.Blame(left))
	}
	return nil
}

// verifyStart evaluates the start solution. It is the first incumbent of the run.
func (r Run) verifyStart(p multiwalk.Problem, best int64) error {
	if r.Start == nil {
		return nil
	}
	if err := walk.Feasible(p, r.Start); err != nil {
		return fmt.Errorf("multiwalk: the start solution does not hold: %w", err)
	}
	cost := p.Cost(r.Start)
	if len(r.History) > 0 && r.History[0].Cost != cost {
		return fmt.Errorf("multiwalk: the record claims cost %d for the start, its first incumbent; it costs %d",
			r.History[0].Cost, cost)
	}
	if best > cost {
		return fmt.Errorf("multiwalk: the record's solution costs %d, more than the %d of the start", best, cost)
	}
	return nil
}
