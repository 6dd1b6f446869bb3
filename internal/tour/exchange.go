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

// piece is a segment of the old tour, known by the rank of the leaving edge before it.
type piece struct {
	rank     int8
	reversed bool
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
	// Ends of segments: 2r is the city before the cut of rank r, 2r+1 the city after it.
	var end [2 * maxDepth]int8     // of t[i]
	var partner [2 * maxDepth]int8 // along the entering edge
	for r, j := range e.order[:k] {
		before, after := int8(2*r), int8(2*r+1)
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
	at := int8(1) // segment 0 forwards
	for i := range k {
		r := at >> 1
		var far int8
		if at&1 == 1 {
			e.tour[i] = piece{rank: r}
			far = 2 * (r + 1)
			if far == int8(2*k) {
				far = 0
			}
		} else {
			if r == 0 {
				r = int8(k)
			}
			e.tour[i] = piece{rank: r - 1, reversed: true}
			far = 2*r - 1
		}
		at = partner[far]
		if at == 1 {
			return i == k-1
		}
	}
	return false
}

// apply carries out an exchange for which closes was true. The longest segment stays where it is, so the cost is the
// number of cities outside it.
func (e *exchange) apply(tour *array) {
	n, k := int32(len(tour.city)), e.k
	var start, length [maxDepth]int32
	longest := 0
	for r := range k {
		start[r] = e.left[e.order[r]] + 1
		last := e.left[e.order[(r+1)%k]]
		length[r] = last - start[r] + 1
		if r == k-1 {
			length[r] += n
		}
		if length[r] > length[longest] {
			longest = r
		}
		if start[r] == n {
			start[r] = 0
		}
	}
	at := 0
	for int(e.tour[at].rank) != longest {
		at++
	}
	flip := e.tour[at].reversed // then read the whole new tour backwards, so that the longest segment keeps its direction
	tour.scratch = tour.scratch[:0]
	for i := 1; i < k; i++ {
		var s piece
		if flip {
			s = e.tour[(at-i+k)%k]
			s.reversed = !s.reversed
		} else {
			s = e.tour[(at+i)%k]
		}
		tour.gather(start[s.rank], length[s.rank], s.reversed)
	}
	p := start[longest] + length[longest]
	if p >= n {
		p -= n
	}
	tour.overwrite(p)
}
