package stat

import (
	"math"

	"gonum.org/v1/gonum/integrate"
)

// Fastest returns M(p), the expected time of the fastest of p independent runs (p above 0, but need not be whole), for a
// distribution of the time of one.
//
// By equations 3 to 5 it is the integral of t g(p,t), where g is the derivative of G = 1 - (1-F)^p. With the cumulative
// hazard h = -p ln(1-F(t)) in place of t, G = 1 - exp(-h), and M(p) is the integral of exp(-h) t(h/p) over h from 0 on.
// There is no power of p left in it, so it is as exact for p = 1e6 as for 1.
func Fastest(d Distribution, p float64) float64 {
	if closed, ok := d.(interface{ Fastest(p float64) float64 }); ok {
		return closed.Fastest(p)
	}
	if f, ok := d.(*Fit); ok {
		return Fastest(f.Parametric, p)
	}
	return fastest(d, p)
}

// fastest integrates numerically. A distribution that reaches below 0 counts from 0, where the hazard is h0; the times
// from there on are smooth. With h = exp(s - exp(-s)) the integrand dies off faster than exponentially on both sides,
// whatever power of h it begins with, and then the trapezoidal rule converges exponentially (Takahasi and Mori). The
// library's quadratures are of fixed degree, and converge slowly here.
func fastest(d Distribution, p float64) float64 {
	const from, to, step = -3.75, 3.875, 1.0 / 16
	const n = int((to-from)/step) + 1
	h0 := -p * d.LogSurvival(0)
	if h0 > 700 {
		return 0
	}
	s, f := make([]float64, n), make([]float64, n)
	for i := range s {
		s[i] = from + step*float64(i)
		e := math.Exp(-s[i])
		h := math.Exp(s[i] - e)
		f[i] = math.Exp(-h) * d.HazardTime((h0+h)/p) * h * (1 + e)
	}
	return math.Exp(-h0) * integrate.Trapezoidal(s, f)
}

// Speedup returns M(1)/M(p).
func Speedup(d Distribution, p float64) float64 { return d.Mean() / Fastest(d, p) }

// FastestQuantile returns the time by which the fastest of p independent runs has the target with probability q.
func FastestQuantile(d Distribution, p, q float64) float64 { return d.HazardTime(-math.Log1p(-q) / p) }

// SpeedupLimit returns what the speed-up tends to for more and more runs: the mean over the time that every run needs. It is
// infinite where a run may have the target at once.
func SpeedupLimit(d Distribution) float64 {
	if d.Infimum() <= 0 {
		return math.Inf(1)
	}
	return d.Mean() / d.Infimum()
}
