package simd

import (
	"math"
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

func BenchmarkLeast(b *testing.B) {
	r := rng.New(1, 0)
	d, m := fill[int32](r, 49, true), fill[int32](r, 49, true)
	for b.Loop() {
		Least(d, m, 0)
	}
}
