package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/kernel"
)

// proposals is how many proposals a unit has; a full evaluation may be slow, so there a unit is shorter.
const (
	proposals     = 256
	fullProposals = 16
)

// proposalNanoseconds is what a proposal takes at least.
const proposalNanoseconds = 30

// pricer is a replica's solution and what prices its swaps.
type pricer interface {
	// reset goes to another solution, which it copies, of such a cost.
	reset(x []int32, cost int64)
	// solution is read-only, and valid until the next call.
	solution() []int32
	price(i, j int32) int64
	swap(i, j int32)
	// accepted returns the first of the proposals from number k on that the rule takes: its number, swap and delta. The
	// number is that behind the last if there is none.
	accepted(d *drawn, k int, rule metropolis.Rule) (at int, i, j int32, delta int64)
}

// pricing makes pricers of a problem. The times are estimates.
type pricing struct {
	newPricer       func() pricer
	full            bool // every swap is evaluated in full
	unit            int  // proposals
	nanoseconds     int  // a proposal takes
	swapNanoseconds int  // a swap that is made takes besides
}

// pricingOf finds the quickest way to price the swaps of a problem.
func pricingOf(p multiwalk.Problem) pricing {
	n := p.Space().Len()
	if made, ok := factored(p); ok {
		return made
	}
	by := func(newSwapper func() swapper, nanoseconds int) pricing {
		unit := min(proposals, max(fullProposals, 1_000_000/nanoseconds)) // a millisecond: a run that is over waits for it
		return pricing{newPricer: func() pricer { return &bySwapper{n: n, swapper: newSwapper()} }, unit: unit, nanoseconds: nanoseconds}
	}
	if q, ok := p.(multiwalk.ConflictStater); ok {
		return by(func() swapper { return &conflictSwaps{stater: q} }, proposalNanoseconds)
	}
	if q, ok := p.(multiwalk.SwapEvaluator); ok {
		return by(func() swapper { return &evaluatedSwaps{eval: q} }, proposalNanoseconds+n)
	}
	if q, ok := p.(multiwalk.SwapStater); ok {
		return by(func() swapper { return &rowSwaps{stater: q} }, proposalNanoseconds+n)
	}
	full := by(func() swapper { return &fullSwaps{p: p} }, 50+min(n, 1<<8)*n)
	full.full, full.unit = true, fullProposals
	return full
}

// factored is the pricing of a permutation problem whose deltas follow from a matrix.
func factored(p multiwalk.Problem) (pricing, bool) {
	c, ok := p.(kernel.Carrier)
	if n := p.Space().Len(); ok && n > 1 && p.Space().Kind() == multiwalk.KindPermutation {
		if module, err := c.Kernels(); err == nil {
			switch t := module.Problem.(type) {
			case kernel.TabuSwapper[int32]:
				return paymentsOf(t, n), true
			case kernel.TabuSwapper[int64]:
				return paymentsOf(t, n), true
			}
		}
	}
	return pricing{}, false
}

// unitNanoseconds estimates what a unit takes, of which there is at least one in a sweep of so many proposals, on a ladder on
// which one proposal in 16 is taken.
func (p pricing) unitNanoseconds(sweep int64) int {
	return int(min(int64(p.unit), sweep)) * (p.nanoseconds + p.swapNanoseconds/16)
}

// count counts proposals.
func (p pricing) count(c *multiwalk.Counters, made int64) {
	if p.full {
		c.FullEvaluations += made
	} else {
		c.DeltaEvaluations += made
	}
}

// most is how many proposals the pilot makes at a temperature, so that it is over in a fraction of a second.
func (p pricing) most() int {
	const most = 1 << 15
	if p.swapNanoseconds > 0 {
		return min(most, max(proposals, 250_000_000/p.swapNanoseconds))
	}
	if length := p.nanoseconds - proposalNanoseconds; length > 0 {
		return max((1<<20)/length, min(proposals, (1<<26)/length), pilotUnit)
	}
	return most
}

// drawn is the random words of the proposals of a unit: which swap, and whether it is taken. Both have room for the vectors
// that package simd reads.
type drawn struct {
	pairs, draws   []uint32
	pairs0, draws0 [proposals + 2*simd.ProposalGroup + simd.Lanes]uint32
}

