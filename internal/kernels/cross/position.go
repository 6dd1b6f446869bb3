package cross

// Position makes the child of position-based crossover (Syswerda, "Schedule optimization using genetic algorithms", 1991): each position
// is drawn with probability 1/2 and keeps the first parent's number; the other numbers fill the other positions in the order in which
// the second parent has them. place is scratch.
func Position[E Gene, T Team, W Words](t T, child []int32, own, other, place []E, words W) {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		place[own[k]] = E(k)
	}
	t.Sync()
	// The numbers of the second parent that are missing, in order, and the positions that are open, in order: both are n - drawn.
	open, missing := int32(0), int32(0)
	for from := int32(0); from < n; from += size {
		k := from + rank
		vacant := k < n && !either(words, k)
		lower, all := t.Before(vacant)
		if vacant {
			child[open+lower] = k // position number open+lower; read before it is written again, see below
		}
		open += all
	}
	t.Sync()
	for from := int32(0); from < n; from += size {
		v, lacks := E(0), false
		if k := from + rank; k < n {
			v = other[k]
			lacks = !either(words, int32(place[v]))
		}
		lower, all := t.Before(lacks)
		if lacks {
			place[v] = E(child[missing+lower]) // where the number goes
		}
		missing += all
	}
	t.Sync()
	for k := rank; k < n; k += size {
		child[place[k]] = k // numbers that were drawn stay where the first parent has them
	}
	t.Sync()
}
