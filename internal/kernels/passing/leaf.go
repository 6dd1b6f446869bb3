package passing

import (
	"math"
	"math/bits"
)

const (
	mostFlip = 24                            // columns of a set, but for the free ones
	mostFree = 7                             // columns that are free in each set
	unsure   = 32                            // columns that may be flipped: the least sure ones
	bins     = 64                            // of sums of fields
	perField = 4                             // bins of a field of 1
	mostLeaf = 127 - 2*mostFlip - 2*mostFree // a product whose byte flips cannot overflow

	keyColumns = 256        // numbers of columns in a key
	sureKey    = 0x41700000 // keys from which a column is never flipped: from fields of 15

	bytes = Most / 8 // words of products
	signs = 0x8080808080808080
	sieve = 12 // logarithm of the bits that tell which numbers may be needed
)

// leaf looks at the signs of means, and at those with sets of flips. The least sure columns are free: they are flipped in all ways. Each
// way is joined with all sets of further unsure columns whose fields, without sign, add up to less than a limit. In all there are up to
// as many sets as flips says.
//
// The products of a solution with all rows of a class add up to a sum that is known. One set in hundreds has these sums, for both
// classes, and only then are its products compared. The sums of both classes are one number, and flips change it. So for each way of the
// free columns, what the further columns have to add is looked up.
type leaf struct {
	id       [unsure]int32
	field    [unsure]float32
	change   [unsure]uint32 // of sums, by a flip
	count    int
	free     int
	limit    float32
	needs    [1 << mostFree]uint32 // of each set of free columns, what further ones have to add
	sieve    [1 << (sieve - 6)]uint64
	products [bytes]uint64 // without flips, a byte each
	flipped  [bytes]uint64
}

// look looks at a node as a leaf.
func (t *Tree) look(x *node) {
	f, l := t.p.f, &t.leaf
	minus := int32(0)
	var set [words]uint64
	for j := range f.N {
		t.x[j] = 0
		if x.m[j] > 0 {
			t.x[j] = 1
		}
		minus += 1 - t.x[j]
		set[j>>6] |= uint64(t.x[j]) << (j & 63)
	}
	sums, ok := l.multiply(f, &set)
	if !ok {
		return
	}
	l.sort(x, f.N)
	l.bound(t.flips)
	l.ask(t, f.Asked[t.p.odd]-sums)
	t.search(minus & 1)
}

// multiply makes the products of the signs, and their sums, unless one is too large.
func (l *leaf) multiply(f *Form, set *[words]uint64) (sums uint32, ok bool) {
	l.products = [bytes]uint64{}
	for class := range int32(2) {
		for i := f.From[class]; i < f.From[class+1]; i++ {
			w := int32(1)
			if f.Row[i] >= 0 {
				d := int32(0)
				for k := range set {
					d += int32(bits.OnesCount64(set[k] ^ f.Signs[int(i)*words+k]))
				}
				if w = f.N - 2*d; max(w, -w) > mostLeaf {
					return 0, false
				}
				sums += sumsOf(class, w)
			}
			l.products[i>>3] |= uint64(uint8(w)) << (8 * (i & 7))
		}
	}
	return sums, true
}

// sort finds the least sure columns, by key.
func (l *leaf) sort(x *node, n int32) {
	var keys [unsure]uint32
	l.count = 0
	for j := range n {
		key := keyOf(x.h[j], j)
		if x.fixed[j>>6]>>(j&63)&1 != 0 || key >= sureKey || l.count == unsure && key > keys[unsure-1] {
			continue
		}
		k := min(l.count, unsure-1)
		for ; k > 0 && keys[k-1] > key; k-- {
			keys[k] = keys[k-1]
		}
		keys[k] = key
		l.count = min(l.count+1, unsure)
	}
	for k, key := range keys[:l.count] {
		l.field[k], l.id[k] = fieldOf(key)
	}
}

// keyOf is a field, without sign and rounded down to 16 bits of precision, and its column. Its order is that of fields, of equal ones
// that of columns.
func keyOf(field float32, column int32) uint32 {
	return math.Float32bits(abs(field))&^(keyColumns-1) | uint32(column)
}

// fieldOf is what a key has.
func fieldOf(key uint32) (field float32, column int32) {
	return math.Float32frombits(key &^ (keyColumns - 1)), int32(key & (keyColumns - 1))
}

// freeOf returns how many columns a leaf frees if it has enough unsure ones: as many as have no more sets than flips says.
func freeOf(flips int32) int32 { return min(mostFree, int32(bits.Len32(uint32(flips)))-1) }

