package explore

import (
	"github.com/multiwalk/multiwalk"
	"math"
	"slices"
	"testing"
)

// Every search goes on from some solution, and each solution has as many heirs as it is worth, to within one.
func TestHeirsOf_AsManyAsWorth(t *testing.T) {
	r := multiwalk.NewRand(3, 0)
	for range 500 {
		costs, sum := make([]int64, 1+r.IntN(70)), 0.0
		for i := range costs {
			costs[i] = int64(r.IntN(20)) - 10
		}
		rise, least := float64(r.IntN(20))/100, slices.Min(costs)
		worth, squares := make([]float64, len(costs)), 0.0
		for i, c := range costs {
			worth[i] = math.Exp(-rise * float64(c-least))
			sum += worth[i]
			squares += worth[i] * worth[i]
		}
		heirs, all := heirsOf(costs, rise, r.Float64()), 0
		for i, h := range heirs {
			want := worth[i] / sum * float64(len(costs))
			if all += h; 2*sum*sum > 1.001*squares*float64(len(costs)) && math.Abs(float64(h)-want) > 1.001 {
				t.Fatalf("%v at %v: heirs %v, where %v of %d is expected", costs, rise, heirs, want, i)
			}
		}
		if all != len(costs) {
			t.Fatalf("%v at %v: heirs %v", costs, rise, heirs)
		}
	}
}

// However great the differences are, many are left, and nothing but the best gains.
func TestHeirsOf_LeavesMany(t *testing.T) {
	costs := make([]int64, 100)
	for i := range costs {
		costs[i] = math.MinInt64/4 + int64(i)<<50
	}
	heirs, left := heirsOf(costs, 1e9, 0.5), 0
	for i, h := range heirs {
		if h > 0 {
			left++
		}
		if i > 0 && h > heirs[i-1]+1 {
			t.Errorf("%d has %d heirs, the better one before it %d", i, h, heirs[i-1])
		}
	}
	if left < 30 || heirs[0] < 2 || heirs[99] > 0 {
		t.Errorf("%d are left: %v", left, heirs)
	}
}
