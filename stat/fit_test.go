package stat

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// fitted are distributions whose parameters are looked for again in samples of 1,200.
var fitted = []Parametric{Exponential{4}, Shifted{2, 3}, Gamma{0.7, 5}, Gamma{3, 2}, Normal{20, 3}, LogNormal{2, 1.2}, Weibull{0.6, 9}, Weibull{2, 1e-3}}

func TestFit_FindsTheParametersAgain(t *testing.T) {
	unraced.Test(t)
	for _, by := range []Estimator{Likelihood, Squares} {
		for _, d := range fitted {
			for _, limit := range []float64{math.Inf(1), d.HazardTime(1.2)} { // none, or 30 % of the runs end without the target
				s := sampleOf(t, d, 1200, limit, 7)
				f, err := s.Fit(d.Family(), by)
				if err != nil {
					t.Fatalf("%s: %v", name(d), err)
				}
				for i, p := range f.Parameters() {
					// The deviation of such an estimate is below 4 % of a shape or scale here.
					if want := d.Parameters()[i].Value; math.Abs(p.Value-want) > 0.15*want {
						t.Errorf("%s by %s, limit %g: %s is %g, want %g", name(d), by, limit, p.Name, p.Value, want)
					}
				}
				if f.KS > 2/math.Sqrt(1200) {
					t.Errorf("%s by %s, limit %g: the distance of the fit is %g", name(d), by, limit, f.KS)
				}
			}
		}
	}
}

// TestFit_IsTheMaximum wants no likelihood above the fit's near it. The shifted exponential is left out: it is corrected.
func TestFit_IsTheMaximum(t *testing.T) {
	for _, d := range fitted {
		if d.Family() == ShiftedFamily {
			continue
		}
		for _, limit := range []float64{math.Inf(1), d.HazardTime(1)} {
			s := sampleOf(t, d, 25, limit, 3)
			f := must.Have(s.Fit(d.Family(), Likelihood))(t)
			for _, by := range [][]float64{{0.01, 0}, {-0.01, 0}, {0, 0.01}, {0, -0.01}, {0.01, 0.01}, {-0.01, 0.01}} {
				if got := s.logLikelihood(f.vary(by[:len(f.Parameters())])); got > f.LogLikelihood+1e-7 {
					t.Errorf("%s, limit %g: the likelihood beside %v is greater by %g", name(d), limit, f.Parametric, got-f.LogLikelihood)
				}
			}
		}
	}
}

func TestFit_ShiftIsUnbiased(t *testing.T) {
	const samples, n = 2000, 20
	shift, scale := 0.0, 0.0
	for i := range samples {
		f := must.Have(sampleOf(t, Shifted{2, 3}, n, math.Inf(1), uint64(i)).Fit(ShiftedFamily, Likelihood))(t)
		d := f.Parametric.(Shifted)
		shift, scale = shift+d.Shift/samples, scale+d.Scale/samples
	}
	// The deviation of a shift is about 3/20, of a scale 3/sqrt(20).
	if math.Abs(shift-2) > 4*0.15/math.Sqrt(samples) || math.Abs(scale-3) > 4*0.67/math.Sqrt(samples) {
		t.Errorf("shift %.4f, scale %.4f on average, want 2 and 3", shift, scale)
	}
}

// TestFit_BestIsTheTruth draws from families that differ clearly.
func TestFit_BestIsTheTruth(t *testing.T) {
	for _, d := range []Parametric{Shifted{2, 3}, Gamma{4, 2}, LogNormal{2, 1.2}, Weibull{0.5, 9}, Normal{20, 3}} {
		s := sampleOf(t, d, 1000, math.Inf(1), 17)
		var fits []*Fit
		for _, family := range Families() {
			f := must.Have(s.Fit(family, Likelihood))(t)
			fits = append(fits, f)
		}
		if got := fits[Best(fits)].Family(); got != d.Family() {
			t.Errorf("%s: the best fit is %s", name(d), got)
		}
	}
	if Best(nil) != -1 {
		t.Error("there is a best of none")
	}
}

func TestFit_Refuses(t *testing.T) {
	must.Fail(t, "4 of 6 runs reached the target; a fit needs 5")(times(1, 2, 3, 4, -5, -6).Fit(GammaFamily, Likelihood))
	must.Fail(t, "took 2, so there is no distribution to fit")(times(2, 2, 2, 2, 2).Fit(GammaFamily, Likelihood))
}

// TestFit_HardSamples wants finite fits of samples that are as far from the families as they come.
func TestFit_HardSamples(t *testing.T) {
	for _, s := range []*Sample{
		times(1, 1, 1, 1, 1.0001),
		times(1e-6, 1e-6, 1e-6, 1e-6, 1e6),
		times(1, 2, 3, 4, 5, -0.5, -0.5, -0.5, -0.5, -100, -100, -100),
		times(1e9, 2e9, 3e9, 1e9+1, 4e9),
		times(1, 1, 1, 1, 2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2),
		times(5e-7, 5e-7, 1e-6, 1e-6, 1e-6, 1e-6, 2e-6),
	} {
		for _, by := range []Estimator{Likelihood, Squares} {
			for _, family := range Families() {
				f, err := s.Fit(family, by)
				if err != nil {
					t.Errorf("%s by %s of %v: %v", family, by, s.sorted, err)
					continue
				}
				for _, v := range []float64{f.KS, Fastest(f, 1), Fastest(f, 1e6), BestRestart(f, s.Min()).Expected} {
					if math.IsNaN(v) || v < 0 {
						t.Errorf("%s by %s of %v: %v gives %g", family, by, s.sorted, f.Parametric, v)
					}
				}
			}
		}
	}
}

