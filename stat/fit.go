package stat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// Estimator says how a fit chooses the parameters.
type Estimator string

// The estimators.
const (
	// Likelihood takes the parameters that make the sample likeliest. A run that missed the target counts with the
	// probability that a run lasts longer.
	Likelihood Estimator = "likelihood"
	// Squares is the paper's estimator: it minimises the sum of squared differences between the distribution and the
	// empirical one, here taken at the middle of the steps.
	Squares Estimator = "squares"
)

// MinReached is how many runs must reach the target for a fit. With fewer, two parameters fit the three or four points
// closely whatever the distribution is, so no test could reject a family.
const MinReached = 5

// Fit is a distribution fitted to a sample.
type Fit struct {
	Parametric
	Estimator Estimator

	// Of the parameters above; NaN for Squares, which the criteria do not hold for. Lower AIC and BIC are better.
	LogLikelihood, AIC, BIC float64

	KS              float64 // Kolmogorov and Smirnov's greatest distance to the empirical distribution
	AndersonDarling float64 // the weighted mean square distance, times the number of runs
}

// Fit fits a family to the sample.
func (s *Sample) Fit(family Family, by Estimator) (*Fit, error) {
	if n := s.Reached(); n < MinReached {
		return nil, fmt.Errorf("multiwalk: %d of %d runs reached the target; a fit needs %d, "+
			"as two parameters can follow fewer whatever the distribution; record more runs, or longer ones", n, s.Runs(), MinReached)
	}
	return s.fit(family, by)
}

func (s *Sample) fit(family Family, by Estimator) (*Fit, error) {
	if s.Distinct() < 2 {
		return nil, fmt.Errorf("multiwalk: all runs that reached the target took %v, "+
			"so there is no distribution to fit; measure in a finer unit", s.Min())
	}
	f := &Fit{Parametric: s.likeliest(family), Estimator: by, LogLikelihood: math.NaN(), AIC: math.NaN(), BIC: math.NaN()}
	if by == Squares {
		f.Parametric = leastSquares(s, f.Parametric)
	} else {
		parameters := float64(len(f.Parameters()))
		f.LogLikelihood = s.logLikelihood(f)
		f.AIC = 2*parameters - 2*f.LogLikelihood
		f.BIC = parameters*math.Log(float64(s.Runs())) - 2*f.LogLikelihood
	}
	for _, p := range f.Parameters() {
		if math.IsNaN(p.Value) || math.IsInf(p.Value, 0) {
			return nil, fmt.Errorf("multiwalk: no %s distribution fits these times: its %s runs away", family, p.Name)
		}
	}
	f.KS, f.AndersonDarling = s.distances(f)
	return f, nil
}

// Best returns the index of the best fit: the least AIC, or where no fit has one the least KS; -1 for none.
func Best(fits []*Fit) int {
	best := -1
	for i, f := range fits {
		switch {
		case best < 0:
			best = i
		case f.Estimator != fits[best].Estimator:
			if f.Estimator == Likelihood {
				best = i
			}
		case f.Estimator == Likelihood && f.AIC < fits[best].AIC, f.Estimator == Squares && f.KS < fits[best].KS:
			best = i
		}
	}
	return best
}

func (s *Sample) likeliest(family Family) Parametric {
	switch family {
	case ShiftedFamily:
		return likeliestShifted(s)
	case GammaFamily:
		return likeliestGamma(s)
	case NormalFamily:
		return likeliestNormal(s)
	case LogNormalFamily:
		return likeliestLogNormal(s)
	case WeibullFamily:
		return likeliestWeibull(s)
	}
	return likeliestExponential(s)
}

// logLikelihood evaluates equal observations once: runs under one limit end at one time.
func (s *Sample) logLikelihood(d Parametric) float64 {
	sum, last := 0.0, 0.0
	for i, o := range s.sorted {
		switch {
		case i > 0 && o.Time == s.sorted[i-1].Time && o.Censored == s.sorted[i-1].Censored:
		case o.Censored:
			last = d.LogSurvival(o.Time)
		default:
			last = d.LogProb(o.Time)
		}
		sum += last
	}
	return sum
}

// likeliest searches for the greatest likelihood from a distribution near it.
func likeliest(s *Sample, near Parametric) Parametric {
	return minimise(near, func(d Parametric) float64 { return -s.logLikelihood(d) })
}

// leastSquares searches for the least sum of squares from a distribution near it.
func leastSquares(s *Sample, near Parametric) Parametric {
	steps := s.Steps()
	return minimise(near, func(d Parametric) float64 {
		sum, below := 0.0, 0.0
		for _, p := range steps {
			distance := d.CDF(p.Time) - (below+p.F)/2
			sum += distance * distance
			below = p.F
		}
		return sum
	})
}

// minimise varies a distribution by the simplex method of Nelder and Mead, twice, as it may stop early. No gradient is
// needed, which an incomplete gamma function does not have in closed form.
func minimise(from Parametric, of func(Parametric) float64) Parametric {
	best := from
	for range 2 {
		start := best
		problem := optimize.Problem{Func: func(by []float64) float64 {
			if v := of(start.vary(by)); !math.IsNaN(v) {
				return v
			}
			return math.Inf(1)
		}}
		settings := &optimize.Settings{FuncEvaluations: 1000,
			Converger: &optimize.FunctionConverge{Absolute: 1e-10, Relative: 1e-12, Iterations: 20}}
		result, err := optimize.Minimize(problem, make([]float64, len(start.Parameters())), settings,
			&optimize.NelderMead{SimplexSize: 0.3})
		if result == nil || err != nil && math.IsInf(result.F, 1) {
			return best
		}
		if v := start.vary(result.X); of(v) <= of(best) {
			best = v
		}
	}
	return best
}

// root returns where an increasing function of a number above 0 is 0. The library has no such search. It works on ln x:
// doubles outwards from a start, then takes false positions, and halves the value at an end that stays (the Illinois
// rule), which ends in some ten evaluations.
func root(start float64, f func(float64) float64) float64 {
	at := func(u float64) float64 { return f(math.Exp(u)) }
	low := math.Log(start)
	high := low
	fl := at(low)
	fh := fl
	for step := 0.5; fl > 0 && low > -600; step *= 2 {
		high, fh = low, fl
		low -= step
		fl = at(low)
	}
	for step := 0.5; fh < 0 && high < 600; step *= 2 {
		low, fl = high, fh
		high += step
		fh = at(high)
	}
	for range 100 {
		if fl == 0 || high-low < 1e-13 {
			break
		}
		middle := high - fh*(high-low)/(fh-fl)
		if !(middle > low && middle < high) {
			middle = (low + high) / 2
		}
		switch fm := at(middle); {
		case fm == 0:
			return math.Exp(middle)
		case fm < 0:
			low, fl, fh = middle, fm, fh/2
		default:
			high, fh, fl = middle, fm, fl/2
		}
	}
	return math.Exp(low + (high-low)/2)
}
