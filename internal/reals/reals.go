// Package reals keeps real vectors and their costs as the integers that the engine works on: a vector as the bits of its elements, a cost
// as a whole number that grows with it. Nothing is rounded, so whatever compares costs compares the real ones.
package reals

import "math"

// Words is how many words of 32 bits an element takes.
const Words = 2

// Pack writes the bits of x to words, the lower half of an element first; a negative zero becomes zero. words has twice the length of x.
func Pack(x []float64, words []int32) {
	for i, v := range x {
		b := math.Float64bits(v + 0)
		words[Words*i], words[Words*i+1] = int32(uint32(b)), int32(uint32(b>>32))
	}
}

// Unpack is the inverse of Pack.
func Unpack(words []int32, x []float64) {
	for i := range x {
		x[i] = math.Float64frombits(uint64(uint32(words[Words*i])) | uint64(uint32(words[Words*i+1]))<<32)
	}
}

// Worst is the cost of whatever has no finite one: the bits of positive infinity.
const Worst int64 = 0x7ff << 52

// Cost returns the whole number that stands for a cost: that of the greater of two costs is the greater. NaN and the infinities are the
// worst cost.
func Cost(f float64) int64 {
	if !(math.Abs(f) <= math.MaxFloat64) {
		return Worst
	}
	return key(f + 0)
}

// key orders the bits as their values: those of negative numbers grow where the number falls.
func key(f float64) int64 {
	k := int64(math.Float64bits(f))
	if k < 0 {
		k ^= math.MaxInt64
	}
	return k
}

// Float is the inverse of Cost; that of Worst is positive infinity.
func Float(cost int64) float64 {
	if cost < 0 {
		cost ^= math.MaxInt64
	}
	return math.Float64frombits(uint64(cost))
}