// TestRefit_RefusesTheWrongFamily wants small chances for wrong families, and chances that are as uniform as can be said of
// 40 samples for the right one, also of samples half of whose runs ended without the target.
func TestRefit_RefusesTheWrongFamily(t *testing.T) {
	s := sampleOf(t, Gamma{4, 2}, 100, math.Inf(1), 3)
	few := Resampling{Resamples: 200, Seed: 1}
	for family, holds := range map[Family]bool{GammaFamily: true, ExponentialFamily: false, ShiftedFamily: false} {
		f := must.Have(s.Fit(family, Likelihood))(t)
		if r := f.Refit(s, few); (r.KS > 0.05) != holds || (r.AndersonDarling > 0.05) != holds {
			t.Errorf("%s: chances %.3f and %.3f", family, r.KS, r.AndersonDarling)
		}
	}
	if testing.Short() {
		return
	}
	low, sum := 0, 0.0
	const samples = 40
	for i := range samples {
		s := sampleOf(t, Weibull{0.7, 3}, 30, 2.0, uint64(i))
		f := must.Have(s.Fit(WeibullFamily, Likelihood))(t)
		r := f.Refit(s, Resampling{Resamples: 100, Seed: 2})
		sum += r.KS / samples
		if r.KS < 0.1 {
			low++
		}
	}
	if low > 11 || sum < 0.3 || sum > 0.7 { // 4 on average; 12 once in 2,000 times
		t.Errorf("of the right family %d of %d chances are below 0.1, their mean is %.2f", low, samples, sum)
	}
}

func TestRefit_IntervalsHoldTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("6000 fits")
	}
	const samples = 60
	fits, data := 0, 0
	for i := range samples {
		d := Gamma{0.8, 5}
		s := sampleOf(t, d, 30, math.Inf(1), uint64(i))
		f := must.Have(s.Fit(GammaFamily, Likelihood))(t)
		few := Resampling{Resamples: 100, Seed: uint64(i)}
		if in := f.Refit(s, few).Intervals(func(d Distribution) []float64 { return []float64{Fastest(d, 4)} })[0]; in.Low <= Fastest(d, 4) && Fastest(d, 4) <= in.High {
			fits++
		}
		if in := s.Bootstrap(few, func(s *Sample) []float64 { return []float64{s.Mean()} })[0]; in.Low <= d.Mean() && d.Mean() <= in.High {
			data++
		}
	}
	// 57 on average, if the bootstrap were exact; for 30 runs it is somewhat short.
	if fits < 46 || data < 46 {
		t.Errorf("%d and %d of %d intervals of 95 %% hold the truth", fits, data, samples)
	}
}

// Where hardly any run reached the target, those of a resample may be too few for a fit.
func TestRefit_IntervalsOfNothing(t *testing.T) {
	s := times(1, 2, 3, 4, 5)
	for range 500 {
		s.sorted = append(s.sorted, Observation{Time: 5, Censored: true})
	}
	s = newSample(s.sorted)
	f := must.Have(s.Fit(ExponentialFamily, Likelihood))(t)
	none := 0
	for seed := range uint64(200) {
		r := f.Refit(s, Resampling{Resamples: 1, Seed: seed})
		in := r.Intervals(func(d Distribution) []float64 { return []float64{1, d.Mean()} })
		if len(in) != 2 || math.IsNaN(in[1].Low) != (len(r.Fits) == 0) {
			t.Fatalf("seed %d: %v of %d fits", seed, in, len(r.Fits))
		}
		none += 1 - len(r.Fits)
	}
	if none < 1 || none > 50 {
		t.Errorf("%d of 200 resamples have no fit", none)
	}
}

func TestBootstrap_SeedIsAPromise(t *testing.T) {
	s := sampleOf(t, Gamma{0.8, 5}, 30, 9, 1)
	f := must.Have(s.Fit(GammaFamily, Likelihood))(t)
	mean := func(s *Sample) []float64 { return []float64{s.Mean(), s.Fastest(3)} }
	few := Resampling{Resamples: 50, Seed: 4}
	a, b := s.Bootstrap(few, mean), s.Bootstrap(few, mean)
	if a[0] != b[0] || a[1] != b[1] {
		t.Errorf("%v, %v", a, b)
	}
	other := s.Bootstrap(Resampling{Resamples: 50, Seed: 5}, mean)
	if a[0] == other[0] {
		t.Errorf("another seed gives %v too", a)
	}
	of := func(d Distribution) []float64 { return []float64{d.Mean()} }
	if p, q := f.Refit(s, few), f.Refit(s, few); p.KS != q.KS || p.Intervals(of)[0] != q.Intervals(of)[0] {
		t.Error("refits differ")
	}
}

// TestDistances compares with the definitions, for a sample where all runs reached the target.
func TestDistances(t *testing.T) {
	s := sampleOf(t, Gamma{2, 3}, 50, math.Inf(1), 1)
	d := Exponential{5}
	ks, ad := s.distances(d)
	n := float64(s.Runs())
	wantKS, sum := 0.0, 0.0
	for i, o := range s.sorted {
		u := d.CDF(o.Time)
		wantKS = max(wantKS, u-float64(i)/n, float64(i+1)/n-u)
		last := d.CDF(s.sorted[s.Runs()-1-i].Time)
		sum += (2*float64(i) + 1) * (math.Log(u) + math.Log(1-last))
	}
	if !near(ks, wantKS, 1e-12) || !near(ad, -n-sum/n, 1e-9) {
		t.Errorf("%g and %g, want %g and %g", ks, ad, wantKS, -n-sum/n)
	}
}
