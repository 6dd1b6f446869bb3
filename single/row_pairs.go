package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
)

// pairTable holds, for all pairs of elements, by how much the cost changes when one comes behind the other instead of before it. It is for
// an order whose steps depend on nothing else (row.byPairs). Then the insertions of an element are sums of a row, without a call for each
// place.
type pairTable struct {
	n    int32
	over []int32 // of a going behind b at a*n+b
}

// mostTabled is the greatest length of an order that has a table: of 4 MB.
const mostTabled = 1 << 10

// tabulate fills the table, in n*n steps. It returns none if a step and the way back do not cancel out, if numbers are too great for the
// table, or if insertions further away differ from what the table says. It also returns none if the problem prices insertions together
// itself.
func (r *row) tabulate(p multiwalk.Problem) pairTable {
	n := int32(p.Space().Len())
	if r.all != nil || r.steps == nil || n > mostTabled {
		return pairTable{}
	}
	t := pairTable{n, make([]int32, n*n)}
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
		for k := int32(1); k < n; k++ {
			d := deltas[k] - deltas[k-1]
			if d != int64(int32(d)) || d == math.MinInt32 {
				return pairTable{}
			}
			t.over[v*n+x[k]] = int32(d)
		}
	}
	for a := range n {
		for b := range a {
			if t.over[a*n+b] != -t.over[b*n+a] {
				return pairTable{}
			}
		}
	}
	if !t.agrees(r.steps, p) {
		return pairTable{}
	}
	return t
}

// agrees compares some insertions with what the problem says of them.
func (t *pairTable) agrees(steps multiwalk.InsertEvaluator, p multiwalk.Problem) bool {
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
func (t *pairTable) insertions(x []int32, i, from, to int32, deltas []int64) {
	over, d := t.over[x[i]*t.n:][:t.n], int64(0)
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

// best returns the best place of the element at i, and what it gains, which is 0 for its own. Of equal places it is the first that an element
// comes by on its way to the end, else on its way to the beginning.
func (t *pairTable) best(x []int32, i int32) (j int32, least int64) {
	over := t.over[x[i]*t.n:][:t.n]
	k, least := behind(over, x[i+1:], 0)
	j = i + 1 + int32(k) // where k is -1, its own
	if k, d := before(over, x[:i], least); k >= 0 {
		j, least = int32(k), d
	}
	return j, least
}

// behind goes past elements in their order, and returns the place and the sum where it falls below least, or -1. Four sums are compared
// at once: seldom is one of them the least.
func behind(over, x []int32, least int64) (place int, sum int64) {
	place, d, k := -1, int64(0), 0
	for ; k+4 <= len(x); k += 4 {
		b := x[k : k+4 : k+4]
		d1 := d + int64(over[b[0]])
		d2 := d1 + int64(over[b[1]])
		d3 := d2 + int64(over[b[2]])
		d = d3 + int64(over[b[3]])
		if min(d1, d2, d3, d) >= least {
			continue
		}
		for q, v := range [4]int64{d1, d2, d3, d} {
			if v < least {
				place, least = k+q, v
			}
		}
	}
	for ; k < len(x); k++ {
		if d += int64(over[x[k]]); d < least {
			place, least = k, d
		}
	}
	return place, least
}

// before is behind for those that stand before the element, from the last on, whose steps count the other way.
func before(over, x []int32, least int64) (place int, sum int64) {
	place, d, k := -1, int64(0), len(x)
	for ; k >= 4; k -= 4 {
		b := x[k-4 : k : k]
		d1 := d - int64(over[b[3]])
		d2 := d1 - int64(over[b[2]])
		d3 := d2 - int64(over[b[1]])
		d = d3 - int64(over[b[0]])
		if min(d1, d2, d3, d) >= least {
			continue
		}
		for q, v := range [4]int64{d1, d2, d3, d} {
			if v < least {
				place, least = k-1-q, v
			}
		}
	}
	for k--; k >= 0; k-- {
		if d -= int64(over[x[k]]); d < least {
			place, least = k, d
		}
	}
	return place, least
}
