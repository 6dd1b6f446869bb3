package tour

import (
	"math"
	"slices"
)

// reform is an exchange of any number of edges under construction: the cuts that it makes in the tour, and which of
// their ends it joins. The result may be several closed tours, which join makes one. Cuts are known by their rank.
type reform struct {
	s       *Search
	at      []int32 // position of the last city before each cut, rising
	partner []int32 // the end that each end is joined to: 2r is the one before cut r, 2r+1 the one after it
	part    []int32 // which closed tour the segment after each cut belongs to
	size    []int32 // cities of each closed tour; 0: it was joined to another
	piece   []piece
}

// newReform leaves the first edge of each cycle and every second one after it, and enters the others.
func newReform(s *Search, cycles [][]int32) (r *reform) {
	t := s.tour
	var cuts []int64 // position and number
	for _, c := range cycles {
		for i := 0; i < len(c); i += 2 {
			first := c[i]
			if t.next(first) != c[i+1] {
				first = c[i+1]
			}
			cuts = append(cuts, int64(t.pos[first])<<32|int64(len(cuts)))
		}
	}
	slices.Sort(cuts)
	k := len(cuts)
	r = &reform{s: s, at: make([]int32, k), partner: make([]int32, 2*k)}
	rank := make([]int32, k)
	for i, c := range cuts {
		r.at[i], rank[int32(c)] = int32(c>>32), int32(i)
	}
	first := 0 // of the cycle's leaving edges
	for _, c := range cycles {
		end := func(i int) int32 { // of c[i]
			j := rank[first+i/2]
			if t.city[r.at[j]] == c[i] {
				return 2 * j
			}
			return 2*j + 1
		}
		for i := 1; i < len(c); i += 2 {
			r.link(end(i), end((i+1)%len(c)))
		}
		first += len(c) / 2
	}
	r.label()
	return r
}

func (r *reform) link(a, b int32) { r.partner[a], r.partner[b] = b, a }

func (r *reform) city(end int32) int32 {
	p := r.at[end>>1]
	if end&1 == 1 {
		p = r.s.tour.after(p)
	}
	return r.s.tour.city[p]
}

// label finds the closed tours: O(cuts).
func (r *reform) label() {
	k := int32(len(r.at))
	r.part = slices.Repeat([]int32{-1}, int(k))
	for from := range k {
		if r.part[from] >= 0 {
			continue
		}
		id, size := int32(len(r.size)), int32(0)
		for end := 2*from + 1; r.part[r.segment(end)] < 0; {
			at := r.segment(end)
			r.part[at] = id
			size += r.s.tour.length(r.at, int(at))
			end = r.partner[r.across(end)]
		}
		r.size = append(r.size, size)
	}
}

// segment is the one that an end belongs to, by the rank of the cut before it; across is its other end.
func (r *reform) segment(end int32) int32 {
	if end&1 == 1 {
		return end >> 1
	}
	if end == 0 {
		return int32(len(r.at)) - 1
	}
	return end>>1 - 1
}

func (r *reform) across(end int32) int32 {
	k := int32(len(r.at))
	if end&1 == 1 {
		return (end + 1) % (2 * k)
	}
	return (end + 2*k - 1) % (2 * k)
}

// cutAt finds the cut right after position p.
func (r *reform) cutAt(p int32) (rank int, ok bool) { return slices.BinarySearch(r.at, p) }

// partAt is the closed tour of the city at position p.
func (r *reform) partAt(p int32) int32 {
	rank, _ := r.cutAt(p)
	if rank == 0 {
		rank = len(r.at)
	}
	return r.part[rank-1]
}

// beside is the neighbour of the city at position p after the exchange, on the side where the tour has the next city or
// the one before.
func (r *reform) beside(p int32, ahead bool) int32 {
	side := int32(0)
	if !ahead {
		p, side = r.before(p), 1
	}
	if rank, ok := r.cutAt(p); ok {
		return r.city(r.partner[2*int32(rank)+side])
	}
	if ahead {
		p = r.s.tour.after(p)
	}
	return r.s.tour.city[p]
}

// before is the position before p.
func (r *reform) before(p int32) int32 {
	if p == 0 {
		return int32(len(r.s.tour.city)) - 1
	}
	return p - 1
}

// tooDear is what it costs to join what cannot be joined.
const tooDear = math.MaxInt64 / 4

// bridge joins two closed tours: the edges from the cities at positions u and v to one side of each leave, the two cities
// are joined, and so are their former neighbours.
type bridge struct {
	delta          int64
	u, v           int32
	aheadU, aheadV bool
}

