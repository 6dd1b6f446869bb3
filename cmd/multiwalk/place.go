package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/gpu"
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
		d, err := device.Parse(j.cmd.Device)
		if err != nil {
			return err
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

// withMethods adds to the refusal of a method which others take the problem there. If the method takes it with other settings,
// the refusal says already what to change.
func (j *job) withMethods(err error) error {
	a, onMachine := j.settings.Device.(multiwalk.Accelerator)
	both, onBoth := j.settings.Device.(multiwalk.Both)
	if onBoth {
		a, onMachine = both.Machines, true
	}
	if j.wanted == nil || onMachine && !errors.Is(err, multiwalk.ErrNoKernel) {
		return err
	}
	var names []string
	for _, m := range methods() {
		if onMachine && multiwalk.Place(j.in.Problem, m, a) != nil || (onBoth || !onMachine) && !accepts(m, j.in.Problem) {
			continue
		}
		if m.Name() == j.wanted.Name() {
			return err
		}
		names = append(names, m.Name())
	}
	switch {
	case len(names) == 0 && onMachine:
		return fmt.Errorf("%w; no method has kernels for this problem, so use --device cpu", err)
	case len(names) == 0:
		return err
	case onMachine:
		return fmt.Errorf("%w; there this problem is for --method %s", err, strings.Join(names, " or "))
	}
	return fmt.Errorf("%w; --method auto chooses among those that take this problem: %s", err, strings.Join(names, ", "))
}

// accepts says whether a method takes a problem on cores.
func accepts(m multiwalk.Method, p multiwalk.Problem) bool { return refusedBy(m, p) == nil }

// refusedBy is what a method says against its settings or a problem on cores. What Prepare then computes, neighbour lists of a large
// instance say, it is told to leave alone.
func refusedBy(m multiwalk.Method, p multiwalk.Problem) error {
	_, err := m.Prepare(p, multiwalk.Plan{Walks: 1, Warn: func(string) {}, Abort: func() bool { return true }})
	if errors.Is(err, multiwalk.ErrAborted) {
		return nil
	}
	return err
}

// minimize runs the method. Where a GPU that nobody asked for fails before it has found anything, the cores take over.
func (j *job) minimize(ctx context.Context, progress *progress) (*multiwalk.Result, error) {
	for _, note := range j.notes {
		progress.Note(note)
	}
	res, err := multiwalk.Minimize(ctx, j.in.Problem, j.method, j.settings)
	if err == nil || !errors.Is(err, gpu.ErrFailed) || res == nil || res.Best != nil && res.Walk >= 0 {
		return res, err
	}
	if !j.unasked {
		return res, console.Environment(fmt.Errorf("%w; use --device cpu", err))
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
