package golden

import "github.com/multiwalk/multiwalk"

//go:generate go run ../kernelfile/gen -type ordering -with Evolve,Genetic,TabuMoves

// ordering is the linear ordering problem, as a user would write it who wants it to run on GPUs: an order of N sectors with
// the least weight W[a*N+b] of pairs in which a comes after b.
type ordering struct {
	N int32
	W []int32
}

// newOrdering draws weights up to 99.
func newOrdering(n int, seed uint64) *ordering {
	r := multiwalk.NewRand(seed, 0)
	p := &ordering{N: int32(n), W: make([]int32, n*n)}
	for i := range p.W {
		p.W[i] = int32(r.IntN(100))
	}
	return p
}

func (p *ordering) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N)) }

// Cost is O(n*n).
func (p *ordering) Cost(x []int32) int64 {
	sum := int64(0)
	for i, a := range x {
		for _, b := range x[:i] {
			sum += int64(p.W[a*p.N+b])
		}
	}
	return sum
}

// turned is what it changes that a, which came before b, comes after it.
func (p *ordering) turned(a, b int32) int64 { return int64(p.W[a*p.N+b]) - int64(p.W[b*p.N+a]) }

// SwapDelta is O(n).
func (p *ordering) SwapDelta(x []int32, i, j int32) int64 {
	if i > j {
		i, j = j, i
	}
	a, b := x[i], x[j]
	sum := p.turned(a, b)
	for _, c := range x[i+1 : j] {
		sum += p.turned(a, c) + p.turned(c, b)
	}
	return sum
}
