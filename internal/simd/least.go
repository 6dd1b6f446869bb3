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

// LeastSum adds up the numbers x at the places of an order, and sets sums[k] to the sum of the first k+1. It returns the least of these
// and of 0, and of how many numbers it is the sum, which are the fewest if several sums are as small. The order has places of x alone,
// sums is as long as it, and no sum goes beyond an int32. O(n).
func LeastSum(sums, x, order []int32) (least int32, count int) {
	sums = sums[:len(order)]
	n := 0
	if Vectorised && len(order) >= Lanes {
		n = len(order) &^ (Lanes - 1)
		least, count = leastSumVector(sums[:n], x, order[:n])
	}
	return leastSumPortable(sums, x, order, n, least, count)
}

// leastSumPortable goes on from the first n numbers, whose sums are there.
func leastSumPortable(sums, x, order []int32, n int, least int32, count int) (int32, int) {
	sum := int32(0)
	if n > 0 {
		sum = sums[n-1]
	}
	for k, place := range order[n:] {
		sum += x[place]
		if sums[n+k] = sum; sum < least {
			least, count = sum, n+k+1
		}
	}
	return least, count
}
