//go:build !purego

package simd

func pathsVector(lengths, heads, tails, times []int32, stride int) {
	pathsAVX2(&lengths[0], &heads[0], &tails[0], &times[0], len(times), stride, len(lengths))
}
