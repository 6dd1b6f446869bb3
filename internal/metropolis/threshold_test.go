package metropolis

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
				if d < Threshold(temperature, r.Uint32()) {
					accepted++
				}
			}
			p := math.Exp(-float64(d) / float64(temperature))
			if got := float64(accepted) / float64(draws); math.Abs(got-p) > 0.02 || d == 0 && got < 1 {
				t.Errorf("at temperature %v, %d is accepted with %v, want %v", temperature, d, got, p)
			}
		}
	}
	if Threshold(1e9, 0) != maxThreshold || Deepest(1e9) != maxThreshold || Threshold(1e-30, 0) != 1 {
		t.Errorf("thresholds %d %d %d", Threshold(1e9, 0), Deepest(1e9), Threshold(1e-30, 0))
	}
}
