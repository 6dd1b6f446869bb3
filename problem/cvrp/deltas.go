package cvrp

// The deltas of the order's own moves. The length changes where elements get other neighbours, which is O(1); the loads of the
// routes that change are summed up anew, in O(length of these routes). What a divider does to loads has a case of its own.

var _ interface {
	TwoOptDelta(x []int32, i, j int32) int64
} = (*Routing)(nil)

// SwapDelta exchanges what stands at i and j.
func (p *Routing) SwapDelta(x []int32, i, j int32) int64 {
	if i > j {
		i, j = j, i
	}
	a, b := p.at(x, i), p.at(x, j)
	if a == b { // two dividers
		return 0
	}
	l, r := p.at(x, i-1), p.at(x, j+1)
	d := p.distance(l, b) + p.distance(a, r) - p.distance(l, a) - p.distance(b, r)
	if j > i+1 {
		after, before := p.at(x, i+1), p.at(x, j-1)
		d += p.distance(b, after) + p.distance(before, a) - p.distance(a, after) - p.distance(before, b)
	}
	switch {
	case a == p.N:
		return d + p.passed(x, i, j)
	case b == p.N:
		return d + p.passed(x, j, i)
	}
	one, end := p.part(x, i, 1)
	if end > j {
		return d
	}
	head, _ := p.part(x, i-1, -1)
	other, _ := p.part(x, j, 1)
	start, _ := p.part(x, j-1, -1)
	one, other = one+head, other+start
	more := p.Demand[b] - p.Demand[a]
	return d + p.fine(one+more) - p.fine(one) + p.fine(other-more) - p.fine(other)
}

// passed is by how much the penalties change when the divider at g and the customer at k change places.
func (p *Routing) passed(x []int32, g, k int32) int64 {
	step := int32(1)
	if k < g {
		step = -1
	}
	behind, _ := p.part(x, g-step, -step)
	ahead, end := p.part(x, g+step, step)
	rest, _ := p.part(x, k+step, step)
	c := p.Demand[p.at(x, k)]
	if (end-k)*step > 0 { // they lie side by side: the divider comes to stand between the customer's others
		return p.fine(behind+ahead-rest) + p.fine(rest) - p.fine(behind) - p.fine(ahead)
	}
	before, _ := p.part(x, k-step, -step)
	return p.fine(behind+c+ahead) - p.fine(behind) - p.fine(ahead) + p.fine(before) + p.fine(rest) - p.fine(before+c+rest)
}

// InsertDelta takes out what stands at i, so that it stands at j.
func (p *Routing) InsertDelta(x []int32, i, j int32) int64 {
	v, gap := p.at(x, i), j // it comes to stand before what stands at gap
	if i < j {
		gap++
	}
	a, b, l, r := p.at(x, i-1), p.at(x, i+1), p.at(x, gap-1), p.at(x, gap)
	d := p.distance(a, b) - p.distance(a, v) - p.distance(v, b) + p.distance(l, v) + p.distance(v, r) - p.distance(l, r)
	left, first := p.part(x, i-1, -1)
	right, last := p.part(x, i+1, 1)
	inside := first < gap && gap <= last // it stays in its route, or between the same two
	before, _ := p.part(x, gap-1, -1)
	behind, _ := p.part(x, gap, 1)
	switch {
	case v != p.N && inside:
		return d
	case v != p.N:
		q := p.Demand[v]
		return d + p.fine(before+behind+q) - p.fine(before+behind) + p.fine(left+right) - p.fine(left+q+right)
	case !inside:
		return d + p.fine(left+right) - p.fine(left) - p.fine(right) + p.fine(before) + p.fine(behind) - p.fine(before+behind)
	case gap <= i: // the divider moves back, and what it passes changes to the right
		return d + p.fine(before) + p.fine(left-before+right) - p.fine(left) - p.fine(right)
	}
	return d + p.fine(behind) + p.fine(right-behind+left) - p.fine(left) - p.fine(right)
}

// TwoOptDelta reverses x[i..j]. With a divider among these, the two routes at the ends exchange their parts inside.
func (p *Routing) TwoOptDelta(x []int32, i, j int32) int64 {
	a, b, l, r := p.at(x, i), p.at(x, j), p.at(x, i-1), p.at(x, j+1)
	d := p.distance(l, b) + p.distance(a, r) - p.distance(l, a) - p.distance(b, r)
	first, end := p.part(x, i, 1)
	if end > j {
		return d
	}
	last, _ := p.part(x, j, -1)
	head, _ := p.part(x, i-1, -1)
	tail, _ := p.part(x, j+1, 1)
	return d + p.fine(head+last) + p.fine(first+tail) - p.fine(head+first) - p.fine(last+tail)
}
