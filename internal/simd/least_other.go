//go:build !amd64 || purego

package simd

func leastVector(d, m []int32, now int32) (admissible, all int32) { return leastPortable(d, m, now) }

func leastSignedVector(d, s, m []int32, now int32) (admissible, all int32) {
	return leastSignedPortable(d, s, m, now)
}

func leastSumVector(sums, x, order []int32) (least int32, count int) {
	return leastSumPortable(sums, x, order, 0, 0, 0)
}
