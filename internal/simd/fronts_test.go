package simd

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestFronts_EqualsPortable(t *testing.T) {
	r := rng.New(2, 0)
	for _, machines := range []int{1, 2, 5, 20} {
		for try := range 8 {
			stride := FrontsBlock * (1 + try)
			done, ahead, busy := make([]int32, machines), make([]int32, machines), make([]int32, machines)
			share := -int32(try % 2)
			for m := range done {
				done[m], ahead[m] = int32(r.Uint32N(1<<uint(4*try+1))), int32(r.Uint32N(1<<28))
				busy[m] = int32(r.Uint32N(uint32(done[m]) + 1))
			}
			times := make([]int32, machines*stride)
			for k := range times {
				times[k] = int32(r.Uint32N(1 << uint(3*try)))
			}
			var blocks []int32
			for b := range int32(1 + try) {
				if r.Uint32N(3) > 0 {
					blocks = append(blocks, b)
				}
			}
			bounds, waste := make([]int32, stride), make([]float32, stride)
			want, lost := slices.Clone(bounds), slices.Clone(waste)
			Fronts(bounds, waste, times, stride, done, ahead, busy, share, blocks)
			frontsPortable(want, lost, times, stride, done, ahead, busy, share, blocks)
			if !slices.Equal(bounds, want) || !slices.Equal(waste, lost) {
				t.Fatalf("%d machines, blocks %v: %v and %v, portable %v and %v", machines, blocks, bounds, waste, want, lost)
			}
		}
	}
}
