//go:build !amd64 || purego

package simd

func placeQueens(q *Queens, at, n int, next *Queens, to int, blocked, ahead uint32) int {
	return placeQueensPortable(q, at, n, next, to, blocked, ahead)
}
