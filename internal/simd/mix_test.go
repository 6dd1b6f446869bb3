package simd

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Of each length and each number of rows the bits are those of the portable loops, and numbers beside the row are left alone.
func TestMix_EqualsPortable(t *testing.T) {
	r := rng.New(3, 0)
	for n := range 40 {
		for _, count := range []int{0, 1, 2, 17} {
			stride := n + count%3
			rows, by, to := make([]float64, count*stride+n), make([]float64, count), make([]float64, n+5)
			for _, list := range [][]float64{rows, by, to} {
				for k := range list {
					list[k] = math.Ldexp(r.Float64()-0.5, int(r.Uint32N(60)))
				}
			}
			want := slices.Clone(to)
			Mix(to[:n], by, rows, stride)
			mixPortable(want[:n], by, rows, stride)
			if !slices.Equal(to, want) {
				t.Fatalf("%d numbers, %d rows: %v, portable %v", n, count, to, want)
			}
		}
	}
}
