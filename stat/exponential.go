package stat

import (
	"math"
	"math/rand/v2"
)

// Exponential is a time without memory: whatever has been spent, as much is still to be expected. So p runs are p times
// as soon as one.
type Exponential struct{ Scale float64 } // the mean, above 0

// Family implements Parametric.
func (d Exponential) Family() Family { return ExponentialFamily }

// Parameters implements Parametric.
func (d Exponential) Parameters() []Parameter { return []Parameter{{"mean", d.Scale, true}} }

// CDF implements Distribution.
func (d Exponential) CDF(t float64) float64 { return -math.Expm1(-t / d.Scale) }

// LogSurvival implements Distribution.
func (d Exponential) LogSurvival(t float64) float64 { return -t / d.Scale }

// LogProb implements Parametric.
func (d Exponential) LogProb(t float64) float64 { return -t/d.Scale - math.Log(d.Scale) }

// HazardTime implements Distribution.
func (d Exponential) HazardTime(h float64) float64 { return d.Scale * h }

// Mean implements Distribution.
func (d Exponential) Mean() float64 { return d.Scale }

// Limited implements Distribution.
func (d Exponential) Limited(t float64) float64 { return d.Scale * d.CDF(t) }

// Infimum implements Distribution.
func (d Exponential) Infimum() float64 { return 0 }

// Fastest is M(p) in closed form.
func (d Exponential) Fastest(p float64) float64 { return d.Scale / p }

// Rand implements Parametric.
func (d Exponential) Rand(r *rand.Rand) float64 { return d.Scale * r.ExpFloat64() }

func (d Exponential) vary(by []float64) Parametric { return Exponential{d.Scale * math.Exp(by[0])} }

// likeliestExponential is the maximum of the likelihood in closed form, all time over all that reached the target.
func likeliestExponential(s *Sample) Parametric { return Exponential{s.ERT()} }
