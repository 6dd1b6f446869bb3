//go:build !purego

package simd

func leastVector(d, m []int32, now int32) (admissible, all int32) {
	return leastAVX2(&d[0], &m[0], len(d), now)
}
