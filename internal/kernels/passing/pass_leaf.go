package passing

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// laneLeaf is a leaf's columns and sets: lane k has unsure column k, and the sum of fields at depth k. So they are read by shuffles.
type laneLeaf struct {
	field                      float32
	column                     int32  // twice its number, and 1 where its sign is +1 without flips
	change                     uint32 // of sums, by a flip
	need0, need1, need2, need3 uint32 // see leaf, of the sets of free columns id, 32+id, 64+id, and 96+id
	count, free                int32
	limit                      float32
	before                     float32
	low, high                  uint32 // products of the lane's places, a byte each
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
	sums, fits := w.products(&l)
	if !fits {
		return
	}
	w.sort(&l)
	w.bound(&l)
	w.ask(&l, w.asked()-sums)
	w.sets(&l, minus&1, x)
}

// products makes those of the lane's places, which are four in a row and perhaps four more, a byte each, 1 where there is no row. It
// returns the sums of all. fits is false where a byte may overflow.
func (w *walker) products(l *laneLeaf) (sums uint32, fits bool) {
	w.signs()
	w.multiply(0, w.a.N, w.a.Rows, w.om)
	w.t.SyncWarp()
	fits = true
	l.low, l.high = 0x01010101, 0x01010101
	for e := range leafBytes(w.a.Rows) {
		i, class, has := w.place(e)
		if !has {
			continue
		}
		p := int32(w.om[i])
		fits = fits && max(p, -p) <= mostLeaf
		sums += sumsOf(class, p)
		byte := uint32(p^1) & 0xff << (8 * uint32(e&3))
		if e < 4 {
			l.low ^= byte
		} else {
			l.high ^= byte
		}
	}
	return lane.WarpAdd(w.t, sums), w.t.All(fits)
}

// leafBytes is how many products a lane has.
func leafBytes(rows int32) int32 { return (rows + 3) / 4 * 4 }

// place is that of product e of a lane, its class, and whether it has a row.
func (w *walker) place(e int32) (i, class int32, has bool) {
	i = 4*(w.t.LaneID()+e/4*lane.WarpSize) + e%4
	if i < w.a.Second {
		return i, 0, i < w.a.Size0
	}
	return i, 1, i < w.a.Second+w.a.Size1
}

// signs packs the signs of means, anything where there is no column: there the matrix is 0.
func (w *walker) signs() {
	w.t.SyncWarp()
	for at := w.t.LaneID(); at < 4*groups(w.a.N); at += lane.WarpSize {
		word := uint32(0)
		for b, v := range lane.Load4(w.m, 4*at) {
			sign := uint32(0xff)
			if v > 0 {
				sign = 1
			}
			word |= sign << (8 * uint32(b))
		}
		w.words[at] = word
	}
	w.t.SyncWarp()
}

// asked is Form.Asked.
func (w *walker) asked() uint32 {
	if w.odd != 0 {
		return w.a.Asked1
	}
	return w.a.Asked0
}

// sort is leaf.sort.
func (w *walker) sort(l *laneLeaf) {
	id, own := w.t.LaneID(), uint32(math.MaxInt32)
	for b := range w.a.Columns {
		j := b*lane.WarpSize + id
		key := keyOf(w.h[j], j)
		if w.fixed>>uint32(b)&1 != 0 || j >= w.a.N || key >= sureKey {
			key = math.MaxInt32
		}
		w.h[j] = math.Float32frombits(key)
		own = min(own, key)
	}
	mine := uint32(0) // the key of the lane's column
	for l.count < unsure {
		key := lane.WarpMin(w.t, own)
		if key == math.MaxInt32 {
			break
		}
		if id == l.count {
			mine = key
		}
		l.count++
		if own == key {
			w.h[key&(keyColumns-1)] = math.Float32frombits(math.MaxInt32)
			own = math.MaxInt32
			for b := range w.a.Columns {
				own = min(own, math.Float32bits(w.h[b*lane.WarpSize+id]))
			}
		}
	}
	w.t.SyncWarp()
	field, j := fieldOf(mine)
	l.field, l.column = field, 2*j
	if w.m[j] > 0 {
		l.column++
	}
	w.t.SyncWarp() // the next node's means are written by other lanes
}

// bound is leaf.bound.
func (w *walker) bound(l *laneLeaf) {
	l.free = freeOf(w.a.Flips)
	sets := w.a.Flips >> uint32(l.free)
	l.free = min(l.free, l.count)
	near, far := int32(0), int32(0) // sets of two of the bins
	if w.t.LaneID() == 0 {
		near = 1
	}
	for k := l.free; k < l.count; k++ {
		near, far = w.weigh(near, far, rounded(float32(lane.Shuffle(w.t, l.field, k)*perField)), sets+1)
	}
	l.limit = w.limit(near, far, sets)
}

// weigh adds the sets with one column more, whose field is in a bin.
func (w *walker) weigh(near, far, bin, most int32) (nearer, farther int32) {
	from := w.t.LaneID() - bin
	a, c, d := lane.Shuffle(w.t, near, from&31), lane.Shuffle(w.t, far, from&31), lane.Shuffle(w.t, near, (from+32)&31)
	switch {
	case from >= 0:
		near, far = min(near+a, most), min(far+c, most)
	case from+32 >= 0:
		far = min(far+d, most)
	}
	return near, far
}

