package multiwalk_test

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestSpace_RandomIsInTheSpace(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for n := 1; n <= 3; n++ {
		for _, s := range []multiwalk.Space{
			multiwalk.Permutation(n), multiwalk.Tour(n), multiwalk.Binary(n), multiwalk.Integers(n, 5, 5), multiwalk.Integers(n, -3, 4),
			multiwalk.Integers(n, math.MinInt32, math.MaxInt32), multiwalk.Product(multiwalk.Tour(n), multiwalk.Integers(2, 7, 9), multiwalk.Binary(1)),
		} {
			seen := map[int32]bool{}
			for range 200 {
				x := make([]int32, s.Len())
				s.Random(r, x)
				if err := s.Check(x); err != nil {
					t.Fatalf("%v: %v", s, err)
				}
				seen[x[0]] = true
			}
			if lo, hi := s.Bounds(); hi > lo && len(seen) < 2 {
				t.Errorf("%v: 200 draws begin with the same value", s)
			}
		}
	}
}

func TestSpace_CheckNamesPositions(t *testing.T) {
	s := multiwalk.Product(multiwalk.Permutation(3), multiwalk.Integers(2, 7, 9))
	for _, v := range []struct {
		x    []int32
		want string
	}{
		{[]int32{0, 1, 2, 7}, "solution has 4 elements, product of permutation of 3, integers of 2 in [7, 9] needs 5"},
		{[]int32{0, 1, 0, 7, 8}, "solution has 0 twice, at positions 0 and 2"},
		{[]int32{0, 1, 3, 7, 8}, "solution has 3 at position 2, outside [0, 2]"},
		{[]int32{0, 1, 2, 7, 10}, "solution has 10 at position 4, outside [7, 9]"},
	} {
		must.Fail(t, v.want)(s.Check(v.x))
	}
}
