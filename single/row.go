package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// row prices all moves of a position together, where that takes less time than one by one:
//
//   - The insertions of an element by carrying it from place to place: the delta of an insertion is the sum of those of the steps
//     on its way. So a delta that takes O(|i-j|) prices all n places in O(n), as in Schiavinotto and Stützle, "The linear ordering
//     problem: instances, search space analysis and algorithms" (2004).
//   - The exchanges of a bit, and the flips of it and another, by a state: it goes to where this bit is flipped, prices the flips of the others there, and comes
//     back. So n exchanges take two flips that are made, and not 2*n.
type row struct {
	steps  multiwalk.InsertEvaluator // nil: insertions are priced one by one
	flips  multiwalk.FlipFollower    // nil: so are exchanges
	priced int64                     // deltas
}

func rowOf(p multiwalk.Problem, nb neighbourhood.Neighbourhood) (r row) {
	if _, weighed := nb.(*neighbourhood.Weighed); weighed {
		return row{} // costs are others
	}
	state := neighbourhood.StateOf(nb)
	if _, ok := state.(multiwalk.InsertFollower); !ok {
		r.steps, _ = p.(multiwalk.InsertEvaluator)
	}
	if _, ok := state.(multiwalk.SwapFollower); !ok {
		r.flips, _ = state.(multiwalk.FlipFollower)
	}
	return r
}

// look returns the best move of a member at position i and its delta, which is 0 if none improves. It returns done false for
// members whose moves are priced one by one.
func (r *row) look(b *neighbourhood.Member, x []int32, i int32) (m neighbourhood.Move, d int64, done bool) {
	switch {
	case b.Op == neighbourhood.OpInsert && r.steps != nil:
		j, d := r.carry(x, i, b.At, b.At+b.N)
		return neighbourhood.Move{Op: b.Op, I: i, J: j}, d, true
	case (b.Op == neighbourhood.OpSwap || b.Op == neighbourhood.OpFlip2) && b.Lo == 0 && b.Values == 2 && r.flips != nil:
		j, d := r.exchange(x, i, b)
		return neighbourhood.Move{Op: b.Op, I: min(i, j), J: max(i, j)}, d, true
	}
	return m, 0, false
}

// carry returns the best place from at up to end for the element at i, and the delta.
func (r *row) carry(x []int32, i, at, end int32) (to int32, least int64) {
	d := int64(0)
	for j := i; j+1 < end; j++ {
		d += r.steps.InsertDelta(x, j, j+1)
		x[j], x[j+1] = x[j+1], x[j]
		if d < least {
			to, least = j+1, d
		}
	}
	v := x[end-1]
	copy(x[i+1:end], x[i:end-1])
	x[i], d = v, 0
	for j := i; j > at; j-- {
		d += r.steps.InsertDelta(x, j, j-1)
		x[j], x[j-1] = x[j-1], x[j]
		if d < least {
			to, least = j-1, d
		}
	}
	copy(x[at:i], x[at+1:i+1])
	x[i] = v
	r.priced += int64(end - at - 1)
	return to, least
}

// exchange returns the best bit of a member to exchange bit i with, or to flip beside it, and the delta.
func (r *row) exchange(x []int32, i int32, b *neighbourhood.Member) (to int32, least int64) {
	first, was := r.flips.FlipDelta(i), x[i]
	r.flips.Flip(i)
	r.priced++
	for j := b.At; j < b.At+b.N; j++ {
		if j == i || x[j] == was && b.Op == neighbourhood.OpSwap {
			continue
		}
		r.priced++
		if d := first + r.flips.FlipDelta(j); d < least {
			to, least = j, d
		}
	}
	r.flips.Flip(i)
	return to, least
}
