package simd

import "math"

// Least returns the least of the numbers d whose expiries m are not later than now, or the greatest number if there is none, and
// the least of all.
func Least(d, m []int32, now int32) (admissible, all int32) {
	if len(m) < len(d) {
		panic("simd: fewer expiries than numbers")
	}
	if !Vectorised || len(d) < Lanes {
		return leastPortable(d, m, now)
	}
	return leastVector(d, m, now)
}

// LeastSigned is Least of the numbers times their signs s, 1 or -1. No number is -2^31.
func LeastSigned(d, s, m []int32, now int32) (admissible, all int32) {
	if len(m) < len(d) || len(s) < len(d) {
		panic("simd: fewer expiries or signs than numbers")
	}
	if !Vectorised || len(d) < Lanes {
		return leastSignedPortable(d, s, m, now)
	}
	return leastSignedVector(d, s, m, now)
}

func leastSignedPortable(d, s, m []int32, now int32) (admissible, all int32) {
	admissible, all = math.MaxInt32, math.MaxInt32
	for k, v := range d {
		v *= s[k]
		all = min(all, v)
		if m[k] <= now {
			admissible = min(admissible, v)
		}
	}
	return admissible, all
}

func leastPortable(d, m []int32, now int32) (admissible, all int32) {
	admissible, all = math.MaxInt32, math.MaxInt32
	for k, v := range d {
		all = min(all, v)
		if m[k] <= now {
			admissible = min(admissible, v)
		}
	}
	return admissible, all
}
