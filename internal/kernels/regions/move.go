package regions

import (
	"github.com/multiwalk/multiwalk/internal/kernels/cyclic"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
)

const (
	// MaxEdge is the greatest edge cost: a delta, three edges, fits 32 bits.
	MaxEdge = (1<<31 - 2) / 3
	// refused is the delta of a move that there is not: no threshold is above it.
	refused = 1<<31 - 1
)

// A move joins city c to city d, which is near: bits 0 to 11 and 12 to 23. By 2-opt it reverses the cities from the one ahead of c to d. By
// insertion it puts the segment of one to three cities that begins at c, and goes on in the direction ahead, between d and its neighbour on
// one side: bits 24 and 25, bit 26 and bit 27. A move that is none has equal cities.

func joined(move uint32) (c, d int32) { return int32(move & 0xfff), int32(move >> 12 & 0xfff) }
func isAhead(move uint32) bool        { return move>>26&1 != 0 }
func side(move uint32) bool           { return move>>27&1 != 0 }
func length(move uint32) int32        { return int32(move >> 24 & 3) }

// propose makes a move of a random word.
func (r *region[C, M]) propose(draw uint32) uint32 {
	c := draw >> 16 * uint32(r.N) >> 16
	d := c
	if many := uint32(r.About[c]) & manyNear; many > 0 {
		d = uint32(r.near[c*uint32(r.a.Neighbours)+(draw>>8&0xff*many>>8)])
	}
	return c | d<<12 | (1+draw>>2&0x3f*3>>6)<<24 | draw&3<<26
}

// priceTwoOpt returns the delta of a move by 2-opt.
func (r *region[C, M]) priceTwoOpt(move uint32) int32 {
	c, d := joined(move)
	s, e := r.tour.Step(c, isAhead(move)), r.tour.Step(d, isAhead(move))
	delta := r.Cost(c, d) + r.Cost(s, e) - r.Cost(c, s) - r.Cost(d, e)
	if c == d || s == d || e == c || r.Stays(c, s) || r.Stays(d, e) {
		return refused
	}
	return delta
}

// priceInsertion returns the delta of a move by insertion.
func (r *region[C, M]) priceInsertion(move uint32) int32 {
	c, d := joined(move)
	ahead, last, inside := isAhead(move), c, c == d
	for range length(move) - 1 {
		last = r.tour.Step(last, ahead)
		inside = inside || last == d
	}
	before, after, e := r.tour.Step(c, !ahead), r.tour.Step(last, ahead), r.tour.Step(d, side(move))
	delta := r.Cost(c, d) + r.Cost(last, e) + r.Cost(before, after) - r.Cost(before, c) - r.Cost(last, after) - r.Cost(d, e)
	if inside || e == c || e == last || r.Stays(before, c) || r.Stays(last, after) || r.Stays(d, e) {
		return refused
	}
	return delta
}

// twoOpt makes a move.
func (r *region[C, M]) twoOpt(move uint32) {
	c, d := joined(move)
	first, last := int32(r.tour.Pos[c]), int32(r.tour.Pos[d])
	if isAhead(move) {
		first = cyclic.Next(first, r.N)
	} else {
		last = cyclic.Prev(last, r.N)
	}
	r.t.SyncWarp()
	cyclic.Reverse(team.Warp{T: r.t}, r.tour, first, last)
}

// insert makes a move.
func (r *region[C, M]) insert(move uint32) {
	c, d := joined(move)
	cyclic.Insert(team.Warp{T: r.t}, r.tour, c, length(move), d, isAhead(move), side(move))
}
