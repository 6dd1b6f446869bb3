package jobshop

import (
	"cmp"
	"math/bits"
	"slices"
)

// Apart implements multiwalk.Relinker: how many pairs of operations of a machine have another order. Who follows whom tells schedules apart
// less well: one operation that moves changes three of these. It is O(operations*jobs/64).
func (p *Instance) Apart(a, b []int32) (apart int) {
	place, filled := make([]int32, len(a)), make([]int32, p.Machines)
	for _, op := range p.sorted(b)[p.skips():] {
		m := p.Machine[op]
		place[op] = filled[m]
		filled[m]++
	}
	words := (p.Jobs + 63) / 64
	seen := make([]uint64, p.Machines*words) // a bit for each place in b, machine after machine, of what a has come by
	for _, op := range p.sorted(a)[p.skips():] {
		row, at := seen[p.Machine[op]*words:][:words], place[op]
		apart += bits.OnesCount64(row[at/64] >> (at % 64))
		for _, behind := range row[at/64+1:] {
			apart += bits.OnesCount64(behind)
		}
		row[at/64] |= 1 << (at % 64)
	}
	return apart
}

// skips is how many operations take no time.
func (p *Instance) skips() (sum int32) {
	for _, many := range p.skipped {
		sum += many
	}
	return sum
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
	begins, free := make([]float64, len(x)), make([]int32, p.Jobs+p.Machines)
	for _, op := range p.sorted(x) {
		ready, m := &free[p.job(op)], &free[p.Jobs+p.Machine[op]]
		begin := max(*ready, *m)
		begins[op] = float64(begin)
		*ready, *m = begin+p.Times[op], begin+p.Times[op]
	}
	return begins
}
