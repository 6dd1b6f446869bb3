package record

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// statuses are all with which a run can end.
var statuses = []multiwalk.Status{multiwalk.TargetReached, multiwalk.MethodEnded, multiwalk.TimeLimit, multiwalk.EvaluationLimit,
	multiwalk.WorkLimit, multiwalk.ImprovementLimit, multiwalk.Cancelled, multiwalk.Failed}

// Check reports the first contradiction in the record of a run, such as a target that was reached at a higher cost, and
// the first value that no run can have. It needs no instance and evaluates nothing (Verify does). It is linear in the
// history.
func (r Run) Check() error {
	for _, check := range []func() error{r.checkHeader, r.checkHistory, r.checkSnapshot, r.checkEnd, r.checkStatus, r.checkBudget} {
		if err := check(); err != nil {
			return fmt.Errorf("multiwalk: the record contradicts itself: %w", err)
		}
	}
	return nil
}

func (r Run) checkHeader() error {
	if r.Walks < 0 || r.Walks == 0 && r.End != nil { // the header of a live record may be written before they are counted
		return fmt.Errorf("%d walks; a run has at least one", r.Walks)
	}
	if r.Workers < 0 || r.Walks > 0 && r.Workers > r.Walks {
		return fmt.Errorf("%d workers for %d walks; no more than walks work at the same time", r.Workers, r.Walks)
	}
	if r.Start != nil && len(r.Start) != r.N {
		return fmt.Errorf("the start solution has %d elements, but n is %d", len(r.Start), r.N)
	}
	for _, s := range r.Stop {
		if err := s.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// checkWalk checks the number of the walk that found something. -1 means that it was there before the walks.
func (r Run) checkWalk(what string, walk int) error {
	if walk < -1 || r.Walks > 0 && walk >= r.Walks {
		return fmt.Errorf("%s is of walk %d, but the run has %d, from 0 on", what, walk, r.Walks)
	}
	return nil
}

// checkCounted refuses negative counters and times, and counters whose sum overflows.
func checkCounted(what string, elapsed float64, c multiwalk.Counters, more ...int64) error {
	list := append([]int64{c.FullEvaluations, c.DeltaEvaluations, c.Moves, c.Units, c.Restarts}, more...)
	if least := slices.Min(list); least < 0 {
		return fmt.Errorf("%s counts %d of something; nothing is counted below 0", what, least)
	}
	if c.FullEvaluations > math.MaxInt64-c.DeltaEvaluations {
		return fmt.Errorf("%s has %d full and %d delta evaluations, together more than can be counted",
			what, c.FullEvaluations, c.DeltaEvaluations)
	}
	if !(elapsed >= 0) {
		return fmt.Errorf("%s comes after %v seconds, before the run began", what, elapsed)
	}
	return nil
}

// checkSnapshot checks the last live line of a run that was killed.
func (r Run) checkSnapshot() error {
	if r.Last == nil {
		return nil
	}
	s := r.Last
	if err := checkCounted("the last live line", s.Elapsed, s.Counters, s.Round); err != nil {
		return err
	}
	if err := r.checkWalk("the last live line", s.Walk); err != nil {
		return err
	}
	if n := len(r.History); n > 0 && r.History[n-1].Cost < s.Cost {
		return fmt.Errorf("incumbent %d costs %d, but the last live line has a solution of cost %d; the best one is in it",
			n, r.History[n-1].Cost, s.Cost)
	}
	return nil
}

// checkEnd checks the end of a run: that it does not contradict itself or the history.
func (r Run) checkEnd() error {
	e := r.End
	if e == nil {
		if r.Last == nil && len(r.History) > 0 {
			return fmt.Errorf("it has %d incumbents, but no solution of any; its end is missing", len(r.History))
		}
		return nil
	}
	if !slices.Contains(statuses, e.Status) {
		return fmt.Errorf("status %q; a run ends with one of %v", e.Status, statuses)
	}
	if err := checkCounted("the end", e.Elapsed, e.Counters, e.Rounds); err != nil {
		return err
	}
	if e.Solution == nil {
		return nil
	}
	if len(r.History) == 0 {
		return fmt.Errorf("it has a solution, but no incumbent; the solution is the last of them")
	}
	last := r.History[len(r.History)-1]
	switch {
	case last.Cost != e.Cost:
		return fmt.Errorf("the record's last incumbent costs %d, its solution %d", last.Cost, e.Cost)
	case last.Walk != e.Walk:
		return fmt.Errorf("the last incumbent is of walk %d, the solution of walk %d; they are one", last.Walk, e.Walk)
	}
	return r.checkAtEnd()
}

// checkAtEnd checks that nothing in the history is later than the end of the run. A run that failed, or whose last
// round was broken off, is an exception: its history may have incumbents of rounds that do not count, and its counters
// may be those before its last round.
func (r Run) checkAtEnd() error {
	e, latest := r.End, map[int]Incumbent{}
	broken := e.Partial || e.Status == multiwalk.Failed
	for i, h := range r.History {
		latest[h.Walk] = h // the counters at the end are no less
		if h.Elapsed > e.Elapsed {
			return fmt.Errorf("incumbent %d comes after %v seconds, but the run ended after %v", i+1, h.Elapsed, e.Elapsed)
		}
		if h.Round > max(1, e.Rounds) && !broken {
			return fmt.Errorf("incumbent %d is of round %d, but the run ended after %d rounds", i+1, h.Round, e.Rounds)
		}
	}
	if broken || r.raced() && e.Counters == (multiwalk.Counters{}) {
		return nil
	}
	evaluations, moves := e.Evaluations(), e.Moves
	for _, h := range latest {
		evaluations, moves = evaluations-h.Evaluations, moves-h.Moves
		if evaluations < 0 || moves < 0 {
			return fmt.Errorf("by its incumbents the walks had made more evaluations or moves than by its end, "+
				"%d evaluations and %d moves", e.Evaluations(), e.Moves)
		}
	}
	return nil
}

// raced reports whether several walks raced to a target. How far the losers came depends on the machine.
func (r Run) raced() bool { return r.End.Status == multiwalk.TargetReached && r.Walks > 1 }
