package passing

import "math"

// The functions here give the same bits on cores and in kernels: they add, multiply and divide, and nothing is fused.

// exp2 is 2^x for x up to 120, to 6e-5 of it; below -100 it is 2^-100.
func exp2(x float32) float32 {
	const shift = 3 << 22 // adding it rounds to an integer, which then stands in the lowest bits
	x = max(x, -100)
	whole := x + shift
	f := x - (whole - shift)
	q := float32(f*0.0096181) + 0.0555041
	q = float32(f*q) + 0.2402265
	q = float32(f*q) + 0.6931472
	q = float32(f*q) + 1
	return math.Float32frombits(math.Float32bits(q) + math.Float32bits(whole)<<23)
}

// log2 is the logarithm of a positive normal number, to 2e-5.
func log2(x float32) float32 {
	b := math.Float32bits(x)
	m := math.Float32frombits(b&(1<<23-1) | 127<<23)
	s := (m - 1) / (m + 1)
	z := float32(s * s)
	q := float32(z*0.4121977) + 0.5770780
	q = float32(z*q) + 0.9617967
	q = float32(z*q) + 2.8853901
	return float32(s*q) + float32(int32(b>>23)-127)
}

// tanh is the hyperbolic tangent.
func tanh(x float32) float32 {
	e := exp2(float32(abs(x) * -2.8853901))
	t := (1 - e) / (1 + e)
	if x < 0 {
		return -t
	}
	return t
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// rounded is the nearest integer, for numbers up to 2^22 in size.
func rounded(x float32) int32 {
	const shift = 3 << 22
	return int32(math.Float32bits(x+shift)) - int32(math.Float32bits(shift))
}

// Sums over rows and columns are of integers, which may be added up in any order: a number times one of these.
const (
	unit = 1 << 20 // of numbers up to 2 in size, hundreds of them
)

// fixed is a number in units.
func fixed(x float32) int32 { return int32(float32(x * unit)) }

// real is what units stand for.
func real(x int32) float32 { return float32(x) * (1.0 / unit) }
