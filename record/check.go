package record

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
)

// mostWorkers is how many workers a run with fewer walks may have: see multiwalk.Settings.Workers.
const mostWorkers = 1 << 16

// statuses are all with which a run can end.
var statuses = []multiwalk.Status{multiwalk.TargetReached, multiwalk.MethodEnded, multiwalk.TimeLimit, multiwalk.EvaluationLimit,
	multiwalk.WorkLimit, multiwalk.ImprovementLimit, multiwalk.Cancelled, multiwalk.Failed}

// Check reports the first contradiction in the record of a run, such as a target that was reached at a higher cost, and
// the first value that no run can have. It needs no instance and evaluates nothing (Verify does). It is linear in the
// history.
func (r Run) Check() error {
	for _, check := range []func() error{r.checkHeader, r.checkHistory, r.checkSnapshot, r.checkEnd, r.checkStatus, r.checkBudget,
		r.checkPace, r.checkSides} {
		if err := check(); err != nil {
			return fmt.Errorf("multiwalk: the record contradicts itself: %w", err)
		}
	}
	return nil
}

func (r Run) checkHeader() error {
	if r.Walks == 0 && r.End != nil { // the header of a live record may be written before they are counted
		return fmt.Errorf("%d walks; a run has at least one", r.Walks)
	}
	return r.Header.Check()
}

