package relocate

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// OrOpt is Relocate with segments: it takes out one to three cities that follow each other and puts them between two
// others, either way round (Or, "Traveling salesman-type combinatorial problems and their relation to the logistics of
// regional blood banking", 1976). How many and which way round is drawn for the whole warp. Moves is at most 32, and
// shared memory and edges are those of RelocateWide.
//
//lane:registers 48
func OrOpt[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, segments)
}

// OrOptEach is OrOpt where every lane decides for itself, as in RelocateEach.
//
//lane:registers 48
func OrOptEach[C any, M kernel.Metric[C]](t lane.Thread, m M, a Annealing, order []int32, temperatures []float32, rungs []int32,
	start, tours, best []uint16, costs []int32, hits, goal []int64, stop []uint32) {
	relocate[C, M, uint64](t, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, room[uint64]{}, segments|each)
}

// segmentKinds is how many ways there are to move a segment that begins at a city: of one, two and three cities, and back
// to front.
const segmentKinds = 6

// segment is cities first, middle and last, between before and after; of less than three cities, middle is last.
type segment struct {
	before, first, middle, last, after uint32
	cities                             uint32
	reversed                           bool
}

// segmentAt returns the segment that begins at v.
func (w *relocator[C, M, L]) segmentAt(v, kind uint32) segment {
	s := segment{first: v, middle: v, last: v, cities: kind%3 + 1, reversed: kind >= 3, before: uint32(w.back[v])}
	if s.cities > 1 {
		s.middle = successor(w.links[v])
		s.last = s.middle
	}
	if s.cities > 2 {
		s.last = successor(w.links[s.middle])
	}
	s.after = successor(w.links[s.last])
	return s
}

// ends returns the cities that follow a, and that come before what followed it.
func (s segment) ends() (x, y uint32) {
	if s.reversed {
		return s.last, s.first
	}
	return s.first, s.last
}

// between is the length of an edge of two cities.
func (w *relocator[C, M, L]) between(c, d uint32) int32 { return w.m.Between(w.at[c], w.at[d]) }

// priceSegment is price for a segment. It has no move to where it is, or into itself.
func (w *relocator[C, M, L]) priceSegment(draw, kind, bound uint32) int32 {
	v, a := w.pair(draw)
	s := w.segmentAt(v, kind)
	link := w.links[a]
	x, y := s.ends()
	delta := w.between(a, x) + w.between(y, successor(link)) - length(link) +
		w.between(s.before, s.after) - length(w.links[s.before]) - length(w.links[s.last])
	key := delta<<variant(0).bits() + (w.t.LaneID() - int32(bound))
	if a == s.before || a == s.first || a == s.middle || a == s.last {
		key = noKey
	}
	return key
}

// moveSegment carries out the move of a segment: lane 0 closes the gap, lanes 1 and 2 join its ends to their new
// neighbours, lanes 3 and 4 turn it round.
func (w *relocator[C, M, L]) moveSegment(word, index, kind uint32) {
	v, a := w.pair(word + index*0x10001)
	s := w.segmentAt(v, kind)
	b := successor(w.links[a])
	x, y := s.ends()
	id, joins := w.t.LaneID(), int32(3)
	if s.reversed {
		joins += int32(s.cities) - 1
	}
	from, to := s.before, s.after
	switch id {
	case 1:
		from, to = a, x
	case 2:
		from, to = y, b
	case 3:
		from, to = s.last, s.middle
		if s.cities == 2 {
			to = s.first
		}
	case 4:
		from, to = s.middle, s.first
	}
	link := w.link(int32(from), int32(to))
	w.t.SyncWarp()
	if id < joins {
		w.links[from] = link
		w.back[to] = uint16(from)
	}
	w.t.SyncWarp()
}
