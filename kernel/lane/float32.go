package lane

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// The functions of float32 at full precision compute in float64 by additions, multiplications, divisions and shifts of
// bits alone, each rounded by itself, and round the result to float32 once. So they give the same bits on every processor,
// in the emulator and on every device, where math's own need not: their float64 error is below 2^-36 of the result, and
// the result is the nearest float32, or the one beside it where the exact value lies that close to the middle. Arguments
// that math treats in a special way (NaN, Inf, signed zeros, subnormal numbers) give what math gives.

// Abs32 returns the absolute value of x.
func Abs32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// Floor32 returns the greatest integer value not above x.
func Floor32(x float32) float32 { return float32(math.Floor(float64(x))) }

// Ceil32 returns the least integer value not below x.
func Ceil32(x float32) float32 { return float32(math.Ceil(float64(x))) }

// Min32 returns the lesser of x and y: NaN if one of them is, and -0 before 0.
func Min32(x, y float32) float32 { return min(x, y) }

// Max32 returns the greater of x and y: NaN if one of them is, and 0 before -0.
func Max32(x, y float32) float32 { return max(x, y) }

// Exp32 returns e^x.
func Exp32(x float32) float32 {
	if x != x {
		return x
	}
	return power(float64(x) * math.Log2E)
}

// power returns 2^x, where the absolute error of x is the relative one of the result.
func power(x float64) float32 {
	// Beyond these bounds the result is Inf or 0 as well, and Exp2 is defined at them.
	return float32(metropolis.Exp2(min(max(x, -200), 200)))
}

// Log32 returns the natural logarithm of x: -Inf for 0, NaN below.
func Log32(x float32) float32 {
	if !(x > 0) || x > math.MaxFloat32 {
		return logOfSpecial(x)
	}
	k, m := split(x)
	return float32(float64(k*math.Ln2) + logNearOne(m))
}

// logOfSpecial is the logarithm of what is not a positive finite number.
func logOfSpecial(x float32) float32 {
	switch {
	case x == 0:
		return float32(math.Inf(-1))
	case x < 0:
		return float32(math.NaN())
	}
	return x
}

// split takes a positive finite x apart: x = 2^k m, with m in [sqrt(1/2), sqrt(2)) but for rounding of these bounds.
func split(x float32) (k, m float64) {
	const rootHalf = 0x3FE6A09E667F3BCD // the bits of sqrt(1/2)
	bits := math.Float64bits(float64(x))
	shift := int64(bits-rootHalf) >> 52
	return float64(shift), math.Float64frombits(bits - uint64(shift)<<52)
}

// logNearOne returns the natural logarithm of m in [sqrt(1/2), sqrt(2)], to a relative error below 2^-44: twice the
// inverse hyperbolic tangent of s = (m-1)/(m+1), |s| < 0.1716, by its series up to s^15.
func logNearOne(m float64) float64 {
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	p := 1.0 / 15
	p = 1.0/13 + float64(p*z)
	p = 1.0/11 + float64(p*z)
	p = 1.0/9 + float64(p*z)
	p = 1.0/7 + float64(p*z)
	p = 1.0/5 + float64(p*z)
	p = 1.0/3 + float64(p*z)
	return float64(2*s) + float64(float64(2*s)*float64(p*z))
}

// Pow32 returns x^y, with math.Pow's results for special arguments.
func Pow32(x, y float32) float32 {
	if y == 0 || x == 1 {
		return 1
	}
	if x != x || y != y {
		return x + y
	}
	sign := float32(1)
	if math.Float32bits(x)>>31 == 1 {
		switch kindOf(y) {
		case odd:
			sign = -1
		case fraction:
			if x != 0 && x >= -math.MaxFloat32 {
				return float32(math.NaN())
			}
		}
		x = -x
	}
	if x == 1 { // also to the power of Inf, which times the logarithm would be NaN
		return sign
	}
	return sign * power(float64(y)*log2(x))
}

// log2 returns the logarithm to base 2 of x >= 0, to a relative error below 2^-43.
func log2(x float32) float64 {
	if x == 0 || x > math.MaxFloat32 {
		return float64(logOfSpecial(x))
	}
	k, m := split(x)
	return k + float64(logNearOne(m)*math.Log2E)
}

// Kinds of exponents.
const (
	even = iota
	odd
	fraction
)

// kindOf tells whether y is an even integer, an odd one, or none; Inf is even.
func kindOf(y float32) int {
	y = Abs32(y)
	if y >= 1<<24 {
		return even
	}
	n := int32(y)
	if float32(n) != y {
		return fraction
	}
	return int(n & 1)
}
