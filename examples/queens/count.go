package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/examples/queens/counting"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

type countCmd struct {
	N int `arg:"" help:"Number of queens, 1 to 32."`

	Device  string `default:"auto" help:"Where to count: auto, cpu (all cores), cpu:N, gpu (the first), gpu:0,1, gpu:all, or emulator (a GPU's kernels on the CPU, for tests)."`
	Workers int    `placeholder:"N" help:"Threads on cores. (default: as many as there are cores; of no meaning on a GPU)"`
	State   string `placeholder:"FILE" help:"Keep what is done in this file, and go on from it if it exists."`
	JSON    bool   `help:"Print one JSON object, and nothing else, to the standard output."`
	Quiet   bool   `short:"q" help:"Do not report progress."`
}

// Run counts, as far as it gets.
func (q *countCmd) Run(c *console.Console) error {
	if q.Workers < 0 || q.Workers > console.MaxWorkers {
		return fmt.Errorf("--workers %d cannot be; give 1 to %d, or leave the flag out for all cores", q.Workers, console.MaxWorkers)
	}
	if q.State != "" {
		if err := console.CheckPlace(q.State, console.RoomFor(0)); err != nil {
			return console.Environment(fmt.Errorf("--state %s: %w", filename.Shown(q.State), err))
		}
	}
	d, unasked, err := q.device()
	if err != nil {
		return err
	}
	progress := newTally(c, q)
	ctx, release := c.Interruptible()
	defer release()
	res, err := q.count(ctx, d, progress)
	if unasked && errors.Is(err, gpu.ErrFailed) {
		progress.Note("the GPU is not used: " + err.Error())
		d = device.CPU(0)
		res, err = q.count(ctx, d, progress)
	}
	progress.Erase()
	if err != nil && res.Found == 0 {
		return q.failed(err)
	}
	if err := q.print(c, &res, d); err != nil {
		return console.Environment(err)
	}
	if err != nil {
		return q.failed(err)
	}
	return q.judge(&res)
}

func (q *countCmd) count(ctx context.Context, d multiwalk.Device, progress *tally) (counting.Result, error) {
	return counting.Count(ctx, q.N, counting.Options{Device: d, Workers: q.Workers, State: q.State, Observe: progress.observe})
}

// device finds where to count. unasked says that it was not the user who chose a GPU.
func (q *countCmd) device() (d multiwalk.Device, unasked bool, err error) {
	if q.Device == console.DeviceAuto {
		d = device.CPU(0)
		if g := device.GPU(0); counting.Gains(q.N) && g.Ready() == nil {
			return g, true, nil
		}
		return d, false, nil
	}
	d, err = device.Parse(q.Device)
	return d, false, console.OnCores(err)
}

// failed gives an error the exit code of its kind.
func (q *countCmd) failed(err error) error {
	if errors.Is(err, gpu.ErrFailed) {
		return console.Environment(fmt.Errorf("%w; use --device cpu", err))
	}
	return console.InEnvironment(err)
}

// judge says what is wrong with a count: that it is not whole, or not what others published.
func (q *countCmd) judge(res *counting.Result) error {
	agrees, known := res.Agrees()
	switch {
	case !res.Complete && q.State != "":
		return console.Missed(fmt.Errorf("interrupted; the same command goes on from %s", filename.Shown(q.State)))
	case !res.Complete:
		return console.Missed(errors.New("interrupted, and nothing is kept; a count with --state FILE can be taken up again"))
	case known && !agrees:
		published, fundamental, _ := counting.Published(q.N)
		return console.Missed(fmt.Errorf("this is not the published count of %d queens, "+
			"%d solutions and %d fundamental ones", q.N, published, fundamental))
	}
	return nil
}

// print writes what was counted; the first line of a whole count is the number alone.
func (q *countCmd) print(c *console.Console, res *counting.Result, d multiwalk.Device) error {
	if q.JSON {
		return console.WriteJSON(c.Out, q.report(c, res, d))
	}
	queens := console.Count(q.N, "queen")
	text := fmt.Sprintf("%d solutions of %s so far, in %s, %.2f %%\n",
		res.All, queens, tasksOf(res.Progress), percent(res.Progress))
	if res.Complete {
		text = fmt.Sprintf("%d\nsolutions of %s, %s", res.All, queens, against(res))
		if res.Fundamental > 0 {
			text += fmt.Sprintf("; %d of them are fundamental, no two reflections or rotations of each other", res.Fundamental)
		}
		text += "\n"
	}
	text += fmt.Sprintf("%s on %s, %s solutions/s", console.Duration(res.Here), q.where(d), console.Short(console.Rate(int64(res.Found), res.Here)))
	if res.Resumed > 0 {
		text += fmt.Sprintf("; %s in all, with the %s done before", console.Duration(res.Elapsed), console.Count(res.Resumed, "task"))
	}
	_, err := io.WriteString(c.Out, text+"\n")
	return err
}

// where is the device, and how many threads count on it.
func (q *countCmd) where(d multiwalk.Device) string {
	if _, ok := d.(multiwalk.Accelerator); ok {
		return d.String()
	}
	return fmt.Sprintf("%v with %s", d, console.Count(cmp.Or(q.Workers, d.Workers()), "worker"))
}

// against compares a count with the published one.
func against(res *counting.Result) string {
	switch agrees, known := res.Agrees(); {
	case !known:
		return "for which no count was published"
	case agrees:
		return "as published"
	}
	return "not as published"
}

// countReport is what queens count --json prints. Fields that do not apply are null.
type countReport struct {
	Version     string  `json:"version"`         // of the program
	N           int     `json:"n"`               // queens
	Complete    bool    `json:"complete"`        // all are counted; else the figures are of what was counted so far
	Solutions   uint64  `json:"solutions"`       // that were counted
	Fundamental *uint64 `json:"fundamental"`     // solutions of which no two are turned or mirrored forms of one another
	Published   *uint64 `json:"published"`       // the published number of solutions
	Agrees      *bool   `json:"agrees"`          // whether that is the same
	Device      string  `json:"device"`          // as --device takes it
	Workers     int     `json:"workers"`         // cores, or GPUs
	Tasks       int     `json:"tasks"`           // into which the count was divided
	Done        int     `json:"tasks_done"`      // of these
	Resumed     int     `json:"tasks_resumed"`   // of these, done by an earlier run
	Elapsed     float64 `json:"elapsed_seconds"` // of all runs together
	Here        float64 `json:"run_seconds"`     // of this run
}

func (q *countCmd) report(c *console.Console, res *counting.Result, d multiwalk.Device) countReport {
	r := countReport{Version: c.Version, N: q.N, Complete: res.Complete, Solutions: res.All, Device: d.String(),
		Workers: cmp.Or(q.Workers, d.Workers()), Tasks: res.Tasks, Done: res.Done, Resumed: res.Resumed, Elapsed: res.Elapsed.Round(time.Microsecond).Seconds(),
		Here: res.Here.Round(time.Microsecond).Seconds()}
	if res.Complete && (res.Fundamental > 0 || res.All == 0) {
		r.Fundamental = &res.Fundamental
	}
	if all, _, ok := counting.Published(q.N); ok {
		r.Published = &all
	}
	if agrees, known := res.Agrees(); known {
		r.Agrees = &agrees
	}
	return r
}
