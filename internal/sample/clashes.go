package sample

import "github.com/multiwalk/multiwalk"

//go:generate go run ../kernelfile/gen -type Clashes -only Evolve,Explore,TabuClash

// Clashes is graph colouring: a pair of the list clashes if both elements have the same value, and each such pair costs 1.
type Clashes struct {
	N, Values int32
	From      []int32 // the elements that share a pair with i are With[From[i]:From[i+1]]
	With      []int32
}

// NewClashes draws which of all pairs are on the list: each with the same chance.
func NewClashes(n, values int, chance float64, seed uint64) *Clashes {
	r, near := multiwalk.NewRand(seed, 0), make([][]int32, n)
	for i := range n {
		for j := range i {
			if r.Float64() < chance {
				near[i], near[j] = append(near[i], int32(j)), append(near[j], int32(i))
			}
		}
	}
	p := &Clashes{N: int32(n), Values: int32(values), From: []int32{0}, With: []int32{}}
	for _, list := range near {
		p.With = append(p.With, list...)
		p.From = append(p.From, int32(len(p.With)))
	}
	return p
}

func (p *Clashes) Space() multiwalk.Space { return multiwalk.Integers(int(p.N), 1, p.Values) }

// Cost is O(pairs).
func (p *Clashes) Cost(x []int32) (clashes int64) {
	for i := range p.N {
		for _, j := range p.With[p.From[i]:p.From[i+1]] {
			if j < i && x[i] == x[j] {
				clashes++
			}
		}
	}
	return clashes
}

// ChangeDelta is O(pairs of i).
func (p *Clashes) ChangeDelta(x []int32, i, v int32) (sum int64) {
	for _, j := range p.With[p.From[i]:p.From[i+1]] {
		switch x[j] {
		case v:
			sum++
		case x[i]:
			sum--
		}
	}
	return sum
}

// ClashFrom is where the elements of i begin.
func (p *Clashes) ClashFrom(i int32) int32 { return p.From[i] }

// ClashWith is one of them.
func (p *Clashes) ClashWith(k int32) int32 { return p.With[k] }
