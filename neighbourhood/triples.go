package neighbourhood

import "math/bits"

// mostTriples is the greatest n whose triples have numbers below 2^62.
const mostTriples = 3_024_617

// tripleCount returns the number of triples 0 <= i < j < k < n.
func tripleCount(n int32) int64 { return int64(tetrahedral(uint64(n))) }

// tetrahedral is a(a-1)(a-2)/6. No product on the way exceeds 3 times that, or 2^64.
func tetrahedral(a uint64) uint64 {
	if a < 3 {
		return 0
	}
	return a * (a - 1) / 2 * (a - 2) / 3
}

// tripleIndex returns the number of the triple i < j < k of n in the order of words: (0,1,2), (0,1,3) ... (0,2,3) ...
func tripleIndex(n, i, j, k int32) int64 {
	return tripleCount(n) - tripleCount(n-i) + PairIndex(n-i-1, j-i-1, k-i-1)
}

// tripleOf returns triple number t of n, 0 <= t < tripleCount(n) < 2^62; it is the inverse of tripleIndex.
//
// Counted from the end, it is number q of the triples a > b > c, a = n-1-i, whose a is the greatest with a(a-1)(a-2)/6 <= q: it
// is found bit by bit. What is left of q is the number of the pair b > c of a.
func tripleOf(n int32, t int64) (i, j, k int32) {
	q, a := uint64(tripleCount(n)-1-t), uint64(0)
	for bit := uint64(1) << (31 - bits.LeadingZeros32(uint32(n))); bit != 0; bit >>= 1 {
		if a+bit < uint64(n) && tetrahedral(a+bit) <= q {
			a += bit
		}
	}
	i = n - 1 - int32(a)
	j, k = PairAt(int32(a), PairCount(int32(a))-1-int64(q-tetrahedral(a)))
	return i, i + 1 + j, i + 1 + k
}

func (b *Member) tripleAt(t int64) Move {
	i, j, k := tripleOf(b.N, t)
	return Move{Op: b.Op, I: b.At + i, J: b.At + j, K: b.At + k}
}

// drawTriple draws three different positions, all triples alike.
func (b *Member) drawTriple(u, v, w uint32) Move {
	return b.tripleFrom(below(u, b.N), below(v, b.N-1), below(w, b.N-2))
}

// tripleFrom makes three numbers below n, n-1 and n-2 three different ones below n, in order.
func (b *Member) tripleFrom(i, j, k int32) Move {
	if j >= i {
		j++
	}
	i, j = min(i, j), max(i, j)
	if k >= i {
		k++
	}
	if k >= j {
		k++
	}
	if k < j {
		j, k = k, j
	}
	i, j = min(i, j), max(i, j)
	return Move{Op: b.Op, I: b.At + i, J: b.At + j, K: b.At + k}
}
