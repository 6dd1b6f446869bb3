package metropolis

import (
	"math"
	"math/bits"
)

// Takes is Accept, quicker where most moves are refused: what the leading zeros of u rule out costs no exponential.
// With k of them u+1/2 is at least 2^(31-k), and that is no less than 2^(32-y) for any y from k+1 on.
func (r Rule) Takes(delta int64, u uint32) bool {
	if delta <= 0 {
		return true
	}
	y := float64(delta) * r.factor
	if r.factor == 0 || y >= float64(bits.LeadingZeros32(u)+1) {
		return false
	}
	return float64(u)+0.5 < Exp2(32-y)
}

// Factor is what the rule multiplies a delta by to get y of its probability 2^-y; 0 for the zero Rule.
func (r Rule) Factor() float64 { return r.factor }

// Hopeless is a delta from which on no draw is taken, so that none need be made.
func (r Rule) Hopeless() int64 {
	if r.factor == 0 {
		return 1
	}
	return int64(min(math.MaxInt64>>1, math.Ceil(hopeless/r.factor)+1))
}
