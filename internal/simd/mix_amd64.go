//go:build !purego

package simd

// tails are the numbers of a last vector that count, by how many these are but for whole vectors.
var tails = [4][4]int64{{-1, -1, -1, -1}, {-1}, {-1, -1}, {-1, -1, -1}}

func mixVector(to, by, rows []float64, stride int) {
	mixAVX2(&to[0], len(to), &by[0], len(by), &rows[0], stride, &tails[len(to)%4])
}
