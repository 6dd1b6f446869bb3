//go:build !purego

package simd

func aheadVector(rows, times []int32, lanes, stride, n int) {
	switch lanes {
	case Lanes:
		ahead8AVX2(&rows[0], &times[0], stride, n)
	case 2 * Lanes:
		ahead16AVX2(&rows[0], &times[0], stride, n)
	default:
		ahead24AVX2(&rows[0], &times[0], stride, n)
	}
}

// behindVector hands on where the last of the rows are: the kernels go back from there.
func behindVector(rows, times []int32, at, lanes, stride, n int) {
	row, time := &rows[n*stride+at], &times[(n-1)*stride+at]
	switch lanes {
	case Lanes:
		behind8AVX2(row, time, stride, n)
	case 2 * Lanes:
		behind16AVX2(row, time, stride, n)
	default:
		behind24AVX2(row, time, stride, n)
	}
}

func (w Route) throughVector(heads, tails []int32, from, to Link) {
	stride, n := w.Lanes+Lanes, len(to.Done)
	through := through24AVX2
	switch len(w.Times) {
	case Lanes:
		through = through8AVX2
	case 2 * Lanes:
		through = through16AVX2
	}
	through(&heads[0], &tails[0], &w.Times[0], &w.State[0], &from.Done[0], &from.Longest[0], &to.Done[0], &to.Longest[0], stride, n)
}
