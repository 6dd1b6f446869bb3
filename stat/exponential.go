package stat

import (
	"math"
	"math/rand/v2"
)

// Exponential is a time without memory: however long a run has taken, the expected remaining time is the same. So the
// fastest of p runs takes 1/p of the time of one.
type Exponential struct{ Scale float64 } // the mean, above 0

func (d Exponential) Family() Family                { return ExponentialFamily }
func (d Exponential) Parameters() []Parameter       { return []Parameter{{"mean", d.Scale, true}} }
func (d Exponential) CDF(t float64) float64         { return -math.Expm1(-t / d.Scale) }
func (d Exponential) LogSurvival(t float64) float64 { return -t / d.Scale }
func (d Exponential) LogProb(t float64) float64     { return -t/d.Scale - math.Log(d.Scale) }
func (d Exponential) HazardTime(h float64) float64  { return d.Scale * h }
func (d Exponential) Mean() float64                 { return d.Scale }
func (d Exponential) Limited(t float64) float64     { return d.Scale * d.CDF(t) }
func (d Exponential) Infimum() float64              { return 0 }

// Fastest is M(p) in closed form.
func (d Exponential) Fastest(p float64) float64 { return d.Scale / p }
func (d Exponential) Rand(r *rand.Rand) float64 { return d.Scale * r.ExpFloat64() }

func (d Exponential) vary(by []float64) Parametric { return Exponential{d.Scale * math.Exp(by[0])} }

// likeliestExponential is the maximum of the likelihood in closed form, all time over all that reached the target.
func likeliestExponential(s *Sample) Parametric { return Exponential{s.ERT()} }

// Shifted is a fixed time that every run needs, plus an exponential time. More runs shorten only the second part.
type Shifted struct {
	Shift float64 // at least 0
	Scale float64 // the mean beyond the shift, above 0
}

func (d Shifted) beyond() Exponential { return Exponential{d.Scale} }
func (d Shifted) Family() Family      { return ShiftedFamily }

func (d Shifted) Parameters() []Parameter {
	return []Parameter{{"shift", d.Shift, true}, {"scale", d.Scale, true}}
}

func (d Shifted) CDF(t float64) float64         { return d.beyond().CDF(max(0, t-d.Shift)) }
func (d Shifted) LogSurvival(t float64) float64 { return d.beyond().LogSurvival(max(0, t-d.Shift)) }

func (d Shifted) LogProb(t float64) float64 {
	if t < d.Shift {
		return math.Inf(-1)
	}
	return d.beyond().LogProb(t - d.Shift)
}

func (d Shifted) HazardTime(h float64) float64 { return d.Shift + d.Scale*h }
func (d Shifted) Mean() float64                { return d.Shift + d.Scale }
func (d Shifted) Limited(t float64) float64    { return min(t, d.Shift) + d.Scale*d.CDF(t) }
func (d Shifted) Infimum() float64             { return d.Shift }

// Fastest is M(p) in closed form.
func (d Shifted) Fastest(p float64) float64 { return d.Shift + d.Scale/p }
func (d Shifted) Rand(r *rand.Rand) float64 { return d.Shift + d.beyond().Rand(r) }

func (d Shifted) vary(by []float64) Parametric {
	return Shifted{max(0, d.Shift+d.Scale*by[0]), d.Scale * math.Exp(by[1])}
}

// likeliestShifted begins with the maximum of the likelihood, which has its shift at the fastest run and its scale at
// the mean time beyond. The fastest of n runs, however, is late by scale/n on average, which would be most of a
// prediction for p near n, and the scale is short by as much. So both are corrected by what makes them unbiased where
// all runs reached the target; but a shift is never below 0.
func likeliestShifted(s *Sample) Parametric {
	first := s.Min()
	beyond := 0.0
	for _, o := range s.sorted {
		beyond += max(0, o.Time-first)
	}
	scale := beyond / max(1, float64(s.Reached()-1))
	if shift := first - scale/float64(s.Runs()); shift > 0 {
		return Shifted{shift, scale}
	}
	return Shifted{0, s.ERT()}
}
