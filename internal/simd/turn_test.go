package simd

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Of each length and each number of rows the bits are those of the portable loops, and numbers beside the rows are left alone.
func TestTurn_EqualsPortable(t *testing.T) {
	r := rng.New(4, 0)
	for n := range 40 {
		for _, count := range []int{0, 1, 2, 17} {
			stride := n + count%3
			rows, by := make([]float64, count*stride+n+5), make([]float64, 2*count)
			for k := range rows {
				rows[k] = math.Ldexp(r.Float64()-0.5, int(r.Uint32N(60)))
			}
			for k := range by {
				by[k] = r.Float64() - 0.5
			}
			want := slices.Clone(rows)
			Turn(rows, n, stride, by)
			if count > 0 {
				turnPortable(want, n, stride, by)
			}
			if !slices.Equal(rows, want) {
				t.Fatalf("%d numbers, %d pairs of rows: %v, portable %v", n, count, rows, want)
			}
		}
	}
}
