package lane

import "math"

// Sin32 returns the sine of x radians, for x of any size: NaN for Inf.
func Sin32(x float32) float32 {
	if x == 0 || x-x != 0 {
		return x - (x - x) // keeps the sign of 0, and makes NaN of Inf
	}
	q, r := quarters(x)
	return quarter(q, r)
}

// Cos32 returns the cosine of x radians, for x of any size: NaN for Inf.
func Cos32(x float32) float32 {
	if x-x != 0 {
		return x - x
	}
	q, r := quarters(x)
	return quarter(q+1, r)
}

// quarter returns the sine of q quarter turns and r radians, |r| <= pi/4 but for rounding, by Taylor's series, whose rest
// is below 2^-41 of the result.
func quarter(q uint32, r float64) float32 {
	z := float64(r * r)
	var v float64
	if q&1 == 0 {
		p := 1.0 / 6227020800
		p = -1.0/39916800 + float64(p*z)
		p = 1.0/362880 + float64(p*z)
		p = -1.0/5040 + float64(p*z)
		p = 1.0/120 + float64(p*z)
		p = -1.0/6 + float64(p*z)
		v = r + float64(r*float64(p*z))
	} else {
		p := 1.0 / 479001600
		p = -1.0/3628800 + float64(p*z)
		p = 1.0/40320 + float64(p*z)
		p = -1.0/720 + float64(p*z)
		p = 1.0/24 + float64(p*z)
		p = -1.0/2 + float64(p*z)
		v = 1 + float64(p*z)
	}
	if q&2 != 0 {
		v = -v
	}
	return float32(v)
}

// quarters takes a finite x apart: x is q quarter turns, modulo 4, and r radians, |r| <= pi/4 but for rounding. No float32
// but 0 comes nearer than 2^-30 to a multiple of pi/2, and the error of r is below 2^-60, so that r is right to 2^-30.
func quarters(x float32) (q uint32, r float64) {
	if Abs32(x) >= 1<<20 {
		return manyQuarters(x)
	}
	// pi/2 as a sum: the products of the first two parts of 33 bits with k, of up to 20 bits, are exact (Cody and Waite).
	const (
		part1     = 0x1.921fb544p+0
		part2     = 0x1.0b4611a6p-34
		part3     = 0x1.3198a2e037073p-69
		toInteger = 3 << 51 // adding it leaves no room for fraction bits: rounds to the nearest integer
	)
	k := float64(float64(float64(x)*(2/math.Pi))+toInteger) - toInteger
	r = float64(x) - float64(k*part1)
	r -= float64(k * part2)
	r -= float64(k * part3)
	return uint32(int32(k)), r
}

// twoOverPi are the first bits of 2/pi, after 32 zeros.
var twoOverPi = [8]uint32{0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab}

// manyQuarters is quarters for |x| >= 2^20 (Payne and Hanek, "Radian reduction for trigonometric functions", 1983). With
// |x| = m 2^e, the bits of 2/pi of weight 2^(2-e) and above give whole turns; the next 96, times m, give the quarter
// turns modulo 4 in their upper 2 bits, and the fraction of one in the other 94.
func manyQuarters(x float32) (q uint32, r float64) {
	bits := math.Float32bits(x)
	m := uint64(bits&(1<<23-1) | 1<<23)
	skip := bits>>23&0xff - 120 // e = exponent - 150; e - 2 bits to pass over, and the 32 zeros
	at, shift := skip/32, skip%32
	var w [3]uint64
	for i := range w {
		pair := uint64(twoOverPi[at+uint32(i)])<<32 | uint64(twoOverPi[at+uint32(i)+1])
		w[i] = pair << shift >> 32
	}
	low := m * w[2]
	middle := m*w[1] + low>>32
	high := m*w[0] + middle>>32
	part := high<<32 | middle&(1<<32-1)
	q = uint32(part >> 62)
	f := int64(part << 2) // the fraction; from one half on, that of the next quarter less 1
	if f < 0 {
		q++
	}
	r = float64(float64(f)*0x1p-64) * (math.Pi / 2)
	if x < 0 {
		return -q, -r
	}
	return q, r
}
