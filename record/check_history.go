package record

import "fmt"

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
	if least := min(h.Round, h.Evaluations, h.Moves); least < 0 || !(h.Elapsed >= 0) {
		return fmt.Errorf("%s is of round %d, with %d evaluations and %d moves after %v seconds; nothing is counted below 0",
			what, h.Round, h.Evaluations, h.Moves, h.Elapsed)
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
	case b.Round > 1 && b.Round == a.Round &&
		(b.Evaluations < a.Evaluations || b.Evaluations == a.Evaluations && b.Walk < a.Walk):
		return fmt.Errorf("incumbent %d of walk %d after %d evaluations comes after one of walk %d after %d, in one round; "+
			"they stand in the order of evaluations, then walks", i+1, b.Walk, b.Evaluations, a.Walk, a.Evaluations)
	}
	return nil
}
