//go:build !purego

package simd

func placeQueens(q *Queens, at, n int, next *Queens, to int, blocked, ahead uint32) int {
	if !Vectorised {
		return placeQueensPortable(q, at, n, next, to, blocked, ahead)
	}
	return placeQueensAVX2(&q[0][0], at, n, &next[0][0], to, blocked, ahead)
}
