package explorer

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// pairAtOnce prices a pair of moves by what the problem knows of pairs; ok is false where it knows nothing.
func (w *explorer[P]) pairAtOnce(b *neighbourhood.Member, m neighbourhood.Move) (delta int64, ok bool) {
	first, second := b.Of(m, 0), b.Of(m, 1)
	if !ofSwaps(b) {
		return 0, false
	}
	if e, ok := any(w.p).(kernel.SwapPairTabler); ok && len(w.pairs) > 0 {
		return e.SwapPairDeltaBy(w.x, w.pairs, first.I, first.J, second.I, second.J), true
	} else if e, ok := any(w.p).(multiwalk.SwapPairEvaluator); ok {
		return e.SwapPairDelta(w.x, first.I, first.J, second.I, second.J), true
	}
	return 0, false
}

// ofSwaps tells whether both moves of a pair are swaps of orders.
func ofSwaps(b *neighbourhood.Member) bool {
	return b.Pair[0].Op == neighbourhood.OpSwap && b.Pair[1].Op == neighbourhood.OpSwap
}

// pair prices both moves of a pair, the second where the first leads, on the lane's copy. The problem must have deltas of both; else ok is
// false.
func (w *explorer[P]) pair(b *neighbourhood.Member, m neighbourhood.Move) (sum int64, ok bool) {
	x, first, second := w.mine, b.Of(m, 0), b.Of(m, 1) // the copy is as it was when a price is known
	if sum, ok = w.half(x, &b.Pair[0], first); !ok {
		return 0, false
	}
	was := x[first.I]
	b.Pair[0].Do(x, first)
	delta, ok := w.half(x, &b.Pair[1], second)
	if b.Pair[0].Op == neighbourhood.OpSwap {
		b.Pair[0].Do(x, first)
	} else {
		x[first.I] = was
	}
	return sum + delta, ok
}

// half prices one of the moves of a pair at x; ok is false where the problem has no delta of it.
func (w *explorer[P]) half(x []int32, h *neighbourhood.Half, m neighbourhood.Move) (delta int64, ok bool) {
	switch h.Op {
	case neighbourhood.OpSwap:
		if e, ok := any(w.p).(multiwalk.SwapEvaluator); ok {
			return e.SwapDelta(x, m.I, m.J), true
		}
	case neighbourhood.OpFlip:
		if e, ok := any(w.p).(multiwalk.FlipEvaluator); ok {
			return e.FlipDelta(x, m.I), true
		} else if e, ok := any(w.p).(multiwalk.ChangeEvaluator); ok {
			return e.ChangeDelta(x, m.I, 1-x[m.I]), true
		}
	case neighbourhood.OpChange:
		if e, ok := any(w.p).(multiwalk.ChangeEvaluator); ok {
			b := h.Member()
			return e.ChangeDelta(x, m.I, b.To(x[m.I], int64(uint32(m.J)))), true
		}
	}
	return 0, false
}

// halfPriced tells whether a problem has a delta of a move that a pair is made of.
func halfPriced(p any, op neighbourhood.Op) (ok bool) {
	switch op {
	case neighbourhood.OpSwap:
		_, ok = p.(multiwalk.SwapEvaluator)
		return ok
	case neighbourhood.OpFlip:
		if _, ok = p.(multiwalk.FlipEvaluator); ok {
			return true
		}
	}
	_, ok = p.(multiwalk.ChangeEvaluator)
	return ok
}

// pricesPairs tells whether a problem prices a pair of moves without a full evaluation, and whether one call prices both.
func pricesPairs(p any, b *neighbourhood.Member) (prices, atOnce bool) {
	if _, atOnce = p.(multiwalk.SwapPairEvaluator); atOnce && ofSwaps(b) {
		return true, true
	}
	return halfPriced(p, b.Pair[0].Op) && halfPriced(p, b.Pair[1].Op), false
}

// makePair makes both moves of a pair, and has the table of pairs follow.
func (w *explorer[P]) makePair(b *neighbourhood.Member, m neighbourhood.Move) {
	for which := range int32(2) {
		one := b.Of(m, which)
		if e, ok := any(w.p).(kernel.SwapPairTabler); ok && len(w.pairs) > 0 {
			e.SwapPairTable(w.x, w.pairs, one.I, one.J, w.id, w.team)
			w.all().Sync()
		}
		if w.id == 0 {
			b.Pair[which].Do(w.x, one)
		}
		w.all().Sync()
	}
}

// fillPairs computes the table of pairs of the present solution, if there is one. All lanes have written it.
func (w *explorer[P]) fillPairs() {
	if e, ok := any(w.p).(kernel.SwapPairTabler); ok && len(w.pairs) > 0 {
		e.FillSwapPairTable(w.x, w.pairs, w.id, w.team)
		w.all().Sync()
	}
}
