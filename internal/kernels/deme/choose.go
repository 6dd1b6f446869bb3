package deme

import "math/bits"

// parent returns an individual of the neighbourhood of i; but, if not -1, is one that Best and Random leave out.
func (p *Population) parent(r *Rule, d *draws, i, but int32) int32 {
	n := r.Topology.size()
	switch r.Select {
	case Best:
		best := int32(-1)
		for k := range n {
			j := r.Topology.neighbour(i, k)
			if j != but && (best < 0 || p.costs[j] < p.costs[best]) {
				best = j
			}
		}
		return max(best, 0)
	case Random:
		if but < 0 {
			return r.Topology.neighbour(i, d.below(n))
		}
		return r.Topology.another(d, i, but)
	case Roulette:
		return p.roulette(r, d, i)
	}
	best := r.Topology.neighbour(i, d.below(n))
	for range r.Rivals - 1 {
		if j := r.Topology.neighbour(i, d.below(n)); p.costs[j] < p.costs[best] {
			best = j
		}
	}
	return best
}

// another is any of the neighbourhood of i but one.
func (t *Topology) another(d *draws, i, but int32) int32 {
	last := t.size() - 1
	if j := t.neighbour(i, d.below(last)); j != but {
		return j
	}
	return t.neighbour(i, last)
}

// rouletteBits is how many bits the greatest weight has, so that their sum fits a word.
const rouletteBits = 24

// roulette draws in proportion to what individuals are cheaper than the dearest of the neighbourhood, plus 1.
func (p *Population) roulette(r *Rule, d *draws, i int32) int32 {
	t := &r.Topology
	least, most := p.costs[i], p.costs[i]
	for k := range t.size() {
		c := p.costs[t.neighbour(i, k)]
		least, most = min(least, c), max(most, c)
	}
	shift := max(0, int32(bits.Len64(uint64(most-least)))-rouletteBits)
	sum := int64(0)
	for k := range t.size() {
		sum += (most-p.costs[t.neighbour(i, k)])>>uint32(shift) + 1
	}
	high, _ := bits.Mul64(uint64(d.word())<<32|uint64(d.word()), uint64(sum))
	at := int64(high)
	for k := range t.size() {
		if at -= (most-p.costs[t.neighbour(i, k)])>>uint32(shift) + 1; at < 0 {
			return t.neighbour(i, k)
		}
	}
	return i
}

// worst is the dearest individual of the neighbourhood of i, the first of several.
func (p *Population) worst(t *Topology, i int32) int32 {
	worst := t.neighbour(i, 0)
	for k := range t.size() {
		if j := t.neighbour(i, k); p.costs[j] > p.costs[worst] {
			worst = j
		}
	}
	return worst
}

// best is the cheapest individual of the neighbourhood of i, the first of several.
func (p *Population) best(t *Topology, i int32) int32 {
	best := t.neighbour(i, 0)
	for k := range t.size() {
		if j := t.neighbour(i, k); p.costs[j] < p.costs[best] {
			best = j
		}
	}
	return best
}
