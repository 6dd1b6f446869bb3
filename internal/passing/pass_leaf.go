package passing

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// laneLeaf is a leaf's columns and sets: lane k has unsure column k, and what the set has at depth k. So Depths and columns are read by
// shuffles.
type laneLeaf struct {
	field     float32
	column    int32 // twice its number, and 1 where its sign is +1 without flips
	count     int32
	limit     float32
	taken     int32
	before    float32 // sum of fields before taken was
	low, high uint32  // products of the lane's places, a byte each
	depth     int32
}

const signs32 = 0x80808080

// look is Tree.look.
func (w *walker) look(x []uint32) {
	var l laneLeaf
	id := w.t.LaneID()
	minus := int32(0)
	for b := range w.a.Columns {
		j := b*lane.WarpSize + id
		set := w.t.Ballot(w.m[j] > 0)
		if id == 0 {
			x[w.walk*Blocks+b] = set
		}
		if w.m[j] <= 0 && j < w.a.N {
			minus++
		}
	}
	minus = lane.WarpAdd(w.t, minus)
	w.signs()
	low, fits := w.products(0)
	high, fit := w.products(4)
	if l.low, l.high = low, high; !w.t.All(fits && fit) {
		return
	}
	w.sort(&l)
	w.sets(&l, minus&1, x)
}

// signs packs the signs of means, 0 where there is no column.
func (w *walker) signs() {
	id := w.t.LaneID()
	w.t.SyncWarp()
	for from := int32(0); from < w.a.Columns; from += 4 {
		word := uint32(0)
		for b := from; b < min(from+4, w.a.Columns); b++ {
			sign := uint32(0xff)
			if w.m[b*lane.WarpSize+id] > 0 {
				sign = 1
			}
			word |= sign << (8 * uint32(b-from)) // where there is no column the matrix is 0
		}
		w.words[from*(lane.WarpSize/4)+id] = word
	}
	w.t.SyncWarp()
}

// products is those of the lane's places in four blocks, a byte each, 1 where there is no row. fits is false where a byte may overflow.
func (w *walker) products(from int32) (word uint32, fits bool) {
	fits = true
	for e := range int32(4) {
		p, i := int32(1), (from+e)*lane.WarpSize+w.t.LaneID()
		if i < w.a.Second && i < w.a.Size0 || i >= w.a.Second && i < w.a.Second+w.a.Size1 {
			p = w.dot(w.rows, i, Most, w.a.rowWords())
			fits = fits && max(p, -p) <= mostLeaf
		}
		word |= uint32(p) & 0xff << (8 * uint32(e))
	}
	return word, fits
}

// sort is leaf.sort and leaf.bound, and ends before the first column that no set may have.
func (w *walker) sort(l *laneLeaf) {
	id := w.t.LaneID()
	for b := range w.a.Columns {
		j := b*lane.WarpSize + id
		if a := abs(w.h[j]); w.fixed>>uint32(b)&1 != 0 || a >= sure || j >= w.a.N {
			w.h[j] = sure
		} else {
			w.h[j] = a
		}
	}
	near, far := int32(0), int32(0) // sets of two of the bins
	if id == 0 {
		near = 1
	}
	for l.count < unsure {
		least, at := int32(math.MaxInt32), int32(math.MaxInt32)
		for b := range w.a.Columns {
			if k := int32(math.Float32bits(w.h[b*lane.WarpSize+id])); k < least {
				least, at = k, b*lane.WarpSize+id
			}
		}
		all := lane.WarpMin(w.t, least)
		field := math.Float32frombits(uint32(all))
		bin := rounded(float32(field * perField))
		if field >= sure || w.below(near, far, bin) > w.a.Flips {
			break
		}
		near, far = w.weigh(near, far, bin)
		if least != all {
			at = math.MaxInt32
		}
		j := lane.WarpMin(w.t, at)
		if id == l.count {
			l.field, l.column = field, 2*j
			if w.m[j] > 0 {
				l.column++
			}
		}
		if j&(lane.WarpSize-1) == id {
			w.h[j] = sure
		}
		l.count++
	}
	w.t.SyncWarp() // another lane read its mean
	l.limit = w.limit(near, far)
}

// below is how many sets are in the bins below one.
func (w *walker) below(near, far, bin int32) int32 {
	sets, id := int32(0), w.t.LaneID()
	if id < bin {
		sets = near
	}
	if id+lane.WarpSize < bin {
		sets += far
	}
	return lane.WarpAdd(w.t, sets)
}

// weigh adds the sets with one column more, whose field is in a bin.
func (w *walker) weigh(near, far, bin int32) (nearer, farther int32) {
	if bin >= bins {
		return near, far
	}
	from := w.t.LaneID() - bin
	a, c, d := lane.Shuffle(w.t, near, from&31), lane.Shuffle(w.t, far, from&31), lane.Shuffle(w.t, near, (from+32)&31)
	switch {
	case from >= 0:
		near, far = min(near+a, w.a.Flips+1), min(far+c, w.a.Flips+1)
	case from+32 >= 0:
		far = min(far+d, w.a.Flips+1)
	}
	return near, far
}

