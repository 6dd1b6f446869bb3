package main

import (
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

	Device string `default:"auto" help:"Where to count: auto, cpu (all cores), cpu:N, gpu (the first), gpu:0,1, gpu:all, or emulator (a GPU's kernels on the CPU, for tests)."`
	State  string `placeholder:"FILE" help:"Keep what is done in this file, and go on from it if it exists."`
	Quiet  bool   `short:"q" help:"Do not report progress."`
}

// Run counts, as far as it gets.
func (q *countCmd) Run(c *console.Console) error {
	if q.State != "" {
		if err := console.CheckPlace(q.State, console.RoomFor(0)); err != nil {
			return console.Environment(fmt.Errorf("--state %s: %w", filename.Shown(q.State), err))
		}
	}
	d, unasked, err := q.device()
	if err != nil {
		return err
	}
	progress := newProgress(c, q.Quiet)
	ctx, release := c.Interruptible()
	defer release()
	res, err := q.count(ctx, d, &progress)
	if unasked && errors.Is(err, gpu.ErrFailed) {
		progress.Note("the GPU is not used: " + err.Error())
		d = device.CPU(0)
		res, err = q.count(ctx, d, &progress)
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

func (q *countCmd) count(ctx context.Context, d multiwalk.Device, shown *progress) (counting.Result, error) {
	var first *counting.Progress
	return counting.Count(ctx, q.N, counting.Options{Device: d, State: q.State, Observe: func(p counting.Progress) {
		if first == nil {
			first = &p
		}
		shown.show(p.Elapsed-first.Elapsed, func() string { return lineOf(*first, p) })
	}})
}

// lineOf says how far a count is, and how long the rest takes if it goes on as it went since the first report.
func lineOf(first, p counting.Progress) string {
	line := fmt.Sprintf("%.2f %% | %s | %s solutions", percent(p), tasksOf(p), console.Short(int64(p.All)))
	if done, took := p.Done-first.Done, p.Elapsed-first.Elapsed; done > 0 && took >= time.Second {
		seconds := took.Seconds() / float64(done) * float64(p.Tasks-p.Done)
		line += fmt.Sprintf(" | about %v left", time.Duration(min(seconds, 1e9)*float64(time.Second)).Round(time.Second))
	}
	return line
}

func percent(p counting.Progress) float64 { return 100 * float64(p.Done) / float64(max(1, p.Tasks)) }

func tasksOf(p counting.Progress) string { return fmt.Sprintf("%d of %d tasks", p.Done, p.Tasks) }

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
	queens := console.Count(q.N, "queen")
	text := fmt.Sprintf("%d solutions of %s so far, in %s, %.2f %%\n",
		res.All, queens, tasksOf(res.Progress), percent(res.Progress))
	if res.Complete {
		text = fmt.Sprintf("%d\nsolutions of %s, ", res.All, queens)
		switch agrees, known := res.Agrees(); {
		case !known:
			text += "for which no count was published"
		case agrees:
			text += "as published"
		default:
			text += "not as published"
		}
		if res.Fundamental > 0 {
			text += fmt.Sprintf("; %d of them are fundamental, no two reflections or rotations of each other", res.Fundamental)
		}
		text += "\n"
	}
	text += fmt.Sprintf("%s on %v, %s solutions/s", console.Duration(res.Here), d, console.Short(console.Rate(int64(res.Found), res.Here)))
	if res.Resumed > 0 {
		text += fmt.Sprintf("; %s in all, with the %s done before", console.Duration(res.Elapsed), console.Count(res.Resumed, "task"))
	}
	_, err := io.WriteString(c.Out, text+"\n")
	return err
}
