// Package numbers holds kernels of every operator, for every type of number.
package numbers

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/kernel/real"
)

type Signed interface {
	int8 | int16 | int32 | int64 | int
}

type Unsigned interface {
	uint8 | uint16 | uint32 | uint64 | uint
}

type Integer interface{ Signed | Unsigned }

type Float interface{ float32 | float64 }

type Number interface{ Integer | Float }

// Results an element of the kernels below.
const (
	IntegerResults    = 24
	FloatResults      = 12
	ComparisonResults = 8
	MathResults       = 32
	BitsResults       = 40
	// ConstantShiftResults is those of ConstantShifts.
	ConstantShiftResults = 28
	FullResults          = 12
)

// Integers computes every integer operator. Division by zero is left out: Go panics.
func Integers[T Integer](_ lane.Thread, x, y, out []T) {
	for i, a := range x {
		b, o := y[i], out[i*IntegerResults:]
		o[0], o[1], o[2] = a+b, a-b, a*b
		o[3], o[4], o[5], o[6] = a&b, a|b, a^b, a&^b
		o[7], o[8] = -a, ^a
		if b != 0 {
			o[9], o[10] = a/b, a%b
		}
		o[11], o[12] = min(a, b), max(a, b, 3)
		o[13], o[14], o[15] = a/7, a%7, a/1
		o[16] = a
		o[16] += b
		o[16] *= 3
		o[17] = a << 3
		o[18] = a >> 3
		o[19] = a << 200
		o[20] = a >> 200
		o[21] = a + 100
		o[22] = 100 - a
		o[23] = a
		o[23]++
	}
}

// SignedQuotients computes what only signed integers have.
func SignedQuotients[T Signed](_ lane.Thread, x, out []T) {
	for i, a := range x {
		out[2*i], out[2*i+1] = a/-1, a%-1
	}
}

// Shifts shifts by counts of any type and size.
func Shifts[T, C Integer](_ lane.Thread, x []T, count []C, out []T) {
	for i, a := range x {
		out[2*i], out[2*i+1] = a<<count[i], a>>count[i]
	}
}

// ConstantShifts shifts by constants about the width of every type.
func ConstantShifts[T Integer](_ lane.Thread, x, out []T) {
	for i, a := range x {
		o := out[i*ConstantShiftResults:]
		o[0], o[1], o[2], o[3], o[4], o[5] = a<<7, a<<8, a<<9, a>>7, a>>8, a>>9
		o[6], o[7], o[8], o[9], o[10], o[11] = a<<15, a<<16, a<<17, a>>15, a>>16, a>>17
		o[12], o[13], o[14], o[15], o[16], o[17] = a<<31, a<<32, a<<33, a>>31, a>>32, a>>33
		o[18], o[19], o[20], o[21], o[22], o[23] = a<<63, a<<64, a<<65, a>>63, a>>64, a>>65
		n, far := uint8(64), uint64(1)<<63
		o[24], o[25], o[26], o[27] = a<<n, a>>n, a<<far, a>>far // constants once they are in SSA form
	}
}

// Comparisons compares numbers.
func Comparisons[T Number](_ lane.Thread, x, y []T, out []bool) {
	for i, a := range x {
		b, o := y[i], out[i*ComparisonResults:]
		o[0], o[1], o[2], o[3], o[4], o[5] = a == b, a != b, a < b, a <= b, a > b, a >= b
		o[6] = !(a < b) && a != 0 || b == a
		o[7] = o[0] != o[1]
	}
}

// Floats computes every float operator, each rounded on its own.
func Floats[T Float](_ lane.Thread, x, y, out []T) {
	for i, a := range x {
		b, o := y[i], out[i*FloatResults:]
		o[0], o[1], o[2], o[3] = a+b, a-b, a*b, a/b
		o[4] = -a
		o[5], o[6] = min(a, b), max(a, b)
		o[7] = T(a*b) + a
		o[8] = a * 0.1
		o[9] = 1 / a
		o[10] = T(a*a) - T(b*b)
		o[11] = a + 1e-3
	}
}

// Convert converts one number to another.
func Convert[A, B Number](_ lane.Thread, x []A, out []B) {
	for i, a := range x {
		out[i] = B(a)
	}
}

// Math computes functions of math whose bits do not depend on the machine.
func Math(_ lane.Thread, x, y, out []float64) {
	for i, a := range x {
		b, o := y[i], out[i*MathResults:]
		o[0], o[1], o[2], o[3], o[4] = math.Sqrt(a), math.Abs(a), math.Floor(a), math.Ceil(a), math.Trunc(a)
		o[5], o[6] = math.Min(a, b), math.Max(a, b)
		o[7], o[8] = math.Sin(a), math.Cos(a)
		o[9] = math.Copysign(a, b)
		o[10], o[11] = math.Round(a), math.RoundToEven(a)
		o[12] = math.FMA(a, b, a)
		o[13] = math.Mod(a, b)
		o[14], o[15] = math.Modf(a)
		f, e := math.Frexp(a)
		o[16], o[17] = f, float64(e)
		o[18] = math.Ldexp(f, 7)
		o[19], o[20] = math.Inf(1), math.Float64frombits(math.Float64bits(a)^1)
		if math.IsNaN(a) || math.IsInf(b, 0) || math.Signbit(a) {
			o[21] = 1
		}
		o[22], o[23] = math.Tan(a), math.Cbrt(a)
		o[24] = math.Dim(a, b)
		o[25] = float64(math.Float32frombits(math.Float32bits(float32(a)) ^ 1))
		o[26], o[27] = math.Sincos(a)
		o[28] = math.Atan(a)
	}
}

