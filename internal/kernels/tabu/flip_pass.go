package tabu

import (
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// flip makes a flip, and brings fields up to date: where s is 1 for a bit that is 0, and -1 for one that is 1, the delta of bit j
// changes by s[i]*s[j] times the weight of i and j, and that of i itself by its sign. All of a row is asked for before any of it is
// awaited.
func (w *flipper[P]) flip(i int32) {
	a0, a1, a2, a3 := w.row(i, 0)
	b0, b1, b2, b3 := a0, a1, a2, a3
	if w.a.Bits > kernel.MaxFlips/2 {
		b0, b1, b2, b3 = w.row(i, kernel.MaxFlips/2)
	}
	delta, sign := w.turn(i)
	w.low = w.blocks(0, a0, a1, a2, a3, sign)
	w.high = flipNever
	if w.a.Bits > kernel.MaxFlips/2 {
		w.high = w.blocks(kernel.MaxFlips/2, b0, b1, b2, b3, sign)
	}
	of, place := placeOf(i)
	if w.t.LaneID() == of {
		w.signs[w.signOf(place)] ^= w.signChange() << (8 * uint32(place&3))
		toggle(&w.x, place)
	}
	w.Cost += int64(delta)
	w.t.SyncWarp()
}

// row returns a lane's weights of four blocks; behind the last they are those of the last again, and not used.
func (w *flipper[P]) row(i, from int32) (r0, r1, r2, r3 uint64) {
	last := (w.a.Bits - kernel.FlipBlock) >> 3
	k, id := from>>3, w.t.LaneID()
	return w.p.Row8(i, min(k, last)+id), w.p.Row8(i, min(k+32, last)+id), w.p.Row8(i, min(k+64, last)+id), w.p.Row8(i, min(k+96, last)+id)
}

// signOf is where the sign of a place of the lane stands, and signChange how its byte changes.
func (w *flipper[P]) signOf(place int32) int32 { return place>>2<<5 | w.t.LaneID() }
func (w *flipper[P]) signChange() uint32 {
	factor := w.p.Factor() * flipScale
	return uint32(factor^-factor) & 0xff
}

// turn changes the sign of a bit's delta, and returns what that was, and what changes the signs of others where the bit is 1.
func (w *flipper[P]) turn(i int32) (delta int32, sign uint32) {
	of, place := placeOf(i)
	field, tabu := w.fields[i], int32(0)
	if field >= 1<<(flipTabu-1) {
		tabu = 1 << flipTabu
	}
	delta = (field - tabu) >> 5
	if int8(w.signs[place>>2<<5|of]>>(8*uint32(place&3))) < 0 {
		sign = w.signChange() * 0x01010101
	}
	w.t.SyncWarp() // all have read
	if w.t.LaneID() == of {
		w.fields[i] = tabu - delta*flipScale + place&(flipScale-1)
	}
	return delta, sign
}

// blocks goes over up to four blocks of fields, and returns the lane's least.
func (w *flipper[P]) blocks(from int32, r0, r1, r2, r3 uint64, sign uint32) int32 {
	least := w.eight(from, r0, sign, flipNever)
	if w.a.Bits > from+kernel.FlipBlock {
		least = w.eight(from+kernel.FlipBlock, r1, sign, least)
	}
	if w.a.Bits > from+2*kernel.FlipBlock {
		least = w.eight(from+2*kernel.FlipBlock, r2, sign, least)
	}
	if w.a.Bits > from+3*kernel.FlipBlock {
		least = w.eight(from+3*kernel.FlipBlock, r3, sign, least)
	}
	return least
}

// eight brings the lane's eight fields of a block up to date.
func (w *flipper[P]) eight(from int32, row uint64, sign uint32, least int32) int32 {
	least = w.four(from+w.t.LaneID(), uint32(row), w.signs[from>>2+w.t.LaneID()]^sign, least)
	from += kernel.FlipBlock / 2
	return w.four(from+w.t.LaneID(), uint32(row>>32), w.signs[from>>2+w.t.LaneID()]^sign, least)
}

// four brings four fields up to date, the first at a place in shared memory. One instruction takes a weight and a sign out of their
// words, multiplies and adds.
func (w *flipper[P]) four(at int32, weights, signs uint32, least int32) int32 {
	d0, d1, d2, d3 := w.fields[at], w.fields[at+32], w.fields[at+64], w.fields[at+96]
	d0, d1 = lane.Dot4(weights, signs&0xff, d0), lane.Dot4(weights, signs&0xff00, d1)
	d2, d3 = lane.Dot4(weights, signs&0xff0000, d2), lane.Dot4(weights, signs&0xff000000, d3)
	w.fields[at], w.fields[at+32], w.fields[at+64], w.fields[at+96] = d0, d1, d2, d3
	return min(least, min(d0, d1), min(d2, d3))
}

// load takes a walk up where it was.
func (w *flipper[P]) load(walks []FlipWalk, fields, rings []int32, sets []uint32) {
	id, from := w.t.LaneID(), w.walk*w.a.Bits
	w.FlipWalk = walks[w.walk]
	w.ring = rings[w.walk*lane.WarpSize+id]
	of := (w.walk*lane.WarpSize + id) * 2 * FlipSets
	for k := range int32(2) {
		w.x[k], w.best[k], w.top[k], w.aim[k] = sets[of+k], sets[of+2+k], sets[of+4+k], sets[of+6+k]
	}
	factor := uint32(w.p.Factor()*flipScale) & 0xff
	for place := int32(0); place < w.a.Bits/lane.WarpSize; place += 4 {
		four := factor * 0x01010101
		for e := range int32(4) {
			j := bitAt(id, place+e)
			w.fields[j] = fields[from+j]
			if w.bit(place+e) != 0 {
				four ^= w.signChange() << (8 * uint32(e))
			}
		}
		w.signs[w.signOf(place)] = four
	}
	w.t.SyncWarp()
	if w.a.Adopt != 0 {
		w.release(0)
		w.renew()
	}
	if w.a.Renew != 0 {
		w.Renewed = 1
	}
	w.rescan()
}

// bit is the present one at a place of the lane.
func (w *flipper[P]) bit(place int32) uint32 {
	if place < lane.WarpSize {
		return w.x[0] >> (place & 31) & 1
	}
	return w.x[1] >> (place & 31) & 1
}

// rescan finds the lane's least fields.
func (w *flipper[P]) rescan() {
	w.low, w.high = flipNever, flipNever
	for j := w.t.LaneID(); j < w.a.Bits; j += lane.WarpSize {
		if j < kernel.MaxFlips/2 {
			w.low = min(w.low, w.fields[j])
		} else {
			w.high = min(w.high, w.fields[j])
		}
	}
}

// store leaves a walk for the next launch.
func (w *flipper[P]) store(walks []FlipWalk, fields, rings []int32, sets []uint32) {
	id, from := w.t.LaneID(), w.walk*w.a.Bits
	for i := id; i < w.a.Bits; i += lane.WarpSize {
		fields[from+i] = w.fields[i]
	}
	rings[w.walk*lane.WarpSize+id] = w.ring
	of := (w.walk*lane.WarpSize + id) * 2 * FlipSets
	for k := range int32(2) {
		sets[of+k], sets[of+2+k], sets[of+4+k], sets[of+6+k] = w.x[k], w.best[k], w.top[k], w.aim[k]
	}
	if id == 0 {
		walks[w.walk] = w.FlipWalk
	}
}

// StartFlips writes the fields of a walk at all bits 0.
func StartFlips(p kernel.ByteRower, n int32, fields []int32) {
	for j := range int32(len(fields)) {
		_, place := placeOf(j)
		fields[j] = 1<<flipTabu<<1 | place&(flipScale-1)
		if j < n {
			fields[j] = p.LinearWeight(j)*flipScale + place&(flipScale-1)
		}
	}
}
