package stat

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Weibull is a time whose hazard is a power of the time. With a Shape below 1 the hazard falls, so restarting pays;
// above 1 it rises.
type Weibull struct{ Shape, Scale float64 } // both above 0

func (d Weibull) uv() distuv.Weibull { return distuv.Weibull{K: d.Shape, Lambda: d.Scale} }
func (d Weibull) Family() Family     { return WeibullFamily }

func (d Weibull) Parameters() []Parameter {
	return []Parameter{{"shape", d.Shape, false}, {"scale", d.Scale, true}}
}

func (d Weibull) CDF(t float64) float64         { return -math.Expm1(d.LogSurvival(t)) }
func (d Weibull) LogSurvival(t float64) float64 { return d.uv().LogSurvival(t) }
func (d Weibull) LogProb(t float64) float64     { return d.uv().LogProb(t) }
func (d Weibull) HazardTime(h float64) float64  { return d.Scale * math.Pow(h, 1/d.Shape) }
func (d Weibull) Mean() float64                 { return d.uv().Mean() }

// Limited implements Distribution: the integral of exp(-(u/scale)^shape) is an incomplete gamma function.
func (d Weibull) Limited(t float64) float64 {
	return d.Mean() * mathext.GammaIncReg(1/d.Shape, math.Pow(t/d.Scale, d.Shape))
}

func (d Weibull) Infimum() float64 { return 0 }

// Fastest is M(p) in closed form: the fastest of p is Weibull again, with the scale divided by p^(1/shape).
func (d Weibull) Fastest(p float64) float64 { return d.Mean() * math.Pow(p, -1/d.Shape) }
func (d Weibull) Rand(r *rand.Rand) float64 { return d.HazardTime(r.ExpFloat64()) }

func (d Weibull) vary(by []float64) Parametric {
	return Weibull{d.Shape * math.Exp(by[0]), d.Scale * math.Exp(by[1])}
}

// likeliestWeibull solves for the shape k the one equation that is left when the scale is put in,
// sum(t^k ln t)/sum(t^k) - 1/k = mean of ln t over the runs that reached the target, whose left side rises in k.
// The sums are over all runs, which is right with censored ones too.
func likeliestWeibull(s *Sample) Parametric {
	longest := math.Log(s.Max())
	mean, deviation := s.meanOfReached(math.Log)
	powers := func(k float64) (sum, logs float64) { // of (t/longest)^k, which cannot overflow
		for _, o := range s.sorted {
			x := math.Log(o.Time) - longest
			power := math.Exp(k * x)
			sum += power
			logs += power * x
		}
		return sum, logs
	}
	k := root(1.28/deviation, func(k float64) float64 { // 1.28 is the deviation of ln T for shape 1
		sum, logs := powers(k)
		return logs/sum + longest - 1/k - mean
	})
	sum, _ := powers(k)
	return Weibull{k, math.Exp(longest + math.Log(sum/float64(s.Reached()))/k)}
}
