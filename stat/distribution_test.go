package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/integrate"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// some are distributions of each family: of one scale, of others, narrow, wide, and with most of their mass near 0.
var some = []Parametric{
	Exponential{1}, Exponential{3.5e-6}, Shifted{2, 0.5}, Shifted{0, 40},
	Gamma{1, 2}, Gamma{0.05, 3}, Gamma{0.6, 1e6}, Gamma{2.5, 0.01}, Gamma{150, 1},
	Normal{5, 1}, Normal{1, 2}, Normal{-1, 3}, Normal{1e3, 20},
	LogNormal{0, 1}, LogNormal{-7, 0.1}, LogNormal{10, 2.5},
	Weibull{1, 1}, Weibull{0.4, 7}, Weibull{6, 1e-4},
}

func name(d Parametric) string { return fmt.Sprintf("%T%v", d, d) }

// near says whether two numbers agree to a relative error.
func near(a, b, to float64) bool { return math.Abs(a-b) <= to*max(math.Abs(a), math.Abs(b)) || a == b }

// between integrates f over an interval on which it is smooth.
func between(low, high float64, f func(float64) float64) float64 {
	const n = 8001
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = low + (high-low)*float64(i)/(n-1)
		y[i] = f(x[i])
	}
	return integrate.Simpsons(x, y)
}

// hazards are cumulative hazards from the fastest of a million runs to the slowest.
var hazards = []float64{1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.69, 0.7, 1, 2, 5, 20, 40}

func TestDistribution_HazardTimeInverts(t *testing.T) {
	for _, d := range some {
		for _, h := range hazards {
			at := d.HazardTime(h)
			if at <= 0 && d.Family() != NormalFamily {
				t.Fatalf("%s: hazard %g at time %g", name(d), h, at)
			}
			// As near as the time itself can be written.
			slack := 1e-9 * h
			if s, ok := d.(Shifted); ok {
				slack += 1e-15 * s.Shift / s.Scale
			}
			if n, ok := d.(Normal); ok {
				slack += 1e-13 * math.Abs(n.Mu) / n.Sigma * h
			}
			if got := -d.LogSurvival(at); math.Abs(got-h) > slack {
				t.Errorf("%s: the hazard at %g is %g, want %g", name(d), at, got, h)
			}
		}
	}
}

func TestDistribution_FunctionsAgree(t *testing.T) {
	for _, d := range some {
		for _, h := range []float64{0.01, 0.3, 1, 3} {
			at := d.HazardTime(h)
			if got, want := d.CDF(at), -math.Expm1(-h); !near(got, want, 1e-9) {
				t.Errorf("%s: CDF(%g) is %g, want %g", name(d), at, got, want)
			}
			// The density is what the distribution grows by.
			low, high := d.HazardTime(h*0.9999), d.HazardTime(h*1.0001)
			if got, want := math.Exp(d.LogProb(at)), (d.CDF(high)-d.CDF(low))/(high-low); !near(got, want, 1e-5) {
				t.Errorf("%s: the density at %g is %g, and the distribution grows by %g", name(d), at, got, want)
			}
			if at <= 0 {
				continue
			}
			// E[min(T, t)] is the integral of the survival up to t; in ln u, because some begin steeply.
			want := between(math.Log(at)-45, math.Log(at), func(u float64) float64 {
				return math.Exp(u + d.LogSurvival(math.Exp(u)))
			})
			if got := d.Limited(at); !near(got, want, 1e-4) {
				t.Errorf("%s: E[min(T, %g)] is %g, want %g", name(d), at, got, want)
			}
		}
		if far := d.HazardTime(600); d.LogSurvival(2*far) >= -599 || !near(d.Limited(4*far), d.Mean(), 1e-6) {
			t.Errorf("%s: far out %g, %g, mean %g", name(d), d.LogSurvival(2*far), d.Limited(4*far), d.Mean())
		}
	}
}

func TestDistribution_RandHasItsMean(t *testing.T) {
	for i, d := range some {
		r := rand.New(rng.New(5, uint32(i)))
		const n = 10000
		sum, squares := 0.0, 0.0
		most := d.HazardTime(3) // so that the deviation is no matter of chance
		for range n {
			x := min(max(0, d.Rand(r)), most)
			sum += x
			squares += x * x
		}
		mean := sum / n
		sigma := math.Sqrt((squares/n - mean*mean) / n)
		if want := d.Limited(most); math.Abs(mean-want) > 4.5*sigma {
			t.Errorf("%s: %d draws have mean %g, want %g", name(d), n, mean, want)
		}
	}
}

func TestDistribution_FarOutNothingBreaks(t *testing.T) {
	for _, d := range some {
		before := 0.0
		for at := d.HazardTime(0.5); at < 1e12*d.HazardTime(1) && !math.IsInf(at, 1); at = 2*math.Abs(at) + 1e-9*d.HazardTime(1) {
			s := d.LogSurvival(at)
			if math.IsNaN(s) || s > before && before != 0 {
				t.Fatalf("%s: ln of the survival goes from %g to %g at %g", name(d), before, s, at)
			}
			before = s
		}
	}
}

func TestFamilyNamed(t *testing.T) {
	for _, f := range Families() {
		if got, err := FamilyNamed(string(f)); got != f || err != nil {
			t.Errorf("%s: %s, %v", f, got, err)
		}
	}
	if _, err := FamilyNamed("cauchy"); err == nil || err.Error() !=
		`multiwalk: no distribution "cauchy"; there are exponential, shifted, gamma, normal, lognormal, weibull` {
		t.Error(err)
	}
}
