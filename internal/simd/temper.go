package simd

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// ProposalGroup is how many proposals DrawProposals makes at once: two of each of eight blocks of random words.
const ProposalGroup = 2 * Lanes

// DrawProposals writes the random words of len(pairs) proposals, from 2*step on. The number must be a multiple of
// ProposalGroup: block step+k of seed, walk and lane (see package rng) gives proposals 2k and 2k+1 a word in pairs and
// one in draws each.
func DrawProposals(pairs, draws []uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	if len(pairs)%ProposalGroup != 0 || len(draws) < len(pairs) {
		panic("simd: proposals come in groups")
	}
	if len(pairs) > 0 {
		drawProposals(pairs, draws, seed, walk, step, lane)
	}
}

func drawProposalsPortable(pairs, draws []uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	key := [2]uint32{uint32(seed), uint32(seed >> 32)}
	for at := 0; at < len(pairs); at += 2 {
		w := rng.Philox([4]uint32{uint32(step), uint32(step >> 32), lane, walk}, key)
		pairs[at], draws[at], pairs[at+1], draws[at+1] = w[0], w[1], w[2], w[3]
		step++
	}
}

// DrawLanes writes the random words of 8 lanes of a seed, walk and step, from a lane on (see package rng): word k of the l-th
// goes to words[k][l].
func DrawLanes(words *[4][Lanes]uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	drawLanes(words, seed, walk, step, lane)
}

func drawLanesPortable(words *[4][Lanes]uint32, seed uint64, walk uint32, step uint64, lane uint32) {
	for l := range words[0] {
		for k, w := range rng.At(seed, walk, step, lane+uint32(l)) {
			words[k][l] = w
		}
	}
}

// Payments is an assignment and what prices its swaps: e[u*Stride+l] is what position u would pay for value l if all others
// stayed, own[u] = e[u*Stride+x[u]], and the swap of u and v costs among[u*Stride+v] * back[x[u]*Stride+x[v]] beyond the sum
// of what the two would pay for each other's values, less what they pay for their own.
type Payments struct {
	N, Stride   int
	X, Own, E   []int32
	Among, Back []int32
}

// FirstLikely returns the first of the proposals that is tempering.Likely to be taken, len(pairs) if none is. A word of
// pairs says which swap, as tempering.Pair has it. pairs and draws must have room for Lanes-1 more words, whose content
// does not matter.
func FirstLikely(p *Payments, pairs, draws []uint32, factor float32) int {
	size := p.N * p.Stride
	if p.N < 2 || p.Stride < p.N || size > math.MaxInt32 || min(len(p.X), len(p.Own)) < p.N ||
		min(len(p.E), len(p.Among), len(p.Back)) < size {
		panic("simd: payments are smaller than their stride and rows say")
	}
	if len(draws) < len(pairs) || min(cap(pairs), cap(draws)) < len(pairs)+Lanes-1 {
		panic("simd: no room behind the proposals")
	}
	if len(pairs) == 0 {
		return 0
	}
	return firstLikely(p, pairs, draws, factor)
}

func firstLikelyPortable(p *Payments, pairs, draws []uint32, factor float32) int {
	for k, u := range pairs {
		first, second := tempering.Pair(u, int32(p.N))
		i, j, a, b := int(first), int(second), int(p.X[first]), int(p.X[second])
		delta := p.E[i*p.Stride+b] + p.E[j*p.Stride+a] - p.Own[i] - p.Own[j] + p.Among[i*p.Stride+j]*p.Back[a*p.Stride+b]
		if tempering.Likely(float32(delta), factor, draws[k]) {
			return k
		}
	}
	return len(pairs)
}
