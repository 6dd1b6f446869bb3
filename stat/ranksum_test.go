package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/multiwalk/multiwalk/internal/unraced"
)

// The values are those that R's wilcox.test gives with exact = TRUE, or of a count by hand.
func TestRankSum_KnownValues(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{4, 5, 6}, 2. / 20},
		{[]float64{4, 5, 6}, []float64{1, 2, 3}, 2. / 20},
		{[]float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9, 10}, 2. / 252},
		{[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21}, 0.2544122544},
		{[]float64{1, 1, 1}, []float64{1, 1}, 1},
		{[]float64{1, 1}, []float64{1, 2}, 1}, // with a tie: 3 of 6 choices have the least sum
		{nil, []float64{1}, 1},
	} {
		if got := RankSum(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v against %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// It is what a count of all choices gives, ties included, and it does not depend on which sample is named first.
func TestRankSum_IsTheCountOfAllChoices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		a, b := make([]float64, 1+random.IntN(5)), make([]float64, 1+random.IntN(5))
		for _, x := range [][]float64{a, b} {
			for i := range x {
				x[i] = float64(random.IntN(6))
			}
		}
		got, want := RankSum(a, b), counted(a, b)
		if math.Abs(got-want) > 1e-12 || math.Abs(got-RankSum(b, a)) > 1e-12 {
			t.Fatalf("%v against %v: %v, the other way %v, counted %v", a, b, got, RankSum(b, a), want)
		}
	}
}

func counted(a, b []float64) float64 {
	ranks, sum := doubledRanks(a, b)
	below, above, all := 0.0, 0.0, 0.0
	for set := range 1 << len(ranks) {
		n, s := 0, 0
		for i, r := range ranks {
			if set>>i&1 == 1 {
				n, s = n+1, s+r
			}
		}
		if n != len(a) {
			continue
		}
		all++
		if s <= sum {
			below++
		}
		if s >= sum {
			above++
		}
	}
	return math.Min(1, 2*math.Min(below, above)/all)
}

// Of samples of one distribution, one in twenty has a probability of 0.05 or less.
func TestRankSum_OfOneDistribution(t *testing.T) {
	unraced.Test(t)
	random, unlikely := rand.New(rand.NewPCG(2, 2)), 0
	const trials = 400
	for range trials {
		a, b := make([]float64, 20), make([]float64, 20)
		for i := range a {
			a[i], b[i] = random.NormFloat64(), random.NormFloat64()
		}
		if RankSum(a, b) <= 0.05 {
			unlikely++
		}
	}
	if unlikely < trials*2/100 || unlikely > trials*8/100 {
		t.Errorf("%d of %d", unlikely, trials)
	}
}
