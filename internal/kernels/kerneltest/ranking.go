package kerneltest

import "github.com/multiwalk/multiwalk"

// Ranking is the linear ordering problem, on cores and for kernels as Go functions.
type Ranking struct {
	N int32
	W []int32
}

// NewRanking draws weights below 50, times a scale.
func NewRanking(n, scale int32) *Ranking {
	r, p := multiwalk.NewRand(3, 1), &Ranking{N: n}
	for range n * n {
		p.W = append(p.W, scale*int32(r.IntN(50)))
	}
	return p
}

func (p *Ranking) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N)) }

// Cost evaluates in full.
func (p *Ranking) Cost(x []int32) int64 {
	sum := int64(0)
	for i, a := range x {
		for _, b := range x[:i] {
			sum += int64(p.W[a*p.N+b])
		}
	}
	return sum
}

// SwapDelta is O(n).
func (p *Ranking) SwapDelta(x []int32, i, j int32) int64 {
	i, j = min(i, j), max(i, j)
	w := func(a, b int32) int64 { return int64(p.W[a*p.N+b]) }
	a, b := x[i], x[j]
	sum := w(a, b) - w(b, a)
	for _, c := range x[i+1 : j] {
		sum += w(a, c) - w(c, a) + w(c, b) - w(b, c)
	}
	return sum
}
