package relocate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// thresholds turn the rule of Metropolis around: a deterioration d is accepted with probability exp(-d/T).
func TestThreshold_IsTheRuleOfMetropolis(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100000 {
		u := r.Uint32() >> r.IntN(32)
		want := -math.Log((float64(u) + 0.5) / (1 << 32))
		if got := float64(minusLog(u)); math.Abs(got-want) > 1e-6*want+1e-7 {
			t.Fatalf("-ln of %d is %v, want %v", u, got, want)
		}
	}
	for _, temperature := range []float32{0.1, 3, 500} {
		for _, d := range []int32{0, 1, 10, 400} {
			accepted, draws := 0, 20000
			for range draws {
				if d < threshold(temperature, r.Uint32()) {
					accepted++
				}
			}
			p := math.Exp(-float64(d) / float64(temperature))
			if got := float64(accepted) / float64(draws); math.Abs(got-p) > 0.02 || d == 0 && got < 1 {
				t.Errorf("at temperature %v, %d is accepted with %v, want %v", temperature, d, got, p)
			}
		}
	}
	if threshold(1e9, 0) != maxThreshold || deepest(1e9) != maxThreshold || threshold(1e-30, 0) != 1 {
		t.Errorf("thresholds %d %d %d", threshold(1e9, 0), deepest(1e9), threshold(1e-30, 0))
	}
}

// Pairs are uniform: of all ordered pairs of different numbers each comes as often as any other.
func TestTwoOf_IsUniform(t *testing.T) {
	const n, each = 7, 2000
	var count [n][n]int
	for i := range uint32(n * (n - 1) * each) {
		pair := twoOf(i*(1<<32/(n*(n-1)*each))+17, n)
		count[pair&0xffff][pair>>16]++
	}
	for i := range n {
		for j := range n {
			if c := count[i][j]; i == j && c != 0 || i != j && (c < each*99/100 || c > each*101/100) {
				t.Errorf("%d and %d come %d times", i, j, c)
			}
		}
	}
}
