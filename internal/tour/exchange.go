package tour

// maxDepth is the most edges that one exchange may replace.
const maxDepth = 8

// exchange is a sequential k-exchange under construction: edges (t0,t1), (t2,t3), ... leave the tour, edges (t1,t2),
// (t3,t4), ..., (t_{2k-1},t0) enter it. The leaving edges cut the tour into k segments; the exchange is a tour again
// if the entering edges string all of them together.
type exchange struct {
	k     int
	t     [2 * maxDepth]int32
	left  [maxDepth]int32 // position of the first city of leaving edge j, along the tour
	ahead [maxDepth]bool  // whether t[2j] is that first city
	order [maxDepth]int8  // leaving edges by position
	tour  [maxDepth]piece // set by closes: the segments in the order of the new tour
}

// push adds the leaving edge (a, b), where b follows a if ahead, else goes before it.
func (e *exchange) push(tour *array, a, b int32, ahead bool) {
	first := a
	if !ahead {
		first = b
	}
	k, p := e.k, tour.pos[first]
	e.t[2*k], e.t[2*k+1], e.left[k], e.ahead[k] = a, b, p, ahead
	at := k
	for at > 0 && e.left[e.order[at-1]] > p {
		e.order[at] = e.order[at-1]
		at--
	}
	e.order[at] = int8(k)
	e.k++
}

// pop removes the last leaving edge.
func (e *exchange) pop() {
	e.k--
	last := int8(e.k)
	at := 0
	for e.order[at] != last {
		at++
	}
	copy(e.order[at:e.k], e.order[at+1:e.k+1])
}

// has reports whether the edge whose first city stands at position p leaves already.
func (e *exchange) has(p int32) bool {
	for _, q := range e.left[:e.k] {
		if p == q {
			return true
		}
	}
	return false
}

// closes reports whether joining t_{2k-1} to t0 makes a tour, and if so how it runs: O(k).
func (e *exchange) closes() bool {
	k := e.k
	var end, partner [2 * maxDepth]int32 // end: of t[i]
	for r, j := range e.order[:k] {
		before, after := int32(2*r), int32(2*r+1)
		if e.ahead[j] {
			end[2*j], end[2*j+1] = before, after
		} else {
			end[2*j], end[2*j+1] = after, before
		}
	}
	for j := range k {
		a, b := end[2*j+1], end[(2*j+2)%(2*k)]
		partner[a], partner[b] = b, a
	}
	return strung(partner[:2*k], e.tour[:k])
}

// apply carries out an exchange for which closes was true.
func (e *exchange) apply(tour *array) {
	var cuts [maxDepth]int32
	for r, j := range e.order[:e.k] {
		cuts[r] = e.left[j]
	}
	tour.rearrange(cuts[:e.k], e.tour[:e.k])
}
