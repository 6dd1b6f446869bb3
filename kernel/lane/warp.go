package lane

import "math/bits"

// Int32s are the 32-bit integers.
type Int32s interface{ int32 | uint32 }

// Integers are the numbers that all atomics take.
type Integers interface {
	int32 | uint32 | int64 | uint64
}

// Numbers are what lanes can exchange, and what some atomics take.
type Numbers interface {
	int32 | uint32 | int64 | uint64 | float32 | float64
}

// Shuffle returns the v of lane source, which must be a lane of the group that the block has. Intrinsic.
//
//go:noinline
func Shuffle[T Numbers](t Thread, v T, source int32) T {
	return number[T](t.at.meet(opShuffle, t.group, word(v), source))
}

// ShuffleUp returns the v of the lane d below, which must be in the group; where that would be below lane 0, the lane's
// own v. d is in [0, 32) and the same for the whole group. Intrinsic.
//
//go:noinline
func ShuffleUp[T Numbers](t Thread, v T, d int32) T {
	return number[T](t.at.meet(opShuffleUp, t.group, word(v), d))
}

// ShuffleDown returns the v of the lane d above, which must be in the group; where that would be above lane 31, the
// lane's own v. d is in [0, 32) and the same for the whole group. Intrinsic.
//
//go:noinline
func ShuffleDown[T Numbers](t Thread, v T, d int32) T {
	return number[T](t.at.meet(opShuffleDown, t.group, word(v), d))
}

// ShuffleXor returns the v of the lane whose number is the own one exclusive-or d, which must be in the group. d is in
// [0, 32) and the same for the whole group. Intrinsic.
//
//go:noinline
func ShuffleXor[T Numbers](t Thread, v T, d int32) T {
	return number[T](t.at.meet(opShuffleXor, t.group, word(v), d))
}

// WarpAdd returns the wrapping sum of v over the group, to all its lanes, in one instruction. Intrinsic.
//
//go:noinline
func WarpAdd[T Int32s](t Thread, v T) T { return number[T](t.at.meet(opAdd, t.group, word(v), 0)) }

// WarpMin returns the least v of the group, to all its lanes, in one instruction. Intrinsic.
//
//go:noinline
func WarpMin[T Int32s](t Thread, v T) T {
	return number[T](t.at.meet(signed[T](opMin), t.group, word(v), 0))
}

// WarpMax returns the greatest v of the group, to all its lanes, in one instruction. Intrinsic.
//
//go:noinline
func WarpMax[T Int32s](t Thread, v T) T {
	return number[T](t.at.meet(signed[T](opMax), t.group, word(v), 0))
}

// TreeAdd returns the sum of v over the group, to all its lanes: by a butterfly of five shuffles for the Full group, else
// in the order of the lanes. Every lane gets the same bits, for floats too.
func TreeAdd[T Numbers](t Thread, v T) T {
	if t.group == Full {
		for d := int32(WarpSize / 2); d > 0; d /= 2 {
			v += ShuffleXor(t, v, d)
		}
		return v
	}
	sum := T(0)
	for left := t.group; left != 0; left &= left - 1 {
		sum += Shuffle(t, v, int32(bits.TrailingZeros32(left)))
	}
	return sum
}

// TreeMin returns the least v of the group, to all its lanes, by shuffles. For floats it is Go's min.
func TreeMin[T Numbers](t Thread, v T) T {
	if t.group == Full {
		for d := int32(WarpSize / 2); d > 0; d /= 2 {
			v = min(v, ShuffleXor(t, v, d))
		}
		return v
	}
	least := v
	for left := t.group; left != 0; left &= left - 1 {
		least = min(least, Shuffle(t, v, int32(bits.TrailingZeros32(left))))
	}
	return least
}

// TreeMax returns the greatest v of the group, to all its lanes, by shuffles. For floats it is Go's max.
func TreeMax[T Numbers](t Thread, v T) T {
	if t.group == Full {
		for d := int32(WarpSize / 2); d > 0; d /= 2 {
			v = max(v, ShuffleXor(t, v, d))
		}
		return v
	}
	most := v
	for left := t.group; left != 0; left &= left - 1 {
		most = max(most, Shuffle(t, v, int32(bits.TrailingZeros32(left))))
	}
	return most
}
