package cross

// PartiallyMapped makes the child of partially mapped crossover (PMX; Goldberg and Lingle, "Alleles, loci, and the traveling salesman
// problem", 1985): positions cut1 to cut2-1 are the second parent's, and the child is the first parent after the swaps that bring them
// there one after the other. The swaps of a number add up to a chain: outside the cut a position keeps its number, or has that
// which a chain of numbers in the cut leads to, from the second parent's to the first's at the same position. So all positions are
// found side by side. place is scratch. It reports whether what the thread wrote differs from the first parent.
func PartiallyMapped[E Gene, T Team](t T, child []int32, own, other, place []E, cut1, cut2 int32) bool {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		place[other[k]] = E(k)
	}
	t.Sync()
	differs := false
	for k := rank; k < n; k += size {
		v := own[k]
		if k >= cut1 && k < cut2 {
			v = other[k]
		} else {
			for at := int32(place[v]); at >= cut1 && at < cut2; at = int32(place[v]) {
				v = own[at]
			}
		}
		child[k] = int32(v)
		differs = differs || v != own[k]
	}
	t.Sync()
	return differs
}
