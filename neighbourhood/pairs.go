package neighbourhood

import "math/bits"

// PairCount returns the number of pairs 0 <= i < j < n.
func PairCount(n int32) int64 { return int64(n) * (int64(n) - 1) / 2 }

// PairIndex returns the number of the pair i < j of n, row by row: (0,1), (0,2) ... (0,n-1), (1,2) ...
func PairIndex(n, i, j int32) int64 {
	return int64(i)*(2*int64(n)-int64(i)-1)/2 + int64(j) - int64(i) - 1
}

// PairAt returns pair k of n, 0 <= k < PairCount(n); it is the inverse of PairIndex.
//
// Counted from the end, pair k is number q = PairCount(n)-1-k of the pairs a > b, a = n-1-i, b = n-1-j, where row a
// starts at the triangular number a(a-1)/2: a is the greatest with a(a-1)/2 <= q, that is, (1 + isqrt(8q+1)) / 2.
func PairAt(n int32, k int64) (i, j int32) {
	q := uint64(PairCount(n) - 1 - k)
	a := (1 + isqrt(8*q+1)) / 2
	b := q - a*(a-1)/2
	return n - 1 - int32(a), n - 1 - int32(b)
}

// isqrt returns the floor of the square root of v > 0; in 32 bits, if these are enough, it takes a device half as long.
func isqrt(v uint64) uint64 {
	if v < 1<<32 {
		return uint64(rootOf(uint32(v), bits.Len32(uint32(v))))
	}
	return rootOf(v, bits.Len64(v))
}

// rootOf is isqrt, digit by digit to the base 2: a number of length bits takes (length+1)/2 steps.
func rootOf[T uint32 | uint64](v T, length int) (root T) {
	for bit := T(1) << ((length - 1) &^ 1); bit != 0; bit >>= 2 {
		if v >= root+bit {
			v -= root + bit
			root = root>>1 + bit
		} else {
			root >>= 1
		}
	}
	return root
}
