package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
)

// uniform is a distribution on [0, 1], whose order statistics are known.
type uniform struct{}

func (uniform) CDF(t float64) float64         { return min(t, 1) }
func (uniform) LogSurvival(t float64) float64 { return math.Log1p(-min(t, 1)) }
func (uniform) HazardTime(h float64) float64  { return -math.Expm1(-h) }
func (uniform) Mean() float64                 { return 0.5 }
func (uniform) Limited(t float64) float64     { t = min(t, 1); return t - t*t/2 }
func (uniform) Infimum() float64              { return 0 }

var walks = []float64{1, 1.5, 2, 30, 60, 1000, 1e6}

func TestFastest_ClosedForms(t *testing.T) {
	for _, p := range walks {
		for _, c := range []struct {
			d    Distribution
			want float64
		}{
			{Exponential{3}, 3 / p},
			{Shifted{2, 5}, 2 + 5/p},
			{Weibull{0.5, 4}, 4 * math.Gamma(3) * math.Pow(p, -2)},
			{Weibull{3, 4}, 4 * math.Gamma(4.0/3) * math.Pow(p, -1.0/3)},
			{Gamma{1, 7}, 7 / p},
			{uniform{}, 1 / (p + 1)},
		} {
			// fastest is the integral, Fastest the closed form where there is one.
			if got := fastest(c.d, p); !near(got, c.want, 1e-10) {
				t.Errorf("%T%v, p = %g: the integral is %.15g, want %.15g", c.d, c.d, p, got, c.want)
			}
			if got := Fastest(c.d, p); !near(got, c.want, 1e-10) {
				t.Errorf("%T%v, p = %g: %.15g, want %.15g", c.d, c.d, p, got, c.want)
			}
		}
	}
	// The least of two normal variables is sigma/sqrt(pi) below their mean, of three 1.5 times that.
	far := Normal{100, 2} // 50 deviations above 0
	for p, want := range map[float64]float64{2: 100 - 2/math.Sqrt(math.Pi), 3: 100 - 3/math.Sqrt(math.Pi)} {
		if got := Fastest(far, p); !near(got, want, 1e-12) {
			t.Errorf("normal, p = %g: %.15g, want %.15g", p, got, want)
		}
	}
}

func TestFastest_OfOneIsTheMean(t *testing.T) {
	for _, d := range some {
		if got, want := fastest(d, 1), d.Mean(); !near(got, want, 1e-9) {
			t.Errorf("%s: %.12g, want the mean %.12g", name(d), got, want)
		}
	}
}

// TestFastest_IsEquation5 integrates t g(p,t) as the paper has it, with g = p f (1-F)^(p-1), on a fine grid.
func TestFastest_IsEquation5(t *testing.T) {
	for _, d := range []Parametric{Gamma{1.3, 2}, Gamma{0.4, 5}, Normal{2, 1}, Normal{1, 1.5}, LogNormal{1, 0.8}, Weibull{0.7, 2}} {
		for _, p := range []float64{1, 7, 30, 1000} {
			slowest := math.Log(max(d.HazardTime(40/p), d.Mean()/10))
			want := between(slowest-60, slowest, func(u float64) float64 { // over u = ln t, hence t once more
				at := math.Exp(u)
				return at * at * p * math.Exp(d.LogProb(at)+(p-1)*d.LogSurvival(at))
			})
			if got := Fastest(d, p); !near(got, want, 1e-6) {
				t.Errorf("%s, p = %g: %g, by equation 5 %g", name(d), p, got, want)
			}
		}
	}
}

