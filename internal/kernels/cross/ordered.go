package cross

// Ordered makes the child of order crossover (OX; Davis, "Applying adaptive algorithms to epistatic domains", 1985): the cut of the
// first parent, and from its end on around the permutation the other numbers in the order that the second parent has them in from there
// on. place is scratch. It reports whether what the thread wrote differs from the first parent.
func Ordered[E Gene, T Team](t T, child []int32, own, other, place []E, cut1, cut2 int32) bool {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		place[own[k]] = E(k)
		child[k] = int32(own[k])
	}
	t.Sync()
	differs := false
	to := cut2
	for from := int32(0); from < n; from += size {
		v, taken := E(0), false
		if k := from + rank; k < n {
			v = other[wrapped(cut2+k, n)]
			at := int32(place[v])
			taken = at < cut1 || at >= cut2
		}
		lower, all := t.Before(taken)
		if taken {
			k := wrapped(to+lower, n)
			child[k] = int32(v)
			differs = differs || v != own[k]
		}
		to = wrapped(to+all, n)
	}
	t.Sync()
	return differs
}
