package lane

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Random returns the four random words that belong to a seed, walk, step and lane: Philox4x32-10, the same bits as every
// search of this module draws on any device. It needs no Thread, so that a lane can be any counter of the kernel's.
func Random(seed uint64, walk uint32, step uint64, lane uint32) [4]uint32 {
	return rng.At(seed, walk, step, lane)
}

// Word returns word k&3 of four random words. u[k&3] is the same, but would put them into a device's memory.
func Word(u [4]uint32, k int32) uint32 {
	switch k & 3 {
	case 1:
		return u[1]
	case 2:
		return u[2]
	case 3:
		return u[3]
	}
	return u[0]
}

// FMA64 returns x*y + z, rounded once. Intrinsic.
func FMA64(x, y, z float64) float64 { return math.FMA(x, y, z) }

// FMA32 returns x*y + z, rounded once.
//
// The product of two float32 is exact in float64. Rounding the sum to odd there (Boldo and Melquiond, "Emulation of a
// FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008) lets the second rounding see whether
// the first was inexact, so the two together round once. Intrinsic.
func FMA32(x, y, z float32) float32 {
	p, c := float64(float64(x)*float64(y)), float64(z)
	s := p + c
	virtual := s - p
	lost := (p - (s - virtual)) + (c - virtual) // the exact rounding error of s (Knuth)
	if bits := math.Float64bits(s); lost != 0 && bits&1 == 0 && !math.IsInf(s, 0) && s == s {
		if (lost > 0) == (s > 0) {
			bits++
		} else {
			bits--
		}
		s = math.Float64frombits(bits)
	}
	return float32(s)
}

// Sqrt32 returns the square root of x, correctly rounded: the 53 bits of float64 are enough for rounding twice to be
// rounding once, so a compiler may use the device's correctly rounded float32 instruction.
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// The approximations are instructions of a device, with the errors stated. The worst of 262,144 random arguments each on
// an H200: sqrt 2^-23.2, rsqrt 2^-23.0 and reciprocal 2^-23.3 for x in 2^-120..2^120, division 2^-22.6 for x and y in
// 2^-60..2^61, exp2 2^-22.7 for |x| <= 100, log2 2^-22.1 on [1/2, 2], sine 2^-21.4 and cosine 2^-21.2 on [-pi, pi];
// log2 elsewhere, and sine and cosine of larger angles, were not measured. In the emulator they are the float64
// function rounded to float32, so bits differ between the two, and a kernel that lets them decide anything gives up the
// promise that a seed gives the same run everywhere. A device takes subnormal arguments for zero, and gives zero for
// subnormal results.

// ApproxSqrt32 returns the square root of x with a relative error up to 2^-23 on a device. Intrinsic.
func ApproxSqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// ApproxRsqrt32 returns 1 / sqrt(x) with a relative error up to 2^-22 on a device. Intrinsic.
func ApproxRsqrt32(x float32) float32 { return float32(1 / math.Sqrt(float64(x))) }

// ApproxRecip32 returns 1 / x with an error up to 1 unit in the last place on a device. Intrinsic.
func ApproxRecip32(x float32) float32 { return float32(1 / float64(x)) }

// ApproxDiv32 returns x / y with an error up to 2 units in the last place on a device, for |y| in [2^-126, 2^126].
// Intrinsic.
func ApproxDiv32(x, y float32) float32 { return float32(float64(x) / float64(y)) }

// ApproxExp2 returns 2^x with a relative error up to 2^-22 on a device. Intrinsic.
func ApproxExp2(x float32) float32 { return float32(math.Exp2(float64(x))) }

// ApproxLog2 returns the logarithm of x to base 2 with an absolute error up to 2^-22 for x in [1/2, 2], elsewhere a
// relative error up to 2^-22, on a device. Intrinsic.
func ApproxLog2(x float32) float32 { return float32(math.Log2(float64(x))) }

// ApproxExp returns e^x with a relative error up to 2^-22 + |x| 2^-23 on a device.
func ApproxExp(x float32) float32 { return ApproxExp2(x * math.Log2E) }

// ApproxLog returns the natural logarithm of x with an absolute error up to 2^-22 for x in [1/2, 2], elsewhere a relative
// error up to 2^-21, on a device.
func ApproxLog(x float32) float32 { return ApproxLog2(x) * math.Ln2 }

// ApproxPow returns x^y for x > 0 with a relative error up to 2^-22 + |y| max(1, |log2(x)|) 2^-21 on a device.
func ApproxPow(x, y float32) float32 { return ApproxExp2(y * ApproxLog2(x)) }

// ApproxSin returns the sine of x with an absolute error up to 2^-20 for |x| <= pi on a device, growing with |x| beyond.
// Intrinsic.
func ApproxSin(x float32) float32 { return float32(math.Sin(float64(x))) }

// ApproxCos returns the cosine of x with an absolute error up to 2^-20 for |x| <= pi on a device, growing with |x|
// beyond. Intrinsic.
func ApproxCos(x float32) float32 { return float32(math.Cos(float64(x))) }

// Dot4 returns c and the products of the signed bytes of a and b, byte by byte: the sum wraps around. Intrinsic.
func Dot4(a, b uint32, c int32) int32 {
	for k := 0; k < 32; k += 8 {
		c += int32(int8(a>>k)) * int32(int8(b>>k))
	}
	return c
}

// AbsDiff returns c and the difference of a and b without its sign: the sum wraps around. Intrinsic.
func AbsDiff(a, b, c int32) int32 {
	if a < b {
		return c + (b - a)
	}
	return c + (a - b)
}
