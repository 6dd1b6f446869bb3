package simd

// Found is the outcome of a scan over deltas and expiries. A swap is admissible at a time if its expiry is not later.
type Found[T int32 | int64] struct {
	Delta  T     // the least admissible delta, or the greatest number if nothing is admissible
	Place  int   // of the first that has it: its index in the slice; undefined if nothing is admissible
	Least  T     // the least delta of all, admissible or not
	Oldest int32 // the least expiry
}

// Outer adds u[i]*w[j] to e[i*stride+j] for all i < n, j < stride.
func Outer[T int32 | int64](e []T, stride, n int, u, w []T) {
	checkMatrix(len(e), stride, n)
	if len(u) < n || len(w) < stride {
		panic("simd: a vector is shorter than the matrix")
	}
	if n > 0 {
		outer(e, stride, n, u, w)
	}
}

// Triangle adds (u[i]-u[j])*(w[i]-w[j]) to d[i*stride+j] for all i < j < n. Where a vector of entries begins left of the
// diagonal, it is updated whole: then entry (i, j) stays equal to (j, i), and (i, i) unchanged.
func Triangle[T int32 | int64](d []T, stride, n int, u, w []T) {
	checkMatrix(len(d), stride, n)
	if min(len(u), len(w)) < stride {
		panic("simd: a vector is shorter than the stride")
	}
	if n > 0 {
		triangle(d, stride, n, u, w)
	}
}

// ScanTriangle scans the deltas d[i*stride+j] with expiries m[i*stride+j] for from <= i < to, i < j < n. Where a vector
// begins left of the diagonal, it is scanned whole: entries (i, j) with j < i must hold those of (j, i), and (i, i) the
// greatest number.
func ScanTriangle[T int32 | int64](d []T, m []int32, stride, from, to, n int, now int32) Found[T] {
	checkMatrix(min(len(d), len(m)), stride, n)
	if from < 0 || to > n {
		panic("simd: the rows to scan are not in the matrix")
	}
	to = min(to, n-1) // the last row has no j > i
	if from >= to {
		return nothing[T]()
	}
	return scanTriangle(d, m, stride, from, to, n, now)
}

// ScanRow scans the deltas d with expiries m, which is at least as long.
func ScanRow[T int32 | int64](d []T, m []int32, now int32) Found[T] {
	if len(m) < len(d) {
		panic("simd: fewer expiries than deltas")
	}
	if len(d) == 0 {
		return nothing[T]()
	}
	return scanRow(d, m, now)
}

func checkMatrix(size, stride, n int) {
	if n < 0 || stride < n || stride%Lanes != 0 || size/max(stride, 1) < n {
		panic("simd: the matrix is smaller than its stride and rows say")
	}
}

// Nothing is the outcome of a scan over nothing.
func Nothing[T int32 | int64]() Found[T] { return nothing[T]() }

// Or joins the outcomes of two scans; of equal deltas the first scan's wins.
func (f Found[T]) Or(o Found[T]) Found[T] {
	if o.Delta < f.Delta {
		f.Delta, f.Place = o.Delta, o.Place
	}
	f.Least = min(f.Least, o.Least)
	f.Oldest = min(f.Oldest, o.Oldest)
	return f
}