// bound finds how many columns are free, and the limit: it counts the sets of further columns by the bin of their sum.
func (l *leaf) bound(flips int32) {
	free := freeOf(flips)
	l.free = min(int(free), l.count)
	flips >>= free
	var sets [bins]int32
	sets[0] = 1
	for i := l.free; i < l.count; i++ {
		b := rounded(float32(l.field[i] * perField))
		for k := int32(bins - 1); k >= b; k-- {
			sets[k] = min(sets[k]+sets[k-b], flips+1)
		}
	}
	sum := int32(0)
	l.limit = 0
	for k, s := range sets {
		if sum += s; sum > flips {
			break
		}
		l.limit = float32((float32(k) + 0.5) * (1.0 / perField))
	}
}

// ask finds what the free columns need, if that is missing in all.
func (l *leaf) ask(t *Tree, missing uint32) {
	for k, j := range l.id[:l.count] {
		l.change[k] = t.p.f.Sums[j]
		if t.x[j] != 0 {
			l.change[k] = -l.change[k]
		}
	}
	l.sieve = [1 << (sieve - 6)]uint64{}
	l.needs[0] = missing
	for s := 1; s < 1<<l.free; s++ {
		l.needs[s] = l.needs[s&(s-1)] - l.change[bits.TrailingZeros(uint(s))]
	}
	for _, v := range l.needs[:1<<l.free] {
		h := hash(v)
		l.sieve[h>>6] |= 1 << (h & 63)
	}
}

func hash(sums uint32) uint32 { return sums * 0x9e3779b1 >> (32 - sieve) }

// search goes through the sets depth first, each as a mask of unsure columns. odd says whether the number of -1 is odd without flips.
func (t *Tree) search(odd int32) {
	l := &t.leaf
	var before [mostFlip]float32
	set, depth, next, field, sums := uint32(0), 0, l.free, float32(0), uint32(0)
	for !t.fits(set, sums, odd) {
		for next == l.count || depth == mostFlip || field+l.field[next] > l.limit {
			if depth == 0 {
				return
			}
			depth--
			last := bits.Len32(set) - 1
			set ^= 1 << last
			next, field, sums = last+1, before[depth], sums-l.change[last]
		}
		before[depth] = field
		set |= 1 << next
		field, sums = field+l.field[next], sums+l.change[next]
		depth, next = depth+1, next+1
	}
}

// fits says whether a set that adds to sums is a solution with some set of the free columns. Then it flips both.
func (t *Tree) fits(set, sums uint32, odd int32) bool {
	l := &t.leaf
	if h := hash(sums); l.sieve[h>>6]>>(h&63)&1 == 0 {
		return false
	}
	for free, need := range l.needs[:1<<l.free] {
		if all := set | uint32(free); need == sums && (odd+int32(bits.OnesCount32(all)))&1 == t.p.odd && t.solves(all) {
			return true
		}
	}
	return false
}

// solves flips a set in the products, compares, and flips it in the solution if that fits.
func (t *Tree) solves(set uint32) bool {
	l := &t.leaf
	l.flipped = l.products
	for rest := set; rest != 0; rest &= rest - 1 {
		t.flip(l.id[bits.TrailingZeros32(rest)])
	}
	if !t.matches(&l.flipped) {
		return false
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		t.x[l.id[bits.TrailingZeros32(rest)]] ^= 1
	}
	t.Solved = true
	return true
}

// flip flips a column in the products.
func (t *Tree) flip(j int32) {
	f := t.p.f
	to := t.leaf.flipped[:f.From[2]/8]
	twice := f.Twice[int(j)*bytes:][:len(to)]
	if t.x[j] == 0 {
		for k, d := range twice {
			a := to[k]
			to[k] = (a&^signs + d&^signs) ^ (a^d)&signs
		}
		return
	}
	for k, d := range twice {
		a := to[k]
		to[k] = ((a | signs) - d&^signs) ^ (a^^d)&signs
	}
}

// product is that of a place.
func product(products *[bytes]uint64, i int32) int32 {
	return int32(int8(products[i>>3] >> (8 * (i & 7))))
}

// matches says whether the products are those of a solution.
func (t *Tree) matches(products *[bytes]uint64) bool {
	f := t.p.f
	negative := uint64(0)
	for _, w := range products[:f.From[2]/8] {
		negative |= w
	}
	if negative&signs != 0 {
		return false
	}
	var has [2 * Values]int32
	for c := range int32(2) {
		r := f.residue(c, t.p.odd)
		least := f.N&1 + 2*r
		for i := f.From[c]; i < f.From[c]+f.Size[c]; i++ {
			k := (product(products, i) - least) / 4
			if k >= Values {
				return false
			}
			has[Values*r+k]++
		}
	}
	for k, h := range has {
		if h != int32(f.Has[k]) {
			return false
		}
	}
	return true
}
