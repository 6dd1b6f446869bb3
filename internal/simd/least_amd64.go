//go:build !purego

package simd

func leastVector(d, m []int32, now int32) (admissible, all int32) {
	return leastAVX2(&d[0], &m[0], len(d), now)
}

func leastSignedVector(d, s, m []int32, now int32) (admissible, all int32) {
	return leastSignedAVX2(&d[0], &s[0], &m[0], len(d), now)
}
