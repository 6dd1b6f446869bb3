package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestBestRestart_WhereItHelps(t *testing.T) {
	for _, c := range []struct {
		d     Distribution
		from  float64
		helps bool
	}{
		{Exponential{3}, 0.01, false},
		{Shifted{1, 3}, 0.01, false},
		{Gamma{2, 1}, 0.01, false},
		{Gamma{0.5, 1}, 0.01, true},
		{Weibull{2, 1}, 0.01, false},
		{Weibull{0.5, 1}, 0.01, true},
		{Normal{5, 1}, 0.01, false},
		{LogNormal{0, 2}, 0.001, true},
		{LogNormal{0, 0.5}, 0.001, false},
		{uniform{}, 0.01, false},
	} {
		r := BestRestart(c.d, c.from)
		if helps := !math.IsInf(r.After, 1); helps != c.helps || (r.Gain() > 1.000001) != c.helps || !near(r.Without, Fastest(c.d, 1), 1e-9) {
			t.Errorf("%T%v: %+v, gain %g", c.d, c.d, r, r.Gain())
		}
	}
	// The hazard of these only falls, so no time is best but the least.
	for _, d := range []Distribution{Gamma{0.5, 1}, Weibull{0.5, 1}} {
		if r := BestRestart(d, 0.01); !near(r.After, 0.01, 1e-6) {
			t.Errorf("%T%v: after %g, want the least time", d, d, r.After)
		}
	}
}

// TestBestRestart_Simulated restarts runs of a lognormal time, whose best restart is neither the least time nor none.
func TestBestRestart_Simulated(t *testing.T) {
	d := LogNormal{0, 2}
	r := BestRestart(d, 1e-4)
	random := rand.New(rng.New(2, 0))
	run := func(after float64) (mean, sigma float64) {
		const n = 20000
		sum, squares := 0.0, 0.0
		for range n {
			spent := 0.0
			for {
				x := d.Rand(random)
				if x <= after {
					spent += x
					break
				}
				spent += after
			}
			sum += spent
			squares += spent * spent
		}
		mean = sum / n
		return mean, math.Sqrt((squares/n - mean*mean) / n)
	}
	mean, sigma := run(r.After)
	if math.Abs(mean-r.Expected) > 4.5*sigma {
		t.Errorf("%+v, but runs take %g +- %g", r, mean, sigma)
	}
	for _, other := range []float64{r.After / 3, r.After * 3} {
		if m, _ := run(other); m < mean {
			t.Errorf("restarting after %g takes %g, after %g %g", other, m, r.After, mean)
		}
	}
}

func TestSampleBestRestart(t *testing.T) {
	// Half of the runs are done in 1, the others need 100: by hand (5*1+5*1)/5 = 2 against 50.5.
	s := times(1, 1, 1, 1, 1, 100, 100, 100, 100, 100)
	r := s.BestRestart()
	if r.After != 1 || !near(r.Expected, 2, 1e-12) || !near(r.Without, 50.5, 1e-12) || !near(r.Gain(), 25.25, 1e-12) {
		t.Errorf("%+v", r)
	}
	if chance := s.RestartChance(Resampling{Resamples: 500, Seed: 1}); chance > 0.01 {
		t.Errorf("chance makes a gain of 25 in %g of samples", chance)
	}
	if r := times(4, 5, 6, 7).BestRestart(); !math.IsInf(r.After, 1) || r.Gain() != 1 {
		t.Errorf("%+v", r)
	}
	// Given up at 2: the same advice, against starting again at 2, which takes (5*1+5*2)/5.
	if r := times(1, 1, 1, 1, 1, -2, -2, -2, -2, -2).BestRestart(); r.After != 1 || !near(r.Expected, 2, 1e-12) || !near(r.Without, 3, 1e-12) {
		t.Errorf("%+v", r)
	}
}

// TestRestartChance_OfMemorylessTimes wants few small chances where restarting neither helps nor harms.
func TestRestartChance_OfMemorylessTimes(t *testing.T) {
	low := 0
	const samples = 60
	for i := range samples {
		if sampleOf(t, Exponential{2}, 30, math.Inf(1), uint64(i)).RestartChance(Resampling{Resamples: 100, Seed: 9}) < 0.05 {
			low++
		}
	}
	if low > 10 { // 3 on average
		t.Errorf("%d of %d chances are below 0.05", low, samples)
	}
}
