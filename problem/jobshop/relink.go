package jobshop

import (
	"cmp"
	"math/bits"
	"slices"
)

// Apart implements multiwalk.Relinker: how many pairs of operations of a machine have another order. Who follows whom tells schedules apart
// less well: one operation that moves changes three of these.
func (p *Instance) Apart(a, b []int32) (apart int) {
	other := p.Marks(b)
	for k, word := range p.Marks(a) {
		apart += bits.OnesCount64(word ^ other[k])
	}
	return apart
}

// Marks implements multiwalk.Marker: a bit for each two jobs of each machine, whether that of the greater number comes behind. Operations that
// take no time have no order. It is O(operations*jobs/64).
func (p *Instance) Marks(x []int32) []uint64 {
	jobs, pairs := int(p.Jobs), int(p.Jobs)*int(p.Jobs-1)/2
	words := (jobs + 63) / 64
	marks, seen, done := make([]uint64, (pairs*int(p.Machines)+63)/64), make([]uint64, int(p.Machines)*words), make([]int32, jobs)
	for _, named := range x {
		job := p.job(named)
		op := job*p.Machines + done[job]
		if done[job]++; p.Times[op] == 0 {
			continue
		}
		m, u := int(p.Machine[op]), int(job)
		row := seen[m*words:][:words]
		for at, w := m*pairs+u*(u-1)/2, 0; 64*w < u; at, w = at+64, w+1 {
			part := row[w]
			if left := u - 64*w; left < 64 {
				part &= 1<<left - 1
			}
			marks[at/64] |= part << (at % 64)
			if over := part >> (64 - at%64); over != 0 {
				marks[at/64+1] |= over
			}
		}
		row[u/64] |= 1 << (u % 64)
	}
	return marks
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
