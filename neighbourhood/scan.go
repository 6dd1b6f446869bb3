package neighbourhood

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/walk"
)

// Found is the outcome of a look at all swaps. Its place is that of a pair: see Pair. NoDelta stands for a delta that is
// not there.
type Found = simd.Found[int64]

// NoDelta is the delta of a swap that is not there.
const NoDelta = math.MaxInt64

// Stride is how far the rows of two positions lie apart in a matrix of pairs for Scan.
func Stride(n int) int { return simd.Stride(n) }

// Pair returns the positions of a place that Scan found.
func (e *Explorer) Pair(place int) (i, j int32) {
	stride := Stride(e.n)
	i, j = int32(place/stride), int32(place%stride)
	return min(i, j), max(i, j)
}

// Scan looks at all swaps and finds the one with the least delta. It takes the rows of their lesser positions in cyclic order,
// beginning with row from. The swap of i and j > i is admissible at a time if its expiry, at i*Stride(n)+j, is not later; with
// nil expiries every swap is. Of equal deltas the first counts; if a matrix of deltas is read by vectors, the first in its lane
// counts. It returns false if the run is aborted.
func (e *Explorer) Scan(allowance *walk.Slice, expiry []int32, from int, now int32) (Found, bool) {
	if b, ok := e.by.(*byState); ok && b.stride > 0 {
		return b.scan(e, expiry, from, now), true
	}
	rows, stride := e.n-1, Stride(e.n)
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
		f := e.scanRow(int32(i), expiry, place, now)
		f.Place += place
		best = best.Or(f)
	}
	return best, true
}

// scan is Scan by the state's matrix.
func (b *byState) scan(e *Explorer, expiry []int32, from int, now int32) Found {
	if expiry == nil {
		expiry, now = e.admitAll(e.n*b.stride), 0
	}
	if b.narrow != nil {
		f := simd.ScanTriangle(b.narrow, expiry, b.stride, from, e.n-1, e.n, now)
		return widen(f.Or(simd.ScanTriangle(b.narrow, expiry, b.stride, 0, from, e.n, now)))
	}
	f := simd.ScanTriangle(b.wide, expiry, b.stride, from, e.n-1, e.n, now)
	return f.Or(simd.ScanTriangle(b.wide, expiry, b.stride, 0, from, e.n, now))
}

// scanRow looks at the swaps of i with i+1, ..., n-1, whose expiries are at a place.
func (e *Explorer) scanRow(i int32, expiry []int32, place int, now int32) Found {
	if expiry == nil {
		expiry, place, now = e.admitAll(e.n), 0, 0
	}
	if b, ok := e.by.(*byState); ok {
		if narrow, wide := b.row(i, int32(e.n)); narrow != nil {
			return widen(simd.ScanRow(narrow, expiry[place:], now))
		} else if wide != nil {
			return simd.ScanRow(wide, expiry[place:], now)
		}
	}
	if e.row == nil {
		e.row = make([]int64, e.n)
	}
	row := e.row[:e.n-1-int(i)]
	for k := range row {
		row[k] = e.by.price(e, i, i+1+int32(k))
	}
	return simd.ScanRow(row, expiry[place:], now)
}

// admitAll returns size expiries that admit every swap.
func (e *Explorer) admitAll(size int) []int32 {
	if e.free == nil {
		e.free = make([]int32, size)
	}
	return e.free
}

// widen makes a scan's outcome one of 64 bits.
func widen(f simd.Found[int32]) Found {
	w := Found{Delta: int64(f.Delta), Place: f.Place, Least: int64(f.Least), Oldest: f.Oldest}
	if f.Delta == math.MaxInt32 {
		w.Delta = NoDelta
	}
	if f.Least == math.MaxInt32 {
		w.Least = NoDelta
	}
	return w
}
