//go:build !amd64 || purego

package simd

func pathsVector(lengths, heads, tails, times []int32, stride int) {
	pathsPortable(lengths, heads, tails, times, stride)
}
