package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// scan looks at all rows in cyclic order from a row on. The swap of i and j is admissible at a time if its expiry, at
// i*stride+j, is not later; that is also the place found. With nil expiries every swap is admissible. It returns false
// if the run is aborted.
func (s *swaps) scan(allowance *multiwalk.Slice, expiry []int32, from int, now int32) (simd.Found[int64], bool) {
	rows, stride, every := s.n-1, s.stride, expiry == nil
	if every {
		expiry, now = s.free, 0
	}
	switch {
	case s.narrow != nil:
		f := simd.ScanTriangle(s.narrow, expiry, stride, from, rows, s.n, now)
		return widen(f.Or(simd.ScanTriangle(s.narrow, expiry, stride, 0, from, s.n, now))), true
	case s.wide != nil:
		f := simd.ScanTriangle(s.wide, expiry, stride, from, rows, s.n, now)
		return f.Or(simd.ScanTriangle(s.wide, expiry, stride, 0, from, s.n, now)), true
	}
	best := simd.Nothing[int64]()
	for k := range rows {
		if allowance.Aborted() {
			return best, false
		}
		i := from + k
		if i >= rows {
			i -= rows
		}
		place := i*stride + i + 1
		row := expiry
		if !every {
			row = expiry[place:]
		}
		f := s.scanRow(i, row, now)
		f.Place += place
		best = best.Or(f)
	}
	return best, true
}

func (s *swaps) scanRow(i int, expiry []int32, now int32) simd.Found[int64] {
	narrow, wide := s.deltas(int32(i))
	if narrow != nil {
		return widen(simd.ScanRow(narrow, expiry, now))
	}
	return simd.ScanRow(wide, expiry, now)
}

// noDelta stands for a move that is not there.
const noDelta = math.MaxInt64

// widen makes a scan's outcome one of 64 bits.
func widen(f simd.Found[int32]) simd.Found[int64] {
	w := simd.Found[int64]{Delta: int64(f.Delta), Place: f.Place, Least: int64(f.Least), Oldest: f.Oldest}
	if f.Delta == math.MaxInt32 {
		w.Delta = noDelta
	}
	if f.Least == math.MaxInt32 {
		w.Least = noDelta
	}
	return w
}
