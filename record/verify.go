package record

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/filename"
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
	if err := multiwalk.Feasible(p, x); err != nil {
		return err
	}
	if cost := p.Cost(x); cost != claimed {
		return fmt.Errorf("multiwalk: the record claims cost %d, its solution costs %d (difference %+d)",
			claimed, cost, claimed-cost)
	}
	if err := r.Check(); err != nil {
		return err
	}
	return r.verifyStart(p, claimed)
}

// verifyStart evaluates the start solution. It is the first incumbent of the run.
func (r Run) verifyStart(p multiwalk.Problem, best int64) error {
	if r.Start == nil {
		return nil
	}
	if err := multiwalk.Feasible(p, r.Start); err != nil {
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
