package jobshop

import (
	"cmp"
	"slices"
)

// Apart implements multiwalk.Relinker: how many operations follow another one on their machines. It is O(operations).
func (p *Instance) Apart(a, b []int32) (apart int) {
	one, other := p.Orders(a), p.Orders(b)
	before := make([]int32, len(a))
	for k, op := range one {
		before[op] = p.behind(one, k)
	}
	for k, op := range other {
		if before[op] != p.behind(other, k) {
			apart++
		}
	}
	return apart
}

// behind is what the operation at a place of the orders follows, -1 if it is the first of its machine.
func (p *Instance) behind(orders []int32, k int) int32 {
	if int32(k)%p.Jobs == 0 {
		return -1
	}
	return orders[k-1]
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
