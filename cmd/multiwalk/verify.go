package main

import (
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/record"
)

type verifyCmd struct {
	Record   string `arg:"" help:"Record of one or more runs, or - for the standard input."`
	Instance string `placeholder:"FILE" help:"Instance of all the runs, if it does not lie where the record says."`
	Replay   bool   `help:"Run each run again too, on a device of the same kind, and compare what it finds: history, cost, solution and counters. Takes as long as the runs did."`
	JSON     bool   `help:"Print a JSON array with one object a run."`
}

// verdict is the outcome for one run.
type verdict struct {
	Run      string      `json:"run"` // file and line of the record
	Instance string      `json:"instance"`
	Cost     *int64      `json:"cost"` // as claimed; null if the record has no solution
	Status   string      `json:"status"`
	Verified bool        `json:"verified"`
	Reason   string      `json:"reason,omitempty"`
	Replay   replayState `json:"replay,omitempty"` // with --replay, of a run that is verified
	Why      string      `json:"replay_reason,omitempty"`
	err      error       // why it was not replayed
}

// Run evaluates the solution of each run of a record with the instance read again, and repeats the run if told to.
func (v *verifyCmd) Run(c *console.Console) error {
	runs, err := runsIn(v.Record, c.In)
	if err != nil {
		return err
	}
	ctx, release := c.Interruptible()
	defer release()
	seen := evidence{file: v.Instance}
	verdicts := make([]verdict, len(runs))
	for i, r := range runs {
		in, err := seen.verify(r)
		verdicts[i] = judge(r, err)
		if v.Replay && err == nil {
			verdicts[i].replay(replay(ctx, c, r, in, !v.JSON))
		}
	}
	if err := v.print(c, verdicts); err != nil {
		return console.Environment(err)
	}
	return conclude(verdicts)
}

// judge makes the verdict on a run from what is wrong with it, if anything.
func judge(r record.Run, wrong error) verdict {
	out := verdict{Run: r.At, Instance: filename.Text(r.Instance), Status: "killed", Verified: wrong == nil}
	if _, cost, ok := r.Best(); ok {
		out.Cost = &cost
	}
	if r.End != nil {
		out.Status = filename.Text(string(r.End.Status))
	}
	if wrong != nil {
		out.Reason = wrong.Error()
	}
	return out
}

// conclude makes the command's error: an answer that does not hold, else a run that could not be repeated.
func conclude(verdicts []verdict) error {
	rejected, differ, skipped := 0, 0, 0
	var why error
	for _, d := range verdicts {
		switch {
		case !d.Verified:
			rejected++
		case d.Replay == replayDiffers:
			differ++
		case d.Replay == replayNone:
			skipped++
			why = errors.Join(why, d.err)
		}
	}
	all := console.Count(len(verdicts), "run")
	var failed error
	if rejected > 0 {
		failed = fmt.Errorf("%d of %s rejected", rejected, all)
	}
	if differ > 0 {
		failed = errors.Join(failed, fmt.Errorf("the replay of %d of %s found something else", differ, all))
	}
	if failed != nil {
		return console.Missed(failed)
	}
	if skipped > 0 {
		return console.Failure{Code: codeOf(why), Err: fmt.Errorf("%d of %s not replayed", skipped, all)}
	}
	return nil
}

func (v *verifyCmd) print(c *console.Console, verdicts []verdict) error {
	if v.JSON {
		return console.WriteJSON(c.Out, verdicts)
	}
	for _, d := range verdicts {
		cost := "no solution"
		if d.Cost != nil {
			cost = fmt.Sprintf("cost %d", *d.Cost)
		}
		if _, err := fmt.Fprintf(c.Out, "%s: %s, %s, %s: %s\n", d.Run, filename.Shown(filename.FromText(d.Instance)), cost,
			filename.Shown(filename.FromText(d.Status)), d.text()); err != nil {
			return err
		}
	}
	return nil
}

// text is what the verdict says.
func (d verdict) text() string {
	switch {
	case !d.Verified:
		return "REJECTED: " + oneLine(d.Reason)
	case d.Replay == replayEqual:
		return "accepted; its replay is equal"
	case d.Replay == replayDiffers:
		return "its replay DIFFERS: " + oneLine(d.Why)
	case d.Replay == replayNone:
		return "accepted; NOT replayed: " + oneLine(d.Why)
	}
	return "accepted"
}
