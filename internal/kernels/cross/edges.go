package cross

// EdgeRecombination makes the child of edge recombination (Whitley, Starkweather and Fuquay, "Scheduling problems and traveling
// salesmen: the genetic edge recombination operator", 1989): a tour that goes from each city to a neighbour that it has in one of the
// parents, to the one with the fewest neighbours left, the first of several in the order of the parents' lists; or to the first city
// that is left. One thread makes it: a step follows from the one before. places is scratch of 2n, by city: where the parents have it.
func EdgeRecombination[E Gene, T Team](t T, child []int32, own, other []E, places []int32) {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		places[own[k]], places[n+int32(other[k])] = k, k
	}
	t.Sync()
	if rank == 0 {
		e := edges[E]{own, other, places, n}
		city, next := int32(own[0]), int32(0)
		for k := range n {
			child[k] = city
			places[city] = ^places[city] // it is used
			if k == n-1 {
				break
			}
			if city = e.best(city); city < 0 {
				for places[own[next]] < 0 {
					next++
				}
				city = int32(own[next])
			}
		}
	}
	t.Sync()
}

// edges is the neighbours that cities have in two parents.
type edges[E Gene] struct {
	own, other []E
	places     []int32 // the first n are complements where the city is used
	n          int32
}

// best is the neighbour to go to, or -1.
func (e *edges[E]) best(city int32) int32 {
	best, least := int32(-1), int32(5)
	for k := range int32(4) {
		if v := e.neighbour(city, k); e.places[v] >= 0 {
			left := int32(0)
			for j := range int32(4) {
				if e.places[e.neighbour(v, j)] >= 0 {
					left++
				}
			}
			if left < least {
				best, least = v, left
			}
		}
	}
	return best
}

// neighbour is number 0 to 3 of a city's: two in each parent.
func (e *edges[E]) neighbour(city, k int32) int32 {
	at := e.places[city]
	if at < 0 {
		at = ^at
	}
	if k >= 2 {
		at = e.places[e.n+city]
	}
	if at += 2*(k&1) - 1; at < 0 {
		at = e.n - 1
	} else if at == e.n {
		at = 0
	}
	if k >= 2 {
		return int32(e.other[at])
	}
	return int32(e.own[at])
}