func TestFastest_MonteCarlo(t *testing.T) {
	for i, d := range some {
		r := rand.New(rng.New(11, uint32(i)))
		const n, p = 4000, 30
		sum, squares := 0.0, 0.0
		for range n {
			least := math.Inf(1)
			for range p {
				least = min(least, d.Rand(r))
			}
			least = max(0, least)
			sum += least
			squares += least * least
		}
		mean := sum / n
		sigma := math.Sqrt((squares/n-mean*mean)/n) + 1e-6 // some hardly ever are above 0
		if got := Fastest(d, p); math.Abs(got-mean) > 4.5*sigma && d != (Gamma{0.05, 3}) && d != (LogNormal{10, 2.5}) {
			t.Errorf("%s: M(%d) is %g, the mean of %d draws %g +- %g", name(d), p, got, n, mean, sigma)
		}
	}
}

func TestFastest_FallsWithMoreRuns(t *testing.T) {
	for _, d := range some {
		before := math.Inf(1)
		for p := 1.0; p <= 1e6; p *= 3 {
			m := Fastest(d, p)
			if !(m < before) && (m != 0 || before != 0) || math.IsNaN(m) || m < d.Infimum() {
				t.Fatalf("%s: M(%g) is %g after %g", name(d), p, m, before)
			}
			before = m
		}
	}
}

func TestSpeedup(t *testing.T) {
	if got := Speedup(Exponential{3}, 50); !near(got, 50, 1e-12) {
		t.Error(got)
	}
	if got := SpeedupLimit(Shifted{2, 5}); got != 3.5 {
		t.Error(got)
	}
	if got := Speedup(Shifted{2, 5}, 1e9); !near(got, 3.5, 1e-6) {
		t.Error(got)
	}
	if got := SpeedupLimit(Gamma{2, 1}); !math.IsInf(got, 1) {
		t.Error(got)
	}
}

// sampleOf draws a sample of n runs; those longer than the limit end there.
func sampleOf(t testing.TB, d Parametric, n int, limit float64, seed uint64) *Sample {
	t.Helper()
	r := rand.New(rng.New(seed, 0))
	list := make([]Observation, n)
	for i := range list {
		at := d.Rand(r)
		list[i] = Observation{Time: min(at, limit), Censored: at > limit}
	}
	return must.Have(NewSample(list))(t)
}

func times(list ...float64) *Sample {
	var all []Observation
	for _, v := range list {
		all = append(all, Observation{Time: math.Abs(v), Censored: v < 0})
	}
	return newSample(all)
}

func TestSampleFastest_IsTheMeanOverAllSubsets(t *testing.T) {
	s := times(3, 1, 4, 1, 5, 9, 2)
	list := []float64{3, 1, 4, 1, 5, 9, 2}
	for p := 1; p <= len(list); p++ {
		sum, count := 0.0, 0.0
		for set := range 1 << len(list) {
			least, size := math.Inf(1), 0
			for i, v := range list {
				if set>>i&1 == 1 {
					least, size = min(least, v), size+1
				}
			}
			if size == p {
				sum, count = sum+least, count+1
			}
		}
		if got := s.Fastest(float64(p)); !near(got, sum/count, 1e-12) {
			t.Errorf("M(%d) is %g, want %g", p, got, sum/count)
		}
	}
	if got := s.Fastest(1000); got != 1 {
		t.Errorf("M(1000) is %g, want the fastest run", got)
	}
	if got := s.Speedup(7); !near(got, 25.0/7, 1e-12) {
		t.Error(got)
	}
}

// TestSampleFastest_Unbiased wants the mean of the estimates of many small samples at the truth, also where runs are given up
// late enough that the fastest of p are not.
func TestSampleFastest_Unbiased(t *testing.T) {
	for _, limit := range []float64{math.Inf(1), 1.5} {
		const samples, n, p = 3000, 12, 6
		sum, squares := 0.0, 0.0
		for i := range samples {
			m := sampleOf(t, Exponential{1}, n, limit, uint64(i)).Fastest(p)
			sum += m
			squares += m * m
		}
		mean := sum / samples
		sigma := math.Sqrt((squares/samples - mean*mean) / samples)
		if want := 1.0 / p; math.Abs(mean-want) > 4*sigma {
			t.Errorf("limit %g: mean %g +- %g, want %g", limit, mean, sigma, want)
		}
	}
}