// RealResults is how many results Reals has for each argument.
const RealResults = 8

// Reals computes the functions of package real.
func Reals(_ lane.Thread, x, y, out []float64) {
	for i, a := range x {
		o := out[i*RealResults:]
		o[0], o[1], o[2] = real.SinPi(a), real.CosPi(a), real.SquareSinPi(a)
		o[3], o[4] = real.Sin(a), real.Cos(a)
		o[5], o[6], o[7] = real.Exp(a), real.Log(a), real.Pow(math.Abs(a), y[i])
	}
}

// Narrow computes functions of math on float32.
func Narrow(_ lane.Thread, x, out []float32) {
	for i, a := range x {
		o := out[i*6:]
		o[0], o[1] = float32(math.Sqrt(float64(a))), float32(math.Abs(float64(a)))
		o[2], o[3] = float32(math.Floor(float64(a))), float32(math.Ceil(float64(a)))
		o[4], o[5] = float32(math.Trunc(float64(a))), float32(math.RoundToEven(float64(a)))
	}
}

// Full computes the functions of float32 that give the same bits everywhere.
func Full(_ lane.Thread, x, y, out []float32) {
	for i, a := range x {
		b, o := y[i], out[i*FullResults:]
		o[0], o[1], o[2] = lane.Exp32(a), lane.Log32(a), lane.Pow32(a, b)
		o[3], o[4], o[5] = lane.Sin32(a), lane.Cos32(a), lane.Sqrt32(a)
		o[6], o[7], o[8] = lane.Floor32(a), lane.Ceil32(a), lane.Abs32(a)
		o[9], o[10] = lane.Min32(a, b), lane.Max32(a, b)
		o[11] = lane.Log32(lane.Abs32(a))
	}
}

// Transcendental computes functions of math that some machines have in assembly, with other last bits.
func Transcendental(_ lane.Thread, x, y, out []float64) {
	for i, a := range x {
		o := out[i*8:]
		o[0], o[1], o[2] = math.Exp(a), math.Log(a), pow(math.Abs(a), y[i])
		o[3], o[4], o[5] = math.Exp2(a), math.Log2(a), math.Log10(a)
		o[6], o[7] = math.Hypot(a, y[i]), math.Tanh(a)
	}
}

// pow has the name of the portable source of math.Pow, and is none of it.
func pow(x, y float64) float64 { return math.Pow(x, y) }

// Bits computes the functions of math/bits.
func Bits(_ lane.Thread, x, y []uint64, out []uint64) {
	for i, a := range x {
		b, o := y[i], out[i*BitsResults:]
		a8, a16, a32, k := uint8(a), uint16(a), uint32(a), int(int8(b))
		o[0], o[1], o[2] = uint64(bits.LeadingZeros64(a)), uint64(bits.TrailingZeros64(a)), uint64(bits.OnesCount64(a))
		o[3], o[4], o[5] = uint64(bits.LeadingZeros32(a32)), uint64(bits.TrailingZeros32(a32)), uint64(bits.OnesCount32(a32))
		o[6], o[7], o[8] = uint64(bits.LeadingZeros16(a16)), uint64(bits.TrailingZeros16(a16)), uint64(bits.OnesCount16(a16))
		o[9], o[10], o[11] = uint64(bits.LeadingZeros8(a8)), uint64(bits.TrailingZeros8(a8)), uint64(bits.OnesCount8(a8))
		o[12], o[13], o[14], o[15] = uint64(bits.Len64(a)), uint64(bits.Len32(a32)), uint64(bits.Len16(a16)), uint64(bits.Len8(a8))
		o[16], o[17] = bits.RotateLeft64(a, k), uint64(bits.RotateLeft32(a32, k))
		o[18], o[19] = uint64(bits.RotateLeft16(a16, k)), uint64(bits.RotateLeft8(a8, k))
		o[20], o[21] = bits.Reverse64(a), uint64(bits.Reverse32(a32))
		o[22], o[23] = uint64(bits.Reverse16(a16)), uint64(bits.Reverse8(a8))
		o[24], o[25], o[26] = bits.ReverseBytes64(a), uint64(bits.ReverseBytes32(a32)), uint64(bits.ReverseBytes16(a16))
		o[27], o[28] = bits.Add64(a, b, a&1)
		o[29], o[30] = bits.Sub64(a, b, b&1)
		o[31], o[32] = bits.Mul64(a, b)
		hi, lo := bits.Mul32(a32, uint32(b))
		o[33] = uint64(hi)<<32 | uint64(lo)
		o[34], o[35] = bits.Div64(a%(b|1), b, b|1)
		o[36] = bits.Rem64(a, b, b|1)
		o[37] = uint64(bits.Len(uint(a))) + uint64(bits.LeadingZeros(uint(b)))
		sum, carry := bits.Add32(a32, uint32(b), 1)
		o[38] = uint64(sum)<<1 | uint64(carry)
		o[39] = uint64(bits.RotateLeft(uint(a), k))
	}
}
