package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/walk"
)

// setDevice finds the device, once problem and method are known.
func (j *job) setDevice() error {
	if j.cmd.Walks > console.MaxWalks || j.cmd.Workers > console.MaxWorkers {
		return fmt.Errorf("--walks %d --workers %d is too much; at most %d walks and %d workers",
			j.cmd.Walks, j.cmd.Workers, console.MaxWalks, console.MaxWorkers)
	}
	j.settings.Workers, j.settings.Walks, j.settings.Seed = j.cmd.Workers, j.cmd.Walks, j.cmd.Seed
	var asked multiwalk.Device
	if j.cmd.Device != console.DeviceAuto {
		d, err := j.parseDevice()
		if err != nil {
			return j.withMethods(err)
		}
		_, told := j.in.Problem.(problem.Asker)
		if _, ok := d.(walk.Remote); ok && told {
			return errors.New("a cost command tells costs to this machine alone; leave --device cluster out")
		}
		asked, j.settings.Device = d, d
	}
	if err := j.choose(asked); err != nil {
		return j.withMethods(err)
	}
	_, onGPU := j.settings.Device.(multiwalk.Accelerator)
	_, onBoth := j.settings.Device.(multiwalk.Both)
	j.unasked = (onGPU || onBoth) && asked == nil
	return j.settings.Validate()
}

// choose sets method and device. Where the user named only one of them, or none, auto chooses the rest.
func (j *job) choose(asked multiwalk.Device) error {
	s := j.settings
	s.Device = asked
	m, d, notes, err := auto.ChooseFor(j.in.Problem, j.wanted, s)
	if err != nil {
		return err
	}
	if d == nil {
		d = device.CPU(0)
	}
	j.method, j.settings.Device, j.notes = m, d, append(j.notes, notes...)
	return nil
}

// minimize runs the method, as long as somebody tells costs.
func (j *job) minimize(ctx context.Context, progress *progress) (*multiwalk.Result, error) {
	ctx, failed := j.program.untilFailed(ctx)
	res, err := j.search(ctx, progress)
	return j.asked(res, err, failed())
}

// search runs the method. Where a GPU that nobody asked for fails before it has found anything, the cores take over.
func (j *job) search(ctx context.Context, progress *progress) (*multiwalk.Result, error) {
	for _, note := range j.notes {
		progress.Note(note)
	}
	res, err := multiwalk.Minimize(ctx, j.in.Problem, j.method, j.settings)
	if !auto.Failed(res, err) {
		return res, err
	}
	if !j.unasked {
		if j.settings.Resume == nil {
			err = fmt.Errorf("%w; %s", err, j.onCores())
		}
		return res, console.Environment(err)
	}
	progress.Note("the GPU is not used: " + err.Error())
	j.begun = false
	if err := j.choose(device.CPU(0)); err != nil {
		return res, err
	}
	if err := errors.Join(j.setHeader(), j.setCheckpoint()); err != nil {
		return res, err
	}
	return multiwalk.Minimize(ctx, j.in.Problem, j.method, j.settings)
}
