package main

import "github.com/multiwalk/multiwalk"

//go:generate go run ../../../internal/kernelfile/gen -type Glass

// Glass is spins, each 0 or 1, and pairs of them that want to be equal or want to differ. It holds slices of numbers
// alone, so it can be copied to a GPU as it is.
type Glass struct {
	First  []int32 // pairs of spin i are numbers First[i] to First[i+1]-1
	Other  []int32 // of each pair the other spin
	Differ []int32 // of each pair 1 if they want to differ, else 0
}

var _ multiwalk.FlipEvaluator = (*Glass)(nil)

// Space is a bit for each spin.
func (g *Glass) Space() multiwalk.Space { return multiwalk.Binary(len(g.First) - 1) }

// Cost counts the pairs that do not have what they want, each of them once.
func (g *Glass) Cost(x []int32) int64 {
	sum := int64(0)
	for i := int32(0); i < int32(len(g.First))-1; i++ {
		sum += g.Wrong(x, i)
	}
	return sum / 2
}

// Wrong counts those of one spin.
func (g *Glass) Wrong(x []int32, i int32) int64 {
	sum := int64(0)
	for k := g.First[i]; k < g.First[i+1]; k++ {
		sum += int64(x[i] ^ x[g.Other[k]] ^ g.Differ[k])
	}
	return sum
}

// FlipDelta is what the cost changes by if spin i is inverted: what was wrong is right then, and the other way round.
func (g *Glass) FlipDelta(x []int32, i int32) int64 {
	return int64(g.First[i+1]-g.First[i]) - 2*g.Wrong(x, i)
}

// Torus returns side*side spins, each beside four others, whose wishes are drawn by a seed.
func Torus(side int32, seed uint64) *Glass {
	n := side * side
	g := &Glass{First: make([]int32, n+1), Other: make([]int32, 4*n), Differ: make([]int32, 4*n)}
	r := multiwalk.NewRand(seed, 0)
	for i := range n {
		row, column := i/side, i%side
		right, below := row*side+(column+1)%side, (row+1)%side*side+column
		left, above := row*side+(column+side-1)%side, (row+side-1)%side*side+column
		g.First[i+1] = 4 * (i + 1)
		copy(g.Other[4*i:], []int32{right, below, left, above})
	}
	for i := range n { // a pair has one wish, which both of its spins note
		for k := range int32(2) {
			wish := int32(r.Uint32() & 1)
			g.Differ[4*i+k], g.Differ[4*g.Other[4*i+k]+k+2] = wish, wish
		}
	}
	return g
}
