// Package sample has small problems of every space. They serve to find out, and to test, which methods take which
// space on which device.
package sample

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// Problems returns at least one problem of each kind of space. Together those of a kind offer all that a method may
// ask for.
func Problems() []multiwalk.Problem {
	queens, err := nqueens.New(12)
	if err != nil {
		panic(err)
	}
	clauses, err := maxsat.Random("clauses", 20, 90, 3, 1)
	if err != nil {
		panic(err)
	}
	return []multiwalk.Problem{qap.Uniform(10, 1), queens, clauses, tsp.Random(14, 1), NewBits(16, 1), NewLabels(9, 1), NewMixed(7, 1),
		NewClashes(12, 3, 0.6, 1), NewOrder(9, 1), NewRoad(12, true, 1)}
}

// Bits is unconstrained quadratic binary optimisation: minimise the sum of Q[i*N+j] x[i] x[j]. Q is symmetric.
type Bits struct {
	N int32
	Q []int32
}

// NewBits draws the matrix from -100 to 100.
func NewBits(n int, seed uint64) *Bits {
	r, p := multiwalk.NewRand(seed, 0), &Bits{int32(n), make([]int32, n*n)}
	for i := range n {
		for j := range i + 1 {
			p.Q[i*n+j] = int32(r.IntN(201)) - 100
			p.Q[j*n+i] = p.Q[i*n+j]
		}
	}
	return p
}

func (p *Bits) Space() multiwalk.Space { return multiwalk.Binary(int(p.N)) }

// Cost is O(n*n).
func (p *Bits) Cost(x []int32) (sum int64) {
	for i, v := range x {
		for j, w := range x {
			sum += int64(p.Q[int32(i)*p.N+int32(j)]) * int64(v*w)
		}
	}
	return sum
}

// FlipDelta is O(n).
func (p *Bits) FlipDelta(x []int32, i int32) int64 {
	row := p.Q[i*p.N : (i+1)*p.N]
	sum := int64(row[i])
	for j, v := range x {
		if int32(j) != i {
			sum += 2 * int64(row[j]) * int64(v)
		}
	}
	return sum * int64(1-2*x[i])
}

// Flip2Delta is O(n).
func (p *Bits) Flip2Delta(x []int32, i, j int32) int64 {
	return p.FlipDelta(x, i) + p.FlipDelta(x, j) + 2*int64(p.Q[i*p.N+j])*int64((1-2*x[i])*(1-2*x[j]))
}

// Labels gives N elements numbers from -2 to 3. Pair j < i wants x[i] - x[j] to be Want[i*N+j], and costs the squared
// error.
type Labels struct {
	N    int32
	Want []int32
}

// NewLabels draws the wishes from -5 to 5.
func NewLabels(n int, seed uint64) *Labels {
	r, p := multiwalk.NewRand(seed, 0), &Labels{int32(n), make([]int32, n*n)}
	for i := range n {
		for j := range i {
			p.Want[i*n+j] = int32(r.IntN(11)) - 5
			p.Want[j*n+i] = -p.Want[i*n+j]
		}
	}
	return p
}

func (p *Labels) Space() multiwalk.Space { return multiwalk.Integers(int(p.N), -2, 3) }

// Cost is O(n*n).
func (p *Labels) Cost(x []int32) (sum int64) {
	for i := range x {
		for j := range i {
			d := int64(x[i] - x[j] - p.Want[int32(i)*p.N+int32(j)])
			sum += d * d
		}
	}
	return sum
}

// ChangeDelta is O(n).
func (p *Labels) ChangeDelta(x []int32, i, v int32) (sum int64) {
	for j, w := range x {
		if int32(j) != i {
			want := p.Want[i*p.N+int32(j)]
			was, is := int64(x[i]-w-want), int64(v-w-want)
			sum += is*is - was*was
		}
	}
	return sum
}

// Mixed is a product without deltas: the order of N items, which of them count, and two numbers from 0 to 4 that are
// best one apart. A pair that counts costs W[a*N+b] if b comes before a.
type Mixed struct {
	N int32
	W []int32
}

// NewMixed draws the weights from -40 to 59.
func NewMixed(n int, seed uint64) *Mixed {
	r, p := multiwalk.NewRand(seed, 0), &Mixed{int32(n), make([]int32, n*n)}
	for k := range p.W {
		p.W[k] = int32(r.IntN(100)) - 40
	}
	return p
}

func (p *Mixed) Space() multiwalk.Space {
	n := int(p.N)
	return multiwalk.Product(multiwalk.Permutation(n), multiwalk.Binary(n), multiwalk.Integers(2, 0, 4))
}

// Cost is O(n*n).
func (p *Mixed) Cost(x []int32) (sum int64) {
	order, counts := x[:p.N], x[p.N:2*p.N]
	for i := range p.N {
		for j := range i {
			sum += int64(p.W[order[i]*p.N+order[j]]) * int64(counts[i]) * int64(1+counts[j])
		}
	}
	apart := int64(x[2*p.N] - x[2*p.N+1] - 1)
	return sum + 10*apart*apart
}
