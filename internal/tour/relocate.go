package tour

// Next and Prev are the cities behind and before one.
func (s *Search) Next(c int32) int32 { return s.tour.next(c) }
func (s *Search) Prev(c int32) int32 { return s.tour.prev(c) }

// Relocate takes city c out of the tour and puts it behind city d, which is not beside it, whatever that costs. It returns the change of
// cost. The cities at the ends are queued. No edge may be fixed.
func (s *Search) Relocate(c, d int32) int64 {
	g, before, after, behind := s.g, s.Prev(c), s.Next(c), s.Next(d)
	s.priced++
	s.e.k = 0
	s.e.push(s.tour, before, c, true)
	s.e.push(s.tour, d, behind, true)
	s.e.push(s.tour, c, after, true)
	gain := g.cost(before, c) + g.cost(c, after) + g.cost(d, behind) - g.cost(before, after) - g.cost(d, c) - g.cost(c, behind)
	return -s.commit(gain)
}
