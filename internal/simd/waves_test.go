package simd

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// wave is rows of small numbers, 0 where there is no lane.
func wave(r *rng.Stream, lanes, n int) []int32 {
	rows := make([]int32, n*(lanes+Lanes))
	for k := range rows {
		if k%(lanes+Lanes) < lanes {
			rows[k] = int32(r.Uint32N(1 << 20))
		}
	}
	return rows
}

// The rows that follow from others are those of the definition, and each lane has its two neighbours there.
func TestAhead_Behind(t *testing.T) {
	r := rng.New(1, 0)
	for _, lanes := range []int{8, 16, 24, 32, 40, 56} {
		for n := range 5 {
			stride := lanes + Lanes
			rows, times := wave(r, lanes, n+1), wave(r, lanes, n)
			ahead, behind := slices.Clone(rows), slices.Clone(rows)
			Ahead(ahead, times, lanes)
			Behind(behind, times, lanes)
			for k := range n {
				for l := range lanes {
					if want := max(ahead[k*stride+l], ahead[k*stride+l+1]) + times[k*stride+l]; ahead[(k+1)*stride+l] != want {
						t.Fatalf("ahead, %d lanes, row %d of %d, lane %d: %d, want %d", lanes, k+1, n, l, ahead[(k+1)*stride+l], want)
					}
					want := behind[(k+1)*stride+l]
					if l > 0 {
						want = max(want, behind[(k+1)*stride+l-1])
					}
					if want += times[k*stride+l]; behind[k*stride+l] != want {
						t.Fatalf("behind, %d lanes, row %d of %d, lane %d: %d, want %d", lanes, k, n, l, behind[k*stride+l], want)
					}
				}
			}
			if !slices.Equal(ahead[:stride], rows[:stride]) || !slices.Equal(behind[n*stride:], rows[n*stride:]) {
				t.Fatalf("%d lanes, %d rows: the row that was given has changed", lanes, n)
			}
		}
	}
}

func TestThrough_EqualsPortable(t *testing.T) {
	r := rng.New(2, 0)
	list := func(n int) []int32 { return wave(r, 8, n)[:n] }
	for _, block := range []int{8, 16, 24} {
		for n := 1; n < 6; n++ {
			lanes := block + 16
			heads, tails, from := wave(r, lanes, n), wave(r, lanes, n), Link{list(n), list(n)}
			one := Route{wave(r, block, 1)[:block], list(2 * block), lanes}
			two := Route{one.Times, slices.Clone(one.State), lanes}
			got, want := Link{make([]int32, n), make([]int32, n)}, Link{make([]int32, n), make([]int32, n)}
			one.Through(heads, tails, from, got)
			two.throughPortable(heads, tails, from, want)
			if !slices.Equal(got.Done, want.Done) || !slices.Equal(got.Longest, want.Longest) || !slices.Equal(one.State, two.State) {
				t.Fatalf("%d lanes, %d rows: %v %v, portable %v %v", block, n, got, one.State, want, two.State)
			}
		}
	}
}
