//go:build !purego

package simd

import "golang.org/x/sys/cpu"

// Vectorised says whether the assembly runs. The kernels give the same bits without it.
var Vectorised = cpu.X86.HasAVX2

func outer[T int32 | int64](e []T, stride, n int, u, w []T) {
	if !Vectorised {
		outerPortable(e, stride, n, u, w)
		return
	}
	switch e := any(&e[0]).(type) {
	case *int32:
		outer32AVX2(e, stride, n, any(&u[0]).(*int32), any(&w[0]).(*int32))
	case *int64:
		outer64AVX2(e, stride, n, any(&u[0]).(*int64), any(&w[0]).(*int64))
	}
}

func triangle[T int32 | int64](d []T, stride, n int, u, w []T) {
	if !Vectorised {
		trianglePortable(d, stride, n, u, w)
		return
	}
	switch d := any(&d[0]).(type) {
	case *int32:
		triangle32AVX2(d, stride, n, any(&u[0]).(*int32), any(&w[0]).(*int32))
	case *int64:
		triangle64AVX2(d, stride, n, any(&u[0]).(*int64), any(&w[0]).(*int64))
	}
}

func scanTriangle[T int32 | int64](d []T, m []int32, stride, from, to, n int, now int32) (f Found[T]) {
	if !Vectorised {
		return scanTrianglePortable(d, m, stride, from, to, n, now)
	}
	switch f := any(&f).(type) {
	case *Found[int32]:
		f.Delta, f.Place, f.Least, f.Oldest = scanTriangle32AVX2(any(&d[0]).(*int32), &m[0], stride, from, to, n, now)
	case *Found[int64]:
		f.Delta, f.Place, f.Least, f.Oldest = scanTriangle64AVX2(any(&d[0]).(*int64), &m[0], stride, from, to, n, now)
	}
	return f
}

func scanRow[T int32 | int64](d []T, m []int32, now int32) (f Found[T]) {
	if !Vectorised {
		return scanRowPortable(d, m, now)
	}
	switch f := any(&f).(type) {
	case *Found[int32]:
		f.Delta, f.Place, f.Least, f.Oldest = scanRow32AVX2(any(&d[0]).(*int32), &m[0], len(d), now)
	case *Found[int64]:
		f.Delta, f.Place, f.Least, f.Oldest = scanRow64AVX2(any(&d[0]).(*int64), &m[0], len(d), now)
	}
	return f
}
