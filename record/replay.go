package record

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Replayable returns nil if the run can be repeated from its record, else an error that says why not.
func (r Run) Replayable() error {
	switch {
	case r.End == nil:
		return errors.New("multiwalk: the run was killed, and its record does not say after which round")
	case r.End.Status == multiwalk.Failed:
		return errors.New("multiwalk: the run failed, and its record does not say after which round")
	case r.End.Partial:
		return errors.New("multiwalk: the run's last round was broken off, at a moment that depends on the machine")
	case r.End.Rounds == 0 && (r.End.Status == multiwalk.TimeLimit || r.End.Status == multiwalk.Cancelled):
		return errors.New("multiwalk: the run was over before its first round")
	}
	return nil
}

// Settings returns the settings that repeat a Replayable run with the method of its record: its seed, walks, start and
// stop criteria, but instead of a time limit the number of rounds that it made, and its paces: none is a run without a budget,
// as those of programs that knew no paces are. The caller adds the device: any number
// of cores, or the same number of GPUs of the same model; for a run on both as many cores as End.Sides has walks there.
func (r Run) Settings() multiwalk.Settings {
	timed := func(s multiwalk.Stop) bool { return s.Kind == multiwalk.StopTime }
	stop := slices.DeleteFunc(slices.Clone(r.Stop), timed)
	return multiwalk.Settings{Seed: r.Seed, Walks: r.Walks, Start: r.Start, Pace: append([]multiwalk.Pace{}, r.End.Pace...), Balance: r.End.Balance,
		Stop: append(stop, multiwalk.Work(max(1, r.End.Rounds)))}
}

// checkPace checks what the run took for its end last: that its criteria lead to it, and that it began before the run ended.
func (r Run) checkPace() error {
	if r.End == nil || len(r.End.Pace) == 0 || r.End.Partial {
		return nil
	}
	if err := (multiwalk.Settings{Pace: r.End.Pace}).Validate(); err != nil {
		return err
	}
	last := r.End.Pace[len(r.End.Pace)-1]
	work, worked := r.tightest(multiwalk.StopWork)
	evaluations, _ := r.tightest(multiwalk.StopEvaluations)
	_, timed := r.tightest(multiwalk.StopTime)
	switch {
	case last.Round > r.End.Rounds:
		return fmt.Errorf("it has a pace from round %d on, but ended after %d rounds", last.Round, r.End.Rounds)
	case last.Evaluations != evaluations:
		return fmt.Errorf("its last pace is by %d evaluations, its stop criterion by %d; 0 is none", last.Evaluations, evaluations)
	case last.Rounds > 0 && !worked && !timed || worked && (last.Rounds > work || last.Rounds == 0):
		return fmt.Errorf("its last pace is by %d rounds, which its stop criteria do not lead to", last.Rounds)
	}
	return nil
}

// Compare reports the first difference between a run and its repetition, in history, cost, solution and counters. It
// does not compare times, the status, and which machines found what. If several walks raced to a target, it does not compare counters either,
// because how far the losers came depends on the machine.
func (r Run) Compare(again Run) error {
	for i := range min(len(r.History), len(again.History)) {
		a, b := r.History[i], again.History[i]
		a.Elapsed, b.Elapsed, a.Node, b.Node = 0, 0, "", ""
		if a != b {
			return fmt.Errorf("multiwalk: incumbent %d is %s by the record, and %s by its replay", i+1, found(a), found(b))
		}
	}
	if a, b := len(r.History), len(again.History); a != b {
		return fmt.Errorf("multiwalk: %d incumbents by the record, and %d by its replay", a, b)
	}
	a, b := r.End, again.End
	switch {
	case a.Cost != b.Cost || a.Walk != b.Walk:
		return fmt.Errorf("multiwalk: cost %d, found by walk %d, by the record, and %d, by walk %d, by its replay", a.Cost, a.Walk, b.Cost, b.Walk)
	case !slices.Equal(a.Solution, b.Solution):
		return fmt.Errorf("multiwalk: the solution of cost %d is another by the record than by its replay", a.Cost)
	case a.Rounds != b.Rounds:
		return fmt.Errorf("multiwalk: %d rounds by the record, and %d by its replay", a.Rounds, b.Rounds)
	case a.Counters != b.Counters && !r.raced():
		return fmt.Errorf("multiwalk: counted were %s by the record, and %s by its replay", counted(a.Counters), counted(b.Counters))
	}
	return r.compareSides(again)
}

// found describes an incumbent without its time.
func found(h Incumbent) string {
	return fmt.Sprintf("cost %d of walk %d in round %d after %d evaluations and %d moves", h.Cost, h.Walk, h.Round, h.Evaluations, h.Moves)
}

func counted(c multiwalk.Counters) string {
	return fmt.Sprintf("%d full and %d delta evaluations, %d moves, %d units and %d restarts",
		c.FullEvaluations, c.DeltaEvaluations, c.Moves, c.Units, c.Restarts)
}
