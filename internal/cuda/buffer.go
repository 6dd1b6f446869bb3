package cuda

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/plain"
)

// Buffer is device memory for n values of T, a type without Go pointers that both sides lay out alike.
type Buffer[T any] struct {
	life
	ptr DevicePtr // 0 where n is 0
	n   int
}

// elementSize is T's size in bytes. It fails for types with pointers, which mean nothing on a device.
func elementSize[T any](doing string) (int, error) {
	t := reflect.TypeFor[T]()
	if !plain.Type(t) {
		return 0, fmt.Errorf("cuda: %s: %v holds Go pointers, which mean nothing on a device; use numbers, and arrays "+
			"and structs of them", doing, t)
	}
	return int(t.Size()), nil
}

// byteSize is n times the size of T, where it fits.
func byteSize[T any](n int, doing string) (uint64, error) {
	size, err := elementSize[T](doing)
	if err != nil {
		return 0, err
	}
	if n < 0 || size > 0 && n > math.MaxInt/size {
		return 0, fmt.Errorf("cuda: %s: %d values of %d bytes cannot be", doing, n, size)
	}
	return uint64(n) * uint64(size), nil
}

// NewBuffer allocates memory for n values; it holds what was there before, so Zero it or copy into it. If it does not
// fit, the error is a *MemoryError. n may be 0.
func NewBuffer[T any](c *Context, n int) (*Buffer[T], error) {
	const doing = "allocating device memory"
	bytes, err := byteSize[T](n, doing)
	if err != nil {
		return nil, err
	}
	b := &Buffer[T]{life: life{ctx: c}, n: n}
	err = c.run(doing, func() error {
		if bytes > 0 {
			if r := c.api.MemAlloc(&b.ptr, bytes); r != Success {
				return c.memoryError(c.fail(r, doing), bytes, true)
			}
		}
		c.live = append(c.live, b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// BufferOf allocates a buffer and copies src into it.
func BufferOf[T any](c *Context, src []T) (*Buffer[T], error) {
	b, err := NewBuffer[T](c, len(src))
	if err != nil {
		return nil, err
	}
	if err := b.CopyFrom(0, src); err != nil {
		b.Free()
		return nil, err
	}
	return b, nil
}

// Len is the number of values.
func (b *Buffer[T]) Len() int { return b.n }

// Ptr is the address on the device, 0 for an empty buffer.
func (b *Buffer[T]) Ptr() DevicePtr { return b.ptr }

// Free gives the memory back; the driver waits for kernels that run. A second Free wraps ErrClosed.
func (b *Buffer[T]) Free() error { return b.free("freeing device memory", b) }

func (b *Buffer[T]) release() Result {
	b.freed.Store(true)
	if b.ptr == 0 {
		return Success
	}
	return b.ctx.api.MemFree(b.ptr)
}

// at is the address of value i, where n values from there lie in the buffer.
func (b *Buffer[T]) at(i, n int, doing string) (DevicePtr, error) {
	if i < 0 || n < 0 || i > b.n || n > b.n-i {
		return 0, fmt.Errorf("cuda: %s: values %d to %d are not in a buffer of %d", doing, i, i+n, b.n)
	}
	var zero T
	return b.ptr + DevicePtr(uint64(i)*uint64(unsafe.Sizeof(zero))), b.alive(doing)
}

// bytesOf is the address and the size in bytes of a slice.
func bytesOf[T any](s []T) (unsafe.Pointer, uint64) {
	var zero T
	return unsafe.Pointer(unsafe.SliceData(s)), uint64(len(s)) * uint64(unsafe.Sizeof(zero))
}

// CopyFrom copies src into the buffer from value i on, after the work of the context's own stream; when it returns, src
// may be changed and the copy is seen by all streams.
func (b *Buffer[T]) CopyFrom(i int, src []T) error {
	const doing = "copying to the device"
	return b.copyNow(doing, i, len(src), func(at DevicePtr) Result {
		p, n := bytesOf(src)
		return b.ctx.api.CopyHtoD(at, p, n, b.ctx.stream)
	})
}

// CopyTo fills dst with the buffer's values from i on, after the work of the context's own stream.
func (b *Buffer[T]) CopyTo(dst []T, i int) error {
	const doing = "copying from the device"
	return b.copyNow(doing, i, len(dst), func(at DevicePtr) Result {
		p, n := bytesOf(dst)
		return b.ctx.api.CopyDtoH(p, at, n, b.ctx.stream)
	})
}

// copyNow submits work on n values at i to the context's own stream and waits for it. It waits before as well, out of turn:
// the driver makes a copy of pageable memory wait in the call, and that would hold up everybody else's.
// What call's pointers lead to stays alive, for the driver may read or write it until the second wait.
func (b *Buffer[T]) copyNow(doing string, i, n int, call func(at DevicePtr) Result) error {
	c := b.ctx
	if err := c.waitStream(doing, c.stream); err != nil {
		return err
	}
	err := c.run(doing, func() error {
		at, err := b.at(i, n, doing)
		if err != nil || n == 0 {
			return err
		}
		return c.check(call(at), doing)
	})
	if err == nil {
		err = c.waitStream(doing, c.stream)
	}
	keepAlive(call)
	return err
}

// CopyFromAsync submits a copy of src, which must lie in pinned memory, to s and returns at once. src must neither be
// changed nor freed before the stream has done it.
func (b *Buffer[T]) CopyFromAsync(s *Stream, i int, src []T) error {
	const doing = "copying to the device"
	p, n := bytesOf(src)
	return b.submit(doing, s, i, len(src), p, func(at DevicePtr, h Handle) Result {
		return b.ctx.api.CopyHtoD(at, p, n, h)
	})
}

// CopyToAsync submits a copy into dst, which must lie in pinned memory, to s and returns at once.
func (b *Buffer[T]) CopyToAsync(s *Stream, dst []T, i int) error {
	const doing = "copying from the device"
	p, n := bytesOf(dst)
	return b.submit(doing, s, i, len(dst), p, func(at DevicePtr, h Handle) Result {
		return b.ctx.api.CopyDtoH(p, at, n, h)
	})
}

// submit makes one asynchronous call on n values at i, after a check that host (unless nil) is pinned.
func (b *Buffer[T]) submit(doing string, s *Stream, i, n int, host unsafe.Pointer, call func(DevicePtr, Handle) Result) error {
	c := b.ctx
	var zero T
	return c.run(doing, func() error {
		at, err := b.at(i, n, doing)
		if err != nil || n == 0 {
			return err
		}
		if host != nil && !pinned.covers(host, uintptr(n)*unsafe.Sizeof(zero)) {
			return fmt.Errorf("cuda: %s without waiting: the host's memory is not pinned; take it from NewPinned", doing)
		}
		h, err := c.streamHandle(s, doing)
		if err != nil {
			return err
		}
		return c.check(call(at, h), doing)
	})
}

// keepAlive keeps a closure, and with it what it captured, from the collector until here.
func keepAlive(f any) { runtime.KeepAlive(f) }

// Zero clears the whole buffer, after the work of the context's own stream, and waits.
func (b *Buffer[T]) Zero() error {
	var zero T
	const doing = "clearing device memory"
	return b.copyNow(doing, 0, b.n, func(at DevicePtr) Result {
		return b.ctx.api.Set8(at, 0, uint64(b.n)*uint64(unsafe.Sizeof(zero)), b.ctx.stream)
	})
}

// ZeroAsync submits the clearing of n values from i on to s and returns at once.
func (b *Buffer[T]) ZeroAsync(s *Stream, i, n int) error {
	var zero T
	return b.submit("clearing device memory", s, i, n, nil, func(at DevicePtr, h Handle) Result {
		return b.ctx.api.Set8(at, 0, uint64(n)*uint64(unsafe.Sizeof(zero)), h)
	})
}
