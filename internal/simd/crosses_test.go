package simd

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// lists draws slices with room behind them.
func lists(r *rng.Stream) func(n int) []int32 {
	return func(n int) []int32 {
		x := make([]int32, n, n+Lanes)
		for i := range x {
			x[i] = int32(r.Uint32N(1<<32 - 1))
		}
		return x
	}
}

func TestMeetings_EqualsPortable(t *testing.T) {
	list := lists(rng.New(2, 0))
	for n := range 40 {
		m := &Meeting{Now: list(n), Then: list(n), AI: list(n), AJ: list(n), BI: list(n), BJ: list(n), WeightI: list(n), WeightJ: list(n),
			Less: 5 - int32(n), Own: 7919 * int32(n), Far: int32(n)}
		terms, want := list(n), make([]int32, n)
		Meetings(terms, m)
		meetingsPortable(want, m)
		if !slices.Equal(terms, want) {
			t.Fatalf("%d positions: %v, portable %v", n, terms, want)
		}
	}
}

func TestCrosses_EqualsPortable(t *testing.T) {
	list := lists(rng.New(1, 0))
	for n := range 40 {
		pairs := n * (n - 1) / 2
		single, alone, u, f, v, g := list(pairs), int32(n), list(n), list(n), list(n), list(n)
		row, want := list(pairs), make([]int32, pairs)
		Crosses(row, single, alone, u, f, v, g)
		crossesPortable(want, single, alone, u, f, v, g)
		if !slices.Equal(row, want) {
			t.Fatalf("%d positions: %v, portable %v", n, row, want)
		}
	}
}

func TestCrosses_RefusesShortSlices(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a slice without room behind it is taken")
		}
	}()
	x := make([]int32, 4)
	Crosses(make([]int32, 6, 20), make([]int32, 6, 20), 0, x, x, x, x)
}
