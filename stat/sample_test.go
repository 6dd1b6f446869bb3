package stat

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
)

// TestSample_KaplanMeier works an example out by hand: a minus marks a run that ended without the target.
func TestSample_KaplanMeier(t *testing.T) {
	s := times(6, 6, 6, -6, 7, -9, 10, -10, -11, 13)
	want := []Step{{6, 0.3}, {7, 1 - 0.7*5/6}, {10, 1 - 0.7*5/6*3/4}, {13, 1}}
	got := s.Steps()
	if len(got) != len(want) {
		t.Fatalf("%v", got)
	}
	for i := range want {
		if got[i].Time != want[i].Time || !near(got[i].F, want[i].F, 1e-12) {
			t.Errorf("step %d is %v, want %v", i, got[i], want[i])
		}
	}
	if s.Runs() != 10 || s.Reached() != 6 || s.Distinct() != 4 || s.Min() != 6 || s.Max() != 13 || s.Bounded() {
		t.Errorf("%d runs, %d reached, %d distinct, %g to %g", s.Runs(), s.Reached(), s.Distinct(), s.Min(), s.Max())
	}
	if got, want := s.Mean(), 6+0.7*1+0.7*5/6*3+0.7*5/6*3/4*3; !near(got, want, 1e-12) {
		t.Errorf("mean %g, want %g", got, want)
	}
	if got, want := s.ERT(), 84.0/6; got != want {
		t.Errorf("ERT %g, want %g", got, want)
	}
	for q, want := range map[float64]float64{0.1: 6, 0.3: 6, 0.31: 7, 0.5: 10, 0.99: 13, 1: 13} {
		if got := s.Quantile(q); got != want {
			t.Errorf("quantile %g is %g, want %g", q, got, want)
		}
	}
	if open := times(1, 2, -3); !math.IsNaN(open.Quantile(0.9)) || !open.Bounded() || !near(open.Mean(), 1+2.0/3+1.0/3, 1e-12) {
		t.Errorf("a longest run without the target: %g, %g", open.Quantile(0.9), open.Mean())
	}
}

// TestSample_Censoring draws from the estimate of when runs end: all at 3 where they have one limit, though one reached the
// target just then; half at 2 and the others never where half of them did not.
func TestSample_Censoring(t *testing.T) {
	for _, u := range []float64{0, 0.5, 0.999999} {
		if got := limitAt(times(1, 2, 3, -3, -3).censoring(), u); got != 3 {
			t.Errorf("a run at %g ends at %g, want 3", u, got)
		}
	}
	some := times(1, -2, 4).censoring()
	if a, b := limitAt(some, 0.49), limitAt(some, 0.51); a != 2 || !math.IsInf(b, 1) {
		t.Errorf("runs end at %g and %g, want 2 and never", a, b)
	}
}

func TestSample_Head(t *testing.T) {
	s := times(5, 1, 2, -3, 4, 9, 8, 7)
	got := s.Head(0.5)
	if want := times(1, 2, -3, 4, 5, -5, -5, -5); !slices.Equal(got.sorted, want.sorted) {
		t.Errorf("%v, want %v", got.sorted, want.sorted)
	}
	if all := s.Head(1); !slices.Equal(all.sorted, s.sorted) {
		t.Errorf("%v", all.sorted)
	}
	if open := times(1, 2, -3, -3).Head(0.9); open.Runs() != 4 || open.Reached() != 2 {
		t.Errorf("%v", open.sorted)
	}
}

// TestFit_HeadOfTwoKinds has runs of two kinds, a tenth of which is ten times as fast. They decide what 100 runs take, and a fit
// to the head knows them better.
func TestFit_HeadOfTwoKinds(t *testing.T) {
	r := rand.New(rng.New(1, 0))
	list := make([]Observation, 2000)
	for i := range list {
		list[i].Time = 10 * r.ExpFloat64()
		if i%10 == 0 {
			list[i].Time /= 10
		}
	}
	s := must.Have(NewSample(list))(t)
	want := between(0, 5, func(t float64) float64 { return math.Pow(0.9*math.Exp(-t/10)+0.1*math.Exp(-t), 100) })
	whole := must.Have(s.Fit(GammaFamily, Likelihood))(t)
	head := must.Have(s.Head(0.1).Fit(GammaFamily, Likelihood))(t)
	far, near := math.Abs(Fastest(whole, 100)-want), math.Abs(Fastest(head, 100)-want)
	if near > far || near > 0.15*want {
		t.Errorf("M(100) is %.4f; by a fit to all %.4f, by one to the head %.4f", want, Fastest(whole, 100), Fastest(head, 100))
	}
}

func TestNewSample_Refuses(t *testing.T) {
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := NewSample([]Observation{{Time: 1}, {Time: bad}}); err == nil {
			t.Errorf("takes a time of %v", bad)
		}
	}
	for _, none := range [][]Observation{nil, {{Time: 1, Censored: true}}} {
		if _, err := NewSample(none); !errors.Is(err, ErrNoneReached) {
			t.Errorf("%v: %v", none, err)
		}
	}
	list := []Observation{{Time: 2}, {Time: 1}}
	if _, err := NewSample(list); err != nil || list[0].Time != 2 {
		t.Errorf("sorts its argument: %v, %v", list, err)
	}
}

// TestSample_CensoringIsUnbiased compares with the truth what many samples say, half of whose runs were given up: the
// distribution, and fits of it.
func TestSample_CensoringIsUnbiased(t *testing.T) {
	const samples, n = 400, 40
	limit := math.Ln2 // half of the times of mean 1 are longer
	sum, scale, naive := 0.0, 0.0, 0.0
	for i := range samples {
		s := sampleOf(t, Exponential{1}, n, limit, uint64(1000+i))
		for _, p := range s.Steps() {
			if p.Time <= 0.4 && p.F > 0 {
				sum += (p.F - lastF(s, p.Time)) / samples
			}
		}
		f := must.Have(s.Fit(ExponentialFamily, Likelihood))(t)
		scale += f.Mean() / samples
		mean, _ := s.meanOfReached(func(t float64) float64 { return t })
		naive += mean / samples
	}
	if want := 1 - math.Exp(-0.4); math.Abs(sum-want) > 0.012 { // 3 deviations of the mean of 16000 draws
		t.Errorf("F(0.4) is %.4f on average, want %.4f", sum, want)
	}
	if math.Abs(scale-1) > 0.05 || naive > 0.5 {
		t.Errorf("the mean is %.3f on average, want 1; of those that reached the target alone it is %.3f", scale, naive)
	}
}

// lastF returns the empirical distribution just before a step.
func lastF(s *Sample, at float64) float64 {
	f := 0.0
	for _, p := range s.Steps() {
		if p.Time >= at {
			break
		}
		f = p.F
	}
	return f
}
