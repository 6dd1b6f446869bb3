//go:build !amd64 || purego

package simd

func aheadVector(rows, times []int32, lanes, stride, n int) {
	aheadPortable(rows, times, lanes, stride, n)
}

func behindVector(rows, times []int32, at, lanes, stride, n int) {
	behindPortable(rows, times, at, lanes, stride, n)
}

func (w Route) throughVector(heads, tails []int32, from, to Link) {
	w.throughPortable(heads, tails, from, to)
}
