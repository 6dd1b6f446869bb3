package continuous

import (
	"math"
	"testing"
)

// What crossovers and mutations promise of their children, over many draws: the mean, and how far they may be.
func TestOperators_Spread(t *testing.T) {
	p := valley(t, 2)
	g := &ground{Packed: p}
	w := vectorWalk{g: g}
	a, b, x := []float64{1, 2}, []float64{3, 2}, make([]float64, 2)
	for name, c := range map[string]struct {
		cross    crossing
		mean     float64
		low, top float64
	}{"blx": {blend(0.5), 2, 0, 4}, "sbx": {simulated(15), 1.5, -2, 6}, "arithmetic": {arithmetic, 2, 1, 3}} {
		sum, low, top := 0.0, math.Inf(1), math.Inf(-1)
		const times = 20_000
		for k := range times {
			d := w.draws(1, k)
			c.cross(&d, a, b, x)
			sum += x[0]
			low, top = min(low, x[0]), max(top, x[0])
			if x[1] != 2 {
				t.Fatalf("%s: where the parents are equal, the child has %v", name, x[1])
			}
		}
		if math.Abs(sum/times-c.mean) > 0.03 || low < c.low || top > c.top {
			t.Errorf("%s: mean %v, from %v to %v", name, sum/times, low, top)
		}
	}
	for name, c := range map[string]struct {
		mutation mutation
		within   float64 // what half of the changes are within
	}{"polynomial": {polynomial(15), 1 - math.Pow(0.5, 1.0/16)}, "gaussian": {gaussian(0.1), 0.067449}, "cauchy": {cauchy(0.1), 0.1}} {
		below, near := 0, 0
		const times = 20_000
		for k := range times {
			d := w.draws(2, k)
			v := c.mutation(&d)
			if v < 0 {
				below++
			}
			if math.Abs(v) < c.within {
				near++
			}
		}
		if math.Abs(float64(below)/times-0.5) > 0.02 || math.Abs(float64(near)/times-0.5) > 0.02 {
			t.Errorf("%s: %d of %d changes are below 0, %d within %v", name, below, times, near, c.within)
		}
	}
}

func TestRaised(t *testing.T) {
	for _, c := range [][2]float64{{0.5, 1.0 / 16}, {1e-300, 0.01}, {2, 10}, {1, 3}} {
		if got, want := raised(c[0], c[1]), math.Pow(c[0], c[1]); math.Abs(got-want) > 1e-12*want {
			t.Errorf("raised(%v) = %v, want %v", c, got, want)
		}
	}
}
