package passing

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// laneLeaf is a leaf's columns and sets: lane k has unsure column k, and what the set has at depth k. So Depths and columns are read by
// shuffles.
type laneLeaf struct {
	field float32
	id    int32 // column
	up    int32 // 1: its sign is +1 without flips
	count int32
	limit float32
	taken int32
	sum   float32
	low   uint32 // products of the lane's places, a byte each
	high  uint32
	depth int32
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
	w.bound(&l)
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

// sort is leaf.sort.
func (w *walker) sort(l *laneLeaf) {
	id := w.t.LaneID()
	l.count = 0
	w.t.SyncWarp()
	for b := range w.a.Columns {
		j := b*lane.WarpSize + id
		if a := abs(w.h[j]); w.fixed>>uint32(b)&1 != 0 || a >= sure || j >= w.a.N {
			w.h[j] = sure
		} else {
			w.h[j] = a
		}
	}
	for l.count < unsure {
		least, at := int32(math.MaxInt32), int32(math.MaxInt32)
		for b := range w.a.Columns {
			if k := int32(math.Float32bits(w.h[b*lane.WarpSize+id])); k < least {
				least, at = k, b*lane.WarpSize+id
			}
		}
		all := lane.WarpMin(w.t, least)
		if math.Float32frombits(uint32(all)) >= sure {
			return
		}
		if least != all {
			at = math.MaxInt32
		}
		j := lane.WarpMin(w.t, at)
		if id == l.count {
			l.field, l.id, l.up = math.Float32frombits(uint32(all)), j, 0
			if w.m[j] > 0 {
				l.up = 1
			}
		}
		if j&(lane.WarpSize-1) == id {
			w.h[j] = sure
		}
		l.count++
	}
}

// bound is leaf.bound: a lane has two of the bins.
func (w *walker) bound(l *laneLeaf) {
	id := w.t.LaneID()
	near, far := int32(0), int32(0)
	if id == 0 {
		near = 1
	}
	for i := range l.count {
		b := rounded(float32(lane.Shuffle(w.t, l.field, i) * perField))
		if b >= bins {
			continue
		}
		from := id - b
		a, c, d := lane.Shuffle(w.t, near, from&31), lane.Shuffle(w.t, far, from&31), lane.Shuffle(w.t, near, (from+32)&31)
		switch {
		case from >= 0:
			near, far = min(near+a, w.a.Flips+1), min(far+c, w.a.Flips+1)
		case from+32 >= 0:
			far = min(far+d, w.a.Flips+1)
		}
	}
	sum := int32(0)
	l.limit = 0
	for k := range int32(bins) {
		s := lane.Shuffle(w.t, near, k&31)
		if k >= lane.WarpSize {
			s = lane.Shuffle(w.t, far, k&31)
		}
		if sum += s; sum > w.a.Flips {
			return
		}
		l.limit = float32((float32(k) + 0.5) * (1.0 / perField))
	}
}

// sets is Tree.search.
func (w *walker) sets(l *laneLeaf, odd int32, x []uint32) {
	if odd == w.odd && w.matches(l) {
		w.Solved = 1
		return
	}
	id, next := w.t.LaneID(), int32(0)
	for {
		sum := lane.Shuffle(w.t, l.sum, l.depth)
		field := lane.Shuffle(w.t, l.field, next&31)
		if l.depth < mostFlip && next < l.count && sum+field <= l.limit {
			w.flip(l, next, 0)
			if id == l.depth {
				l.taken = next
			}
			if l.depth++; id == l.depth {
				l.sum = sum + field
			}
			next++
			if (odd+l.depth)&1 == w.odd && w.matches(l) {
				w.Solved = 1
				w.keep(l, x)
				return
			}
			continue
		}
		if l.depth == 0 {
			return
		}
		l.depth--
		next = lane.Shuffle(w.t, l.taken, l.depth)
		w.flip(l, next, 1)
		next++
	}
}

// flip flips unsure column k, or, with back 1, flips it back.
func (w *walker) flip(l *laneLeaf, k, back int32) {
	j, up := lane.Shuffle(w.t, l.id, k), lane.Shuffle(w.t, l.up, k)
	at := w.t.LaneID()*stride + j
	l.low = changed(l.low, w.columns[at], up^back)
	if w.a.Rows > 4 {
		l.high = changed(l.high, w.columns[at+lane.WarpSize*stride], up^back)
	}
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
func (w *walker) matches(l *laneLeaf) bool {
	if w.t.Any((l.low|l.high)&signs32 != 0) {
		return false
	}
	good := true
	for r := range int32(2) {
		for k := range w.count(r) {
			has := int32(0)
			for b := range w.a.Rows {
				has += w.hasProduct(l, b, r, w.a.N&1+2*r+4*k)
			}
			good = good && lane.WarpAdd(w.t, has) == int32(w.table[Values*r+k])
		}
	}
	return good
}

// hasProduct is 1 where the lane's place of a block has a row of a residue, with a product.
func (w *walker) hasProduct(l *laneLeaf, b, residue, product int32) int32 {
	i, class := b*lane.WarpSize+w.t.LaneID(), int32(0)
	end := w.a.Size0
	if i >= w.a.Second {
		class, end = 1, w.a.Second+w.a.Size1
	}
	word := l.low
	if b >= 4 {
		word = l.high
	}
	if i < end && w.residue(class) == residue && int32(word>>(8*uint32(b&3))&0xff) == product {
		return 1
	}
	return 0
}

// keep adds the flips to the signs of the leaf.
func (w *walker) keep(l *laneLeaf, x []uint32) {
	for d := range l.depth {
		j := lane.Shuffle(w.t, l.id, lane.Shuffle(w.t, l.taken, d))
		if w.t.LaneID() == 0 {
			x[w.walk*Blocks+j/lane.WarpSize] ^= 1 << uint32(j&(lane.WarpSize-1))
		}
	}
}
