// Package draw has what kernels of several families draw.
package draw

// Starts is the step of the first random number of a random solution, beyond those of all iterations.
const Starts = 1 << 63

// Pair returns two different positions below n, each pair with the same probability but for the rounding of 32 bits.
func Pair(u, v uint32, n int32) (i, j int32) {
	i = int32(uint64(u) * uint64(n) >> 32)
	j = int32(uint64(v) * uint64(n-1) >> 32)
	if j >= i {
		j++
	}
	return i, j
}
