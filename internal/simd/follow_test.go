package simd

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestFollow_EqualsPortable(t *testing.T) {
	r := rng.New(3, 0)
	for _, machines := range []int{1, 2, 7, 20} {
		times, jobs := make([]int32, 9*machines), make([]int32, r.Uint32N(12))
		for k := range times {
			times[k] = int32(r.Uint32N(1 << 26))
		}
		for k := range jobs {
			jobs[k] = int32(r.Uint32N(9))
		}
		done, want := make([]int32, machines*FollowBlock), make([]int32, machines*FollowBlock)
		for k := range done {
			done[k] = int32(r.Uint32N(1 << 28))
		}
		copy(want, done)
		var got, sums [FollowBlock]int64
		Follow(done, &got, times, machines, jobs)
		followPortable(want, &sums, times, machines, jobs)
		if !slices.Equal(done, want) || got != sums {
			t.Fatalf("%d machines, %d jobs: %v %v, portable %v %v", machines, len(jobs), done, got, want, sums)
		}
	}
}
