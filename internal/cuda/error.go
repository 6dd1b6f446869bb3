package cuda

import (
	"errors"
	"fmt"
	"strings"
)

// What errors.Is can tell apart; the text of the error that wraps one of these says more.
var (
	ErrNoDriver     = errors.New("no NVIDIA driver")
	ErrNoDevice     = errors.New("no NVIDIA GPU")
	ErrDriverTooOld = errors.New("NVIDIA driver too old")
	ErrCapability   = errors.New("GPU lacks a capability")
	ErrOutOfMemory  = errors.New("out of device memory")
	ErrDeviceLost   = errors.New("device lost")
	ErrClosed       = errors.New("already closed or freed")
)

// Error is a driver call that failed.
type Error struct {
	Doing  string // what was being done, as "loading module tsp on device 0 (NVIDIA H200)"
	Result Result
	Name   string // the driver's name of the result, "CUDA_ERROR_INVALID_PTX"
	Text   string // the driver's explanation; may be empty
	Hint   string // what to do about it; may be empty
	Log    string // the JIT compiler's error log; may be empty
}

// Error returns "cuda: doing: NAME: text", then the hint and the log where there are any.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cuda: %s: %s", e.Doing, e.Name)
	if e.Text != "" {
		b.WriteString(": " + e.Text)
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	if e.Log != "" {
		b.WriteString("\n" + e.Log)
	}
	return b.String()
}

// Is matches the sentinel errors of this package that e's result stands for.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrNoDriver:
		return e.Result == StubLibrary
	case ErrNoDevice:
		return e.Result == NoDevice
	case ErrOutOfMemory:
		return e.Result == OutOfMemory
	case ErrCapability:
		return e.Result == NoBinaryForGPU
	case ErrDriverTooOld:
		return e.Result == UnsupportedPTXVersion
	case ErrDeviceLost:
		return e.Result.loses()
	}
	return false
}

// MemoryError is an allocation that did not fit. It wraps the *Error, and so ErrOutOfMemory.
type MemoryError struct {
	Err         *Error
	Asked       uint64 // bytes
	Free, Total uint64 // bytes of the device; both 0 where the driver could not say
}

// Error states the bytes asked for and, for device memory, those free.
func (e *MemoryError) Error() string {
	if e.Total == 0 {
		return fmt.Sprintf("%v: asked for %s", e.Err, bytesText(e.Asked))
	}
	return fmt.Sprintf("%v: asked for %s, free are %s of %s", e.Err, bytesText(e.Asked), bytesText(e.Free), bytesText(e.Total))
}

// Unwrap returns the driver's error.
func (e *MemoryError) Unwrap() error { return e.Err }

// lostError is every call on a context after the fault that lost its device.
type lostError struct {
	doing string
	first *Error
}

func (e *lostError) Error() string {
	return fmt.Sprintf("cuda: %s: the device was lost earlier, and only a new process can use it again: %s",
		e.doing, strings.TrimPrefix(e.first.Error(), "cuda: "))
}

func (e *lostError) Unwrap() error { return e.first }

// newError asks the driver for the name and the text of r.
func (a *API) newError(r Result, doing string) *Error {
	e := &Error{Doing: doing, Result: r, Name: r.String(), Text: r.Text()}
	var p *byte
	if a.GetErrorName(r, &p) == Success && p != nil {
		e.Name = goString(p)
	}
	p = nil
	if a.GetErrorString(r, &p) == Success && p != nil {
		e.Text = goString(p)
	}
	return e
}

// bytesText writes n exactly and, from a KiB up, in the largest unit as well: "1610612736 bytes (1.5 GiB)".
func bytesText(n uint64) string {
	const units = "KMGTPE"
	if n < 1024 {
		return fmt.Sprintf("%d bytes", n)
	}
	x, unit := float64(n)/1024, 0
	for x >= 1024 && unit < len(units)-1 {
		x, unit = x/1024, unit+1
	}
	return fmt.Sprintf("%d bytes (%.1f %ciB)", n, x, units[unit])
}
