package stat

import (
	"math"
	"math/rand/v2"
)

// LogNormal is a time whose logarithm is normal. Its hazard first rises, then falls.
type LogNormal struct{ Mu, Sigma float64 } // of ln T; Sigma above 0

func (d LogNormal) z(t float64) float64 { return (math.Log(t) - d.Mu) / d.Sigma }

// Family implements Parametric.
func (d LogNormal) Family() Family { return LogNormalFamily }

// Parameters implements Parametric. The median stands for Mu.
func (d LogNormal) Parameters() []Parameter {
	return []Parameter{{"median", math.Exp(d.Mu), true}, {"sigma", d.Sigma, false}}
}

// CDF implements Distribution.
func (d LogNormal) CDF(t float64) float64 { return 0.5 * math.Erfc(-d.z(t)/math.Sqrt2) }

// LogSurvival implements Distribution.
func (d LogNormal) LogSurvival(t float64) float64 { return logUpper(d.z(t)) }

// LogProb implements Parametric.
func (d LogNormal) LogProb(t float64) float64 {
	return Normal(d).LogProb(math.Log(t)) - math.Log(t)
}

// HazardTime implements Distribution.
func (d LogNormal) HazardTime(h float64) float64 { return math.Exp(d.Mu + d.Sigma*upperAt(h)) }

// Mean implements Distribution.
func (d LogNormal) Mean() float64 { return math.Exp(d.Mu + d.Sigma*d.Sigma/2) }

// Limited implements Distribution. Weighting by T shifts the mean of ln T by the square of Sigma.
func (d LogNormal) Limited(t float64) float64 {
	return d.Mean()*LogNormal{d.Mu + d.Sigma*d.Sigma, d.Sigma}.CDF(t) + t*math.Exp(d.LogSurvival(t))
}

// Infimum implements Distribution.
func (d LogNormal) Infimum() float64 { return 0 }

// Rand implements Parametric.
func (d LogNormal) Rand(r *rand.Rand) float64 { return math.Exp(d.Mu + d.Sigma*r.NormFloat64()) }

func (d LogNormal) vary(by []float64) Parametric {
	return LogNormal{d.Mu + d.Sigma*by[0], d.Sigma * math.Exp(by[1])}
}

// likeliestLogNormal is in closed form unless runs are censored.
func likeliestLogNormal(s *Sample) Parametric {
	mean, deviation := s.meanOfReached(math.Log)
	d := LogNormal{mean, deviation}
	if s.Reached() == s.Runs() {
		return d
	}
	return likeliest(s, d)
}
