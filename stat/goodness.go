package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// distances returns the two distances between a distribution and the sample's empirical one, up to the longest run. The
// library's Kolmogorov-Smirnov distance knows no censored runs.
func (s *Sample) distances(d Distribution) (ks, ad float64) {
	below, from, logFrom := 0.0, 0.0, 0.0 // the empirical value before a step; the distribution and ln(1-F) there
	add := func(to, logTo float64) {
		ks = max(ks, math.Abs(from-below), math.Abs(to-below))
		// The integral of (below-u)^2/(u(1-u)) between the two.
		ad -= to - from
		if below > 0 && to > from {
			ad += below * below * math.Log(to/from)
		}
		if above := 1 - below; above > 1e-12 && logTo < logFrom {
			ad -= above * above * (logTo - logFrom)
		}
		from, logFrom = to, logTo
	}
	for _, p := range s.Steps() {
		add(d.CDF(p.Time), d.LogSurvival(p.Time))
		below = p.F
	}
	if last := s.Max(); s.Bounded() {
		add(d.CDF(last), d.LogSurvival(last))
	} else {
		below = 1 // and not what rounding left of it
		add(1, math.Inf(-1))
	}
	return ks, ad * float64(s.Runs())
}

// Resampling says how often and with which seed a bootstrap draws.
type Resampling struct {
	Resamples int // 0 for 1000
	Seed      uint64
}

func (r Resampling) count() int {
	if r.Resamples == 0 {
		return 1000
	}
	return r.Resamples
}

// Refits is a parametric bootstrap: it draws samples of the same size from a fit, with runs that miss the target as the
// sample has them, and fits each sample again.
type Refits struct {
	// The share of the samples that lie as far from their own fit as the sample from its own. A small one speaks
	// against the family. Tables of the statistics do not hold here, as the parameters were fitted.
	KS, AndersonDarling float64

	Fits []*Fit

	of *Fit
}

// Refit draws and fits as many samples as asked for. Equal seeds give equal results.
func (f *Fit) Refit(s *Sample, r Resampling) *Refits {
	censoring := s.censoring()
	fits := make([]*Fit, r.count())
	parallel(len(fits), r.Seed, func(i int, random *rand.Rand) {
		drawn := make([]Observation, s.Runs())
		for k := range drawn {
			t, limit := f.Rand(random), limitAt(censoring, random.Float64())
			if f.Family() != NormalFamily {
				t = max(t, math.SmallestNonzeroFloat64)
			}
			drawn[k] = Observation{Time: min(t, limit), Censored: t > limit}
		}
		if of := newSample(drawn); of.Distinct() > 0 {
			fits[i], _ = of.fit(f.Family(), f.Estimator)
		}
	})
	refits := &Refits{of: f}
	for _, fit := range fits {
		if fit == nil { // too few of these runs reached the target
			continue
		}
		refits.Fits = append(refits.Fits, fit)
		if fit.KS >= f.KS {
			refits.KS++
		}
		if fit.AndersonDarling >= f.AndersonDarling {
			refits.AndersonDarling++
		}
	}
	n := float64(len(refits.Fits)) + 1
	refits.KS, refits.AndersonDarling = (refits.KS+1)/n, (refits.AndersonDarling+1)/n
	return refits
}

// limitAt draws when a run ends without the target, by a number in [0, 1).
func limitAt(censoring []Step, u float64) float64 {
	i := sort.Search(len(censoring), func(i int) bool { return censoring[i].F > u })
	if i == len(censoring) {
		return math.Inf(1)
	}
	return censoring[i].Time
}

// Intervals returns for each of some quantities the interval that holds 95 % of it over the refits; without any refit
// it is NaN.
func (r *Refits) Intervals(of func(Distribution) []float64) []Interval {
	rows := make([][]float64, len(r.Fits))
	parallel(len(rows), 0, func(i int, _ *rand.Rand) { rows[i] = of(r.Fits[i]) })
	if len(rows) == 0 {
		rows = append(rows, slices.Repeat([]float64{math.NaN()}, len(of(r.of))))
	}
	return intervals(rows)
}
