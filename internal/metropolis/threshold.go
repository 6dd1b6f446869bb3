package metropolis

import "math"

// maxThreshold is the greatest threshold.
const maxThreshold = 1 << 30

// Threshold returns the least deterioration that is refused at a temperature with a random u: so deltas below it are
// accepted, those above 0 with probability exp(-delta/temperature), as Metropolis has it. It turns the rule around,
// delta < -temperature * ln(u), so that an iteration need but compare integers.
//
// It is made of operations that round by themselves, so it gives the same bits everywhere.
func Threshold(temperature float32, u uint32) int32 {
	return refused(float32(temperature * minusLog(u)))
}

// Deepest is above all thresholds of a temperature: -ln of the smallest u is less than 23.
func Deepest(temperature float32) int32 { return refused(float32(temperature * 23)) }

func refused(depth float32) int32 {
	if depth < maxThreshold-1 {
		return int32(depth) + 1
	}
	return maxThreshold
}

// minusLog returns -ln((u+1/2)/2^32), to a relative error of 2^-20 or an absolute one of 2^-23: u is rounded to float32.
//
// With u = 2^e * m, m within a factor of sqrt(2) of 1, it is (32-e) ln 2 - ln m, and ln m = 2 artanh(z) for
// z = (m-1)/(m+1), |z| < 0.172. Five terms of its series are enough.
func minusLog(u uint32) float32 {
	bits := math.Float32bits(float32(u) + 0.5)
	// Moving the exponent field by that of sqrt(1/2) makes m run from there to sqrt(2).
	const half = 0x3f3504f3 // sqrt(1/2) as a float32
	e := int32(bits-half) >> 23
	m := math.Float32frombits(bits - uint32(e)<<23)
	z := (m - 1) / (m + 1)
	q := float32(z * z)
	series := 1 + float32(q*(1.0/3+float32(q*(1.0/5+float32(q*(1.0/7+float32(q*(1.0/9))))))))
	return float32(float32(32-e)*math.Ln2) - float32(2*float32(z*series))
}
