package tour

// maxMoved is the most cities that Or (1976) moves in one piece.
const maxMoved = 3

// orOpt is Bentley's (1992) 2-opt and or-opt with neighbour lists. First try 2-opt joining c to a near city. Then try
// moving 1 to 3 cities ending at c next to one, either way round.
func (s *Search) orOpt(c int32) int64 {
	for _, ahead := range [2]bool{true, false} {
		if gain := s.twoOpt(c, ahead); gain > 0 {
			return gain
		}
	}
	for _, ahead := range [2]bool{true, false} {
		if gain := s.moveSegment(c, ahead); gain > 0 {
			return gain
		}
	}
	return 0
}

// twoOpt replaces the edge from c to its neighbour on one side by one to a near city.
func (s *Search) twoOpt(c int32, ahead bool) int64 {
	g := s.g
	mate := s.step(c, ahead)
	if g.isFixed(c, mate) {
		return 0
	}
	leaving := g.cost(c, mate)
	near, costs := g.listed(c)
	for i, d := range near {
		g1 := leaving - int64(costs[i])
		if g1 <= 0 {
			break
		}
		other := s.step(d, ahead)
		s.priced++
		if total := g1 + g.cost(d, other) - g.cost(mate, other); total > 0 && d != mate && !g.isFixed(d, other) {
			s.e.k = 0
			s.e.push(s.tour, mate, c, !ahead)
			s.e.push(s.tour, d, other, ahead)
			return s.commit(total)
		}
	}
	return 0
}

// moveSegment cuts the tour on one side of c and moves the one to three cities on the other side, c first, next to a
// city near c.
func (s *Search) moveSegment(c int32, ahead bool) int64 {
	g := s.g
	before := s.step(c, !ahead)
	if g.isFixed(before, c) {
		return 0
	}
	near, costs := g.listed(c)
	last := c
	for length := 1; length <= min(maxMoved, g.n-3); length++ {
		after := s.step(last, ahead)
		if !g.isFixed(last, after) {
			open := g.cost(before, c) + g.cost(last, after) - g.cost(before, after)
			for i, d := range near {
				g1 := open - int64(costs[i])
				if g1 <= 0 {
					break
				}
				if s.inSegment(c, last, d, ahead) {
					continue
				}
				if gain := s.insert(before, c, last, after, d, ahead, g1); gain > 0 {
					return gain
				}
			}
		}
		last = after
	}
	return 0
}

// insert puts the segment from c to last between d, next to c, and one of d's neighbours, if that gains.
func (s *Search) insert(before, c, last, after, d int32, ahead bool, gain int64) int64 {
	g := s.g
	for _, side := range [2]bool{true, false} {
		e := s.step(d, side)
		if d == before && e == c || d == after && e == last || g.isFixed(d, e) {
			continue
		}
		s.priced++
		if total := gain + g.cost(d, e) - g.cost(last, e); total > 0 {
			s.e.k = 0
			s.e.push(s.tour, before, c, ahead)
			s.e.push(s.tour, d, e, side)
			s.e.push(s.tour, last, after, ahead)
			return s.commit(total)
		}
	}
	return 0
}

// inSegment reports whether d lies between c and last, where last follows c if ahead.
func (s *Search) inSegment(c, last, d int32, ahead bool) bool {
	if ahead {
		return s.tour.between(c, d, last)
	}
	return s.tour.between(last, d, c)
}
