package simd

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestLeast_EqualsPortable(t *testing.T) {
	r := rng.New(1, 0)
	for n := range 131 {
		for k := range 40 {
			small := k%2 == 0
			d, m := fill[int32](r, n, small), fill[int32](r, n, small)
			for _, now := range []int32{math.MinInt32, -1, 0, int32(r.Uint32()), math.MaxInt32} {
				a, b := Least(d, m, now)
				if c, e := leastPortable(d, m, now); a != c || b != e {
					t.Fatalf("of %d numbers at %d: %d and %d, portable %d and %d", n, now, a, b, c, e)
				}
				signs := make([]int32, n)
				for i := range signs {
					signs[i] = 1 - 2*int32(r.Uint32N(2))
					d[i] = max(d[i], -math.MaxInt32)
				}
				a, b = LeastSigned(d, signs, m, now)
				if c, e := leastSignedPortable(d, signs, m, now); a != c || b != e {
					t.Fatalf("of %d signed numbers at %d: %d and %d, portable %d and %d", n, now, a, b, c, e)
				}
			}
		}
	}
}

func TestLeastSum_EqualsPortable(t *testing.T) {
	r := rng.New(3, 0)
	for n := range 131 {
		x, order := make([]int32, n+1), make([]int32, n)
		for _, most := range []uint32{1, 3, 1 << 24} {
			for range 20 {
				for i := range x {
					x[i] = int32(r.Uint32N(2*most)) - int32(most)
				}
				for i := range order {
					order[i] = int32(r.Uint32N(uint32(n + 1)))
				}
				sums, want := make([]int32, n), make([]int32, n)
				least, count := LeastSum(sums, x, order)
				if l, c := leastSumPortable(want, x, order, 0, 0, 0); l != least || c != count || !slices.Equal(sums, want) {
					t.Fatalf("%d numbers: the least sum is %d, of %d; portable %d, of %d\n%v\n%v", n, least, count, l, c, sums, want)
				}
			}
		}
	}
}

func BenchmarkLeast(b *testing.B) {
	r := rng.New(1, 0)
	d, m := fill[int32](r, 49, true), fill[int32](r, 49, true)
	for b.Loop() {
		Least(d, m, 0)
	}
}
