//go:build !purego

package simd

func leastVector(d, m []int32, now int32) (admissible, all int32) {
	return leastAVX2(&d[0], &m[0], len(d), now)
}

func leastSignedVector(d, s, m []int32, now int32) (admissible, all int32) {
	return leastSignedAVX2(&d[0], &s[0], &m[0], len(d), now)
}

func leastSumVector(sums, x, order []int32) (least int32, count int) {
	least, at := leastSumAVX2(&sums[0], &x[0], &order[0], len(order))
	return least, int(at)
}
