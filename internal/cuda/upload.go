package cuda

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/plain"
)

// Uploaded is a Go value on a device: an Argument that a kernel takes as a parameter of the value's type.
type Uploaded struct {
	ctx     *Context
	parts   []part
	buffers []*Buffer[byte]
}

// part is what one or two parameters are made of: a slice or pointer where buffer is set, else the bytes.
type part struct {
	buffer *Buffer[byte]
	n      int  // length of the slice
	slice  bool // a slice rather than a pointer
	bytes  []byte
}

// Upload copies v to the device, with all that its slices and pointers lead to, in the form in which kernelgen's kernels
// take a parameter of v's type: numbers, and arrays and structs of them, are themselves; a slice is an address and a
// length; a struct with slices, or a pointer to one, is its fields in order. Later changes of v are not seen. An error
// names the field that no kernel could take. Unexported fields count.
func Upload(c *Context, v any) (*Uploaded, error) {
	t := reflect.TypeOf(v)
	if t == nil {
		return nil, fmt.Errorf("cuda: uploading: the value is nil")
	}
	box := reflect.New(t)
	box.Elem().Set(reflect.ValueOf(v))
	u := &Uploaded{ctx: c}
	if err := u.gather(t.String(), t, box.UnsafePointer(), 0); err != nil {
		return nil, errors.Join(err, u.Free())
	}
	return u, nil
}

// deepest is how far structs and pointers may nest: a list that leads back to itself must end somewhere.
const deepest = 32

// gather appends the parts of the value of type t at p. It mirrors kernelgen's entry.go.
func (u *Uploaded) gather(name string, t reflect.Type, p unsafe.Pointer, depth int) error {
	if depth > deepest {
		return fmt.Errorf("cuda: uploading %s: pointers lead deeper than any kernel's parameter", name)
	}
	if plain.Type(t) {
		u.parts = append(u.parts, part{bytes: append([]byte(nil), unsafe.Slice((*byte)(p), t.Size())...)})
		return nil
	}
	switch t.Kind() {
	case reflect.Slice:
		s := reflect.NewAt(t, p).Elem()
		return u.add(name, t.Elem(), s.UnsafePointer(), s.Len(), true)
	case reflect.Pointer:
		to := *(*unsafe.Pointer)(p)
		if to == nil {
			return fmt.Errorf("cuda: uploading %s: it is nil", name)
		}
		if plain.Type(t.Elem()) {
			return u.add(name, t.Elem(), to, 1, false)
		}
		return u.gather(name, t.Elem(), to, depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := u.gather(name+"."+f.Name, f.Type, unsafe.Add(p, f.Offset), depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("cuda: uploading %s: a kernel cannot take %v; use numbers, slices of numbers, "+
		"and structs of these", name, t)
}

// add appends n values of a plain type at p, in a buffer of their own.
func (u *Uploaded) add(name string, t reflect.Type, p unsafe.Pointer, n int, slice bool) error {
	if !plain.Type(t) {
		return fmt.Errorf("cuda: uploading %s: a kernel cannot take a slice of %v; use one flat slice", name, t)
	}
	b, err := BufferOf(u.ctx, unsafe.Slice((*byte)(p), n*int(t.Size())))
	if err != nil {
		return fmt.Errorf("%w (uploading %s)", err, name)
	}
	u.buffers = append(u.buffers, b)
	u.parts = append(u.parts, part{buffer: b, n: n, slice: slice})
	return nil
}

// Bytes is the device memory that the value takes.
func (u *Uploaded) Bytes() (n uint64) {
	for _, b := range u.buffers {
		n += uint64(b.Len())
	}
	return n
}

// AddParams passes the value.
func (u *Uploaded) AddParams(p *Params) error {
	if u == nil {
		return fmt.Errorf("the uploaded value is nil")
	}
	for _, x := range u.parts {
		switch {
		case x.buffer == nil:
			p.add(unsafe.Pointer(unsafe.SliceData(x.bytes)), len(x.bytes))
		case x.buffer.ctx != p.ctx:
			return fmt.Errorf("the uploaded value is of another context, of %v", u.ctx.dev)
		case x.buffer.freed.Load():
			return fmt.Errorf("the uploaded value is %w", ErrClosed)
		case x.slice:
			p.Slice(x.buffer.ptr, x.n)
		default:
			p.Uint64(uint64(x.buffer.ptr))
		}
	}
	return nil
}

// Free gives the memory back. A second Free wraps ErrClosed, but for a value that took no memory.
func (u *Uploaded) Free() error {
	var errs []error
	for _, b := range u.buffers {
		errs = append(errs, b.Free())
	}
	return errors.Join(errs...)
}
