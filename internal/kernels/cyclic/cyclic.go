// Package cyclic counts the positions of a tour, from 0 to n-1 and round again.
package cyclic

// Next is the position behind p.
func Next(p, n int32) int32 {
	if p++; p == n {
		return 0
	}
	return p
}

// Prev is the position before p.
func Prev(p, n int32) int32 {
	if p == 0 {
		return n - 1
	}
	return p - 1
}

// Wrap brings a position in [-n, 2n) into [0, n).
func Wrap(p, n int32) int32 {
	if p < 0 {
		return p + n
	}
	if p >= n {
		return p - n
	}
	return p
}
