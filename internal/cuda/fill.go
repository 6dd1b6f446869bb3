package cuda

import (
	"runtime"
	"unsafe"
)

// keepAlive keeps a closure, and with it what it captured, from the collector until here.
func keepAlive(f any) { runtime.KeepAlive(f) }

// fillChunk is the most bytes of host memory that Fill prepares for values which no memset of the driver can write.
const fillChunk = 1 << 20

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

// Fill sets every value to v, after the work of the context's own stream, and waits.
func (b *Buffer[T]) Fill(v T) error {
	const doing = "filling device memory"
	api, n := b.ctx.api, uint64(b.n)
	p := unsafe.Pointer(&v)
	switch unsafe.Sizeof(v) {
	case 1:
		return b.copyNow(doing, 0, b.n, func(at DevicePtr) Result { return api.Set8(at, *(*uint8)(p), n, b.ctx.stream) })
	case 2:
		return b.copyNow(doing, 0, b.n, func(at DevicePtr) Result { return api.Set16(at, *(*uint16)(p), n, b.ctx.stream) })
	case 4:
		return b.copyNow(doing, 0, b.n, func(at DevicePtr) Result { return api.Set32(at, *(*uint32)(p), n, b.ctx.stream) })
	}
	return b.fillChunks(v)
}

// fillChunks copies a chunk of the value over and over.
func (b *Buffer[T]) fillChunks(v T) error {
	size := max(1, int(unsafe.Sizeof(v)))
	chunk := make([]T, min(b.n, max(1, fillChunk/size)))
	for i := range chunk {
		chunk[i] = v
	}
	for i := 0; i < b.n; i += len(chunk) {
		if err := b.CopyFrom(i, chunk[:min(len(chunk), b.n-i)]); err != nil {
			return err
		}
	}
	return nil
}
