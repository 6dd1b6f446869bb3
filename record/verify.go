package record

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
)

// Verify checks a run against its instance, read again: p is the problem and hash the Hash of the content it was read
// from. It reports the first thing that differs: the instance, the size, the solution, its cost, the history. It does
// not run the search again.
func Verify(r Run, p multiwalk.Problem, hash string) error {
	if r.Hash != hash {
		return fmt.Errorf("multiwalk: instance %s differs: the record has %s, the file %s", r.Instance, r.Hash, hash)
	}
	if n := p.Space().Len(); r.N != n {
		return fmt.Errorf("multiwalk: instance %s: the record has n=%d, the file n=%d", r.Instance, r.N, n)
	}
	x, claimed, ok := r.Best()
	if !ok {
		return fmt.Errorf("multiwalk: the record has no solution: the run did not reach its end")
	}
	if err := Feasible(p, x); err != nil {
		return err
	}
	if cost := p.Cost(x); cost != claimed {
		return fmt.Errorf("multiwalk: the record claims cost %d, its solution costs %d (difference %+d)",
			claimed, cost, claimed-cost)
	}
	return r.checkHistory(claimed)
}

// Feasible reports why x is no solution of p: it lies outside the space, or breaks a rule that the problem checks itself,
// in a method Check(x []int32) error, such as the fixed edges of a tour.
func Feasible(p multiwalk.Problem, x []int32) error {
	return multiwalk.Feasible(p, x)
}

// checkHistory checks that each incumbent improves on the one before, and that the last is the solution's.
func (r Run) checkHistory(cost int64) error {
	for i, h := range r.History {
		if i > 0 && h.Cost >= r.History[i-1].Cost {
			return fmt.Errorf("multiwalk: incumbent %d of the record costs %d, no less than the %d before it",
				i+1, h.Cost, r.History[i-1].Cost)
		}
	}
	if last := len(r.History) - 1; last >= 0 && r.End != nil && r.History[last].Cost != cost {
		return fmt.Errorf("multiwalk: the record's last incumbent costs %d, its solution %d", r.History[last].Cost, cost)
	}
	return nil
}
