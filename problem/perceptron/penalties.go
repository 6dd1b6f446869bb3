package perceptron

import (
	"fmt"
	"math"
)

// Penalties says what a solution is charged. The cost is
//
//	sum over rows with a negative product w of Negative * |w|^NegativePower +
//	sum over all products w of Histogram * |rows that have w - rows that have w by a solution|^HistogramPower.
type Penalties struct {
	Negative, NegativePower   int
	Histogram, HistogramPower int
}

// KnudsenMeier are the penalties of Knudsen and Meier, "Cryptanalysis of an identification scheme based on the permuted
// perceptron problem", 1999, with which instances begin.
var KnudsenMeier = Penalties{Negative: 30, NegativePower: 1, Histogram: 1, HistogramPower: 1}

// Temperatures are those between which annealing finds solutions, see package auto. At a third of the greater one it finds
// none, and from half of it on it is of little matter which one it is.
func (p *Instance) Temperatures() (hottest, coldest float64) {
	return float64(p.penalties.Negative) * 4 / 3, float64(p.penalties.Negative) / 2
}

// With returns the same instance with other penalties. It refuses factors below 1, powers outside 1 to 4, and penalties
// with which a cost might not fit 31 bits.
func (p *Instance) With(c Penalties) (*Instance, error) {
	if min(c.Negative, c.NegativePower, c.Histogram, c.HistogramPower) < 1 || max(c.NegativePower, c.HistogramPower) > 4 {
		return nil, fmt.Errorf("multiwalk: penalties %+v; factors are 1 and more, and powers 1 to 4", c)
	}
	m, n := float64(p.m), float64(p.n)
	if float64(c.Negative)*m*math.Pow(n, float64(c.NegativePower))+
		float64(c.Histogram)*2*math.Pow(m, float64(c.HistogramPower)) >= math.MaxInt32 {
		return nil, fmt.Errorf("multiwalk: penalties %+v might charge more than 2^31-1 for %d rows of %d signs; take lesser ones",
			c, p.m, p.n)
	}
	q := *p
	q.penalties, q.stride, q.empty = c, p.m+1, 0
	q.charge = make([]int32, (p.n+1)*q.stride)
	for t, want := range p.target {
		none := c.Histogram * power(int(want), c.HistogramPower)
		row := 0
		if w := 2*t - p.n; w < 0 {
			row = c.Negative * power(-w, c.NegativePower)
		}
		for h := range q.stride {
			off := max(h-int(want), int(want)-h)
			q.charge[t*q.stride+h] = int32(row*h + c.Histogram*power(off, c.HistogramPower) - none)
		}
		q.empty += int64(none)
	}
	return &q, nil
}

// power is v^exponent.
func power(v, exponent int) int {
	p := 1
	for range exponent {
		p *= v
	}
	return p
}
