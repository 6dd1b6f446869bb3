// Package costas is Costas arrays: a dot in each column and each row of a board, such that no two pairs of dots have the same vector between
// them. They are rare, hard to find, and used in radar and sonar.
package costas

import (
	"fmt"
	"strconv"

	"github.com/multiwalk/multiwalk"
)

// MaxN is the greatest board: its counts take 4 MiB a walk, and its costs fit 62 bits by far.
const MaxN = 1 << 10

// Instance is the problem of a Costas array of some order. Make one with New.
type Instance struct{ n int32 }

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.Stater  = (*Instance)(nil)
	_ multiwalk.Bounder = (*Instance)(nil)
)

// New returns the problem of n columns, n from 1 to MaxN. Whether there are arrays of the orders 32 and 33, and of some greater ones, nobody
// knows.
func New(n int) (*Instance, error) {
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("costas: %d columns: the number must be from 1 to %d", n, MaxN)
	}
	return &Instance{int32(n)}, nil
}

// Name returns "costas:" and the order.
func (p *Instance) Name() string { return Prefix + strconv.Itoa(int(p.n)) }

// Space returns the permutations: x[i] is the row of the dot in column i.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Permutation(int(p.n)) }

// Temperatures implements auto's Reheater: arrays lie alone.
func (p *Instance) Temperatures() (hottest, coldest float64) {
	return float64(p.n) * float64(p.n), float64(p.n) * float64(p.n) / 4
}

// LowerBound is 0, what a Costas array costs.
func (p *Instance) LowerBound() int64 { return 0 }

// gaps is up to how many columns apart dots are compared. Half the columns are enough (Chang 1987): of two equal vectors that are longer, those
// between the dots of their ends are equal too, and shorter.
func (p *Instance) gaps() int32 { return (p.n - 1) / 2 }

// weight is what a vector costs that has been there before. Errors between near dots cost more (Diaz, Richoux, Codognet, Caniou and
// Abreu, "Constraint-based local search for the Costas array problem", 2012).
func (p *Instance) weight(gap int32) int64 { return int64(p.n)*int64(p.n) - int64(gap)*int64(gap) }

// Cost is 0 for a Costas array, and else the sum of the weights n²-d² of all vectors of d columns, up to half of n, that have been there before.
func (p *Instance) Cost(x []int32) (cost int64) {
	seen := make([]bool, 2*p.n)
	for gap := int32(1); gap <= p.gaps(); gap++ {
		clear(seen)
		for i, v := range x[gap:] {
			height := v - x[i] + p.n
			if seen[height] {
				cost += p.weight(gap)
			}
			seen[height] = true
		}
	}
	return cost
}

// Verify evaluates an array by comparing all pairs of vectors, and uses nothing of what the search uses: in O(n³).
func (p *Instance) Verify(x []int32) (cost int64, err error) {
	n := len(x)
	for d := 1; d <= (n-1)/2; d++ {
		for i := d; i < n; i++ {
			for k := d; k < i; k++ {
				if x[i]-x[i-d] == x[k]-x[k-d] {
					cost += int64(n*n - d*d)
					break
				}
			}
		}
	}
	return cost, nil
}
