// Package qubo is quadratic unconstrained binary optimisation: over n bits, minimise
//
//	sum over i of linear[i]*x[i] + sum over terms of Weight*x[I]*x[J].
//
// An Instance is a problem by itself, and a part of others: who embeds one in a type of his own has its cost, its
// deltas and its states, and adds a name, a reader or a constructor.
package qubo

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Term is a product of two bits, and costs Weight where both are 1. Where I == J it is linear.
type Term struct {
	I, J   int32
	Weight int64
}

// Instance is a problem of bits. Its states keep the local field of each bit: what a 1 there costs beside the other
// bits. So they price a flip, and the exchange of two bits, in O(1) (of a sparse instance the exchange in O(log
// degree)), and a flip that is made takes O(degree), the number of terms with that bit. Without a state a flip is
// priced in O(degree).
//
// Where a bit is in an eighth of all possible terms on average, weights lie in rows of a matrix, else in lists. They
// have 32 bits if all fields are sure to fit.
type Instance struct {
	n         int
	name      string
	maximised string
	notes     []string
	evident   []int32 // see Evident
	form
}

// Maximised is the word for what is to be great, whose amount is the cost with the other sign, such as the cut of MaxCut. It is empty
// where the cost itself is what is to be small.
func (p *Instance) Maximised() string { return p.maximised }

// Notes says how a reader understood a file where others might have meant something else by it.
func (p *Instance) Notes() []string { return p.notes }

// form is the weights in one of several layouts.
type form interface {
	cost(x []int32) int64
	flipDelta(x []int32, i int32) int64
	newState(x []int32) multiwalk.State
	links() int // pairs of bits with a weight, each counted at both bits
}

// New returns the instance of n bits with these weights; terms of the same bits add up. linear has n weights, or is
// nil. It refuses bits that are not there, and weights that together might not fit a cost of 64 bits.
func New(n int, linear []int64, terms []Term) (*Instance, error) {
	if err := multiwalk.Binary(n).Validate(); err != nil {
		return nil, err
	}
	if len(linear) != n && linear != nil {
		return nil, fmt.Errorf("multiwalk: %d bits have %d linear weights; give one for each, or nil", n, len(linear))
	}
	sum := uint64(0) // of all weights without their signs: no sum of some of them is greater
	for i, w := range linear {
		if sum += magnitude(w); sum > math.MaxInt64 {
			return nil, fmt.Errorf("multiwalk: with linear weight %d, %d, %s", i, w, tooGreat)
		}
	}
	own := append(make([]int64, 0, n), linear...)[:n]
	var pairs []Term
	for k, t := range terms {
		if min(t.I, t.J) < 0 || int(max(t.I, t.J)) >= n {
			return nil, fmt.Errorf("multiwalk: term %d is of bits %d and %d; they must be from 0 to %d", k, t.I, t.J, n-1)
		}
		if sum += magnitude(t.Weight); sum > math.MaxInt64 {
			return nil, fmt.Errorf("multiwalk: with the weight of term %d, %d, %s", k, t.Weight, tooGreat)
		}
		if t.I == t.J {
			own[t.I] += t.Weight
			continue
		}
		pairs = append(pairs, Term{min(t.I, t.J), max(t.I, t.J), t.Weight})
	}
	pairs = merged(pairs)
	p := &Instance{n: n, evident: evident(own, pairs)}
	if greatestField(own, pairs) < math.MaxInt32 {
		p.form = layOut[int32](own, pairs)
	} else {
		p.form = layOut[int64](own, pairs)
	}
	return p, nil
}

// greatestField is a bound on all local fields, without their signs.
func greatestField(linear []int64, pairs []Term) uint64 {
	sums := make([]uint64, len(linear))
	for i, w := range linear {
		sums[i] = magnitude(w)
	}
	for _, t := range pairs {
		sums[t.I] += magnitude(t.Weight)
		sums[t.J] += magnitude(t.Weight)
	}
	return slices.Max(sums)
}

const tooGreat = "the weights add up, without their signs, to more than 2^63-1, so that a cost might not fit 64 bits; " +
	"divide them all by a common number"

// magnitude is a number without its sign.
func magnitude(w int64) uint64 {
	if w < 0 {
		return -uint64(w)
	}
	return uint64(w)
}

// merged sorts the terms and adds up those of the same bits.
func merged(pairs []Term) []Term {
	slices.SortFunc(pairs, func(a, b Term) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) })
	var sums []Term
	for _, t := range pairs {
		if last := len(sums) - 1; last >= 0 && sums[last].I == t.I && sums[last].J == t.J {
			sums[last].Weight += t.Weight
		} else {
			sums = append(sums, t)
		}
	}
	return slices.DeleteFunc(sums, func(t Term) bool { return t.Weight == 0 })
}

// Matrix returns the instance of n bits whose cost is the sum of q[i*n+j]*x[i]*x[j] over all i and j.
func Matrix(n int, q []int64) (*Instance, error) {
	if n < 1 || len(q) != n*n {
		return nil, fmt.Errorf("multiwalk: a matrix for %d bits has %d numbers; it must have %d*%d", n, len(q), n, n)
	}
	var terms []Term
	for k, w := range q {
		if w != 0 {
			terms = append(terms, Term{int32(k / n), int32(k % n), w})
		}
	}
	return New(n, nil, terms)
}

// Pairs implements neighbourhood.Pairwise, where weights lie in lists; else it is nil.
func (p *Instance) Pairs() *neighbourhood.Pairs {
	if l, ok := p.form.(interface{ pairwise() *neighbourhood.Pairs }); ok && p.links() <= math.MaxInt32 {
		return l.pairwise()
	}
	return nil
}

// Space returns n bits.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Binary(p.n) }

// Cost is O(n + terms), or O(n*n) where weights lie in a matrix.
func (p *Instance) Cost(x []int32) int64 { return p.cost(x) }

// FlipDelta is O(degree), or O(n) where weights lie in a matrix.
func (p *Instance) FlipDelta(x []int32, i int32) int64 { return p.flipDelta(x, i) }

// Degree returns how many other bits a bit has a weight with, on average.
func (p *Instance) Degree() float64 { return float64(p.links()) / float64(p.n) }

// NewState returns the local fields at x.
func (p *Instance) NewState(x []int32) multiwalk.State { return p.newState(x) }