// Check reports the first value that no run has.
func (h Header) Check() error {
	if h.Walks < 0 || h.Walks > math.MaxInt32 {
		return fmt.Errorf("%d walks; a run has at least one, and at most %d", h.Walks, math.MaxInt32)
	}
	if most := max(h.Walks, mostWorkers); h.Workers < 0 || h.Workers > most { // walks may divide their work
		return fmt.Errorf("%d workers for %d walks; a run has at most %d", h.Workers, h.Walks, most)
	}
	if h.Start != nil && len(h.Start) != h.N {
		return fmt.Errorf("the start solution has %d elements, but n is %d", len(h.Start), h.N)
	}
	for _, s := range h.Stop {
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

// longest is the longest time that a clock of the program can show, in seconds: 292 years.
var longest = time.Duration(math.MaxInt64).Seconds()

// checkCounted refuses negative counters and times, counters whose sum overflows, more fresh starts than there was work, and times
// that nothing measures.
func checkCounted(what string, elapsed float64, c multiwalk.Counters, more ...int64) error {
	list := append([]int64{c.FullEvaluations, c.DeltaEvaluations, c.Moves, c.Units, c.Restarts}, more...)
	if least := slices.Min(list); least < 0 {
		return fmt.Errorf("%s counts %d of something; nothing is counted below 0", what, least)
	}
	if c.FullEvaluations > math.MaxInt64-c.DeltaEvaluations {
		return fmt.Errorf("%s has %d full and %d delta evaluations, together more than can be counted",
			what, c.FullEvaluations, c.DeltaEvaluations)
	}
	switch {
	case exceeds(c.Restarts, c):
		return fmt.Errorf("%s has %d restarts, but only %d units, %d moves and %d evaluations; each restart has one of these at least",
			what, c.Restarts, c.Units, c.Moves, c.Evaluations())
	case !(elapsed >= 0):
		return fmt.Errorf("%s comes after %v seconds, before the run began", what, elapsed)
	case elapsed > longest:
		return fmt.Errorf("%s comes after %v seconds; no clock shows more than %.0f", what, elapsed, longest)
	}
	return nil
}

// exceeds reports whether there is more of something than there was work in all.
func exceeds(n int64, c multiwalk.Counters) bool {
	for _, work := range []int64{c.Units, c.Moves, c.FullEvaluations, c.DeltaEvaluations} {
		if n -= work; n <= 0 {
			return false
		}
	}
	return true
}

// checkBegun refuses more walks than there was work after a whole round: each has done something, unless its share of the evaluations
// is none, or another one met the target before it began.
func (r Run) checkBegun(rounds int64, c multiwalk.Counters) error {
	working := int64(r.Walks)
	if budget, has := r.tightest(multiwalk.StopEvaluations); has {
		working = min(working, budget)
	}
	if rounds > 0 && exceeds(working, c) {
		return fmt.Errorf("it has %d walks, but only %d units, %d moves and %d evaluations after %d rounds; each walk has one of these at least",
			r.Walks, c.Units, c.Moves, c.Evaluations(), rounds)
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
	return r.checkBegun(s.Round, s.Counters)
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
	if err := r.checkBegun(e.Rounds, e.Counters); err != nil && !r.raced() {
		return err
	}
	return r.checkAgainst(latest)
}

// checkAgainst checks that the counters at the end are no less than those of each walk at its last incumbent.
func (r Run) checkAgainst(latest map[int]Incumbent) error {
	e := r.End
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

// checkHistory checks each incumbent, and their order: costs fall, and rounds and the counters of each walk never fall.
// Times may go back from one walk to another: incumbents stand in logical order, and one walk may have run ahead of
// another.
func (r Run) checkHistory() error {
	latest := map[int]Incumbent{} // of each walk
	for i, h := range r.History {
		if err := r.checkIncumbent(i); err != nil {
			return err
		}
		if i > 0 {
			if err := r.checkNext(i); err != nil {
				return err
			}
		}
		before, again := latest[h.Walk]
		if again && (h.Evaluations < before.Evaluations || h.Moves < before.Moves || h.Elapsed < before.Elapsed) {
			return fmt.Errorf("incumbent %d, of walk %d, has fewer evaluations or moves, or less time, than an earlier one of that walk: "+
				"%d, %d, %v s after %d, %d, %v s", i+1, h.Walk, h.Evaluations, h.Moves, h.Elapsed,
				before.Evaluations, before.Moves, before.Elapsed)
		}
		latest[h.Walk] = h
	}
	return nil
}

// checkIncumbent checks a single incumbent.
func (r Run) checkIncumbent(i int) error {
	h, what := r.History[i], fmt.Sprintf("incumbent %d", i+1)
	if err := r.checkWalk(what, h.Walk); err != nil {
		return err
	}
	if least := min(h.Round, h.Evaluations, h.Moves); least < 0 || !(h.Elapsed >= 0 && h.Elapsed <= longest) {
		return fmt.Errorf("%s is of round %d, with %d evaluations and %d moves after %v seconds; nothing is counted below 0, "+
			"and no clock shows more than 292 years", what, h.Round, h.Evaluations, h.Moves, h.Elapsed)
	}
	switch {
	case h.Walk >= 0 && h.Round == 0:
		return fmt.Errorf("%s is of walk %d in round 0; walks begin in round 1", what, h.Walk)
	case h.Walk >= 0 && i == 0 && r.Start != nil:
		return fmt.Errorf("the run has a start solution, but its first incumbent is of walk %d; the start is the first", h.Walk)
	case h.Walk < 0 && (i > 0 || h.Round != 0 || h.Evaluations != 0 || h.Moves != 0):
		return fmt.Errorf("%s is of no walk, but has round %d, %d evaluations and %d moves, or is not the first",
			what, h.Round, h.Evaluations, h.Moves)
	case h.Walk < 0 && r.Start == nil && len(r.History) > 1:
		return fmt.Errorf("%s is of no walk, but the run has no start solution; only an incumbent of a run without another "+
			"is random", what)
	}
	return nil
}

// checkNext checks an incumbent against the one before it. In round 1 the solutions that the walks began with come
// first.
func (r Run) checkNext(i int) error {
	a, b := r.History[i-1], r.History[i]
	switch {
	case b.Cost >= a.Cost:
		return fmt.Errorf("incumbent %d of the record costs %d, no less than the %d before it", i+1, b.Cost, a.Cost)
	case b.Round < a.Round:
		return fmt.Errorf("incumbent %d is of round %d, but comes after one of round %d", i+1, b.Round, a.Round)
	case b.Round > 1 && b.Round == a.Round && !r.onBoth() && // there they stand in the order of the parts of the round
		(b.Evaluations < a.Evaluations || b.Evaluations == a.Evaluations && b.Walk < a.Walk):
		return fmt.Errorf("incumbent %d of walk %d after %d evaluations comes after one of walk %d after %d, in one round; "+
			"they stand in the order of evaluations, then walks", i+1, b.Walk, b.Evaluations, a.Walk, a.Evaluations)
	}
	return nil
}

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
