package jobshop

import (
	"cmp"
	"slices"
)

// Apart implements multiwalk.Relinker: how many pairs of operations of a machine have another order. It is O(operations*jobs).
func (p *Instance) Apart(a, b []int32) (apart int) {
	one, other := p.Orders(a), p.Orders(b)
	place := make([]int32, len(a))
	for k, op := range other {
		place[op] = int32(k)
	}
	for m := range p.Machines {
		row := one[m*p.Jobs:][:p.Jobs]
		for k, op := range row {
			row[k] = place[op]
		}
		for k, later := range row {
			for _, sooner := range row[:k] {
				if sooner > later {
					apart++
				}
			}
		}
	}
	return apart
}

// Relink implements multiwalk.Relinker: each operation begins about at a time between those of a and b, and they are sorted by it. Two
// operations of a machine that have the same order in a and in b keep it, and the further the way goes the more of the others have that of
// b. It is O(operations*log(operations)).
func (p *Instance) Relink(x, a, b []int32, part float64) {
	one, other := p.begins(a), p.begins(b)
	for op := range one {
		one[op] += part * (other[op] - one[op])
		x[op] = int32(op)
	}
	slices.SortFunc(x, func(u, v int32) int { return cmp.Or(cmp.Compare(one[u], one[v]), cmp.Compare(u, v)) })
}

// begins is when each operation begins.
func (p *Instance) begins(x []int32) []float64 {
	begins, order, free := make([]float64, len(x)), make([]int32, len(x)), make([]int32, p.Jobs+p.Machines)
	p.operationsOf(x, order)
	for _, op := range order {
		ready, m := &free[p.job(op)], &free[p.Jobs+p.Machine[op]]
		begin := max(*ready, *m)
		begins[op] = float64(begin)
		*ready, *m = begin+p.Times[op], begin+p.Times[op]
	}
	return begins
}
