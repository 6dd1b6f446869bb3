// Package q3ap is the quadratic three-dimensional assignment problem (Pierskalla 1967; Hahn et al., "The quadratic
// three-dimensional assignment problem: exact and approximate solution methods", EJOR 184, 2008): two permutations p and q of
// 0..n-1 such that the sum over all i, k of C[i, p(i), q(i), k, p(k), q(k)] is least. Here, as in the instances nug*-d that the
// literature derives from QAPLIB's, C is a product:
//
//	cost(p, q) = sum over i, k of F[i][k]^2 * D[p(i)][p(k)] * D[q(i)][q(k)]
//
// Which matrix of a QAPLIB file is F decides what the problem is, and publications differ in it: see Read.
package q3ap

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// MaxN is the greatest size.
const MaxN = 1 << 12

// form is an instance as kernels see it; cores price by the same code.
type form interface {
	Cost(x []int32) int64
	SwapDelta(x []int32, i, j int32) int64
	JointSwapDelta(x []int32, i, j int32) int64
}

// Instance is a quadratic three-dimensional assignment problem. A solution is p and then q, 2*n numbers. Make one with New, Read
// or Random; do not change it afterwards.
type Instance struct {
	N    int
	Flow []int32 // F, n*n, row by row, not squared
	Dist []int32 // D, n*n, row by row

	name string
	form
}

// New returns an instance over F, whose entries it squares, and D, both n*n, which it keeps. It refuses a size outside [1, MaxN],
// matrices of another size, and numbers so great that a square might not fit int32, or a cost int64.
func New(name string, n int, flow, dist []int32) (*Instance, error) {
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("q3ap: n is %d; it must be from 1 to %d", n, MaxN)
	}
	if len(flow) != n*n || len(dist) != n*n {
		return nil, fmt.Errorf("q3ap: %s has %d numbers in F and %d in D; n = %d needs %d of each", name, len(flow), len(dist), n, n*n)
	}
	f, d := greatest(flow), greatest(dist)
	if f > mostFlow {
		return nil, fmt.Errorf("q3ap: F of %s has a number of size %d, and it is squared; it must be at most %d: scale F down", name, f, mostFlow)
	}
	// All products on the way to a delta are below four times the bound of a cost.
	hi, bound := bits.Mul64(f*f*uint64(n)*uint64(n), d*d)
	if hi != 0 || bound > math.MaxInt64/8 {
		return nil, fmt.Errorf("q3ap: a cost of %s might not fit int64: the greatest number of F is %d, of D %d; scale one of them down", name, f, d)
	}
	q := &Instance{N: n, Flow: flow, Dist: dist, name: name}
	if bound <= math.MaxInt32/8 && hollow(flow, n) && hollow(dist, n) && symmetric(dist, n) {
		q.form = newNarrow(int32(n), flow, dist)
	} else {
		q.form = newGeneral(int32(n), flow, dist)
	}
	return q, nil
}

// mostFlow is the greatest number whose square, and twice that, fits int32.
const mostFlow = 32767

// Name returns the instance's name, such as "nug12-d".
func (q *Instance) Name() string { return q.name }

// Space returns the pairs of permutations of n.
func (q *Instance) Space() multiwalk.Space {
	return multiwalk.Product(multiwalk.Permutation(q.N), multiwalk.Permutation(q.N))
}

// LowerBound returns 0 where F or D is all 0, so that all solutions cost nothing; elsewhere multiwalk.NoBound.
func (q *Instance) LowerBound() int64 {
	filled := func(v int32) bool { return v != 0 }
	if slices.ContainsFunc(q.Flow, filled) && slices.ContainsFunc(q.Dist, filled) {
		return multiwalk.NoBound
	}
	return 0
}

func greatest(m []int32) (most uint64) {
	for _, v := range m {
		most = max(most, uint64(max(int64(v), -int64(v))))
	}
	return most
}

func hollow(m []int32, n int) bool {
	for i := range n {
		if m[i*n+i] != 0 {
			return false
		}
	}
	return true
}

func symmetric(m []int32, n int) bool {
	for i := range n {
		for j := range i {
			if m[i*n+j] != m[j*n+i] {
				return false
			}
		}
	}
	return true
}

func transposed(m []int32, n int) []int32 {
	t := make([]int32, n*n)
	for i := range n {
		for j := range n {
			t[j*n+i] = m[i*n+j]
		}
	}
	return t
}

// squared returns the squares of the numbers of F.
func squared(flow []int32) []int32 {
	squares := make([]int32, len(flow))
	for k, v := range flow {
		squares[k] = v * v
	}
	return squares
}
