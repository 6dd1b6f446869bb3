package flock

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/reals"
)

// The numbers of the table are the quantiles of the normal distribution.
func TestNormal_IsQuantile(t *testing.T) {
	table := Normals()
	worst := 0.0
	for w := uint32(1); w < 1<<31-1<<20; w += 1<<20 - 7 {
		want := -reals.Normal((float64(w) + 0.5) / (1 << 32))
		got := float64(Normal(table, w))
		if worst = max(worst, math.Abs(got-want)); Normal(table, w|1<<31) != -Normal(table, w) {
			t.Fatalf("%#x gives no number of the other sign", w)
		}
	}
	for shift := range 31 {
		w := uint32(1) << shift
		worst = max(worst, math.Abs(float64(Normal(table, w))+reals.Normal((float64(w)+0.5)/(1<<32))))
	}
	if worst > 1e-4 {
		t.Errorf("a number is wrong by %v", worst)
	}
	t.Logf("greatest error %.2g", worst)
}

// A vector that is mirrored is inside, and where a mirror image is near it is that.
func TestMirrored(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ v, lo, hi, want float64 }{
		{-1, 0, 3, 1}, {4, 0, 3, 2}, {7, 0, 3, 1}, {-5, 0, 3, 1}, {100, 0, 3, 2}, {5, 2, 2, 2}, {inf, 0, 1, 0}, {-inf, 0, 1, 0}, {math.NaN(), 0, 1, 0},
	} {
		if got := Mirrored(c.v, c.lo, c.hi); got != c.want {
			t.Errorf("%v in [%v, %v] becomes %v, not %v", c.v, c.lo, c.hi, got, c.want)
		}
	}
	for _, v := range []float64{1e300, -1e300, 1e17, 0.1 - 1e9} {
		if got := Mirrored(v, -0.3, 0.1); !(got >= -0.3 && got <= 0.1) {
			t.Errorf("%v becomes %v", v, got)
		}
	}
}

// A particle is led by the best of those that inform it, and by itself if none is better.
func TestLeader_IsBestInformant(t *testing.T) {
	m := Mover[Single]{Seed: 3}
	costs := []float64{5, -1, 3, 7, -1e-9, 2, 7, 0, 1e9, math.Inf(1), 4}
	size := int32(len(costs))
	for links := range int64(50) {
		heard := make([]uint64, size)
		m.Hear(links, costs, heard)
		for k := range size {
			want := k
			for j := range size {
				told := m.Informed(links, j, size)
				if slices.Contains(told[:], k) && costs[j] < costs[want] {
					want = j
				}
			}
			if got := Leader(Word(costs[k], k, size), heard[k], k, size); costs[got] != costs[want] {
				t.Fatalf("links %d: particle %d is led by %d, not by %d", links, k, got, want)
			}
		}
	}
}
