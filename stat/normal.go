package stat

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Normal is one of the paper's two distributions; the paper shows that times to a target are not normal. A normal T may
// be below 0, so M(p) and the other functions are those of max(T, 0), as in equation 5, whose integral begins at 0.
type Normal struct{ Mu, Sigma float64 } // Sigma above 0

func (d Normal) Family() Family { return NormalFamily }

func (d Normal) Parameters() []Parameter {
	return []Parameter{{"mean", d.Mu, true}, {"deviation", d.Sigma, true}}
}

func (d Normal) z(t float64) float64           { return (t - d.Mu) / d.Sigma }
func (d Normal) CDF(t float64) float64         { return 0.5 * math.Erfc(-d.z(t)/math.Sqrt2) }
func (d Normal) LogSurvival(t float64) float64 { return logUpper(d.z(t)) }
func (d Normal) LogProb(t float64) float64     { return distuv.Normal{Mu: d.Mu, Sigma: d.Sigma}.LogProb(t) }
func (d Normal) HazardTime(h float64) float64  { return d.Mu + d.Sigma*upperAt(h) }
func (d Normal) Mean() float64                 { return d.Limited(math.Inf(1)) }

// Limited implements Distribution: the integral of the upper tail Q(z) is z Q(z) - phi(z).
func (d Normal) Limited(t float64) float64 {
	integral := func(z float64) float64 {
		if math.IsInf(z, 1) {
			return 0
		}
		return z*math.Exp(logUpper(z)) - distuv.UnitNormal.Prob(z)
	}
	return d.Sigma * (integral(d.z(t)) - integral(d.z(0)))
}

func (d Normal) Infimum() float64          { return 0 }
func (d Normal) Rand(r *rand.Rand) float64 { return d.Mu + d.Sigma*r.NormFloat64() }

func (d Normal) vary(by []float64) Parametric {
	return Normal{d.Mu + d.Sigma*by[0], d.Sigma * math.Exp(by[1])}
}

// likeliestNormal is in closed form unless runs are censored.
func likeliestNormal(s *Sample) Parametric {
	mean, deviation := s.meanOfReached(func(t float64) float64 { return t })
	d := Normal{mean, deviation}
	if s.Reached() == s.Runs() {
		return d
	}
	return likeliest(s, d)
}

// logUpper is the logarithm of the chance that a standard normal variable is above z. The library has no such function;
// its survival is 1 - CDF, which has no digits left at z = 9.
func logUpper(z float64) float64 {
	switch {
	case z < 0:
		return math.Log1p(-0.5 * math.Erfc(-z/math.Sqrt2))
	case z < 25:
		return math.Log(0.5 * math.Erfc(z/math.Sqrt2))
	}
	// The asymptotic series of Mills' ratio; what is left out is below 105/z^8, 1e-9 here.
	q := 1 / (z * z)
	return -z*z/2 - math.Log(z*math.Sqrt(2*math.Pi)) + math.Log1p(-q*(1-3*q*(1-5*q)))
}

// upperAt inverts -logUpper.
func upperAt(h float64) float64 {
	switch {
	case h < math.Ln2:
		return mathext.NormalQuantile(-math.Expm1(-h))
	case h < 600:
		return -mathext.NormalQuantile(math.Exp(-h))
	}
	z := math.Sqrt(2 * h) // beyond, exp(-h) is too small to write; Newton's steps on a function that is nearly z*z/2
	for range 4 {
		z -= (h + logUpper(z)) / -z
	}
	return z
}

// LogNormal is a time whose logarithm is normal. Its hazard first rises, then falls.
type LogNormal struct{ Mu, Sigma float64 } // of ln T; Sigma above 0

func (d LogNormal) z(t float64) float64 { return (math.Log(t) - d.Mu) / d.Sigma }
func (d LogNormal) Family() Family      { return LogNormalFamily }

// Parameters implements Parametric. The median stands for Mu.
func (d LogNormal) Parameters() []Parameter {
	return []Parameter{{"median", math.Exp(d.Mu), true}, {"sigma", d.Sigma, false}}
}

func (d LogNormal) CDF(t float64) float64         { return 0.5 * math.Erfc(-d.z(t)/math.Sqrt2) }
func (d LogNormal) LogSurvival(t float64) float64 { return logUpper(d.z(t)) }

func (d LogNormal) LogProb(t float64) float64 {
	return Normal(d).LogProb(math.Log(t)) - math.Log(t)
}

func (d LogNormal) HazardTime(h float64) float64 { return math.Exp(d.Mu + d.Sigma*upperAt(h)) }
func (d LogNormal) Mean() float64                { return math.Exp(d.Mu + d.Sigma*d.Sigma/2) }

// Limited implements Distribution. Weighting by T shifts the mean of ln T by the square of Sigma.
func (d LogNormal) Limited(t float64) float64 {
	return d.Mean()*LogNormal{d.Mu + d.Sigma*d.Sigma, d.Sigma}.CDF(t) + t*math.Exp(d.LogSurvival(t))
}

func (d LogNormal) Infimum() float64          { return 0 }
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
