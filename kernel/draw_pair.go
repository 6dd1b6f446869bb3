package kernel

// drawPair returns two different positions below n, each pair with the same probability but for the rounding of 32 bits.
func drawPair(u, v uint32, n int32) (i, j int32) {
	i = int32(uint64(u) * uint64(n) >> 32)
	j = int32(uint64(v) * uint64(n-1) >> 32)
	if j >= i {
		j++
	}
	return i, j
}
