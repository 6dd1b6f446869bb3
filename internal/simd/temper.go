package simd

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// ProposalGroup is how many proposals DrawProposals makes at once: two of each of eight blocks of random words.
const ProposalGroup = 2 * Lanes

// DrawProposals writes the random words of proposals 2*step on, as many as pairs has, which must be a multiple of
// ProposalGroup: block step+k of seed, walk and lane (see package rng) gives proposals 2k and 2k+1 a word in pairs and one
// in draws each.
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

// Payments is an assignment and what prices its swaps: e[u*Stride+l] is what position u would pay for value l if all others
// stayed, own[u] = e[u*Stride+x[u]], and the swap of u and v costs among[u*Stride+v] * back[x[u]*Stride+x[v]] beyond the sum
// of what the two would pay for each other's values, less what they pay for their own.
type Payments struct {
	N, Stride   int
	X, Own, E   []int32
	Among, Back []int32
}

// FirstLikely returns the first of the proposals that is likely to be accepted, len(pairs) if none is. A word of pairs says
// which swap, as tempering.Pair has it, and one of draws is what the rule of Metropolis compares with 2^(32 - delta*factor):
// every proposal that it accepts is likely, and few others are. The two must have room for Lanes-1 more words, whose content
// does not matter.
func FirstLikely(p *Payments, pairs, draws []uint32, factor float32) int {
	size := p.N * p.Stride
	if p.N < 2 || min(len(p.X), len(p.Own)) < p.N || min(len(p.E), len(p.Among), len(p.Back)) < size || p.Stride < p.N || size > math.MaxInt32 {
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

const (
	// mantissaUnit makes a logarithm of a float32's bits: exponent and fraction, as log2(1+f) is at least f.
	mantissaUnit = 0x1p-23
	// likelyBound is the word's 32 bits, less the one that is shifted out, more the exponents' bias and some room for rounding.
	likelyBound = 32 - 1 + 127 + 1.0/64
)

func firstLikelyPortable(p *Payments, pairs, draws []uint32, factor float32) int {
	for k, u := range pairs {
		product := uint64(u) * uint64(p.N)
		i, j := int(product>>32), int(uint64(uint32(product))*uint64(p.N-1)>>32)
		if j >= i {
			j++
		}
		a, b := int(p.X[i]), int(p.X[j])
		delta := p.E[i*p.Stride+b] + p.E[j*p.Stride+a] - p.Own[i] - p.Own[j] + p.Among[i*p.Stride+j]*p.Back[a*p.Stride+b]
		log := float32(float32(int32(math.Float32bits(float32(int32(draws[k]>>1))))) * mantissaUnit)
		if float32(float32(delta)*factor) < float32(likelyBound-log) {
			return k
		}
	}
	return len(pairs)
}
