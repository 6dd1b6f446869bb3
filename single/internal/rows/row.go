package rows

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/state"
)

// Row prices all moves of a position together, where that takes less time than one by one:
//
//   - The insertions of an element by carrying it from place to place: the delta of an insertion is the sum of those of the steps
//     on its way. So a delta that takes O(|i-j|) prices all n places in O(n), as in Schiavinotto and Stützle, "The linear ordering
//     problem: instances, search space analysis and algorithms" (2004).
//   - The exchanges of a bit, and the flips of it and another one, by a state: the state flips this bit, prices the flips of the other
//     bits, and flips this bit back. So n exchanges take two flips that are made, and not 2*n.
type Row struct {
	all    multiwalk.InsertionsEvaluator // nil: insertions are priced by steps
	Steps  multiwalk.InsertEvaluator     // nil: or one by one
	flips  state.FlipFollower            // nil: so are exchanges
	Pairs  PairTable                     // of the steps, or none
	Priced int64                         // deltas
	deltas []int64
}

func RowOf(p multiwalk.Problem, nb neighbourhood.Neighbourhood) (r Row) {
	if _, weighed := nb.(*neighbourhood.Weighed); weighed {
		return Row{} // costs are others
	}
	kept := neighbourhood.StateOf(nb)
	if _, ok := kept.(state.InsertFollower); !ok {
		r.all, _ = p.(multiwalk.InsertionsEvaluator)
		r.Steps, _ = p.(multiwalk.InsertEvaluator)
	}
	if _, ok := kept.(state.SwapFollower); !ok {
		r.flips, _ = kept.(state.FlipFollower)
	}
	return r
}

// Of prices insertions by the problem alone, whatever states it has. If it has no delta of insertions, Insertions must not be called.
func Of(p multiwalk.Problem) (r Row) {
	r.all, _ = p.(multiwalk.InsertionsEvaluator)
	r.Steps, _ = p.(multiwalk.InsertEvaluator)
	return r
}

// Cheap says whether the insertions of an element are known to take much less time together than one by one: the problem prices
// them together, or a step depends on nothing but the two elements that it exchanges. Then a step is a difference or two, and an
// insertion the sum of its steps. That is tried on some orders; nothing but time is lost where it is wrong.
func (r *Row) Cheap(p multiwalk.Problem) bool {
	return r.all != nil || r.Steps != nil && p.Space().Len() >= LeastPairs && r.ByPairs(p)
}

const (
	// LeastPairs is the least length of an order in which a step has surroundings to depend on.
	LeastPairs = 4
	// pairTrials is how many steps are tried.
	pairTrials = 64
)

// ByPairs compares steps of the same two elements in different surroundings.
func (r *Row) ByPairs(p multiwalk.Problem) bool {
	random, some := multiwalk.NewRand(0, 0), false
	n := p.Space().Len()
	x, y := make([]int32, n), make([]int32, n)
	p.Space().Random(random, x)
	for range pairTrials {
		p.Space().Random(random, y)
		i, j := int32(random.IntN(n-1)), int32(random.IntN(n-1))
		for k, v := range [2]int32{x[i], x[i+1]} {
			at := int32(slices.Index(y, v))
			y[at], y[j+int32(k)] = y[j+int32(k)], v
		}
		d := r.Steps.InsertDelta(x, i, i+1)
		if d != r.Steps.InsertDelta(y, j, j+1) {
			return false
		}
		some = some || d != 0
		x, y = y, x
	}
	return some
}

// Look returns the best move of a member at position i and its delta, which is 0 if none improves. It returns done false for
// members whose moves are priced one by one.
func (r *Row) Look(b *neighbourhood.Member, x []int32, i int32) (m neighbourhood.Move, d int64, done bool) {
	switch {
	case b.Op == neighbourhood.OpInsert && (r.all != nil || r.Steps != nil):
		for j, c := range r.Insertions(x, i, b.At, b.At+b.N) {
			if c < d {
				m, d = neighbourhood.Move{Op: b.Op, I: i, J: b.At + int32(j)}, c
			}
		}
		return m, d, true
	case (b.Op == neighbourhood.OpSwap || b.Op == neighbourhood.OpFlip2) && b.Lo == 0 && b.Values == 2 && r.flips != nil:
		j, d := r.exchange(x, i, b)
		return neighbourhood.Move{Op: b.Op, I: min(i, j), J: max(i, j)}, d, true
	}
	return m, 0, false
}

// Insertions returns the deltas by InsertDelta for moving the element at i to each place in a range that contains i; the delta at i is 0.
// It is valid until the next call.
func (r *Row) Insertions(x []int32, i, from, to int32) []int64 {
	if cap(r.deltas) < int(to-from) {
		r.deltas = make([]int64, to-from)
	}
	deltas := r.deltas[:to-from]
	r.Priced += int64(to - from - 1)
	switch {
	case r.all != nil:
		r.all.InsertDeltas(x, i, from, deltas)
	case r.Pairs.Over != nil:
		r.Pairs.insertions(x, i, from, to, deltas)
	default:
		r.carry(x, i, from, to, deltas)
	}
	return deltas
}

// carry prices by the steps on the way.
func (r *Row) carry(x []int32, i, from, to int32, deltas []int64) {
	v, d := x[i], int64(0)
	deltas[i-from] = 0
	for j := i; j+1 < to; j++ {
		d += r.Steps.InsertDelta(x, j, j+1)
		x[j], x[j+1] = x[j+1], v
		deltas[j+1-from] = d
	}
	copy(x[i+1:to], x[i:to-1])
	x[i], d = v, 0
	for j := i; j > from; j-- {
		d += r.Steps.InsertDelta(x, j, j-1)
		x[j], x[j-1] = x[j-1], v
		deltas[j-1-from] = d
	}
	copy(x[from:i], x[from+1:i+1])
	x[i] = v
}

// exchange returns the best bit of a member to exchange bit i with, or to flip beside it, and the delta.
func (r *Row) exchange(x []int32, i int32, b *neighbourhood.Member) (to int32, least int64) {
	first, was := r.flips.FlipDelta(i), x[i]
	r.flips.Flip(i)
	r.Priced++
	for j := b.At; j < b.At+b.N; j++ {
		if j == i || x[j] == was && b.Op == neighbourhood.OpSwap {
			continue
		}
		r.Priced++
		if d := first + r.flips.FlipDelta(j); d < least {
			to, least = j, d
		}
	}
	r.flips.Flip(i)
	return to, least
}
