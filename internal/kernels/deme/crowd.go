package deme

// pair is the parents of the child of individual i in deterministic crowding (Mahfoud, "Niching methods for genetic algorithms", 1995).
// Each generation pairs the individuals at random. A pair makes two children. Each child competes with one of the parents: there are two
// ways to deal them out, and the one with the smaller distances counts (see mix). Both individuals of a pair make the same draws, so each
// finds this out by itself.
func (b *Breeder[T, P]) pair(generation int64, i int32) couple {
	every := b.shared(generation, 0)
	mate := b.Rule.Topology.mate(i, &every)
	both := b.shared(generation, 1+min(i, mate))
	if !both.happens(b.Rule.Mates) {
		mate = i
	}
	return couple{i, mate, both}
}

// unlike is at how many positions the child differs from an individual.
func (b *Breeder[T, P]) unlike(x []int32) (sum int32) {
	n, rank, size := int32(len(x)), b.T.Rank(), b.T.Size()
	for from := int32(0); from < n; from += size {
		k := from + rank
		_, all := b.T.Before(k < n && x[k] != b.Child[k])
		sum += all
	}
	return sum
}

// mate is with whom i is paired, or i. On an island it is anybody, on a torus one of the four beside i.
func (t *Topology) mate(i int32, d *draws) int32 {
	if t.Shape == Island {
		k := i % t.Width
		return i - k + (d.below(t.Width)+t.Width-k)%t.Width
	}
	x, y := i%t.Width, i/t.Width
	if upright, odd := d.below(2), d.below(2); upright == 0 {
		x = beside(x, t.Width, odd)
	} else {
		y = beside(y, t.Count/t.Width, odd)
	}
	return y*t.Width + x
}

// beside pairs the coordinates of a ring of n, each of an odd number with the one before or the one after. If n is odd, one stays alone.
func beside(k, n, odd int32) int32 {
	to := k ^ 1
	if odd != 0 {
		to = (k + 1) ^ 1 - 1
	}
	if n%2 == 0 {
		return wrap(to, n)
	}
	if to < 0 || to >= n {
		return k
	}
	return to
}
