package cuda

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/plain"
)

// Argument is what brings its own way of being passed to a kernel: Buffer and Pinned do, and a problem's struct can.
type Argument interface {
	// AddParams appends the kernel's parameters to p. It runs in the context's turn, so it must not call this package's
	// methods other than those of p.
	AddParams(p *Params) error
}

// Params gathers the values of a kernel's parameters in order, flattened as kernelgen flattens them: a slice is a device
// address and an int64 length; everything else is itself.
type Params struct {
	ctx   *Context
	words []uint64 // every value starts a word; the driver reads as many bytes as the kernel declares
	start []int    // index in words, a parameter
	size  []int    // bytes, a parameter
}

// Slice appends what the kernel knows as a slice: n values at ptr.
func (p *Params) Slice(ptr DevicePtr, n int) {
	p.Uint64(uint64(ptr))
	p.Uint64(uint64(n))
}

// Uint32 appends 4 bytes.
func (p *Params) Uint32(v uint32) { p.add(unsafe.Pointer(&v), 4) }

// Uint64 appends 8 bytes.
func (p *Params) Uint64(v uint64) { p.add(unsafe.Pointer(&v), 8) }

// add appends size bytes.
func (p *Params) add(from unsafe.Pointer, size int) {
	p.start = append(p.start, len(p.words))
	p.size = append(p.size, size)
	at := len(p.words)
	p.words = append(p.words, make([]uint64, max(1, (size+7)/8))...)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&p.words[at])), size), unsafe.Slice((*byte)(from), size))
}

// Any appends v: a bool, a number of any size (int and uint are 8 bytes), a DevicePtr, a struct or array of such by
// value, or an Argument.
func (p *Params) Any(v any) error {
	switch v := v.(type) {
	case Argument:
		return v.AddParams(p)
	case DevicePtr:
		p.Uint64(uint64(v))
		return nil
	case nil:
		return fmt.Errorf("it is nil")
	}
	t := reflect.TypeOf(v)
	switch {
	case t.Kind() == reflect.Slice:
		return fmt.Errorf("it is a Go slice, %v; copy it to a Buffer", t)
	case !plain.Type(t):
		return fmt.Errorf("%v holds Go pointers, which mean nothing on a device", t)
	}
	box := reflect.New(t)
	box.Elem().Set(reflect.ValueOf(v))
	p.add(box.UnsafePointer(), int(t.Size()))
	return nil
}

// pointers is the driver's form: one address a parameter. Nothing may be appended after it.
func (p *Params) pointers() []unsafe.Pointer {
	list := make([]unsafe.Pointer, len(p.start), len(p.start)+1)
	for i, at := range p.start {
		list[i] = unsafe.Pointer(&p.words[at])
	}
	return list
}

// AddParams passes the buffer as a slice of the kernel's: address and length.
func (b *Buffer[T]) AddParams(p *Params) error {
	if b == nil {
		return fmt.Errorf("the buffer is nil")
	}
	if b.ctx != p.ctx {
		return fmt.Errorf("the buffer is of another context, of %v", b.ctx.dev)
	}
	if b.freed.Load() {
		return fmt.Errorf("the buffer is %w", ErrClosed)
	}
	p.Slice(b.ptr, b.n)
	return nil
}
