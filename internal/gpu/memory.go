package gpu

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/memory"
	"github.com/multiwalk/multiwalk/internal/plain"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// argument is what a kernel takes in another form than the host has it.
type argument interface {
	machine() *Machine
	// fits says whether a kernel's parameter of the type takes it.
	fits(param reflect.Type) bool
	describe() string
	onDevice() any
	onHost(param reflect.Type) reflect.Value
}

// check refuses an argument that is not for the kernel's parameter.
func (m *Machine) check(a any, param reflect.Type) error {
	x, ok := a.(argument)
	switch {
	case !ok && reflect.TypeOf(a) == param && plain.Type(param):
		return nil
	case !ok:
		return fmt.Errorf("the kernel takes %v, and this is %T; slices go as an Array, structs with slices as a Value", param, a)
	case reflect.ValueOf(a).IsNil():
		return fmt.Errorf("it is a nil %T", a)
	case x.machine() != m:
		return fmt.Errorf("it is of %v, and the kernel of %v", x.machine(), m)
	case !x.fits(param):
		return fmt.Errorf("the kernel takes %v, and this is %s", param, x.describe())
	}
	return nil
}

// Array is memory of a machine for n values of T: the argument for a []T.
type Array[T any] struct {
	m      *Machine
	buffer *cuda.Buffer[T]
	host   []T // in the emulator
}

