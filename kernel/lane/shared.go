package lane

import (
	"fmt"
	"reflect"
	"unsafe"
)

const (
	// MaxStaticShared is the most shared memory that all Shared arrays of a kernel can take together, in bytes.
	MaxStaticShared = 48 << 10
	// MaxShared is the most shared memory of a block, static and sized at launch, in bytes: 227 KB on H100 and H200,
	// 163 KB on A100.
	MaxShared = 227 << 10
	// poison fills shared memory at a block's start in the emulator: what a device leaves there is anything.
	poison = 0xA5A5A5A5A5A5A5A5
)

// Shared returns an array of n elements that all threads of the block share, with undefined contents at first; n is a
// constant. Each line of the source that calls it is one array for each element type: threads, loops and callers that
// come to it again get the same one, and a line must not have two calls for one type. Elements are numbers, bools, and
// arrays and structs of these. Intrinsic.
func Shared[T any](t Thread, n int32) []T {
	return elements[T](t.at.static(reflect.TypeFor[T](), n, callerPC(2)), n)
}

// SharedAt returns the n elements from byte offset on of the shared memory that was sized at launch; they overlap with
// what other calls return for the same bytes. The offset is a multiple of the element's alignment. Elements are numbers,
// bools, and arrays and structs of these. Intrinsic.
func SharedAt[T any](t Thread, offset, n int32) []T {
	return elements[T](t.at.dynamic(reflect.TypeFor[T](), offset, n), n)
}

// Load4 reads the four numbers from index at on by one instruction. They lie at a multiple of 16 bytes, as memory of the device, and what
// was sized at launch, begins at one. Intrinsic.
func Load4[T int32 | uint32 | float32](memory []T, at int32) [4]T {
	four := (*[4]T)(memory[at:])
	if uintptr(unsafe.Pointer(four))%16 != 0 {
		panic(fmt.Sprintf("lane: Load4 from index %d, which is at no multiple of 16 bytes", at))
	}
	return *four
}

func elements[T any](memory []byte, n int32) []T {
	if n == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), n)
}

// site is a line of the source that calls Shared, with the element type.
type site struct {
	place string
	of    reflect.Type
}

// array is the memory of a site, and where the call that made it was.
type array struct {
	memory []byte
	pc     uintptr
}

// static returns the memory of a Shared call at pc, made when the block's first thread comes to it.
func (at *thread) static(of reflect.Type, n int32, pc uintptr) []byte {
	b, here := at.block, site{placeOf(pc), of}
	size, reason := int64(n)*int64(of.Size()), ""
	b.arrays.Lock()
	a, ok := b.shared[here]
	if !ok {
		if reason = b.refuse(of, n); reason == "" {
			a = array{poisoned(size), pc}
			b.static += size
			b.shared[here] = a
		}
	}
	b.arrays.Unlock()
	switch {
	case reason != "":
	case a.pc != pc && ownCall(a.pc) && ownCall(pc):
		reason = fmt.Sprintf("two Shared calls for %v in one line are one array: put each on a line of its own", of)
	case int64(len(a.memory)) != size:
		reason = fmt.Sprintf("Shared asked for %d bytes, before for %d: its length must be a constant", size, len(a.memory))
	}
	if reason != "" {
		b.lock()
		at.fail("%s", reason)
	}
	return a.memory
}

// refuse says why a block cannot have a further Shared array, or returns "".
func (b *block) refuse(of reflect.Type, n int32) string {
	total := b.static + int64(n)*int64(of.Size())
	switch {
	case n <= 0:
		return fmt.Sprintf("Shared of %d elements: ask for at least 1", n)
	case !plain(of):
		return fmt.Sprintf("Shared of %v: shared memory holds numbers, bools, and arrays and structs of these", of)
	case total > MaxStaticShared:
		return fmt.Sprintf("Shared arrays take %d bytes, the limit is %d: use SharedAt, which is sized at launch",
			total, MaxStaticShared)
	case total+int64(b.grid.Shared) > MaxShared:
		return fmt.Sprintf("shared memory of %d bytes static and %d at launch: the limit of a block is %d",
			total, b.grid.Shared, MaxShared)
	}
	return ""
}

// dynamic returns n elements of the block's memory sized at launch.
func (at *thread) dynamic(of reflect.Type, offset, n int32) []byte {
	b := at.block
	end := int64(offset) + int64(n)*int64(of.Size())
	reason := ""
	switch {
	case !plain(of):
		reason = fmt.Sprintf("SharedAt of %v: shared memory holds numbers, bools, and arrays and structs of these", of)
	case offset < 0 || n < 0 || end > int64(b.grid.Shared):
		reason = fmt.Sprintf("SharedAt wants %d elements of %d bytes from byte %d, up to byte %d, of %d sized at launch",
			n, of.Size(), offset, end, b.grid.Shared)
	case int(offset)%of.Align() != 0:
		reason = fmt.Sprintf("SharedAt from byte %d: %v must start at a multiple of %d", offset, of, of.Align())
	default:
		return b.dynamic[offset:end]
	}
	b.lock()
	at.fail("%s", reason)
	return nil
}

// poisoned returns size bytes, aligned to 16, that hold no sensible value.
func poisoned(size int64) []byte {
	words := make([][2]uint64, (size+15)/16)
	for i := range words {
		words[i] = [2]uint64{poison, poison}
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*16)[:size]
}

// plain reports whether values of a type are numbers and bools alone, so that any bytes are values and none a pointer.
func plain(of reflect.Type) bool {
	switch kind := of.Kind(); kind {
	case reflect.Array:
		return plain(of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			if !plain(of.Field(i).Type) {
				return false
			}
		}
		return true
	default:
		return reflect.Bool <= kind && kind <= reflect.Float64 && kind != reflect.Uintptr
	}
}
