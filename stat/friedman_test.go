package stat_test

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/stat"
)

// The ranks of table 6 of Demšar (2006): C4.5 with and without its parameters m and cf on 14 data sets. The page has the figures.
func TestFriedman_IsThePaper(t *testing.T) {
	ranks := [][]float64{{4, 3, 2, 1}, {1, 2, 3, 4}, {4, 1, 2, 3}, {4, 1, 3, 2}, {4, 2, 3, 1}, {1, 2.5, 4, 2.5}, {3, 2, 4, 1}, {2.5, 2.5, 4, 1},
		{4, 3, 2, 1}, {2.5, 2.5, 2.5, 2.5}, {4, 2.5, 1, 2.5}, {3, 2, 4, 1}, {4, 1, 2, 3}, {3, 1, 4, 2}}
	r := stat.Friedman(ranks)
	for j, want := range []float64{3.143, 2.000, 2.893, 1.964} {
		if math.Abs(r.Ranks[j]-want) > 0.0005 {
			t.Errorf("method %d ranks %.3f, want %.3f", j, r.Ranks[j], want)
		}
	}
	if math.Abs(r.ChiSquare-9.28) > 0.005 || math.Abs(r.F-3.69) > 0.005 {
		t.Errorf("chi-square %.3f, F %.3f; the paper has 9.28 and 3.69", r.ChiSquare, r.F)
	}
	if !(r.P < 0.05 && r.P > 0.01) { // F(3, 39) is 2.85 at 0.05 and 4.33 at 0.01
		t.Errorf("p is %v", r.P)
	}
	if cd := stat.CriticalDifference(4, 14, 0.05); math.Abs(cd-1.25) > 0.005 {
		t.Errorf("the critical difference is %.3f; the paper has 1.25", cd)
	}
}

// Table 5(a) of Demšar (2006), which is the studentised range over the square root of 2.
func TestCriticalDifference_IsTheTable(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range row {
			k := float64(i + 2)
			got := stat.CriticalDifference(i+2, 1, alpha) / math.Sqrt(k*(k+1)/6)
			if math.Abs(got-want) > 0.0011 { // the paper rounds some of them down
				t.Errorf("%v of %v methods: %.4f, want %.3f", alpha, k, got, want)
			}
		}
	}
}

func TestFriedman_Extremes(t *testing.T) {
	if r := stat.Friedman(nil); r.P != 1 {
		t.Error(r)
	}
	if r := stat.Friedman([][]float64{{1, 1, 1}, {2, 2, 2}}); r.ChiSquare != 0 || r.P != 1 || r.Ranks[0] != 2 {
		t.Error(r)
	}
	if r := stat.Friedman([][]float64{{1, 2}, {3, 5}, {0, 9}}); !math.IsInf(r.F, 1) || math.Abs(r.P-0.25) > 1e-12 || r.Ranks[0] != 1 {
		t.Error(r)
	}
}

func TestSignedRank_ByHand(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want float64
	}{
		{nil, 1},
		{[]float64{0, 0}, 1},
		{[]float64{1, 2, 3}, 0.25},                               // 1 of 8 signs on each side
		{[]float64{1, 2, 3, 4, 5}, 0.0625},                       // 1 of 32
		{[]float64{-1, 2, 3, 4, 5}, 0.125},                       // 2 of 32
		{[]float64{1, -2, 0, 3, 4, 5}, 0.1875},                   // sums 0, 1 and 2: 3 of 32
		{[]float64{2, 2, -2}, 1},                                 // ranks 2, 2, 2: sums of 0 and 2 are 4 of 8
		{[]float64{-6, -5, -4, -3, -2, -1}, 0.03125},             // 1 of 64
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, -10}, 86.0 / 1024}, // 0 to 10 have 43 partitions into different parts
	} {
		if got := stat.SignedRank(c.list); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.list, got, c.want)
		}
	}
}

func TestHolm_ByHand(t *testing.T) {
	got := stat.Holm([]float64{0.01, 0.04, 0.03, 0.9})
	for i, want := range []float64{0.04, 0.09, 0.09, 0.9} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("%v", got)
		}
	}
}