// limit is the end of the last bin up to which there are not too many sets.
func (w *walker) limit(near, far int32) float32 {
	id := w.t.LaneID()
	for step := int32(1); step < lane.WarpSize; step <<= 1 {
		a, c := lane.Shuffle(w.t, near, (id-step)&31), lane.Shuffle(w.t, far, (id-step)&31)
		if id >= step {
			near, far = near+a, far+c
		}
	}
	far += lane.Shuffle(w.t, near, lane.WarpSize-1)
	many := bits.OnesCount32(w.t.Ballot(near <= w.a.Flips)) + bits.OnesCount32(w.t.Ballot(far <= w.a.Flips))
	return float32((float32(many) - 0.5) * (1.0 / perField))
}

// sets is Tree.search.
func (w *walker) sets(l *laneLeaf, odd int32, x []uint32) {
	if odd == w.odd && w.matches(l.low, l.high) {
		w.Solved = 1
		return
	}
	id, next, sum := w.t.LaneID(), int32(0), float32(0)
	field := lane.Shuffle(w.t, l.field, 0)
	for {
		if next < l.count && sum+field <= l.limit {
			after := lane.Shuffle(w.t, l.field, (next+1)&31)
			deeper := l.depth+1 < mostFlip && next+1 < l.count && sum+field+after <= l.limit
			if right := (odd+l.depth+1)&1 == w.odd; right || deeper {
				low, high := w.flipped(l, next, 0)
				if id == l.depth {
					l.taken, l.before = next, sum
				}
				if right && w.matches(low, high) {
					l.depth++
					w.Solved = 1
					w.keep(l, x)
					return
				}
				if deeper {
					l.low, l.high, sum = low, high, sum+field
					l.depth++
				}
			}
			next, field = next+1, after
			continue
		}
		if l.depth == 0 {
			return
		}
		l.depth--
		next, sum = lane.Shuffle(w.t, l.taken, l.depth), lane.Shuffle(w.t, l.before, l.depth)
		l.low, l.high = w.flipped(l, next, 1)
		next++
		field = lane.Shuffle(w.t, l.field, next&31)
	}
}

// flipped is the products after unsure column k is flipped, or, with back 1, flipped back.
func (w *walker) flipped(l *laneLeaf, k, back int32) (low, high uint32) {
	column := lane.Shuffle(w.t, l.column, k) ^ back
	at := w.t.LaneID()*stride + column>>1
	low = changed(l.low, w.columns[at], column&1)
	if w.a.Rows > 4 {
		high = changed(l.high, w.columns[at+lane.WarpSize*stride], column&1)
	} else {
		high = l.high
	}
	return low, high
}

// changed is products after a flip, by the signs of the column: less twice these where it was +1, else more.
func changed(a, signs uint32, up int32) uint32 {
	d := signs & 0x7f7f7f7f << 1
	if up != 0 {
		return ((a | signs32) - d&^signs32) ^ (a^^d)&signs32
	}
	return (a&^signs32 + d&^signs32) ^ (a^d)&signs32
}

// matches is Tree.matches.
func (w *walker) matches(low, high uint32) bool {
	if w.t.Any((low|high)&signs32 != 0) {
		return false
	}
	good := true
	for r := range int32(2) {
		for k := range w.count(r) {
			has := int32(0)
			for b := range w.a.Rows {
				has += w.hasProduct(low, high, b, r, w.a.N&1+2*r+4*k)
			}
			good = good && lane.WarpAdd(w.t, has) == int32(w.table[Values*r+k])
		}
	}
	return good
}

// hasProduct is 1 where the lane's place of a block has a row of a residue, with a product.
func (w *walker) hasProduct(low, high uint32, b, residue, product int32) int32 {
	i, class := b*lane.WarpSize+w.t.LaneID(), int32(0)
	end := w.a.Size0
	if i >= w.a.Second {
		class, end = 1, w.a.Second+w.a.Size1
	}
	word := low
	if b >= 4 {
		word = high
	}
	if i < end && w.residue(class) == residue && int32(word>>(8*uint32(b&3))&0xff) == product {
		return 1
	}
	return 0
}

// keep adds the flips to the signs of the leaf.
func (w *walker) keep(l *laneLeaf, x []uint32) {
	for d := range l.depth {
		j := lane.Shuffle(w.t, l.column, lane.Shuffle(w.t, l.taken, d)) >> 1
		if w.t.LaneID() == 0 {
			x[w.walk*Blocks+j/lane.WarpSize] ^= 1 << uint32(j&(lane.WarpSize-1))
		}
	}
}
