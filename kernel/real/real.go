// Package real has functions of float64 that give the same bits on every processor and in kernels. The costs of real vectors call them
// where package math promises no bits: math.Exp and math.Log are assembly on some processors, and on others the compiler fuses
// multiplications and additions in what math.Sin and math.Cos are made of.
//
// Addition, multiplication, division, math.Sqrt, math.FMA and what only rounds, such as math.Abs and math.Floor, need no such twins: they
// are exact instructions everywhere. But a cost that shall be the same on all processors writes float64(a*b) + c, which keeps a compiler
// from fusing the two.
package real

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/reals"
)

// SinPi returns sin(pi x), to three units in the last place; NaN for NaN and infinities.
func SinPi(x float64) float64 {
	k := math.RoundToEven(x)
	return signed(halfTurn(x-k), k)
}

// SquareSinPi returns the square of sin(pi x): (1-cos(2 pi x))/2, without what the difference would lose.
func SquareSinPi(x float64) float64 {
	s := halfTurn(x - math.RoundToEven(x))
	return float64(s * s)
}

// CosPi returns cos(pi x), to 2^-52; NaN for NaN and infinities. It is the sine of what is missing to half a turn.
func CosPi(x float64) float64 { return halfTurn(0.5 - math.Abs(x-2*math.RoundToEven(x/2))) }

// The parts of pi: their sum is pi to 2^-106.
const (
	piHigh = 0x1.921fb54442d18p+1
	piLow  = 0x1.1a62633145c07p-53
)

// Sin returns sin(x), to 2^-52 for |x| below 2^30, beyond which it loses the digits that x has lost; NaN for NaN and infinities.
func Sin(x float64) float64 {
	k := math.RoundToEven(x * (1 / math.Pi))
	return signed(halfTurn(float64(less(x, k)*(1/math.Pi))), k)
}

// Cos returns cos(x), as Sin does.
func Cos(x float64) float64 {
	k := math.Floor(x * (1 / math.Pi)) // the sine of what is left to the middle of a half turn
	return signed(-halfTurn(float64(less(x, k+0.5)*(1/math.Pi))), k)
}

// less returns x - k pi, with k half turns.
func less(x, k float64) float64 { return math.FMA(-k, piLow, math.FMA(-k, piHigh, x)) }

// signed turns the sign of s round for an odd k.
func signed(s, k float64) float64 {
	if h := k / 2; h != math.Floor(h) {
		return -s
	}
	return s
}

// halfTurn returns sin(pi r) for |r| <= 1/2 and a little more: r times a polynomial in r*r, which meets sin(pi r)/r at the nodes of
// Chebyshev's polynomial of degree 9 over [0, 1/4]; its relative error is below 2^-61.
func halfTurn(r float64) float64 {
	z := float64(r * r)
	p := math.FMA(7.697826768224191e-07, z, -2.1903497074626018e-05)
	p = math.FMA(p, z, 0.0004662998161898394)
	p = math.FMA(p, z, -0.007370430505916944)
	p = math.FMA(p, z, 0.0821458865731029)
	p = math.FMA(p, z, -0.5992645293189447)
	p = math.FMA(p, z, 2.5501640398773007)
	p = math.FMA(p, z, -5.167712780049969)
	p = math.FMA(p, z, math.Pi)
	return float64(p * r)
}

// Exp returns e^x to a relative error below 1e-13: 0 for x below -700, infinity above 700, NaN for NaN.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x < -700:
		return 0
	case x > 700:
		return math.Inf(1)
	}
	return metropolis.Exp2(float64(x * math.Log2E))
}

// Log returns the natural logarithm of x to two units in the last place: -infinity for 0, NaN below it and for NaN.
func Log(x float64) float64 {
	switch {
	case x > 0 && x <= math.MaxFloat64:
		return reals.Log(x)
	case x == 0:
		return math.Inf(-1)
	case x > 0:
		return x
	}
	return math.NaN()
}

// Pow returns x^y for x >= 0, as e^(y log x).
func Pow(x, y float64) float64 {
	if y == 0 {
		return 1
	}
	return Exp(float64(y * Log(x)))
}
