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
	if j.cmd.Device == console.DeviceAuto {
		m, note := j.method, ""
		if j.cmd.Method == methodAuto {
			m, note = auto.Choose(j.in.Problem, device.GPU(0))
		}
		d, why := device.Auto(j.in.Problem, m)
		if _, j.unasked = d.(multiwalk.Accelerator); j.unasked {
			j.method = m
		}
		j.settings.Device = d
		if why != "" {
			j.notes = append(j.notes, why)
		}
		if note != "" {
			j.notes = append(j.notes, note)
		}
		return j.settings.Validate()
	}
	d, err := device.Parse(j.cmd.Device)
	if err != nil {
		return err
	}
	j.settings.Device = d
	if j.cmd.Method == methodAuto {
		return j.setAuto(d)
	}
	if err := multiwalk.Place(j.in.Problem, j.method, d); err != nil {
		return j.withMethods(err)
	}
	return j.settings.Validate()
}

// setAuto chooses a method for a device that the user named. Where no method has kernels for the problem, the cores take
// over, and a note says so: whatever can be read can be solved.
func (j *job) setAuto(d multiwalk.Device) error {
	m, note := auto.Choose(j.in.Problem, d)
	err := multiwalk.Place(j.in.Problem, m, d)
	if errors.Is(err, multiwalk.ErrNoKernel) {
		j.notes = append(j.notes, fmt.Sprintf("CPU cores run %s: none of the methods of auto has kernels for this problem on %v", m.Name(), d))
		j.settings.Device, err = device.CPU(0), nil
	}
	if err != nil {
		return err
	}
	j.method = m
	if note != "" {
		j.notes = append(j.notes, note)
	}
	return j.settings.Validate()
}

// withMethods adds to the refusal of a method without kernels which methods have some.
func (j *job) withMethods(err error) error {
	a, ok := j.settings.Device.(multiwalk.Accelerator)
	if !ok || !errors.Is(err, multiwalk.ErrNoKernel) {
		return err
	}
	var names []string
	for _, m := range methods() {
		if multiwalk.Place(j.in.Problem, m, a) == nil {
			names = append(names, m.Name())
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("%w; no method has kernels for this problem, so use --device cpu", err)
	}
	return fmt.Errorf("%w; there this problem is for --method %s", err, strings.Join(names, " or "))
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
	j.settings.Device = device.CPU(0)
	if j.cmd.Method == methodAuto {
		j.method = auto.For(j.in.Problem)
	}
	if err := j.setHeader(); err != nil {
		return res, err
	}
	return multiwalk.Minimize(ctx, j.in.Problem, j.method, j.settings)
}
