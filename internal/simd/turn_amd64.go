//go:build !purego

package simd

func turnVector(rows []float64, n, stride int, by []float64) {
	count := len(by) / 2
	turnAVX2(&rows[count*stride], n, &by[0], count, stride, &tails[n%4])
}
