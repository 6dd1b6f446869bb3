package stat

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Gamma is the distribution that the paper chooses. For a whole Shape it is the sum of Shape exponential times of mean
// Scale.
type Gamma struct{ Shape, Scale float64 } // both above 0

func (d Gamma) uv() distuv.Gamma { return distuv.Gamma{Alpha: d.Shape, Beta: 1 / d.Scale} }
func (d Gamma) Family() Family   { return GammaFamily }

func (d Gamma) Parameters() []Parameter {
	return []Parameter{{"shape", d.Shape, false}, {"scale", d.Scale, true}}
}

func (d Gamma) CDF(t float64) float64 { return mathext.GammaIncReg(d.Shape, t/d.Scale) }

func (d Gamma) LogSurvival(t float64) float64 {
	x := t / d.Scale
	if f := mathext.GammaIncReg(d.Shape, x); f < 0.9 {
		return math.Log1p(-f)
	}
	if q := mathext.GammaIncRegComp(d.Shape, x); q > 1e-280 {
		return math.Log(q)
	}
	// So far out the incomplete gamma function is its last term, x^(a-1) e^-x / gamma(a), times x/(x-a+1) but for
	// a relative error of the order a/x^2.
	a := d.Shape
	lg, _ := math.Lgamma(a)
	return a*math.Log(x) - x - lg - math.Log(x-a+1)
}

func (d Gamma) LogProb(t float64) float64 { return d.uv().LogProb(t) }

func (d Gamma) HazardTime(h float64) float64 {
	if h < 2.3 { // while the survival is above 0.1, the CDF has all its digits
		return d.Scale * lowerGammaAt(d.Shape, -math.Expm1(-h))
	}
	return d.Scale * mathext.GammaIncRegCompInv(d.Shape, math.Exp(-min(h, 600)))
}

func (d Gamma) Mean() float64 { return d.Shape * d.Scale }

// Limited implements Distribution. Weighting by T raises the shape by 1.
func (d Gamma) Limited(t float64) float64 {
	return d.Mean()*Gamma{d.Shape + 1, d.Scale}.CDF(t) + t*math.Exp(d.LogSurvival(t))
}

func (d Gamma) Infimum() float64 { return 0 }

func (d Gamma) Rand(r *rand.Rand) float64 {
	uv := d.uv()
	uv.Src = r
	return uv.Rand()
}

func (d Gamma) vary(by []float64) Parametric {
	return Gamma{d.Shape * math.Exp(by[0]), d.Scale * math.Exp(by[1])}
}

// likeliestGamma solves ln a - digamma(a) = ln(mean) - mean of ln t for the shape a unless runs are censored; then the
// solution for those that reached the target is where the search for it begins.
func likeliestGamma(s *Sample) Parametric {
	mean, _ := s.meanOfReached(func(t float64) float64 { return t })
	logs, _ := s.meanOfReached(math.Log)
	spread := math.Log(mean) - logs // above 0, as times differ
	a := root(0.5/spread, func(a float64) float64 { return spread - math.Log(a) + mathext.Digamma(a) })
	d := Gamma{a, mean / a}
	if s.Reached() == s.Runs() {
		return d
	}
	return likeliest(s, d)
}

// lowerGammaAt inverts the regularised lower incomplete gamma function P(a, x) = f for f not too near 1. The library's
// inverse is good to an absolute error, and so has no digits left for the small times that decide M(p). In u = ln x the
// function ln P is concave and below a*u - ln gamma(a+1), so Newton's steps from where that line meets ln f go up to
// the solution and never past it.
func lowerGammaAt(a, f float64) float64 {
	lg, _ := math.Lgamma(a + 1)
	target := math.Log(f)
	u := (target + lg) / a
	if u < -600 { // P is its first term
		return math.Exp(u)
	}
	for range 200 {
		x := math.Exp(u)
		p := mathext.GammaIncReg(a, x)
		if p <= 0 { // too small for the library, but then it is its first terms, as large as the density says
			p = math.Exp(a*u-lg-x) * (1 + x/(a+1))
			if p == 0 {
				u += 1 / a
				continue
			}
		}
		slope := math.Exp(a*u-x-lg+math.Log(a)) / p
		step := (target - math.Log(p)) / slope
		u += step
		if math.Abs(step) < 1e-14*max(1, math.Abs(u)) {
			break
		}
	}
	return math.Exp(u)
}
