package cuda

import (
	"fmt"
	"sync"
	"unsafe"
)

// hostPortable and hostMapped are CU_MEMHOSTALLOC_PORTABLE, pinned for every context, and _DEVICEMAP, kernels may use it.
const (
	hostPortable = 1
	hostMapped   = 2
)

// Pinned is host memory for n values of T that the system may not move: the GPU copies it without the CPU, and kernels
// read and write it in place. It is the way to tell a running kernel to stop, and to hear from it.
type Pinned[T any] struct {
	life
	host unsafe.Pointer // not Go's memory; nil where n is 0
	ptr  DevicePtr
	n    int
}

// NewPinned allocates pinned memory, cleared. All devices may use it, and it is of this context: Close frees it. Keep it
// small: what is pinned is lost to the rest of the machine. A failure to allocate is a *MemoryError.
func NewPinned[T any](c *Context, n int) (*Pinned[T], error) {
	const doing = "allocating pinned host memory"
	bytes, err := byteSize[T](n, doing)
	if err != nil {
		return nil, err
	}
	p := &Pinned[T]{life: life{ctx: c}, n: n}
	if err := c.run(doing, func() error { return p.allocate(bytes, doing) }); err != nil {
		return nil, err
	}
	return p, nil
}

// allocate is NewPinned's part in turn.
func (p *Pinned[T]) allocate(bytes uint64, doing string) error {
	c := p.ctx
	if bytes > 0 {
		if r := c.api.MemHostAlloc(&p.host, bytes, hostPortable|hostMapped); r != Success {
			return c.memoryError(c.fail(r, doing), bytes, false)
		}
		if r := c.api.MemHostDevPtr(&p.ptr, p.host, 0); r != Success {
			c.api.MemFreeHost(p.host)
			return c.fail(r, doing)
		}
		clear(unsafe.Slice((*byte)(p.host), bytes))
		pinned.add(p.host, uintptr(bytes))
	}
	c.live = append(c.live, p)
	return nil
}

// Len is the number of values.
func (p *Pinned[T]) Len() int { return p.n }

// Ptr is the address that kernels use, 0 for empty memory.
func (p *Pinned[T]) Ptr() DevicePtr { return p.ptr }

// Slice is the memory as a Go slice, nil after Free. A slice taken before Free must not be touched after it: unlike
// Go's memory, it is gone. What a running kernel reads or writes is for sync/atomic.
func (p *Pinned[T]) Slice() []T {
	if p.freed.Load() {
		return nil
	}
	return unsafe.Slice((*T)(p.host), p.n)
}

// Free gives the memory back; kernels and copies that use it must have ended. A second Free wraps ErrClosed.
func (p *Pinned[T]) Free() error { return p.free("freeing pinned host memory", p) }

func (p *Pinned[T]) release() Result {
	p.freed.Store(true)
	if p.host == nil {
		return Success
	}
	pinned.remove(p.host)
	return p.ctx.api.MemFreeHost(p.host)
}

// AddParams passes the memory as a slice of the kernel's: address and length.
func (p *Pinned[T]) AddParams(to *Params) error {
	if p == nil {
		return fmt.Errorf("the pinned memory is nil")
	}
	if p.freed.Load() {
		return fmt.Errorf("the pinned memory is %w", ErrClosed)
	}
	to.Slice(p.ptr, p.n)
	return nil
}

// pinned lists the pinned memory of all contexts, so that an asynchronous copy of Go's own memory, which the collector
// could reuse under the driver's hands, is refused.
var pinned pinnedRanges

type pinnedRanges struct {
	mu     sync.Mutex
	ranges map[uintptr]uintptr // first byte to size
}

func (r *pinnedRanges) add(p unsafe.Pointer, size uintptr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ranges == nil {
		r.ranges = make(map[uintptr]uintptr)
	}
	r.ranges[uintptr(p)] = size
}

func (r *pinnedRanges) remove(p unsafe.Pointer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.ranges, uintptr(p))
}

// covers says whether the size bytes at p are all pinned, in one piece. There are few pieces, so it looks at each.
func (r *pinnedRanges) covers(p unsafe.Pointer, size uintptr) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for first, have := range r.ranges {
		if at := uintptr(p); at >= first && at-first <= have && size <= have-(at-first) {
			return true
		}
	}
	return false
}
