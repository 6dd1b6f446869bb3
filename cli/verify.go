package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/record"
)

type verifyCmd struct {
	Record   string `arg:"" help:"Record of one or more runs, or - for the standard input."`
	Instance string `placeholder:"FILE" help:"Instance of all the runs, if it does not lie where the record says."`
	Replay   bool   `help:"Run each run again too, on a device of the same kind, and compare what it finds: history, cost, solution and counters. Takes as long as the runs did."`
	JSON     bool   `help:"Print a JSON array with one object a run."`
	costFlags
}

// verdict is the outcome for one run.
type verdict struct {
	Run      string      `json:"run"`                     // file and line of the record
	Instance string      `json:"instance"`                // its name
	Cost     *int64      `json:"cost"`                    // as claimed; null if the record has no solution
	Outcome  string      `json:"outcome"`                 // in words, as claimed: the cost, or what is violated
	Status   string      `json:"status"`                  // why the run ended; killed: it did not
	Verified bool        `json:"verified"`                // the answer holds
	Reason   string      `json:"reason,omitempty"`        // why it does not
	Replay   replayState `json:"replay,omitempty"`        // equal, differs or none; with --replay, of a run that is verified
	Why      string      `json:"replay_reason,omitempty"` // why the replay differs, or was not made
	err      error       // why it was not replayed
}

// Run evaluates the solution of each run of a record with the instance read again, and repeats the run if told to.
func (v *verifyCmd) Run(c *console.Console, p *Program) error {
	runs, err := p.runsIn(v.Record, c.In)
	if err != nil {
		return err
	}
	leave, err := v.ask(c, p)
	if err != nil {
		return err
	}
	defer leave()
	ctx, release := c.Interruptible()
	defer release()
	seen := evidence{program: p, file: v.Instance}
	verdicts := make([]verdict, len(runs))
	for i, r := range runs {
		in, err := seen.verify(r)
		verdicts[i] = judge(r, p.formatOf(r), err)
		if x, _, ok := r.Best(); ok && err == nil {
			verdicts[i].Outcome += unsolvedText(in.Problem, x)
		}
		if v.Replay && err == nil {
			verdicts[i].replay(p.replay(ctx, c, r, in, !v.JSON))
		}
	}
	if err := v.print(c, verdicts); err != nil {
		return console.Environment(err)
	}
	return conclude(verdicts)
}

// judge makes the verdict on a run from what is wrong with it, if anything.
func judge(r record.Run, f problem.Format, wrong error) verdict {
	out := verdict{Run: r.At, Outcome: r.Outcome(), Instance: filename.Text(r.Instance), Status: "killed", Verified: wrong == nil}
	if _, cost, ok := r.Best(); ok {
		out.Cost, out.Outcome = &cost, told(f, out.Outcome, cost)
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
		if _, err := fmt.Fprintf(c.Out, "%s: %s, %s, %s: %s\n", d.Run, filename.Shown(filename.FromText(d.Instance)), oneLine(d.Outcome),
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

// replayState is how the repetition of a run went.
type replayState string

const (
	replayEqual   replayState = "equal"
	replayDiffers replayState = "differs"
	replayNone    replayState = "none" // it cannot be repeated, or not here
)

// replay notes how a run's repetition went: found is what it found, or nil, wrong how that differs, or why there is
// nothing.
func (d *verdict) replay(found *record.Run, wrong error) {
	switch {
	case wrong == nil:
		d.Replay = replayEqual
		return
	case found != nil:
		d.Replay = replayDiffers
	default:
		d.Replay, d.err = replayNone, wrong
	}
	d.Why = wrong.Error()
}

// codeOf is the exit code where runs could not be repeated: the machine lacks something, or the record does.
func codeOf(why error) int {
	if errors.Is(why, device.ErrNoGPU) || errors.Is(why, gpu.ErrFailed) {
		return console.ExitEnvironment
	}
	return console.ExitUsage
}

// replay repeats a run from its header, on a device of the same kind, and compares the two. Without a run it returns
// why there can be none.
func (p *Program) replay(ctx context.Context, c *console.Console, r record.Run, in *problem.Instance, shown bool) (*record.Run, error) {
	if err := r.Replayable(); err != nil {
		return nil, err
	}
	m, err := r.Method.Restore(p.replayed())
	if err != nil {
		return nil, err
	}
	s := r.Settings()
	if s.Walks > console.MaxWalks {
		return nil, fmt.Errorf("%d walks are too many; at most %d", s.Walks, console.MaxWalks)
	}
	if s.Device, err = deviceOf(r); err != nil {
		return nil, err
	}
	line := console.LiveLine{W: c.Err}
	if width := c.Width(); shown && width > 0 {
		s.Observe = func(e multiwalk.Event) {
			if e.Kind == multiwalk.EventProgress {
				line.Redraw(fmt.Sprintf("replaying line %s: round %d of %d", r.At[strings.LastIndexByte(r.At, ':')+1:], e.Round, r.End.Rounds), width)
			}
		}
	}
	res, err := multiwalk.Minimize(ctx, in.Problem, m, s)
	line.Erase()
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, errors.New("interrupted")
	}
	again := record.New(r.Header, res)
	if err := r.Compare(again); err != nil {
		return &again, fmt.Errorf("%w%s", err, excuse(c, r))
	}
	return &again, nil
}

// deviceOf returns a device of the kind that the run was on. A logical record does not name the processor.
func deviceOf(r record.Run) (multiwalk.Device, error) {
	if r.Device == "" || strings.HasPrefix(r.Device, "cluster:") {
		return device.CPU(0), nil // the same is found there
	}
	name := r.Device
	if count, lent := strings.CutPrefix(name, "gpus:"); lent { // of a cluster: the same is found on as many here
		count, _, _ = strings.Cut(count, "@")
		many, err := strconv.Atoi(count)
		if err != nil || many < 1 || many > console.MaxWorkers {
			return nil, fmt.Errorf("the record is of %.40q, which is no device", name)
		}
		ids := make([]string, many)
		for i := range ids {
			ids[i] = strconv.Itoa(i)
		}
		name = "gpu:" + strings.Join(ids, ",")
	}
	d, err := device.Parse(name)
	switch d := d.(type) {
	case multiwalk.Accelerator:
		return d, err
	case multiwalk.Both:
		if len(r.End.Sides) == 0 {
			return nil, errors.New("the record does not say how many walks were on cores")
		}
		return device.Both(device.CPU(min(r.End.Sides[0].Walks, console.MaxWorkers)), d.Machines), err
	}
	if err != nil {
		return nil, err
	}
	return device.CPU(0), nil // any number of cores gives the same
}

// excuse names what may be behind a difference besides a record that is wrong.
func excuse(c *console.Console, r record.Run) string {
	var list []string
	if r.Program != c.Version {
		list = append(list, fmt.Sprintf("it is of %s %s, this is %s", c.Name, r.Program, c.Version))
	}
	if strings.Contains(r.Device, "gpu") {
		list = append(list, "GPUs of another model may differ")
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, "; ") + ")"
}
