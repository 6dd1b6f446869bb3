package gpu

import (
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// Stream is an order of launches and copies of its own. What is in different streams of a GPU may overlap; the emulator
// does everything in the order in which it was asked for. The methods of other types that name no stream know nothing
// of it: they neither wait for a stream's work nor hold it up.
type Stream struct {
	m    *Machine
	real *cuda.Stream // nil in the emulator
}

// NewStream makes a stream.
func NewStream(m *Machine) (*Stream, error) {
	if err := m.usable(); err != nil || m.Emulated() {
		return &Stream{m: m}, err
	}
	real, err := m.ctx.NewStream()
	return &Stream{m, real}, m.wrap(err)
}

// Wait returns when the stream's work is done, and then returns an error if a kernel failed.
func (s *Stream) Wait() error {
	if s.m.Emulated() {
		return s.m.settle()
	}
	if err := s.m.usable(); err != nil {
		return err
	}
	return s.m.wrap(s.real.Sync())
}

// Free gives the stream up, after its work. A stream that is nil or freed is left alone.
func (s *Stream) Free() error {
	if s == nil {
		return nil
	}
	return free(s.m, &s.real)
}

// submit has the emulator do work after all that it was asked for.
func (s *Stream) submit(work func()) {
	s.m.queue.put(func() error {
		work()
		return nil
	})
}

// Pinned is host memory for n values of T that a GPU copies by itself, while the host goes on.
type Pinned[T any] struct {
	m    *Machine
	real *cuda.Pinned[T] // nil in the emulator
	host []T
}

// NewPinned allocates pinned memory, cleared. Keep it small: what is pinned is lost to the rest of the computer.
func NewPinned[T any](m *Machine, n int) (*Pinned[T], error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, fmt.Errorf("multiwalk: %s: pinned memory of %d values cannot be", m.name, n)
	}
	if m.Emulated() {
		return &Pinned[T]{m: m, host: make([]T, n)}, nil
	}
	real, err := cuda.NewPinned[T](m.ctx, n)
	if err != nil {
		return nil, m.wrap(err)
	}
	return &Pinned[T]{m, real, real.Slice()}, nil
}

// Slice is the memory, nil after Free. The host must leave alone what a copy is reading or writing, until the copy's
// stream has been waited for.
func (p *Pinned[T]) Slice() []T { return p.host }

// Free gives the memory back; copies that use it must be done. Memory that is nil or freed is left alone.
func (p *Pinned[T]) Free() error {
	if p == nil || p.real == nil || p.m.stuck.Load() != nil {
		return nil
	}
	p.host = nil
	return free(p.m, &p.real)
}

// WriteLater has the stream copy n values of src, from value from on, to the array's values from at on, and returns at
// once.
func (a *Array[T]) WriteLater(s *Stream, at int, src *Pinned[T], from, n int) error {
	if err := a.within(s, at, from, n, len(src.host)); err != nil {
		return err
	}
	if a.buffer != nil {
		return a.m.wrap(a.buffer.CopyFromAsync(s.real, at, src.host[from:from+n]))
	}
	s.submit(func() { copy(a.host[at:], src.host[from:from+n]) })
	return nil
}

// ReadLater has the stream copy n of the array's values, from at on, to dst, from value to on, and returns at once.
func (a *Array[T]) ReadLater(s *Stream, dst *Pinned[T], to, at, n int) error {
	if err := a.within(s, at, to, n, len(dst.host)); err != nil {
		return err
	}
	if a.buffer != nil {
		return a.m.wrap(a.buffer.CopyToAsync(s.real, dst.host[to:to+n], at))
	}
	s.submit(func() { copy(dst.host[to:to+n], a.host[at:]) })
	return nil
}

// ClearLater has the stream clear n of the array's values, from at on, and returns at once.
func (a *Array[T]) ClearLater(s *Stream, at, n int) error {
	if err := a.within(s, at, 0, n, n); err != nil {
		return err
	}
	if a.buffer != nil {
		return a.m.wrap(a.buffer.ZeroAsync(s.real, at, n))
	}
	s.submit(func() { clear(a.host[at : at+n]) })
	return nil
}

// within refuses streams of another machine, and values that are not there: n of the array's from at on, and as many of
// the pinned memory's, which has size, from from on.
func (a *Array[T]) within(s *Stream, at, from, n, size int) error {
	switch {
	case s.m != a.m:
		return fmt.Errorf("multiwalk: %s: the stream is of %v", a.m.name, s.m)
	case n < 0 || at < 0 || at > a.Len() || n > a.Len()-at:
		return fmt.Errorf("multiwalk: %s: values %d to %d are not in an array of %d", a.m.name, at, at+n, a.Len())
	case from < 0 || from > size || n > size-from:
		return fmt.Errorf("multiwalk: %s: values %d to %d are not in pinned memory of %d", a.m.name, from, from+n, size)
	}
	return a.m.usable()
}

// Mark is a point in a stream's work; two tell the machine's time between them.
type Mark struct {
	m    *Machine
	real *cuda.Event // nil in the emulator
	at   time.Time   // when the emulator came to it
}

// NewMark makes a mark; it means nothing before its first Record.
func NewMark(m *Machine) (*Mark, error) {
	if err := m.usable(); err != nil || m.Emulated() {
		return &Mark{m: m}, err
	}
	real, err := m.ctx.NewEvent()
	return &Mark{m: m, real: real}, m.wrap(err)
}

// Record puts the mark behind the stream's work so far.
func (k *Mark) Record(s *Stream) error {
	if s.m != k.m {
		return fmt.Errorf("multiwalk: %s: the stream is of %v", k.m.name, s.m)
	}
	if k.m.Emulated() {
		s.submit(func() { k.at = time.Now() })
		return k.m.usable()
	}
	return k.m.wrap(k.real.Record(s.real))
}

// Since is the machine's time from one mark to this one. A Wait must have seen both. The resolution is about 0.5 µs.
func (k *Mark) Since(from *Mark) (time.Duration, error) {
	if from.m != k.m {
		return 0, errors.New("multiwalk: marks of two machines have no time between them")
	}
	if k.m.Emulated() {
		return k.at.Sub(from.at), nil
	}
	d, err := k.real.Since(from.real)
	return d, k.m.wrap(err)
}

// Free gives the mark up. A mark that is nil or freed is left alone.
func (k *Mark) Free() error {
	if k == nil {
		return nil
	}
	return free(k.m, &k.real)
}