// join joins the smallest closed tour to another one at its cheapest, until there is one, or that costs what the exchange
// saves, and returns what it costs.
// It takes O(log cuts) for each near city of each city of the tours that it joins.
func (r *reform) join(saved int64) (delta int64) {
	for parts := len(r.size); parts > 1 && delta < saved; parts-- {
		small := int32(-1)
		for i, size := range r.size {
			if size > 0 && (small < 0 || size < r.size[small]) {
				small = int32(i)
			}
		}
		b := r.cheapest(small)
		if b.delta == tooDear {
			return tooDear
		}
		delta += b.delta
		r.build(b, small)
	}
	return delta
}

// endCities is at how many cities of either end of a segment a bridge is looked for first: what two tours do not share ends there.
const endCities = 50

// cheapest finds the bridge from a closed tour that costs least of those near the ends of its segments, or, if there is none, of all.
func (r *reform) cheapest(small int32) bridge {
	b := r.cheapestWithin(small, endCities)
	if b.delta == tooDear {
		b = r.cheapestWithin(small, math.MaxInt32/2)
	}
	return b
}

// cheapestWithin looks at so many cities of either end of each segment.
func (r *reform) cheapestWithin(small, ends int32) bridge {
	best := bridge{delta: tooDear}
	for rank, part := range r.part {
		if part != small {
			continue
		}
		length := r.s.tour.length(r.at, rank)
		for i := int32(0); i < length; i++ {
			if i == ends && length > 2*ends {
				i = length - ends
			}
			r.bridges(&best, small, rank, i)
		}
	}
	return best
}

// bridges prices the bridges from city i of a segment to its near cities on other closed tours.
func (r *reform) bridges(best *bridge, small int32, rank int, i int32) {
	t, n := r.s.tour, int32(len(r.s.tour.city))
	first, length := r.at[rank]+1, t.length(r.at, rank)
	u := (first + i) % n
	near, costs := r.s.g.listed(t.city[u])
	for j, d := range near {
		v := t.pos[d]
		if own := uint32(v-first) < uint32(length); !own && r.partAt(v) != small {
			r.price(best, u, v, int64(costs[j]))
		}
	}
}

// price takes the cheapest way to join the cities at positions u and v by an edge of this cost, if it beats best.
func (r *reform) price(best *bridge, u, v int32, joined int64) {
	g, c, d := r.s.g, r.s.tour.city[u], r.s.tour.city[v]
	r.s.priced++
	for _, aheadU := range [2]bool{true, false} {
		from := r.beside(u, aheadU)
		left := joined - g.cost(c, from)
		if g.isFixed(c, from) {
			continue
		}
		for _, aheadV := range [2]bool{true, false} {
			to := r.beside(v, aheadV)
			if delta := left - g.cost(d, to) + g.cost(from, to); delta < best.delta && !g.isFixed(d, to) {
				*best = bridge{delta, u, v, aheadU, aheadV}
			}
		}
	}
}

// build carries a bridge out.
func (r *reform) build(b bridge, small int32) {
	into := r.partAt(b.v)
	r.cut(b.u, b.aheadU)
	r.cut(b.v, b.aheadV)
	endU, endV := r.end(b.u, b.aheadU), r.end(b.v, b.aheadV)
	mateU, mateV := r.partner[endU], r.partner[endV]
	r.link(endU, endV)
	r.link(mateU, mateV)
	for i, part := range r.part {
		if part == small {
			r.part[i] = into
		}
	}
	r.size[into] += r.size[small]
	r.size[small] = 0
}

// cut makes sure that there is a cut on one side of position p. The ends of a new one are joined to each other.
func (r *reform) cut(p int32, ahead bool) {
	if !ahead {
		p = r.before(p)
	}
	rank, ok := r.cutAt(p)
	if ok {
		return
	}
	part := r.partAt(p)
	for i, end := range r.partner {
		if int(end) >= 2*rank {
			r.partner[i] += 2
		}
	}
	r.at = slices.Insert(r.at, rank, p)
	r.part = slices.Insert(r.part, rank, part)
	r.partner = slices.Insert(r.partner, 2*rank, int32(2*rank+1), int32(2*rank))
}

// end is that of position p at the cut on one side of it.
func (r *reform) end(p int32, ahead bool) int32 {
	if ahead {
		rank, _ := r.cutAt(p)
		return int32(2 * rank)
	}
	rank, _ := r.cutAt(r.before(p))
	return int32(2*rank + 1)
}

func (r *reform) pieces() []piece {
	r.piece = make([]piece, len(r.at))
	return r.piece
}
