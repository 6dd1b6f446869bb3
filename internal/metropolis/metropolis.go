// Package metropolis decides whether a walk takes a worse move (Metropolis and others, "Equation of state calculations
// by fast computing machines", 1953), with the same answer on every processor and device.
package metropolis

import "math"

const (
	log2e = 1.4426950408889634073599246810018921374266459541530
	// hopeless is the exponent from which on no 32-bit draw accepts: (0 + 1/2) / 2^32 is 2^-33.
	hopeless = 33
)

// Rule is the acceptance rule at one temperature. The zero Rule is temperature 0 and takes no worse move.
type Rule struct {
	factor float64 // log2(e) / temperature, or 0 at temperature 0
}

// At returns the rule at a temperature, in units of cost: the deterioration that is taken with probability 1/e.
// A temperature that is not above 0 gives the zero Rule.
func At(temperature float64) Rule {
	if !(temperature > 0) {
		return Rule{}
	}
	return Rule{log2e / temperature}
}

// Temperature is that of the rule, as nearly as its factor tells.
func (r Rule) Temperature() float64 {
	if r.factor == 0 {
		return 0
	}
	return log2e / r.factor
}

// Accept decides on a move with a uniformly random u: always if delta <= 0, else with probability exp(-delta/T), to
// within 2^-33. It is monotone: what is taken at some delta is taken at every lower delta with the same u.
func (r Rule) Accept(delta int64, u uint32) bool {
	if delta <= 0 {
		return true
	}
	y := float64(delta) * r.factor
	if r.factor == 0 || y >= hopeless {
		return false
	}
	return float64(u)+0.5 < Exp2(32-y)
}

// Accept is At(temperature).Accept(delta, u); a walk that stays at a temperature keeps the Rule, which saves a division.
func Accept(delta int64, temperature float64, u uint32) bool { return At(temperature).Accept(delta, u) }

// Range completes the first and the last temperature of a schedule, 0 where they are to be found, from a sample of what
// worse moves cost. It starts where a move that is worse by the average is taken with probability 1/e, and ends where
// the least of the sample has one of e^-5 and a thousandth of the average e^-1; but below 0.1 no move of a problem in
// integers is taken any more.
func Range(start, end float64, worse []int64) (float64, float64) {
	least, mean := int64(1), 1.0
	if len(worse) > 0 {
		least, mean = worse[0], 0
		for _, d := range worse {
			least = min(least, d)
			mean += float64(d)
		}
		mean /= float64(len(worse))
	}
	if start == 0 {
		start = max(mean, float64(2*end))
	}
	if end == 0 {
		end = min(max(0.1, min(float64(least)/5, start/1000)), start/2)
	}
	return start, end
}

// Exp2 returns 2^x for x in [-1022, 1023], to a relative error below 1e-14; outside that range the result is undefined,
// but the same everywhere.
//
// It is made of additions, multiplications and shifts of bits alone, each rounded by itself (the conversions keep the
// compiler from fusing them), so it gives the same bits on every GOARCH and on a GPU; math.Exp2 is assembly on some
// machines and promises no bits. Splitting x = k + f with |f| <= 1/2 leaves 2^k, which is an exponent field, times
// e^t, t = f ln 2, by its Taylor polynomial of degree 12; the rest is below 0.3466^13 / 13! < 2e-16. The polynomial is
// evaluated in pairs (Estrin), because a chain of 12 dependent multiply-adds would take twice as long.
func Exp2(x float64) float64 {
	const toInteger = 3 << 51 // adding it leaves no room for fraction bits: rounds to the nearest integer
	k := float64(x+toInteger) - toInteger
	t := float64((x - k) * math.Ln2)
	t2 := float64(t * t)
	t4 := float64(t2 * t2)
	t8 := float64(t4 * t4)
	const (
		c2  = 1.0 / 2
		c3  = c2 / 3
		c4  = c3 / 4
		c5  = c4 / 5
		c6  = c5 / 6
		c7  = c6 / 7
		c8  = c7 / 8
		c9  = c8 / 9
		c10 = c9 / 10
		c11 = c10 / 11
		c12 = c11 / 12
	)
	p0 := 1 + t
	p2 := c2 + float64(c3*t)
	p4 := c4 + float64(c5*t)
	p6 := c6 + float64(c7*t)
	p8 := c8 + float64(c9*t)
	p10 := c10 + float64(c11*t)
	q0 := p0 + float64(p2*t2)
	q4 := p4 + float64(p6*t2)
	q8 := p8 + float64(p10*t2)
	low := q0 + float64(q4*t4)
	high := q8 + float64(c12*t4)
	mantissa := low + float64(high*t8)
	return float64(mantissa * math.Float64frombits(uint64(int64(k)+1023)<<52))
}
