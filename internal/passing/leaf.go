package passing

import (
	"math/bits"
)

const (
	mostFlip = 24               // columns of a set
	unsure   = 32               // columns that may be flipped: the least sure ones
	sure     = 15               // fields from which a column is never flipped
	bins     = 64               // of sums of fields
	perField = 4                // bins of a field of 1
	mostLeaf = 127 - 2*mostFlip // a product whose byte flips cannot overflow

	bytes = Most / 8 // words of products
	signs = 0x8080808080808080
)

// leaf looks at the signs of means, and at those with sets of flips: all sets of unsure columns whose fields, without sign, add up to
// less than a limit, by which there are up to as many as flips says.
type leaf struct {
	id       [unsure]int32
	field    [unsure]float32
	count    int
	limit    float32
	products [mostFlip + 1][bytes]uint64 // of each depth, a byte each
}

// look looks at a node as a leaf.
func (t *Tree) look(x *node) {
	f, l := t.p.f, &t.leaf
	for j := range f.N {
		t.x[j] = 0
		if x.m[j] > 0 {
			t.x[j] = 1
		}
	}
	l.sort(x, f.N)
	l.bound(t.flips)
	minus := int32(0)
	for j := range f.N {
		minus += 1 - t.x[j]
	}
	var set [words]uint64
	for j, v := range t.x {
		set[j>>6] |= uint64(v) << (j & 63)
	}
	products := &l.products[0]
	*products = [bytes]uint64{}
	for i := range f.From[2] {
		w := int32(1)
		if f.Row[i] >= 0 {
			d := int32(0)
			for k := range set {
				d += int32(bits.OnesCount64(set[k] ^ f.Signs[int(i)*words+k]))
			}
			if w = f.N - 2*d; max(w, -w) > mostLeaf {
				return
			}
		}
		products[i>>3] |= uint64(uint8(w)) << (8 * (i & 7))
	}
	t.search(minus & 1)
}

// sort finds the least sure columns, by field, of equal ones the first.
func (l *leaf) sort(x *node, n int32) {
	l.count = 0
	for j := range n {
		a := abs(x.h[j])
		if x.fixed[j>>6]>>(j&63)&1 != 0 || a >= sure || l.count == unsure && a >= l.field[unsure-1] {
			continue
		}
		k := min(l.count, unsure-1)
		for ; k > 0 && l.field[k-1] > a; k-- {
			l.field[k], l.id[k] = l.field[k-1], l.id[k-1]
		}
		l.field[k], l.id[k] = a, j
		l.count = min(l.count+1, unsure)
	}
}

// bound finds the limit: by counting sets whose fields add up to each multiple of a bin.
func (l *leaf) bound(flips int32) {
	var sets [bins]int32
	sets[0] = 1
	for i := range l.count {
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

// search goes through the sets depth first. odd says whether the number of -1 is odd without flips. Sets of the other parity than the
// solution's have products only where larger ones follow.
func (t *Tree) search(odd int32) {
	l := &t.leaf
	var taken [mostFlip]int
	var before [mostFlip]float32
	depth, next, sum := 0, 0, float32(0)
	if odd == t.p.odd && t.matches(&l.products[0]) {
		t.Solved = true
		return
	}
	for {
		if next < l.count && sum+l.field[next] <= l.limit {
			with := sum + l.field[next]
			deeper := depth+1 < mostFlip && next+1 < l.count && with+l.field[next+1] <= l.limit
			if right := (odd+int32(depth)+1)&1 == t.p.odd; right || deeper {
				t.flip(l.id[next], depth)
				taken[depth], before[depth] = next, sum
				if right && t.matches(&l.products[depth+1]) {
					t.Solved = true
					for _, k := range taken[:depth+1] {
						t.x[l.id[k]] ^= 1
					}
					return
				}
				if deeper {
					depth, sum = depth+1, with
				}
			}
			next++
			continue
		}
		if depth == 0 {
			return
		}
		depth--
		next, sum = taken[depth]+1, before[depth]
	}
}

// flip makes the products of the next depth: those of this one after a column is flipped.
func (t *Tree) flip(j int32, depth int) {
	f := t.p.f
	from, to := t.leaf.products[depth][:f.From[2]/8], t.leaf.products[depth+1][:f.From[2]/8]
	twice := f.Twice[int(j)*bytes:][:len(from)]
	if t.x[j] == 0 {
		for k, d := range twice {
			a := from[k]
			to[k] = (a&^signs + d&^signs) ^ (a^d)&signs
		}
		return
	}
	for k, d := range twice {
		a := from[k]
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
