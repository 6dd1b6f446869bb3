package evaluation

import "math"

// pairsOf returns how many pairs n queens make.
func pairsOf(n int32) int64 { return int64(n) * int64(n-1) / 2 }

// triangularRoot returns the greatest t with t(t+1)/2 <= k, for k from 0 to 2^58. The square root is within 1 of it: above
// 2^53 its argument is rounded, and then by less than two units of a root of 2^27 or more.
func triangularRoot(k int64) int64 {
	t := (int64(math.Sqrt(float64(8*k+1))) - 1) / 2
	if t*(t+1)/2 > k {
		t--
	} else if (t+1)*(t+2)/2 <= k {
		t++
	}
	return t
}
