// Package ordering is the linear ordering problem: in which order to put rows and columns of a matrix, the same for both, so that the sum
// above the diagonal is greatest. Economists order the sectors of an input-output table so: who supplies comes before whom he supplies. Who
// counts votes ranks candidates so that the fewest preferences are overruled.
package ordering

import "github.com/multiwalk/multiwalk"

//go:generate go run ../../internal/kernelfile/gen -type Instance -with Evolve,Genetic,TabuMoves

// Instance is a matrix to be ordered. The cost is minus the sum above the diagonal. The type is made of numbers and a slice of numbers, so it moves to a GPU as it is.
type Instance struct {
	N int32
	W []int32 // of a pair (a, b), at a*N+b; the diagonal is 0
	D []int32 // W of (a, b) less W of (b, a): what is lost when b comes before a instead of behind
}

// What the problem offers, checked by the compiler.
var (
	_ multiwalk.SwapEvaluator       = (*Instance)(nil)
	_ multiwalk.InsertionsEvaluator = (*Instance)(nil)
)

// New makes a problem of a matrix.
func New(n int, w []int32) *Instance {
	p := &Instance{int32(n), w, make([]int32, n*n)}
	for a := range n {
		w[a*n+a] = 0
		for b := range n {
			p.D[a*n+b] = w[a*n+b] - w[b*n+a]
		}
	}
	return p
}

// Space returns the orders: x[k] is the row that stands k-th.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N)) }

// Cost is minus the sum above the diagonal, in O(n²).
func (p *Instance) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range x {
		for j := i + 1; j < len(x); j++ {
			sum -= int64(p.W[x[i]*p.N+x[j]])
		}
	}
	return sum
}

// InsertDelta is O(|i-j|): x[i] changes sides with what it passes, and only D at its own row is read.
func (p *Instance) InsertDelta(x []int32, i, j int32) int64 {
	row, d := x[i]*p.N, int64(0)
	for k := i + 1; k <= j; k++ {
		d += int64(p.D[row+x[k]])
	}
	for k := j; k < i; k++ {
		d -= int64(p.D[row+x[k]])
	}
	return d
}

// InsertDeltas prices all places of x[i] in the time of the farthest: each is one step farther than that before it.
func (p *Instance) InsertDeltas(x []int32, i, first int32, deltas []int64) {
	row, at := p.D[x[i]*p.N:][:p.N], int(i-first)
	x = x[first:]
	deltas[at] = 0
	for k := at + 1; k < len(deltas); k++ {
		deltas[k] = deltas[k-1] + int64(row[x[k]])
	}
	for k := at - 1; k >= 0; k-- {
		deltas[k] = deltas[k+1] - int64(row[x[k]])
	}
}

// SwapDelta is O(|i-j|): the two change sides with each other, and each with what lies between.
func (p *Instance) SwapDelta(x []int32, i, j int32) int64 {
	if i > j {
		i, j = j, i
	}
	first, last := x[i]*p.N, x[j]*p.N
	d := int64(p.D[first+x[j]])
	for k := i + 1; k < j; k++ {
		d += int64(p.D[first+x[k]] - p.D[last+x[k]])
	}
	return d
}

// LowerBound is the cost if each pair stood in its better order.
func (p *Instance) LowerBound() (least int64) {
	for a := range p.N {
		for b := range a {
			least -= int64(max(p.W[a*p.N+b], p.W[b*p.N+a]))
		}
	}
	return least
}

// Verify evaluates an order by where each row stands, and uses nothing of what the search uses.
func (p *Instance) Verify(x []int32) (cost int64, err error) {
	place := make([]int, p.N)
	for k, a := range x {
		place[a] = k
	}
	for cell, w := range p.W {
		if place[cell/int(p.N)] < place[cell%int(p.N)] {
			cost -= int64(w)
		}
	}
	return cost, nil
}
