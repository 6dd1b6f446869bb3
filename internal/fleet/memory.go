package fleet

import (
	"errors"

	"github.com/multiwalk/multiwalk/internal/gpu"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// Memory is all that a walk holds on a machine. What cannot be made is noted, and told by Made.
type Memory struct {
	Machine *gpu.Machine
	held    []interface{ Free() error }
	failed  []error
}

// Array makes an array of n values, cleared.
func Array[T any](m *Memory, n int) *gpu.Array[T] {
	a, err := gpu.NewArray[T](m.Machine, n)
	return Keep(m, a, err)
}

// ArrayOf makes an array of these values.
func ArrayOf[T any](m *Memory, src []T) *gpu.Array[T] {
	a, err := gpu.ArrayOf(m.Machine, src)
	return Keep(m, a, err)
}

// Sized is an array whatever its elements, to be passed to a kernel.
type Sized interface {
	Len() int
	Free() error
}

// Numbers makes an array of n numbers of 4 or 8 bytes, with these values if there are any.
func Numbers(m *Memory, bytes, n int, values []int64) Sized {
	switch {
	case bytes == 8 && values != nil:
		return ArrayOf(m, values)
	case bytes == 8:
		return Array[int64](m, n)
	case values == nil:
		return Array[int32](m, n)
	}
	narrow := make([]int32, n)
	for k, v := range values {
		narrow[k] = int32(v)
	}
	return ArrayOf(m, narrow)
}

// Value uploads a problem.
func (m *Memory) Value(v any) *gpu.Value {
	x, err := gpu.ValueOf(m.Machine, v)
	return Keep(m, x, err)
}

// Flag makes a flag.
func (m *Memory) Flag() *gpu.Flag {
	f, err := gpu.NewFlag(m.Machine)
	return Keep(m, f, err)
}

// Keep notes what is to be freed, or why it could not be made.
func Keep[H interface{ Free() error }](m *Memory, h H, err error) H {
	if m.failed = append(m.failed, err); err == nil {
		m.held = append(m.held, h)
	}
	return h
}

// Made returns what could not be made.
func (m *Memory) Made() error { return errors.Join(m.failed...) }

// Save implements checkpoint.Saver: all arrays, in the order in which they were made. Problems and flags are as they were made.
func (m *Memory) Save(a *checkpoint.Archive) {
	for _, h := range m.held {
		if s, ok := h.(checkpoint.Saver); ok {
			s.Save(a)
		}
	}
}

// Close frees all.
func (m *Memory) Close() error {
	var errs []error
	for _, h := range m.held {
		errs = append(errs, h.Free())
	}
	m.held = nil
	return errors.Join(errs...)
}
