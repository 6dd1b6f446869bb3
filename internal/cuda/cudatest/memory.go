package cudatest

import (
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// memory is one allocation, on a device or pinned; its words keep it aligned.
type memory struct {
	dev   *device
	words []uint64
	size  uint64
	host  bool
}

func (m *memory) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&m.words[0])), m.size)
}

// resolve finds the n bytes at p in one allocation, or returns nil; f.mu is held.
func (f *Fake) resolve(p cuda.DevicePtr, n uint64) []byte {
	for base, m := range f.memory {
		if off := uint64(p - base); p >= base && off <= m.size && n <= m.size-off {
			return m.bytes()[off : off+n : off+n]
		}
	}
	return nil
}

func (f *Fake) memInfo(free, total *uint64) cuda.Result {
	*free, *total = f.here.Memory-f.here.used, f.here.Memory
	return cuda.Success
}

func (f *Fake) memAlloc(p *cuda.DevicePtr, n uint64) cuda.Result {
	d := f.here
	switch {
	case n == 0:
		return cuda.InvalidValue
	case n > d.Memory-d.used:
		return cuda.OutOfMemory
	}
	d.used += n
	m := &memory{dev: d, words: make([]uint64, (n+7)/8), size: n}
	for i := range m.words {
		m.words[i] = 0xdeadbeefdeadbeef // what new memory holds must not matter
	}
	f.next += 1 << 20
	*p = cuda.DevicePtr(f.next)
	f.next += (n + 1<<20) &^ (1<<20 - 1)
	f.memory[*p] = m
	return cuda.Success
}

// release forgets an allocation.
func (f *Fake) release(p cuda.DevicePtr, host bool) cuda.Result {
	m := f.memory[p]
	if m == nil || m.host != host {
		f.misuse = append(f.misuse, "memory was freed that was not allocated")
		return cuda.InvalidValue
	}
	delete(f.memory, p)
	if !host {
		m.dev.used -= m.size
	}
	return cuda.Success
}

// memFree waits for the device's work, as the driver's does.
func (f *Fake) memFree(p cuda.DevicePtr) cuda.Result {
	f.drain(f.here)
	return f.release(p, false)
}

func (f *Fake) memHostAlloc(p *unsafe.Pointer, n uint64, flags uint32) cuda.Result {
	if flags != 3 || n == 0 {
		return cuda.InvalidValue
	}
	m := &memory{dev: f.here, words: make([]uint64, (n+7)/8), size: n, host: true}
	*p = unsafe.Pointer(&m.words[0])
	f.memory[cuda.DevicePtr(uintptr(*p))] = m
	return cuda.Success
}

// memHostDevPtr gives back the host's address: there is one address space for both sides, as on every device we run on.
func (f *Fake) memHostDevPtr(d *cuda.DevicePtr, p unsafe.Pointer, _ uint32) cuda.Result {
	*d = cuda.DevicePtr(uintptr(p))
	return cuda.Success
}

func (f *Fake) memFreeHost(p unsafe.Pointer) cuda.Result {
	return f.release(cuda.DevicePtr(uintptr(p)), true)
}

func (f *Fake) copyHtoD(dst cuda.DevicePtr, src unsafe.Pointer, n uint64, s cuda.Handle) cuda.Result {
	return f.onBytes(s, dst, n, func(b []byte) { copy(b, unsafe.Slice((*byte)(src), n)) })
}

func (f *Fake) copyDtoH(dst unsafe.Pointer, src cuda.DevicePtr, n uint64, s cuda.Handle) cuda.Result {
	return f.onBytes(s, src, n, func(b []byte) { copy(unsafe.Slice((*byte)(dst), n), b) })
}

func (f *Fake) set8(p cuda.DevicePtr, v uint8, n uint64, s cuda.Handle) cuda.Result {
	return f.onBytes(s, p, n, func(b []byte) {
		for i := range b {
			b[i] = v
		}
	})
}

// onBytes submits work on the n bytes at p to a stream.
func (f *Fake) onBytes(s cuda.Handle, p cuda.DevicePtr, n uint64, work func([]byte)) cuda.Result {
	b := f.resolve(p, n)
	if b == nil {
		return cuda.InvalidValue
	}
	return f.submit(f.here, s, func() cuda.Result { work(b); return cuda.Success })
}
