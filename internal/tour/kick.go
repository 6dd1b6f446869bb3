package tour

import "github.com/multiwalk/multiwalk"

const (
	// maxSegment bounds the segments that a double-bridge exchanges, so that a kick stays local. On five TSPLIB instances
	// of 318 to 1002 cities, 5 and 10 led to far worse tours in 3 s than 20, 50 and 100; 30 is as good as 50 and lets
	// half as many kicks again through.
	maxSegment = 30
	// MinKick is the fewest cities for which there is a double-bridge.
	MinKick = 8
)

// Kick puts three consecutive short segments at a random place into the opposite order, which replaces four edges in a
// way that no sequence of smaller exchanges easily takes back: the double-bridge of Martin, Otto and Felten (1991), kept
// local as by Applegate, Cook and Rohe (2003). It returns the change of cost, 0 if fixed edges are in the way. The
// cities at its ends are queued.
func (s *Search) Kick(r *multiwalk.Rand) int64 {
	t := s.tour
	n := int32(len(t.city))
	most := uint32(min(maxSegment, (n-2)/3-1))
	var cut [4]int32 // positions of the last city before each segment and of the last segment's last city
	cut[0] = s.movable(int32(r.Uint32N(uint32(n))))
	for i := 1; i < 4; i++ {
		cut[i] = s.movable(cut[i-1] + 1 + int32(r.Uint32N(most)))
	}
	if cut[3]-cut[0] > n-2 || !s.allMovable(cut) {
		return 0
	}
	t.scratch = t.scratch[:0]
	for i := 2; i >= 0; i-- {
		t.gather((cut[i]+1)%n, cut[i+1]-cut[i], false)
	}
	delta := int64(0)
	for _, p := range cut {
		a, b := t.city[p%n], t.city[(p+1)%n]
		delta -= s.g.cost(a, b)
		s.queue.push(a)
		s.queue.push(b)
	}
	delta += s.joints(t.city[cut[0]%n], t.city[(cut[3]+1)%n], cut)
	s.priced++
	s.exchanges++
	t.overwrite((cut[0] + 1) % n)
	return delta
}

// joints prices the four edges that enter when scratch, the segments in their new order, goes between two cities.
func (s *Search) joints(before, after int32, cut [4]int32) int64 {
	x := s.tour.scratch
	i, j := cut[3]-cut[2], cut[3]-cut[1] // where the second and the third segment begin
	return s.g.cost(before, x[0]) + s.g.cost(x[i-1], x[i]) + s.g.cost(x[j-1], x[j]) + s.g.cost(x[len(x)-1], after)
}

// movable returns p, or the next position if a fixed edge lies between the cities there. Positions may lie beyond the
// end of the array.
func (s *Search) movable(p int32) int32 {
	if s.g.fixed != nil && s.fixedAfter(p) {
		return p + 1
	}
	return p
}

func (s *Search) allMovable(cut [4]int32) bool {
	if s.g.fixed == nil {
		return true
	}
	for _, p := range cut {
		if s.fixedAfter(p) {
			return false
		}
	}
	return true
}

func (s *Search) fixedAfter(p int32) bool {
	n := int32(len(s.tour.city))
	return s.g.isFixed(s.tour.city[p%n], s.tour.city[(p+1)%n])
}
