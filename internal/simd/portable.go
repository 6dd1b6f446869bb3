package simd

import "math"

// The Go of the kernels: what they compute, for machines without them and for the test that compares the two.

func outerPortable[T int32 | int64](e []T, stride, n int, u, w []T) {
	w = w[:stride]
	for i := range n {
		if u[i] == 0 {
			continue
		}
		row := e[i*stride:][:stride]
		for j, wj := range w {
			row[j] += multiply(u[i], wj)
		}
	}
}

func trianglePortable[T int32 | int64](d []T, stride, n int, u, w []T) {
	u, w = u[:n], w[:n]
	for i := range n - 1 {
		row := d[i*stride:][:n]
		for j := firstColumn[T](i); j < n; j++ {
			row[j] += multiply(u[i]-u[j], w[i]-w[j])
		}
	}
}

func scanTrianglePortable[T int32 | int64](d []T, m []int32, stride, from, to, n int, now int32) Found[T] {
	best := nothing[T]()
	for i := from; i < to; i++ {
		j := firstColumn[T](i)
		best.consider(d[i*stride+j:i*stride+n], m[i*stride+j:i*stride+n], i*stride+j, now)
	}
	return best
}

func scanRowPortable[T int32 | int64](d []T, m []int32, now int32) Found[T] {
	best := nothing[T]()
	best.consider(d, m[:len(d)], 0, now)
	return best
}

// multiply is the product of two lanes.
func multiply[T int32 | int64](x, y T) T {
	if isNarrow[T]() {
		return x * y
	}
	return T(int64(int32(x)) * int64(int32(y)))
}

func isNarrow[T int32 | int64]() bool { return T(1<<16)*T(1<<16) == 0 }

// firstColumn is the first column of row i that the kernels visit: where the vector of the entry (i, i+1) begins.
func firstColumn[T int32 | int64](i int) int {
	if isNarrow[T]() {
		return (i + 1) &^ 7
	}
	return (i + 1) &^ 3
}

func greatest[T int32 | int64]() T {
	if isNarrow[T]() {
		return T(math.MaxInt32)
	}
	big := int64(math.MaxInt64)
	return T(big)
}

func nothing[T int32 | int64]() Found[T] {
	return Found[T]{Delta: greatest[T](), Least: greatest[T](), Oldest: math.MaxInt32}
}

// consider takes a row's deltas d with expiries m into account; the first has the given place.
func (f *Found[T]) consider(d []T, m []int32, place int, now int32) {
	for k, v := range d {
		f.Least = min(f.Least, v)
		f.Oldest = min(f.Oldest, m[k])
		if m[k] <= now && v < f.Delta {
			f.Delta, f.Place = v, place+k
		}
	}
}
