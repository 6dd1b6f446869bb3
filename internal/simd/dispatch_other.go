//go:build !amd64 || purego

package simd

// Vectorised says whether the assembly runs. The kernels give the same bits without it.
const Vectorised = false

func outer[T int32 | int64](e []T, stride, n int, u, w []T) { outerPortable(e, stride, n, u, w) }

func triangle[T int32 | int64](d []T, stride, n int, u, w []T) { trianglePortable(d, stride, n, u, w) }

func scanTriangle[T int32 | int64](d []T, m []int32, stride, from, to, n int, now int32) Found[T] {
	return scanTrianglePortable(d, m, stride, from, to, n, now)
}

func scanRow[T int32 | int64](d []T, m []int32, now int32) Found[T] {
	return scanRowPortable(d, m, now)
}
