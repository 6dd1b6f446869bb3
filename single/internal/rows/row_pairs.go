package rows

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// PairTable holds, for all pairs of elements, by how much the cost changes when one comes behind the other instead of before it. It is for
// an order whose steps depend on nothing else (row.byPairs). Then the insertions of an element are sums of a row, without a call for each
// place.
type PairTable struct {
	n      int32
	Over   []int32 // of a going behind b at a*n+b
	Narrow bool    // no sum of a row's numbers goes beyond an int32
}

// mostTabled is the greatest length of an order that has a table: of 4 MB.
const mostTabled = 1 << 10

// Tabulate fills the table, in n*n steps. It returns none if a step and the way back do not cancel out, if numbers are too great for the
// table, or if insertions further away differ from what the table says. It also returns none if the problem prices insertions together
// itself.
func (r *Row) Tabulate(p multiwalk.Problem) PairTable {
	n := int32(p.Space().Len())
	if r.all != nil || r.Steps == nil || n > mostTabled {
		return PairTable{}
	}
	t := PairTable{n, make([]int32, n*n), true}
	x, deltas := make([]int32, n), make([]int64, n)
	for v := range n {
		x[0] = v
		for k := int32(1); k < n; k++ {
			x[k] = k - 1
			if k > v {
				x[k] = k
			}
		}
		r.carry(x, 0, 0, n, deltas)
		far := int64(0)
		for k := int32(1); k < n; k++ {
			d := deltas[k] - deltas[k-1]
			if d != int64(int32(d)) || d == math.MinInt32 {
				return PairTable{}
			}
			t.Over[v*n+x[k]] = int32(d)
			far += max(d, -d)
		}
		t.Narrow = t.Narrow && far <= math.MaxInt32
	}
	for a := range n {
		for b := range a {
			if t.Over[a*n+b] != -t.Over[b*n+a] {
				return PairTable{}
			}
		}
	}
	if !t.agrees(r.Steps, p) {
		return PairTable{}
	}
	return t
}

// agrees compares some insertions with what the problem says of them.
func (t *PairTable) agrees(steps multiwalk.InsertEvaluator, p multiwalk.Problem) bool {
	random, x, deltas := multiwalk.NewRand(0, 0), make([]int32, t.n), make([]int64, t.n)
	for range pairTrials {
		p.Space().Random(random, x)
		i, j := int32(random.IntN(int(t.n))), int32(random.IntN(int(t.n)))
		t.insertions(x, i, 0, t.n, deltas)
		if i != j && deltas[j] != steps.InsertDelta(x, i, j) {
			return false
		}
	}
	return true
}

// insertions prices the places from one on, up to another, for the element at i.
func (t *PairTable) insertions(x []int32, i, from, to int32, deltas []int64) {
	over, d := t.Over[x[i]*t.n:][:t.n], int64(0)
	behind := deltas[i-from : to-from]
	for k, u := range x[i:to] {
		d += int64(over[u])
		behind[k] = d
	}
	d = 0
	for k := i - 1; k >= from; k-- {
		d -= int64(over[x[k]])
		deltas[k-from] = d
	}
}

// Best returns the best place of the element at i, and what it gains, which is 0 for its own. Of equal places it is the first. sums is for as
// many numbers as the order has. Only for a table that is narrow.
//
// Let S be the sums of the element's steps past all that stand before a gap of the order, as if it came from the very beginning. Then the
// element at i gains S(gap)-S(i) by going to a gap, be it on this side or that: a step back undoes a step, and past itself it counts none.
func (t *PairTable) Best(x []int32, i int32, sums []int32) (j int32, gain int64) {
	least, gap := simd.LeastSum(sums, t.Over[x[i]*t.n:][:t.n], x)
	gain = int64(least) - int64(sums[i])
	switch {
	case gain == 0:
		return i, 0
	case int32(gap) > i:
		return int32(gap) - 1, gain
	}
	return int32(gap), gain
}
