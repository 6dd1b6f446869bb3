package solutions

import (
	"fmt"
	"math/bits"
	"slices"
)

// row is what a row of the board is held in.
type row interface{ uint16 | int32 }

// prover checks solutions independently of what made them: from the rows alone, with marks of its own. A mark is a
// byte, cleared for each solution, which takes half the time of a bit, because neighbours on the board do not share a
// word that each has to wait for: 1.1 µs at N = 1000. It needs 5 bytes a queen.
type prover struct {
	n                       int
	rows, sums, differences []uint8
}

func newProver(n int) *prover {
	marks := make([]uint8, 5*n)
	return &prover{n, marks[:n:n], marks[n : 3*n : 3*n], marks[3*n:]}
}

// prove reports whether no two of n queens share a row or a diagonal.
func prove[R row](p *prover, x []R) bool {
	n := p.n
	if len(x) != n {
		return false
	}
	clear(p.rows)
	clear(p.sums)
	clear(p.differences)
	rows, sums, differences := p.rows[:n], p.sums[:2*n], p.differences[:2*n]
	taken := uint8(0)
	for i, r := range x {
		v := int(r)
		if uint(v) >= uint(n) {
			return false
		}
		taken |= rows[v] | sums[i+v] | differences[i-v+n]
		rows[v], sums[i+v], differences[i-v+n] = 1, 1, 1
	}
	return taken == 0
}

// flaw says what is wrong with rows that are no solution, in words for users.
func flaw[R row](x []R) error {
	n := len(x)
	seen := make(map[[2]int]int, 3*n)
	for i, r := range x {
		v := int(r)
		if v < 0 || v >= n {
			return fmt.Errorf("column %d has row %d, outside 1 to %d", i+1, v+1, n)
		}
		for kind, line := range [...]int{v, i + v, i - v} {
			at := [2]int{kind, line}
			if k, ok := seen[at]; ok {
				return fmt.Errorf("the queens in columns %d and %d, rows %d and %d, attack each other",
					k+1, i+1, int(x[k])+1, v+1)
			}
			seen[at] = i
		}
	}
	return nil
}

// fingerprint returns a hash of a solution. Equal solutions have equal ones, whatever their rows are held in.
func fingerprint[R row](x []R) uint64 {
	const a, b, c = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0xA0761D6478BD642F
	width := 16
	if len(x) > 1<<16 {
		width = 32
	}
	// Two chains, since each multiplication waits for the one before.
	even, odd := uint64(len(x))*a, uint64(b)
	for ; len(x) >= 8; x = x[8:] {
		if width == 16 {
			even = fold(even^pack(x[0], x[1], x[2], x[3]), a)
			odd = fold(odd^pack(x[4], x[5], x[6], x[7]), b)
			continue
		}
		even = fold(fold(even^pair(x[0], x[1]), a)^pair(x[2], x[3]), a)
		odd = fold(fold(odd^pair(x[4], x[5]), b)^pair(x[6], x[7]), b)
	}
	for _, v := range x {
		even = fold(even^uint64(v), a)
	}
	return fold(even^c, odd)
}

// pack puts four rows below 65,536 into a word.
func pack[R row](p, q, r, s R) uint64 {
	return uint64(p) | uint64(q)<<16 | uint64(r)<<32 | uint64(s)<<48
}

// pair puts two rows into a word.
func pair[R row](p, q R) uint64 { return uint64(p) | uint64(q)<<32 }

// fold is both halves of a product.
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}

// images writes the 8 images of a solution under the symmetries of the board, one after the other, the solution itself
// first: turned by quarters of a circle, and each of these mirrored. Some may be equal: a solution that a half turn
// leaves as it is has 4 different ones, and one that a quarter turn does has 2.
func images[R row](to []int32, x []R) {
	n := len(x)
	for i, v := range x {
		to[i] = int32(v)
	}
	for k := 1; k < 4; k++ {
		turn(to[k*n:(k+1)*n], to[(k-1)*n:k*n])
	}
	for k := range 4 {
		mirrored := to[(4+k)*n : (5+k)*n]
		copy(mirrored, to[k*n:(k+1)*n])
		slices.Reverse(mirrored)
	}
}

// turn turns a solution by a quarter of a circle: column i and row v become column v and row n-1-i.
func turn(to, x []int32) {
	for i, v := range x {
		to[v] = int32(len(x) - 1 - i)
	}
}
