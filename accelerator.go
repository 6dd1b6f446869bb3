package multiwalk

import (
	"errors"
	"fmt"
	"io"
)

// ErrNoKernel is wrapped by the error of a run on an Accelerator whose method has no kernels, or none for the problem.
var ErrNoKernel = errors.New("it has no kernels for that")

// Accelerator is a Device that runs kernels: one or more GPUs, or the emulator in their place. Workers is the number of
// machines, a GPU each. Minimize makes one Walk a machine, which drives it whole.
type Accelerator interface {
	Device
	// Ready reports why the device cannot be used, such as that there is no driver, or nil.
	Ready() error
}

// Placer is a method with a GPU half. On an Accelerator its Prepare finds the device in Plan.Device, and makes a Search
// whose Walk drives machine number id of it: a unit of work is a launch of 10 to 30 ms, during which the walk polls
// Slice.Aborted and tells the kernel to stop, and after which it takes up what the kernel found, also then. A walk whose
// device fails ends itself by Slice.Fail. Walks and a Search that are io.Closers are closed after the run.
type Placer interface {
	// Place reports why the method cannot run for the problem on d, or nil. Where it lacks kernels the error wraps
	// ErrNoKernel: see NoKernel. It must be quick, and allocate nothing on d.
	Place(p Problem, d Accelerator) error
}

// Gainer is a Placer that knows for which problems it finds more on a GPU than on the cores beside it, by measurement. A
// method that does not say so is put on a GPU only if told to. Gains must not use d, nor ask whether it is ready.
type Gainer interface {
	Gains(p Problem, d Accelerator) bool
}

// WalkCounter is a Search that knows better than the number of its Walks how many searches run side by side, as one does
// whose walks each drive a whole GPU.
type WalkCounter interface {
	Walks() int
}

// NoKernelError is the error of a method that cannot run on a device. It wraps ErrNoKernel.
type NoKernelError struct {
	Method string
	Device Device
	Reason string // what is missing and what to do
}

// Error says all of it.
func (e *NoKernelError) Error() string {
	return fmt.Sprintf("multiwalk: method %s cannot run on %v: %v: %s", e.Method, e.Device, ErrNoKernel, e.Reason)
}

// Unwrap returns ErrNoKernel.
func (e *NoKernelError) Unwrap() error { return ErrNoKernel }

// NoKernel returns a NoKernelError.
func NoKernel(method string, d Device, reason string) error { return &NoKernelError{method, d, reason} }

// Place reports why method m cannot run for the problem on device d, or nil. Every method runs on CPU cores, which nil
// means too; what Minimize refuses for want of a GPU or of kernels, Place refuses as well.
func Place(p Problem, m Method, d Device) error {
	if p == nil || m == nil {
		return errors.New("multiwalk: Place needs a problem and a method")
	}
	a, ok := d.(Accelerator)
	if !ok {
		return nil
	}
	placer, ok := m.(Placer)
	if !ok {
		return NoKernel(m.Name(), d, "only methods with a GPU half run there")
	}
	if err := a.Ready(); err != nil {
		return err
	}
	return placer.Place(p, a)
}

// closeAll closes what of a run holds memory of a device: the walks first, for they may use what the search shares.
func closeAll(walks []Walk, search Search) error {
	var errs []error
	for _, w := range walks {
		if c, ok := w.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	if c, ok := search.(io.Closer); ok {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}
