package simd

import (
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// fill returns size random numbers: of few values if small, so that there are ties, else of all.
func fill[T int32 | int64](r *rng.Stream, size int, small bool) []T {
	x := make([]T, size)
	for i := range x {
		x[i] = T(r.Uint64())
		if small {
			x[i] = T(r.IntN(7)) - 3
		}
	}
	return x
}

func equal[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: entry %d is %v, portable %v", what, i, got[i], want[i])
		}
	}
}

// compare checks every kernel against its portable twin on matrices and rows of n columns.
func compare[T int32 | int64](t *testing.T, r *rng.Stream, n int, small bool) {
	stride := Stride(n)
	u, w := fill[T](r, stride, small), fill[T](r, stride, small)
	d := fill[T](r, n*stride, small)
	m := fill[int32](r, n*stride, small)
	want := append([]T(nil), d...)
	Outer(d, stride, n, u, w)
	outerPortable(want, stride, n, u, w)
	equal(t, "outer", d, want)
	Triangle(d, stride, n, u, w)
	trianglePortable(want, stride, n, u, w)
	for i := range n {
		equal(t, fmt.Sprintf("triangle, row %d", i), d[i*stride:i*stride+n], want[i*stride:i*stride+n])
	}
	from := r.IntN(n + 1)
	to := from + r.IntN(n+1-from)
	for _, now := range []int32{math.MinInt32, -1, 0, int32(r.Uint32()), math.MaxInt32} {
		sameFound(t, ScanTriangle(d, m, stride, from, to, n, now), scanTrianglePortable(d, m, stride, from, min(to, n-1), n, now))
		sameFound(t, ScanRow(d[:n], m[:n], now), scanRowPortable(d[:n], m[:n], now))
	}
}

func sameFound[T int32 | int64](t *testing.T, got, want Found[T]) {
	t.Helper()
	if want.Delta == greatest[T]() {
		got.Place = want.Place
	}
	if got != want {
		t.Fatalf("scan: %+v, portable %+v", got, want)
	}
}

func TestKernelsEqualPortable(t *testing.T) {
	if !Vectorised {
		t.Skip("no assembly on this machine or in this build")
	}
	r := rng.New(1, 0)
	for n := range 131 {
		for _, small := range []bool{false, true} {
			t.Run(fmt.Sprintf("n=%d/small=%v", n, small), func(t *testing.T) {
				compare[int32](t, r, n, small)
				compare[int64](t, r, n, small)
			})
		}
	}
}

// A row at the very end of an allocation: a read beyond it would show in what lies behind.
func TestScanRow_StaysInside(t *testing.T) {
	for n := range 40 {
		d, m := make([]int32, n+16), make([]int32, n+16)
		for i := range d {
			d[i], m[i] = int32(i), 0
			if i >= n {
				d[i], m[i] = -1000, -1000
			}
		}
		got := ScanRow(d[:n], m[:n], 0)
		want := scanRowPortable(d[:n], m[:n], 0)
		sameFound(t, got, want)
	}
}

func TestKernelsRefuseShortSlices(t *testing.T) {
	for name, f := range map[string]func(){
		"matrix": func() { Triangle(make([]int32, 15), 8, 2, make([]int32, 8), make([]int32, 8)) },
		"stride": func() { Outer(make([]int32, 18), 9, 2, make([]int32, 9), make([]int32, 9)) },
		"vector": func() { Outer(make([]int32, 16), 8, 2, make([]int32, 8), make([]int32, 7)) },
		"rows":   func() { ScanTriangle(make([]int32, 16), make([]int32, 16), 8, 0, 3, 2, 0) },
		"row":    func() { ScanRow(make([]int32, 3), make([]int32, 2), 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func benchmarkLanes[T int32 | int64](b *testing.B, n int) {
	r := rng.New(1, 0)
	stride := Stride(n)
	u, w, d := fill[T](r, stride, true), fill[T](r, stride, true), fill[T](r, n*stride, true)
	m := make([]int32, n*stride)
	entries := float64(n*(n-1)) / 2
	measure := func(name string, f func()) {
		b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
			b.ReportMetric(entries*float64(b.N)/b.Elapsed().Seconds(), "entries/s")
		})
	}
	measure("outer", func() { Outer(d, stride, n, u, w) })
	measure("triangle", func() { Triangle(d, stride, n, u, w) })
	measure("scan", func() { ScanTriangle(d, m, stride, 0, n, n, 0) })
}

func BenchmarkKernels(b *testing.B) {
	for _, n := range []int{30, 60, 100} {
		b.Run("int32", func(b *testing.B) { benchmarkLanes[int32](b, n) })
		b.Run("int64", func(b *testing.B) { benchmarkLanes[int64](b, n) })
	}
}
