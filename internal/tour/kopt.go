package tour

// k-opt: exchanges of a few edges, in the manner of Lin and Kernighan (1973) and of Helsgaun (2000): an exchange is
// built edge by edge and priced without touching the tour, what it makes of the tour on the way need not be a tour, and
// the gain criterion and a falling breadth prune the search.
//
// Throughout, the edge (t1,t2) leaves the tour, (t2,t3) enters, (t3,t4) leaves, and so on, until the last city is
// joined to t1. A gain is what the leaving edges cost more than the entering ones so far; it must stay above 0.

// candidate is a way to go on with an exchange: enter the edge to t3, remove the edge from t3 to t4.
type candidate struct {
	gain   int64
	t3, t4 int32
	ahead  bool // t4 follows t3
}

// breadth[k] is how many continuations are tried after k edges have left.
var breadth = [maxDepth]int{0, 5, 3, 2, 1, 1, 1, 1}

// kOpt tries the exchanges that remove one of the two edges at t1.
func (s *Search) kOpt(t1 int32) int64 {
	for _, ahead := range [2]bool{true, false} {
		t2 := s.step(t1, ahead)
		if s.g.isFixed(t1, t2) {
			continue
		}
		s.e.k = 0
		s.e.push(s.tour, t1, t2, ahead)
		if gain := s.second(t1, t2, ahead, s.g.cost(t1, t2)); gain > 0 {
			return gain
		}
	}
	return 0
}

// second chooses the second edge to leave. The exchange is a tour if t4 lies on the other side of t3 than t2 of t1.
func (s *Search) second(t1, t2 int32, ahead bool, gain int64) int64 {
	g, list := s.g, s.lists[1][:0]
	next, prev := s.tour.next(t2), s.tour.prev(t2)
	near, costs := g.listed(t2)
	for i, t3 := range near {
		g1 := gain - int64(costs[i])
		if g1 <= 0 {
			break
		}
		if t3 == next || t3 == prev {
			continue
		}
		t4 := s.step(t3, !ahead)
		g2 := g1 + g.cost(t3, t4)
		s.priced += 2
		if total := g2 - g.cost(t4, t1); total > 0 && !g.isFixed(t3, t4) {
			s.e.push(s.tour, t3, t4, !ahead)
			return s.commit(total)
		}
		if s.depth < 3 {
			continue
		}
		list = append(list, candidate{g2, t3, t4, !ahead})
		t4 = s.step(t3, ahead)
		list = append(list, candidate{g1 + g.cost(t3, t4), t3, t4, ahead})
	}
	s.lists[1] = list
	for range min(breadth[1], len(list)) {
		c := takeBest(list)
		list = list[:len(list)-1]
		if c.t4 == t1 || g.isFixed(c.t3, c.t4) {
			continue
		}
		s.e.push(s.tour, c.t3, c.t4, c.ahead)
		if total := s.third(t1, t2, ahead, c); total > 0 {
			return total
		}
		s.e.pop()
	}
	return 0
}

// takeBest moves the candidate of the greatest gain to the end of the list and returns it.
func takeBest(list []candidate) candidate {
	best := 0
	for i := range list {
		if list[i].gain > list[best].gain {
			best = i
		}
	}
	last := len(list) - 1
	list[best], list[last] = list[last], list[best]
	return list[last]
}

// third chooses the third edge to leave. If the first two make a tour, it must keep it one: one side of t5 does. If
// they split off a cycle, t5 must lie on that, and both sides of it join it up again.
func (s *Search) third(t1, t2 int32, ahead bool, c candidate) int64 {
	g, list := s.g, s.lists[2][:0]
	t3, t4 := c.t3, c.t4
	next, prev := s.tour.next(t4), s.tour.prev(t4)
	near, costs := g.listed(t4)
	for i, t5 := range near {
		g3 := c.gain - int64(costs[i])
		if g3 <= 0 {
			break
		}
		if t5 == next || t5 == prev {
			continue
		}
		inside := s.inSegment(t2, t3, t5, ahead)
		for _, side := range [2]bool{true, false} {
			t6 := s.step(t5, side)
			if t5 == t1 && t6 == t2 || t5 == t2 && t6 == t1 || t5 == t3 && t6 == t4 {
				continue
			}
			valid := inside
			if c.ahead != ahead {
				valid = inside == (side == ahead)
			}
			s.priced++
			g4 := g3 + g.cost(t5, t6)
			if valid {
				if total := g4 - g.cost(t6, t1); total > 0 && t6 != t1 && !g.isFixed(t5, t6) {
					s.e.push(s.tour, t5, t6, side)
					return s.commit(total)
				}
			}
			if s.depth > 3 {
				list = append(list, candidate{g4, t5, t6, side})
			}
		}
	}
	s.lists[2] = list
	return s.deepen(list)
}

// deepen goes on with the most promising candidates.
func (s *Search) deepen(list []candidate) int64 {
	for range min(breadth[s.e.k], len(list)) {
		c := takeBest(list)
		list = list[:len(list)-1]
		if s.g.isFixed(c.t3, c.t4) {
			continue
		}
		s.e.push(s.tour, c.t3, c.t4, c.ahead)
		if total := s.further(c); total > 0 {
			return total
		}
		s.e.pop()
	}
	return 0
}

// further chooses the fourth edge to leave or a later one, like second and third, but with no case analysis.
func (s *Search) further(c candidate) int64 {
	e, g := &s.e, s.g
	k := e.k
	list := s.lists[k][:0]
	t1, t2 := e.t[0], c.t4
	next, prev := s.tour.next(t2), s.tour.prev(t2)
	near, costs := g.listed(t2)
	for i, t3 := range near {
		g1 := c.gain - int64(costs[i])
		if g1 <= 0 {
			break
		}
		if t3 == next || t3 == prev {
			continue
		}
		for _, side := range [2]bool{true, false} {
			t4 := s.step(t3, side)
			first := t3
			if !side {
				first = t4
			}
			if e.has(s.tour.pos[first]) {
				continue
			}
			s.priced++
			g2 := g1 + g.cost(t3, t4)
			if total := g2 - g.cost(t4, t1); total > 0 && t4 != t1 && !g.isFixed(t3, t4) {
				e.push(s.tour, t3, t4, side)
				if e.closes() {
					return s.apply(total)
				}
				e.pop()
			}
			if k+1 < s.depth {
				list = append(list, candidate{g2, t3, t4, side})
			}
		}
	}
	s.lists[k] = list
	return s.deepen(list)
}