// limit is the end of the last bin up to which there are not too many sets.
func (w *walker) limit(near, far, sets int32) float32 {
	id := w.t.LaneID()
	for step := int32(1); step < lane.WarpSize; step <<= 1 {
		a, c := lane.Shuffle(w.t, near, (id-step)&31), lane.Shuffle(w.t, far, (id-step)&31)
		if id >= step {
			near, far = near+a, far+c
		}
	}
	far += lane.Shuffle(w.t, near, lane.WarpSize-1)
	many := bits.OnesCount32(w.t.Ballot(near <= sets)) + bits.OnesCount32(w.t.Ballot(far <= sets))
	return float32((float32(many) - 0.5) * (1.0 / perField))
}

// ask is leaf.ask.
func (w *walker) ask(l *laneLeaf, missing uint32) {
	id := w.t.LaneID()
	if id < l.count {
		l.change = w.matrix[w.a.rowWords()+w.a.columnWords()+l.column>>1]
		if l.column&1 != 0 {
			l.change = -l.change
		}
	}
	for k := range int32(5) {
		if change := lane.Shuffle(w.t, l.change, k); id>>uint32(k)&1 != 0 {
			missing -= change
		}
	}
	a, b := lane.Shuffle(w.t, l.change, 5), lane.Shuffle(w.t, l.change, 6)
	l.need0, l.need1, l.need2, l.need3 = missing, missing-a, missing-b, missing-a-b
}

// sets is Tree.search.
func (w *walker) sets(l *laneLeaf, odd int32, x []uint32) {
	id, set, depth, next, field, sums := w.t.LaneID(), uint32(0), int32(0), l.free, float32(0), uint32(0)
	for !w.fits(l, set, sums, odd, x) {
		with := field + lane.Shuffle(w.t, l.field, next&31)
		for next == l.count || depth == mostFlip || with > l.limit {
			if depth == 0 {
				return
			}
			depth--
			next = int32(bits.Len32(set))
			set ^= 1 << uint32(next-1)
			field = lane.Shuffle(w.t, l.before, depth)
			sums -= lane.Shuffle(w.t, l.change, next-1)
			with = field + lane.Shuffle(w.t, l.field, next&31)
		}
		if id == depth {
			l.before = field
		}
		set |= 1 << uint32(next)
		field = with
		sums += lane.Shuffle(w.t, l.change, next)
		depth, next = depth+1, next+1
	}
}

// fits is Tree.fits.
func (w *walker) fits(l *laneLeaf, set, sums uint32, odd int32, x []uint32) bool {
	if !w.t.Any(l.need0 == sums || l.need1 == sums || l.need2 == sums || l.need3 == sums) {
		return false
	}
	need := l.need0
	for from := int32(0); from < 1<<uint32(l.free); from += lane.WarpSize {
		for hits := w.t.Ballot(need == sums); hits != 0; hits &= hits - 1 {
			free := from + int32(bits.TrailingZeros32(hits))
			all := set | uint32(free)
			if free < 1<<uint32(l.free) && (odd+int32(bits.OnesCount32(all)))&1 == w.odd && w.solves(l, all, x) {
				return true
			}
		}
		switch from {
		case 0:
			need = l.need1
		case lane.WarpSize:
			need = l.need2
		default:
			need = l.need3
		}
	}
	return false
}

// solves is Tree.solves.
func (w *walker) solves(l *laneLeaf, set uint32, x []uint32) bool {
	low, high, id, words := l.low, l.high, w.t.LaneID(), w.a.places()/4
	for rest := set; rest != 0; rest &= rest - 1 {
		column := lane.Shuffle(w.t, l.column, int32(bits.TrailingZeros32(rest)))
		at := w.a.rowWords() + column>>1*strideOf(w.a.places()) + id
		if id < words {
			low = changed(low, w.matrix[at], column&1)
		}
		if id+lane.WarpSize < words {
			high = changed(high, w.matrix[at+lane.WarpSize], column&1)
		}
	}
	if !w.matches(low, high) {
		return false
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		j := lane.Shuffle(w.t, l.column, int32(bits.TrailingZeros32(rest))) >> 1
		if w.t.LaneID() == 0 {
			x[w.walk*Blocks+j/lane.WarpSize] ^= 1 << uint32(j&(lane.WarpSize-1))
		}
	}
	w.Solved = 1
	return true
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
			for e := range leafBytes(w.a.Rows) {
				has += w.hasProduct(low, high, e, r, w.a.N&1+2*r+4*k)
			}
			good = good && lane.WarpAdd(w.t, has) == int32(w.table[Values*r+k])
		}
	}
	return good
}

// hasProduct is 1 where product e of the lane is that of a row of a residue.
func (w *walker) hasProduct(low, high uint32, e, residue, product int32) int32 {
	word := low
	if e >= 4 {
		word = high
	}
	if _, class, has := w.place(e); has && w.residue(class) == residue && int32(word>>(8*uint32(e&3))&0xff) == product {
		return 1
	}
	return 0
}
