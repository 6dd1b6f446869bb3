package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// toStdout is the file that stands for the standard output.
const toStdout = "-"

type solutionsCmd struct {
	N int `arg:"" help:"Number of queens."`

	Count     *int64         `placeholder:"K" help:"How many solutions; 0 means all that exist. (default: 1, or no bound with --time)"`
	Time      *time.Duration `placeholder:"DURATION" help:"Stop after a time such as 10s or 2m."`
	Seed      uint64         `default:"1" help:"Seed of all random numbers; equal seeds give equal files, where --device is the same."`
	Device    string         `default:"auto" help:"Where solutions are made: auto (a GPU if there is one and it gains, else all cores), cpu (all cores), cpu:N, gpu (the first), gpu:0,1, gpu:all, or emulator (a GPU's kernels on the CPU, for tests)."`
	Workers   int            `placeholder:"N" help:"Threads that make or check solutions. (default: as many as there are cores)"`
	Walks     int            `placeholder:"N" help:"Searches side by side on a GPU. (default: as many as fill it)"`
	Symmetric bool           `help:"Add the reflections and rotations of each solution."`

	Out    string `default:"-" placeholder:"FILE" help:"Where the solutions go; - is the standard output. (default: -)"`
	Format string `default:"text" help:"Format of the solutions: text, a line each of rows from 1, or binary, see the documentation of package solutions."`
	JSON   bool   `help:"Print one JSON object, and nothing else, to the standard output. Solutions go to --out alone."`
	Quiet  bool   `short:"q" help:"Do not report progress."`
}

// Run makes solutions, as many as it gets to.
func (q *solutionsCmd) Run(c *console.Console) error {
	o, err := q.options()
	if err != nil {
		return err
	}
	file, err := q.open(c)
	if err != nil {
		return err
	}
	if file != nil {
		o.Out = file
		defer file.release()
	}
	progress := newStreamProgress(c, q)
	o.Observe = progress.observe
	ctx, release := c.Interruptible()
	defer release()
	if q.Time != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *q.Time)
		defer cancel()
	}
	stats, err := solutions.Find(ctx, q.N, o)
	progress.Erase()
	if file != nil {
		err = file.end(err)
	}
	if err != nil {
		return q.failed(err)
	}
	if err := q.print(c, stats, o); err != nil {
		return console.Environment(err)
	}
	return q.judge(stats)
}

// options checks the flags.
func (q *solutionsCmd) options() (solutions.Options, error) {
	o := solutions.Options{Seed: q.Seed, Workers: q.Workers, Walks: q.Walks, Symmetric: q.Symmetric}
	instance, err := nqueens.New(q.N)
	switch {
	case err != nil:
		return o, err
	case instance.Solvable() != nil:
		return o, console.Missed(instance.Solvable())
	case q.Workers > console.MaxWorkers || q.Walks > console.MaxWalks:
		return o, fmt.Errorf("--walks %d --workers %d is too much; at most %d walks and %d workers",
			q.Walks, q.Workers, console.MaxWalks, console.MaxWorkers)
	case q.Time != nil && *q.Time <= 0:
		return o, fmt.Errorf("--time %v is no time to work; give one such as 10s", *q.Time)
	}
	switch {
	case q.Count != nil:
		o.Count = *q.Count
	case q.Time == nil:
		o.Count = 1
	}
	if o.Format, err = solutions.ParseFormat(q.Format); err == nil {
		o.Device, err = q.device(o.Count)
	}
	return o, err
}

// device finds where to make count solutions.
func (q *solutionsCmd) device(count int64) (multiwalk.Device, error) {
	if q.Device == console.DeviceAuto {
		if g := device.GPU(0); q.gains(count) && g.Ready() == nil {
			return g, nil
		}
	}
	d, err := device.Parse(q.Device)
	return d, console.OnCores(err)
}

// gains says whether a GPU is worth its start, for which a short run has not the time.
func (q *solutionsCmd) gains(count int64) bool {
	return solutions.Gains(q.N, count) && (q.Time == nil || *q.Time >= time.Second)
}

