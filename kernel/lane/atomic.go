package lane

import (
	"sync/atomic"
	"unsafe"
)

// The atomics act on an element of a slice or on what a pointer parameter points to, in shared or in global memory, and
// order nothing else; a kernel that publishes data by them puts a Fence between. The order in which threads come is not
// defined, and only integer results do not depend on it.

// AtomicAdd adds v to *p, integers wrapping, and returns the old value. A sum of floats depends on the order in which
// threads come, so it may differ between two runs: nothing that a seed promises may hang on it. A device takes subnormal
// float32 in global memory for zero. Intrinsic.
func AtomicAdd[T Numbers](t Thread, p *T, v T) T {
	t.at.step()
	for {
		if old := load(p); swapIf(p, old, old+v) {
			return old
		}
	}
}

// AtomicMin sets *p to v if v is less, and returns the old value. Intrinsic.
func AtomicMin[T Integers](t Thread, p *T, v T) T {
	t.at.step()
	for {
		old := load(p)
		if old <= v || swapIf(p, old, v) {
			return old
		}
	}
}

// AtomicMax sets *p to v if v is greater, and returns the old value. Intrinsic.
func AtomicMax[T Integers](t Thread, p *T, v T) T {
	t.at.step()
	for {
		old := load(p)
		if old >= v || swapIf(p, old, v) {
			return old
		}
	}
}

// AtomicExchange sets *p to v and returns the old value. Intrinsic.
func AtomicExchange[T Numbers](t Thread, p *T, v T) T {
	t.at.step()
	for {
		if old := load(p); swapIf(p, old, v) {
			return old
		}
	}
}

// AtomicCompareAndSwap sets *p to v if it is old, and returns what it was: old if it was set. Intrinsic.
func AtomicCompareAndSwap[T Integers](t Thread, p *T, old, v T) T {
	t.at.step()
	for {
		was := load(p)
		if was != old || swapIf(p, old, v) {
			return was
		}
	}
}

// AtomicLoad returns *p as another thread, block or the host may be writing it: it is read from memory at every call, and
// never kept in a register, so a loop may wait for it or poll a flag that the host sets. Intrinsic.
func AtomicLoad[T Numbers](t Thread, p *T) T {
	t.at.step()
	return load(p)
}

// AtomicStore sets *p to v where another thread, block or the host may be reading it. Intrinsic.
func AtomicStore[T Numbers](t Thread, p *T, v T) {
	t.at.step()
	if unsafe.Sizeof(v) == 4 {
		atomic.StoreUint32((*uint32)(unsafe.Pointer(p)), uint32(word(v)))
		return
	}
	atomic.StoreUint64((*uint64)(unsafe.Pointer(p)), word(v))
}

func load[T Numbers](p *T) T {
	if unsafe.Sizeof(*p) == 4 {
		return number[T](uint64(atomic.LoadUint32((*uint32)(unsafe.Pointer(p)))))
	}
	return number[T](atomic.LoadUint64((*uint64)(unsafe.Pointer(p))))
}

func swapIf[T Numbers](p *T, old, v T) bool {
	if unsafe.Sizeof(v) == 4 {
		return atomic.CompareAndSwapUint32((*uint32)(unsafe.Pointer(p)), uint32(word(old)), uint32(word(v)))
	}
	return atomic.CompareAndSwapUint64((*uint64)(unsafe.Pointer(p)), word(old), word(v))
}
