package jobshop

import (
	"cmp"
	"math/bits"
	"slices"
)

// Apart implements multiwalk.Relinker: how many pairs of operations of a machine have another order. Who follows whom tells schedules apart
// less well: one operation that moves changes three of these. It is O(operations*jobs/64).
func (p *Instance) Apart(a, b []int32) (apart int) {
	order, place, filled := make([]int32, len(a)), make([]int32, len(a)), make([]int32, p.Machines)
	p.operationsOf(b, order)
	for _, op := range order {
		m := p.Machine[op]
		place[op] = filled[m]
		filled[m]++
	}
	words := (p.Jobs + 63) / 64
	seen := make([]uint64, p.Machines*words) // a bit for each place in b, machine after machine, of what a has come by
	p.operationsOf(a, order)
	for _, op := range order {
		row, at := seen[p.Machine[op]*words:][:words], place[op]
		apart += bits.OnesCount64(row[at/64] >> (at % 64))
		for _, behind := range row[at/64+1:] {
			apart += bits.OnesCount64(behind)
		}
		row[at/64] |= 1 << (at % 64)
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