// NewArray allocates n values, cleared. n may be 0. What does not fit is an error with the bytes asked for and free.
func NewArray[T any](m *Machine, n int) (*Array[T], error) {
	a, err := allocate[T](m, n)
	if err == nil && !m.Emulated() {
		if err = m.wrap(a.buffer.Zero()); err != nil {
			a.Free()
		}
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// ArrayOf allocates an array and copies src into it.
func ArrayOf[T any](m *Machine, src []T) (*Array[T], error) {
	a, err := allocate[T](m, len(src))
	if err != nil {
		return nil, err
	}
	if err := a.Write(src, 0); err != nil {
		a.Free()
		return nil, err
	}
	return a, nil
}

// allocate makes an array that holds anything.
func allocate[T any](m *Machine, n int) (*Array[T], error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	a := &Array[T]{m: m}
	if t := reflect.TypeFor[T](); n < 0 || !plain.Type(t) {
		return nil, fmt.Errorf("multiwalk: %s: an array of %d %v cannot be; use numbers, "+
			"and arrays and structs of them", m.name, n, t)
	}
	if m.Emulated() {
		var zero T
		if free := memory.Available(); float64(n)*float64(unsafe.Sizeof(zero)) > float64(free) {
			return nil, fmt.Errorf("multiwalk: %s: an array of %d values of %d bytes does not fit: %d bytes are available; "+
				"use fewer walks", m.name, n, unsafe.Sizeof(zero), free)
		}
		a.host = make([]T, n)
		return a, nil
	}
	var err error
	a.buffer, err = cuda.NewBuffer[T](m.ctx, n)
	return a, m.wrap(err)
}

// Len is the number of values.
func (a *Array[T]) Len() int {
	if a.buffer != nil {
		return a.buffer.Len()
	}
	return len(a.host)
}

// Read fills dst with the values from at on, after all that was launched.
func (a *Array[T]) Read(dst []T, at int) error {
	if err := a.reach(at, len(dst)); err != nil {
		return err
	}
	if a.buffer != nil {
		return a.m.wrap(a.buffer.CopyTo(dst, at))
	}
	copy(dst, a.host[at:])
	return nil
}

// Write copies src to the values from at on, after all that was launched.
func (a *Array[T]) Write(src []T, at int) error {
	if err := a.reach(at, len(src)); err != nil {
		return err
	}
	if a.buffer != nil {
		return a.m.wrap(a.buffer.CopyFrom(at, src))
	}
	copy(a.host[at:], src)
	return nil
}

// reach waits for the emulator and checks that n values from at lie in the array.
func (a *Array[T]) reach(at, n int) error {
	if at < 0 || at > a.Len() || n > a.Len()-at {
		return fmt.Errorf("multiwalk: %s: values %d to %d are not in an array of %d", a.m.name, at, at+n, a.Len())
	}
	return a.m.settle()
}

// Save implements checkpoint.Saver, after all that was launched.
func (a *Array[T]) Save(to *checkpoint.Archive) {
	n := a.Len()
	x := make([]T, n)
	if !to.Reading() {
		to.Fail(a.Read(x, 0))
	}
	to.Fields("array", &x)
	switch {
	case !to.Reading() || to.Err() != nil:
	case len(x) != n:
		to.Fail(fmt.Errorf("%s has %d values where the run had %d: resume it on as many machines of the same kind", a.m.name, n, len(x)))
	default:
		to.Fail(a.Write(x, 0))
	}
}

// Free gives the memory back, after all that was launched. An array that is nil or freed is left alone.
func (a *Array[T]) Free() error {
	if a == nil {
		return nil
	}
	return free(a.m, &a.buffer)
}

// free frees what a machine's driver made, if it is there, but not under a kernel that does not stop: the driver would wait for it.
func free[R interface {
	comparable
	Free() error
}](m *Machine, r *R) error {
	var none R
	real := *r
	if *r = none; real == none || m.stuck.Load() != nil {
		return nil
	}
	return m.wrap(real.Free())
}

func (a *Array[T]) machine() *Machine { return a.m }
func (a *Array[T]) fits(param reflect.Type) bool {
	return param.Kind() == reflect.Slice && param.Elem() == reflect.TypeFor[T]()
}
func (a *Array[T]) describe() string { return fmt.Sprintf("an array of %v", reflect.TypeFor[T]()) }
func (a *Array[T]) onDevice() any    { return a.buffer }
func (a *Array[T]) onHost(param reflect.Type) reflect.Value {
	return reflect.ValueOf(a.host).Convert(param)
}

// Value is a struct with slices on a machine: the argument for a parameter of its type, or of a pointer to it.
type Value struct {
	m        *Machine
	uploaded *cuda.Uploaded
	host     reflect.Value // the struct, in the emulator
	given    reflect.Type  // of the struct, or of the pointer to it
	typ      reflect.Type  // of the struct
}

// ValueOf uploads v, a struct or a pointer to one, with all that its slices lead to. Kernels must not write there, and
// the host must not change v while it is in use.
func ValueOf(m *Machine, v any) (*Value, error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	host := reflect.ValueOf(v)
	if host.Kind() == reflect.Pointer && !host.IsNil() {
		host = host.Elem()
	}
	if host.Kind() != reflect.Struct {
		return nil, fmt.Errorf("multiwalk: %s: a kernel cannot take %T as a problem; use a struct or a pointer to one", m.name, v)
	}
	x := &Value{m: m, host: host, given: reflect.TypeOf(v), typ: host.Type()}
	if m.Emulated() {
		return x, nil
	}
	var err error
	if x.uploaded, err = cuda.Upload(m.ctx, v); err != nil {
		return nil, m.wrap(err)
	}
	return x, nil
}

// Free gives the memory back, after all that was launched. A value that is nil or freed is left alone.
func (x *Value) Free() error {
	if x == nil {
		return nil
	}
	return free(x.m, &x.uploaded)
}

func (x *Value) machine() *Machine { return x.m }

// fits: to a kernel a struct with slices is its fields, also behind a pointer; one of numbers alone is not.
func (x *Value) fits(param reflect.Type) bool {
	return param == x.given || !plain.Type(x.typ) && (param == x.typ || param == reflect.PointerTo(x.typ))
}
func (x *Value) describe() string { return fmt.Sprintf("a value of %v", x.typ) }
func (x *Value) onDevice() any    { return x.uploaded }
func (x *Value) onHost(param reflect.Type) reflect.Value {
	if param.Kind() != reflect.Pointer {
		return x.host
	}
	if x.host.CanAddr() {
		return x.host.Addr()
	}
	box := reflect.New(x.typ)
	box.Elem().Set(x.host)
	return box
}

// Flag is a number in host memory that running kernels see: the argument for a []uint32 of one element, which a kernel
// reads with lane.AtomicLoad.
type Flag struct {
	m      *Machine
	pinned *cuda.Pinned[uint32]
	host   []uint32
}

// NewFlag makes a flag of value 0.
func NewFlag(m *Machine) (*Flag, error) {
	if err := m.usable(); err != nil {
		return nil, err
	}
	f := &Flag{m: m}
	if m.Emulated() {
		f.host = make([]uint32, 1)
		return f, nil
	}
	m.mu.Lock()
	if n := len(m.flags); n > 0 {
		f.pinned, m.flags = m.flags[n-1], m.flags[:n-1]
	}
	m.mu.Unlock()
	if f.pinned == nil {
		var err error
		if f.pinned, err = cuda.NewPinned[uint32](m.ctx, 1); err != nil {
			return nil, m.wrap(err)
		}
	}
	f.host = f.pinned.Slice()
	f.Set(0)
	return f, nil
}

// Set writes the flag. It waits for nobody.
func (f *Flag) Set(v uint32) { atomic.StoreUint32(&f.host[0], v) }

// Get reads the flag.
func (f *Flag) Get() uint32 { return atomic.LoadUint32(&f.host[0]) }

// Free gives the flag up for another one to come; no kernel may use it any more. A flag that is nil or freed is left alone.
func (f *Flag) Free() error {
	if f == nil || f.pinned == nil || f.m.stuck.Load() != nil {
		return nil
	}
	f.m.mu.Lock()
	f.m.flags = append(f.m.flags, f.pinned)
	f.m.mu.Unlock()
	f.pinned, f.host = nil, make([]uint32, 1)
	return nil
}

func (f *Flag) machine() *Machine                 { return f.m }
func (f *Flag) fits(param reflect.Type) bool      { return param == reflect.TypeFor[[]uint32]() }
func (f *Flag) describe() string                  { return "a flag" }
func (f *Flag) onDevice() any                     { return f.pinned }
func (f *Flag) onHost(reflect.Type) reflect.Value { return reflect.ValueOf(f.host) }
