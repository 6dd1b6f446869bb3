package population

import "slices"

// anew tells whether the island of individual i is drawn anew in a generation: the method looks every check generations, and where too
// many individuals are as cheap as the best, crossover finds little more.
func (w *demeWalk) anew(generation int64, i int) bool {
	return w.s.check > 0 && generation > 0 && generation%w.s.check == 0 && w.stagnates(generation, i)
}

// stagnates tells whether so many individuals of the island of i cost what its best does.
func (w *demeWalk) stagnates(generation int64, i int) bool {
	width := int(w.s.rule.Topology.Width)
	costs := w.costs[w.side(generation)][i/width*width:][:width]
	least, alike := costs[first(costs)], 0
	for _, c := range costs {
		if c == least {
			alike++
		}
	}
	return alike >= w.s.resting
}

// beget makes individual i of an island that is drawn anew.
func (w *demeWalk) beget(b *band, generation int64, i int) {
	if width := int(w.s.rule.Topology.Width); w.s.keeps && i%width == 0 {
		now := w.side(generation)
		best := i + first(w.costs[now][i:i+width])
		copy(b.Child, w.x[now][best*w.s.n:])
		return
	}
	b.Beget(generation, int32(i))
}

// redraw puts the child, which has no parents and costs so much, into the next generation. An island counts as one restart.
func (w *demeWalk) redraw(b *band, generation int64, i int, cost int64) {
	next, n := w.side(generation+1), w.s.n
	copy(w.x[next][i*n:], b.Child)
	w.costs[next][i] = cost
	b.note(b.Child, cost, generation)
	if i%int(w.s.rule.Topology.Width) == 0 {
		b.redrawn++
	}
}

// first returns the index of the least cost, the first one of several.
func first(costs []int64) int { return slices.Index(costs, slices.Min(costs)) }

// lastWorst returns the index of the greatest cost, the last one of several: there a solution comes in that a population is given.
func lastWorst(costs []int64) int {
	at := 0
	for i, c := range costs {
		if c >= costs[at] {
			at = i
		}
	}
	return at
}