// failed gives an error the exit code of its kind.
func (q *solutionsCmd) failed(err error) error {
	var path *os.PathError
	switch {
	case errors.Is(err, gpu.ErrFailed):
		return console.Environment(fmt.Errorf("%w; use --device cpu", err))
	case errors.As(err, &path):
		return console.Environment(fmt.Errorf("--out %s: %w", filename.Shown(q.Out), err))
	}
	return err
}

// judge says that there are fewer solutions than were asked for.
func (q *solutionsCmd) judge(s solutions.Stats) error {
	if s.End != solutions.Exhausted || q.Count == nil || *q.Count == 0 {
		return nil
	}
	return console.Missed(fmt.Errorf("%s have %s in all, fewer than the %d asked for",
		console.Count(q.N, "queen"), console.Count(s.Found, "solution"), *q.Count))
}

// print writes what was done: to the standard error where the solutions go to the standard output.
func (q *solutionsCmd) print(c *console.Console, s solutions.Stats, o solutions.Options) error {
	if q.JSON {
		return console.WriteJSON(c.Out, q.report(c, s, o))
	}
	to := c.Out
	if q.Out == toStdout {
		if to = c.Err; q.Quiet {
			return nil
		}
	}
	text := fmt.Sprintf("%s: %s, all different and verified; %s\n", console.Count(q.N, "queen"), console.Count(s.Found, "solution"), ending(s))
	text += fmt.Sprintf("%s on %s, seed %d: %s solutions/s, %s dropped\n", console.Duration(s.Elapsed), o.Device, q.Seed,
		console.Short(console.Rate(s.Found, s.Elapsed)), console.Count(s.Duplicates, "duplicate"))
	if q.Out != toStdout {
		text += fmt.Sprintf("solutions in %s, %v\n", filename.Shown(q.Out), o.Format)
	}
	_, err := io.WriteString(to, text)
	return err
}

// ending says why no more solutions came.
func ending(s solutions.Stats) string {
	switch s.End {
	case solutions.Enough:
		return "as many as asked for"
	case solutions.Exhausted:
		return "there are no more"
	}
	return "stopped"
}

// solutionsReport is what queens solutions --json prints. Fields that do not apply are null.
type solutionsReport struct {
	Version    string        `json:"version"`              // of the program
	N          int           `json:"n"`                    // queens
	Count      *int64        `json:"count"`                // asked for
	Found      int64         `json:"found"`                // different solutions that were written
	Duplicates int64         `json:"duplicates"`           // solutions that were found again, and left out
	All        *int64        `json:"all"`                  // how many there are, where that is known
	End        solutions.End `json:"end"`                  // why it ended
	Device     string        `json:"device"`               // as --device takes it
	Seed       uint64        `json:"seed"`                 // of the random numbers
	Symmetric  bool          `json:"symmetric"`            // whether turned and mirrored forms were written too
	Out        *string       `json:"out"`                  // the file; null: the standard output or none
	Format     string        `json:"format"`               // of the file
	Memory     int64         `json:"memory_bytes"`         // that tells solutions apart
	Elapsed    float64       `json:"elapsed_seconds"`      // of the run
	Rate       int64         `json:"solutions_per_second"` // on average
}

func (q *solutionsCmd) report(c *console.Console, s solutions.Stats, o solutions.Options) solutionsReport {
	r := solutionsReport{Version: c.Version, N: q.N, Found: s.Found, Duplicates: s.Duplicates, End: s.End, Device: o.Device.String(),
		Seed: q.Seed, Symmetric: q.Symmetric, Format: o.Format.String(), Memory: s.Memory,
		Elapsed: s.Elapsed.Round(time.Microsecond).Seconds(), Rate: console.Rate(s.Found, s.Elapsed)}
	if o.Count > 0 {
		r.Count = &o.Count
	}
	if s.All > 0 {
		r.All = &s.All
	}
	if q.Out != toStdout {
		out := filename.Text(q.Out)
		r.Out = &out
	}
	return r
}
