package tsp

// prev and next are the positions beside i on the cycle.
func (p *Instance) prev(i int32) int32 {
	if i == 0 {
		return int32(p.N) - 1
	}
	return i - 1
}

func (p *Instance) next(i int32) int32 {
	if int(i) == p.N-1 {
		return 0
	}
	return i + 1
}

// turned returns what reversing the path x[i..j] changes inside it: 0 where the instance is symmetric, else in O(j-i).
func (p *Instance) turned(x []int32, i, j int32) int64 {
	d := int64(0)
	if p.asymmetric {
		for ; i < j; i++ {
			d += p.EdgeCost(x[i+1], x[i]) - p.EdgeCost(x[i], x[i+1])
		}
	}
	return d
}

// TwoOptDelta prices the reversal of x[i..j], i < j: O(1), or O(j-i) where the instance is asymmetric.
func (p *Instance) TwoOptDelta(x []int32, i, j int32) int64 {
	first, last := x[i], x[j]
	if i == 0 && int(j) == p.N-1 { // the edge that closes the tour is reversed with the rest
		return p.turned(x, i, j) + p.EdgeCost(first, last) - p.EdgeCost(last, first)
	}
	before, after := x[p.prev(i)], x[p.next(j)]
	return p.EdgeCost(before, last) + p.EdgeCost(first, after) - p.EdgeCost(before, first) - p.EdgeCost(last, after) +
		p.turned(x, i, j)
}

// OrOptDelta prices moving x[i..j] to between x[k] and its successor, reversed or not: O(1), or O(j-i) for a reversal
// where the instance is asymmetric.
func (p *Instance) OrOptDelta(x []int32, i, j, k int32, reversed bool) int64 {
	first, last := x[i], x[j]
	before, after := x[p.prev(i)], x[p.next(j)]
	left, right := x[k], x[p.next(k)]
	d := p.EdgeCost(before, after) - p.EdgeCost(before, first) - p.EdgeCost(last, after) - p.EdgeCost(left, right)
	if reversed {
		return d + p.EdgeCost(left, last) + p.EdgeCost(first, right) + p.turned(x, i, j)
	}
	return d + p.EdgeCost(left, first) + p.EdgeCost(last, right)
}

// InsertDelta prices taking x[i] out and putting it back at position j: O(1).
func (p *Instance) InsertDelta(x []int32, i, j int32) int64 {
	k := j
	if i > j {
		k = p.prev(j)
	}
	if k == i || k == p.prev(i) { // from one end of x to the other: the same cycle
		return 0
	}
	return p.OrOptDelta(x, i, i, k, false)
}

// SwapDelta prices the exchange of x[i] and x[j]: O(1).
func (p *Instance) SwapDelta(x []int32, i, j int32) int64 {
	if p.next(j) == i {
		i, j = j, i
	}
	a, b := x[i], x[j]
	before, after := x[p.prev(i)], x[p.next(j)]
	switch {
	case p.N == 2:
		return 0
	case p.next(i) == j: // before a b after; in a tour of three, before is after
		return p.EdgeCost(before, b) + p.EdgeCost(b, a) + p.EdgeCost(a, after) -
			p.EdgeCost(before, a) - p.EdgeCost(a, b) - p.EdgeCost(b, after)
	}
	right, left := x[p.next(i)], x[p.prev(j)]
	return p.EdgeCost(before, b) + p.EdgeCost(b, right) + p.EdgeCost(left, a) + p.EdgeCost(a, after) -
		p.EdgeCost(before, a) - p.EdgeCost(a, right) - p.EdgeCost(left, b) - p.EdgeCost(b, after)
}
