package walk

import (
	"errors"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk"
)

// Placer is a method with a GPU half. On an Accelerator its Prepare finds the device in Plan.Device and makes a Search. Walk number id of the
// Search drives machine number id of the device, or the only walk drives all (WalkLimiter). A unit of its work is one launch of 10 to 30 ms.
// During the launch the walk polls Slice.Aborted; if that says yes, the walk tells the kernel to stop. After the launch, cut short or not,
// the walk reads what the kernel found. If the device fails, the walk calls Slice.Fail and ends. After the run Minimize closes the walks and
// the Search if they are io.Closers.
type Placer interface {
	// Place returns nil if the method can run for the problem on d, else an error that says why not. If kernels are
	// what is missing, the error wraps ErrNoKernel (see NoKernel). Place must be quick, and allocate nothing on d.
	Place(p multiwalk.Problem, d multiwalk.Accelerator) error
}

// Gainer is a Placer for which somebody has measured on which problems it finds more on a GPU than on the cores beside
// it. Unasked, package auto puts no other method on a GPU alone. Gains must not use d, nor ask whether it is ready.
type Gainer interface {
	Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool
}

// WalkCounter is a Search whose Walks each run several searches side by side, for example on a GPU. Walks returns how many
// searches there are in all. multiwalk.Result.Walks then says this number.
type WalkCounter interface {
	Walks() int
}

// NoKernelError is the error of a method that cannot run on a device. It wraps ErrNoKernel.
type NoKernelError struct {
	Method string
	Device multiwalk.Device
	Reason string // what is missing and what to do
}

// Error names the method, the device, what is missing and the remedy.
func (e *NoKernelError) Error() string {
	return fmt.Sprintf("multiwalk: method %s cannot run on %v: %v: %s", e.Method, e.Device, multiwalk.ErrNoKernel, e.Reason)
}

// Unwrap returns ErrNoKernel.
func (e *NoKernelError) Unwrap() error { return multiwalk.ErrNoKernel }

// NoKernel returns a NoKernelError.
func NoKernel(method string, d multiwalk.Device, reason string) error {
	return &NoKernelError{method, d, reason}
}

// Place returns nil if method m can run for the problem on device d, else an error that says why not. Every method runs on CPU
// cores; a nil device means these. On a Both its machines decide. If Minimize would refuse because a GPU or a kernel is
// missing, Place refuses too.
func Place(p multiwalk.Problem, m Method, d multiwalk.Device) error {
	if p == nil || m == nil {
		return errors.New("multiwalk: Place needs a problem and a method")
	}
	if b, ok := d.(multiwalk.Both); ok {
		d = b.Machines
	}
	if l, ok := d.(Lender); ok {
		d = l.StandIn()
	}
	a, ok := d.(multiwalk.Accelerator)
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

// closeAll closes the walks, then the search: walks may use memory of the device that the search holds for all of them.
func closeAll(walks []Walk, search Search) error {
	return errors.Join(Close(walks...), Close(search))
}

// Close closes those of some walks or searches that hold anything.
func Close[T any](list ...T) error {
	var errs []error
	for _, x := range list {
		if c, ok := any(x).(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
