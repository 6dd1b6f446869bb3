package simd

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestPaths_EqualsPortable(t *testing.T) {
	r := rng.New(1, 0)
	for _, machines := range []int{1, 2, 5, 20} {
		for n := 0; n <= 6*PathsBlock; n += PathsBlock {
			stride := n + int(r.Uint32N(9))
			heads, tails, times := make([]int32, machines*stride), make([]int32, machines*stride), make([]int32, machines)
			for _, list := range [][]int32{heads, tails, times} {
				for i := range list {
					list[i] = int32(r.Uint32N(1 << 28))
				}
			}
			lengths, want := make([]int32, n), make([]int32, n)
			Paths(lengths, heads, tails, times, stride)
			pathsPortable(want, heads, tails, times, stride)
			if !slices.Equal(lengths, want) {
				t.Fatalf("%d machines, %d places: %v, portable %v", machines, n, lengths, want)
			}
		}
	}
}
