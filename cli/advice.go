package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/walk"
)

// An error advises what is not refused as well: each flag that it names has been tried.

// withMethods adds to the refusal of a method which others take the problem there. If the method takes it with other settings,
// the refusal says already what to change. A run that is resumed goes on with its own method, on a device of its own kind.
func (j *job) withMethods(err error) error {
	if j.settings.Resume != nil {
		return err
	}
	if flags := j.in.Format.Machines; flags != "" && j.wanted == nil && errors.Is(err, multiwalk.ErrNoKernel) {
		return fmt.Errorf("%w; %s has kernels, or %s", err, flags, j.onCores())
	}
	if errors.Is(err, device.ErrNoGPU) || j.wanted == nil && errors.Is(err, multiwalk.ErrNoKernel) {
		return fmt.Errorf("%w; %s", err, j.onCores())
	}
	a, both := machinesOf(j.settings.Device)
	if j.wanted == nil || a != nil && !errors.Is(err, multiwalk.ErrNoKernel) {
		return err
	}
	var names []string
	for _, m := range methods() {
		if a != nil && walk.Place(j.in.Problem, m, a) != nil || (both || a == nil) && !accepts(m, j.in.Problem) {
			continue
		}
		if m.Name() == j.wanted.Name() {
			return err
		}
		names = append(names, m.Name())
	}
	switch {
	case len(names) == 0 && a != nil:
		return fmt.Errorf("%w; no method has kernels for this problem, so %s", err, j.onCores())
	case len(names) == 0:
		return err
	case a != nil:
		return fmt.Errorf("%w; there this problem is for --method %s", err, strings.Join(names, " or "))
	case errors.Is(err, multiwalk.ErrNoKernel) && walk.Place(j.in.Problem, j.wanted, device.GPU(0)) == nil:
		err = fmt.Errorf("%w; --device gpu has them", err)
	}
	return fmt.Errorf("%w; --method auto chooses among those that take this problem: %s", err, strings.Join(names, ", "))
}

// onCores is what to do on a machine without the device that was asked for.
func (j *job) onCores() string {
	if j.wanted == nil || accepts(j.wanted, j.in.Problem) {
		return "use --device cpu"
	}
	return "use --device cpu --method auto"
}

// machinesOf returns what runs kernels of a device, if anything does, and whether cores work beside it.
func machinesOf(d multiwalk.Device) (a multiwalk.Accelerator, both bool) {
	if b, ok := d.(multiwalk.Both); ok {
		return b.Machines, true
	}
	a, _ = d.(multiwalk.Accelerator)
	return a, false
}

// accepts says whether a method takes a problem on cores.
func accepts(m walk.Method, p multiwalk.Problem) bool { return refusedBy(m, p) == nil }

// refusedBy is what a method says against its settings or a problem on cores. What Prepare then computes, neighbour lists of a large
// instance say, it is told to leave alone.
func refusedBy(m walk.Method, p multiwalk.Problem) error {
	_, err := m.Prepare(p, walk.Plan{Walks: 1, Warn: func(string) {}, Abort: func() bool { return true }})
	if errors.Is(err, walk.ErrAborted) {
		return nil
	}
	return err
}
