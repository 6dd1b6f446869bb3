package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/record"
)

// replayState is how the repetition of a run went.
type replayState string

const (
	replayEqual   replayState = "equal"
	replayDiffers replayState = "differs"
	replayNone    replayState = "none" // it cannot be repeated, or not here
)

// replay notes how a run's repetition went: found is what it found, or nil, wrong how that differs, or why there is nothing.
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

// replay repeats a run from its header, on a device of the same kind, and compares the two. Without a run it returns why
// there can be none.
func replay(ctx context.Context, c *console.Console, r record.Run, in *catalogue.Instance, shown bool) (*record.Run, error) {
	if err := r.Replayable(); err != nil {
		return nil, err
	}
	m, err := r.Method.Restore(methods())
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
		return &again, fmt.Errorf("%w%s", err, excuse(r))
	}
	return &again, nil
}

// deviceOf returns a device of the kind that the run was on. A logical record does not name the processor.
func deviceOf(r record.Run) (multiwalk.Device, error) {
	if r.Device == "" {
		return device.CPU(0), nil
	}
	d, err := device.Parse(r.Device)
	if _, ok := d.(multiwalk.Accelerator); !ok && err == nil {
		return device.CPU(0), nil // of which any number gives the same
	}
	return d, err
}

// excuse names what may be behind a difference besides a record that is wrong.
func excuse(r record.Run) string {
	var list []string
	if r.Program != programVersion() {
		list = append(list, fmt.Sprintf("it is of multiwalk %s, this is %s", r.Program, programVersion()))
	}
	if strings.HasPrefix(r.Device, "gpu") {
		list = append(list, "GPUs of another model may differ")
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, "; ") + ")"
}
