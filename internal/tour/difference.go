package tour

import "github.com/multiwalk/multiwalk"

// Bits of difference.done.
const (
	nextDone  = 1 << iota // the edge to the next city on the tour
	prevDone              // the edge to the one before
	otherDone             // the edge to other[2c], and shifted once that to other[2c+1]
)

// difference is what only one of two tours has, as AB-cycles: sequences of cities in which the edge from the first to the
// second city is the search's, the next one the other tour's, and so on, until the other's leads back to the first city.
type difference struct {
	tour   *array
	r      *multiwalk.Rand // which of two edges a cycle takes; nil: the first
	other  []int32         // the two neighbours of each city on the other tour
	done   []uint8         // of each city, which of its edges both tours have, or a cycle
	trail  []int32         // the cities of the cycle that is being made
	place  [2][]int32      // of each city 1 + its even place in the trail, and 1 + its odd place; 0 if it has none
	cycles [][]int32
}

// newDifference finds cycles of the search's tour and another one, given in the problem's numbers: O(n). Where both edges of a city are
// left, r says which of them a cycle takes.
func newDifference(s *Search, x []int32, r *multiwalk.Rand) *difference {
	n, a := len(x), s.tour
	d := &difference{tour: a, r: r, other: make([]int32, 2*n), done: make([]uint8, n),
		place: [2][]int32{make([]int32, n), make([]int32, n)}}
	last := s.g.number[x[n-1]]
	for _, c := range x {
		c = s.g.number[c]
		d.other[2*c], d.other[2*last+1] = last, c
		last = c
	}
	for c := range int32(n) {
		next, prev := a.next(c), a.prev(c)
		for i, o := range d.other[2*c : 2*c+2] {
			switch o {
			case next:
				d.done[c] |= nextDone | otherDone<<i
			case prev:
				d.done[c] |= prevDone | otherDone<<i
			}
		}
	}
	for c := range int32(n) {
		for d.done[c]&(nextDone|prevDone) != nextDone|prevDone {
			d.trace(c)
		}
	}
	return d
}

// trace makes a cycle through a city that has an edge of the tour left. When the trail comes to a city where it was at a
// place of equal parity, a cycle is complete: what came since leaves the trail.
func (d *difference) trace(c int32) {
	d.trail = append(d.trail[:0], c)
	d.place[0][c] = 1
	for {
		parity := (len(d.trail) - 1) & 1
		to := d.leave(d.trail[len(d.trail)-1], parity)
		if at := int(d.place[1-parity][to]); at > 0 {
			d.cut(at - 1)
			if at == 1 {
				d.place[0][c] = 0
				return
			}
			continue
		}
		d.trail = append(d.trail, to)
		d.place[1-parity][to] = int32(len(d.trail))
	}
}

// leave goes along an edge of the tour, or along one of the other tour if the parity is 1, which is done then. There is
// always one left: of the edges at a city that are not done, both tours have equally many.
func (d *difference) leave(c int32, parity int) (to int32) {
	if parity == 1 {
		bit := uint8(otherDone)
		to = d.other[2*c]
		if d.second(c, bit) {
			bit, to = bit<<1, d.other[2*c+1]
		}
		d.done[c] |= bit
		if back := uint8(otherDone); d.other[2*to] == c {
			d.done[to] |= back
		} else {
			d.done[to] |= back << 1
		}
		return to
	}
	if !d.second(c, nextDone) {
		to = d.tour.next(c)
		d.done[c] |= nextDone
		d.done[to] |= prevDone
		return to
	}
	to = d.tour.prev(c)
	d.done[c] |= prevDone
	d.done[to] |= nextDone
	return to
}

// second reports whether a cycle takes the second of two edges of a city, the bits of which follow each other.
func (d *difference) second(c int32, first uint8) bool {
	switch {
	case d.done[c]&first != 0:
		return true
	case d.r == nil || d.done[c]&(first<<1) != 0:
		return false
	}
	return d.r.Uint32()&1 == 0
}

// cut makes a cycle of the trail from a place on. It begins with the tour's edge.
func (d *difference) cut(at int) {
	part := d.trail[at:]
	cycle := make([]int32, 0, len(part))
	for i := range part {
		cycle = append(cycle, part[(i+at&1)%len(part)])
	}
	d.cycles = append(d.cycles, cycle)
	for i := at + 1; i < len(d.trail); i++ {
		d.place[i&1][d.trail[i]] = 0
	}
	d.trail = d.trail[:at+1]
}

// parts returns the cycles grouped: those that share a city, directly or through others, are one part. Parts come in the
// order of their first cycle.
func (d *difference) parts() [][][]int32 {
	root := make([]int32, len(d.cycles))
	find := func(i int32) int32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	owner := d.place[0] // 1 + the first cycle at each city; all its places are free now
	for i, cycle := range d.cycles {
		root[i] = int32(i)
		for _, c := range cycle {
			if owner[c] == 0 {
				owner[c] = int32(i) + 1
			}
			a, b := find(owner[c]-1), find(int32(i))
			root[max(a, b)] = min(a, b)
		}
	}
	var parts [][][]int32
	number := make([]int, len(d.cycles))
	for i, cycle := range d.cycles {
		if r := find(int32(i)); int(r) == i {
			number[i] = len(parts)
			parts = append(parts, [][]int32{cycle})
		} else {
			parts[number[r]] = append(parts[number[r]], cycle)
		}
	}
	return parts
}
