package lane

import (
	"math/bits"
	"unsafe"
)

// word returns the bits of v, those of 32-bit values in the lower half.
func word[T Numbers](v T) uint64 {
	if unsafe.Sizeof(v) == 4 {
		return uint64(*(*uint32)(unsafe.Pointer(&v)))
	}
	return *(*uint64)(unsafe.Pointer(&v))
}

// number is the inverse of word.
func number[T Numbers](w uint64) T {
	var v T
	if unsafe.Sizeof(v) == 4 {
		*(*uint32)(unsafe.Pointer(&v)) = uint32(w)
	} else {
		*(*uint64)(unsafe.Pointer(&v)) = w
	}
	return v
}

// signed returns opMin or opMax for T's order.
func signed[T Int32s](op operation) operation {
	if ^T(0) < 0 {
		return op + opMinSigned - opMin
	}
	return op
}

// shuffle gives each lane the value of its source. The lanes wait in a shuffle.
//
//go:norace
func (w *warp) shuffle(lanes uint32) {
	for left := lanes; left != 0; left &= left - 1 {
		at := &w.threads[bits.TrailingZeros32(left)]
		from := at.source()
		if uint32(from) >= WarpSize || lanes>>from&1 == 0 {
			at.fail("%v by lane %d from lane %d, which is not in the group %#08x of a warp with %d lanes",
				at.op, at.lane, from, at.group, len(w.threads))
		}
		at.result = w.threads[from].value
	}
}

// source returns the lane that a thread's shuffle reads.
//
//go:norace
func (at *thread) source() int32 {
	switch {
	case at.op == opShuffle:
		return at.arg
	case uint32(at.arg) >= WarpSize:
		return -1
	case at.op == opShuffleXor:
		return at.lane ^ at.arg
	case at.op == opShuffleUp && at.lane >= at.arg:
		return at.lane - at.arg
	case at.op == opShuffleDown && at.lane+at.arg < WarpSize:
		return at.lane + at.arg
	}
	return at.lane
}

// reduce returns what a vote or a reduction gives to all lanes.
//
//go:norace
func (w *warp) reduce(op operation, lanes uint32) uint64 {
	result := w.threads[bits.TrailingZeros32(lanes)].value
	if op == opBallot {
		result <<= bits.TrailingZeros32(lanes)
	}
	for left := lanes & (lanes - 1); left != 0; left &= left - 1 {
		lane := bits.TrailingZeros32(left)
		v := w.threads[lane].value
		switch op {
		case opBallot:
			result |= v << lane
		case opAdd:
			result = uint64(uint32(result + v))
		case opMin:
			result = min(result, v)
		case opMax:
			result = max(result, v)
		case opMinSigned:
			result = word(min(int32(result), int32(v)))
		case opMaxSigned:
			result = word(max(int32(result), int32(v)))
		}
	}
	return result
}