// draw draws proposals first to first+count-1 of a replica.
func (d *drawn) draw(seed uint64, replica uint32, first uint64, count int) {
	odd := int(first & 1)
	groups := (odd + count + simd.ProposalGroup - 1) / simd.ProposalGroup
	simd.DrawProposals(d.pairs0[:groups*simd.ProposalGroup], d.draws0[:], seed, replica, first/2, tempering.Proposals)
	d.pairs, d.draws = d.pairs0[odd:][:count], d.draws0[odd:][:count]
}

// swapper prices the swaps of a solution in one of several ways.
type swapper interface {
	reset(x []int32, cost int64)
	price(x []int32, i, j int32) int64
	swap(i, j int32) // before x changes
}

// bySwapper is a pricer by a swapper.
type bySwapper struct {
	swapper
	n int
	x []int32
}

func (s *bySwapper) reset(x []int32, cost int64) {
	s.x = append(s.x[:0], x...)
	s.swapper.reset(s.x, cost)
}

func (s *bySwapper) solution() []int32      { return s.x }
func (s *bySwapper) price(i, j int32) int64 { return s.swapper.price(s.x, i, j) }

func (s *bySwapper) swap(i, j int32) {
	s.swapper.swap(i, j)
	s.x[i], s.x[j] = s.x[j], s.x[i]
}

func (s *bySwapper) accepted(d *drawn, k int, rule metropolis.Rule) (at int, i, j int32, delta int64) {
	for ; k < len(d.pairs); k++ {
		i, j = tempering.Pair(d.pairs[k], int32(s.n))
		if delta = s.swapper.price(s.x, i, j); rule.Takes(delta, d.draws[k]) {
			break
		}
	}
	return k, i, j, delta
}

// conflictSwaps prices by a conflict state.
type conflictSwaps struct {
	stater multiwalk.ConflictStater
	state  multiwalk.ConflictState
}

func (s *conflictSwaps) reset(x []int32, _ int64) {
	if s.state == nil {
		s.state = s.stater.NewConflictState(x)
		return
	}
	s.state.Reset(x)
}

func (s *conflictSwaps) price(_ []int32, i, j int32) int64 { return s.state.SwapDelta(i, j) }
func (s *conflictSwaps) swap(i, j int32)                   { s.state.Swap(i, j) }

// evaluatedSwaps prices by the problem's SwapDelta.
type evaluatedSwaps struct{ eval multiwalk.SwapEvaluator }

func (s *evaluatedSwaps) reset([]int32, int64)              {}
func (s *evaluatedSwaps) price(x []int32, i, j int32) int64 { return s.eval.SwapDelta(x, i, j) }
func (s *evaluatedSwaps) swap(int32, int32)                 {}

// rowSwaps prices by rows of a swap state.
type rowSwaps struct {
	stater multiwalk.SwapStater
	state  multiwalk.SwapState
}

func (s *rowSwaps) reset(x []int32, _ int64) {
	if s.state == nil {
		s.state = s.stater.NewSwapState(x)
		return
	}
	s.state.Reset(x)
}

func (s *rowSwaps) price(_ []int32, i, j int32) int64 {
	i, j = min(i, j), max(i, j)
	narrow, wide := s.state.Row(i)
	if narrow != nil {
		return int64(narrow[j-i-1])
	}
	return wide[j-i-1]
}

func (s *rowSwaps) swap(i, j int32) { s.state.Swap(i, j) }

// fullSwaps prices by full evaluation.
type fullSwaps struct {
	p    multiwalk.Problem
	cost int64
	at   int64 // of the swap that was priced last
}

func (s *fullSwaps) reset(_ []int32, cost int64) { s.cost = cost }

func (s *fullSwaps) price(x []int32, i, j int32) int64 {
	x[i], x[j] = x[j], x[i]
	s.at = s.p.Cost(x)
	x[i], x[j] = x[j], x[i]
	return s.at - s.cost
}

// swap makes the swap that was priced last.
func (s *fullSwaps) swap(int32, int32) { s.cost = s.at }
