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

// Len returns how many there are.
func (d *Proposals) Len() int { return len(d.pairs) }

// Pair returns the positions of proposal k among n.
func (d *Proposals) Pair(k int, n int32) (i, j int32) { return tempering.Pair(d.pairs[k], n) }

// chooser is a pricing that looks at several proposals at once.
type chooser interface {
	first(d *Proposals, k, end int, rule metropolis.Rule) (at int, i, j int32, delta int64)
}

// First returns the first of the proposals from number k up to the end that the rule takes: its number, its positions, i != j,
// and its delta. The number is the end if it takes none.
func (e *Explorer) First(d *Proposals, k, end int, rule metropolis.Rule) (at int, i, j int32, delta int64) {
	if e.fast != nil {
		return e.fast.first(d, k, end, rule)
	}
	for ; k < end; k++ {
		i, j = d.Pair(k, int32(e.n))
		if delta = e.by.price(e, i, j); rule.Takes(delta, d.draws[k]) {
			break
		}
	}
	return k, i, j, delta
}
