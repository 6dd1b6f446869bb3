package neighbourhood

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// Proposals is the random words of swaps that are proposed: which swap, and whether it is taken. Both have room for the
// vectors that package simd reads.
type Proposals struct {
	pairs, draws   []uint32
	pairs0, draws0 [MostProposals + 2*simd.ProposalGroup + simd.Lanes]uint32
}

// MostProposals is how many swaps can be proposed at once.
const MostProposals = 256

// Draw draws proposals number first to first+count-1 of a walk.
func (d *Proposals) Draw(seed uint64, walk uint32, first uint64, count int) {
	odd := int(first & 1)
	groups := (odd + count + simd.ProposalGroup - 1) / simd.ProposalGroup
	simd.DrawProposals(d.pairs0[:groups*simd.ProposalGroup], d.draws0[:], seed, walk, first/2, tempering.Proposals)
	d.pairs, d.draws = d.pairs0[odd:][:count], d.draws0[odd:][:count]
}

// Pair returns the positions of proposal k among n.
func (d *Proposals) Pair(k int, n int32) (i, j int32) { return tempering.Pair(d.pairs[k], n) }

// chooser is what finds a proposal that is accepted.
type chooser interface {
	// First returns the first of the proposals from number k up to the end that the rule takes: its number, its positions,
	// i != j, and its delta. The number is the end if it takes none.
	First(d *Proposals, k, end int, rule metropolis.Rule) (at int, i, j int32, delta int64)
}

// oneByOne is the chooser of a pricing that looks at one proposal at a time.
type oneByOne struct{ e *Explorer }

func (o oneByOne) First(d *Proposals, k, end int, rule metropolis.Rule) (at int, i, j int32, delta int64) {
	for ; k < end; k++ {
		i, j = tempering.Pair(d.pairs[k], int32(o.e.n))
		if delta = o.e.by.price(o.e, i, j); rule.Takes(delta, d.draws[k]) {
			break
		}
	}
	return k, i, j, delta
}
