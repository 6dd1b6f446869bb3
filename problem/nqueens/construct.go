package nqueens

import "github.com/multiwalk/multiwalk"

const (
	// tries is how many rows a column may try before it takes one with a collision. Where few rows are left that suit, in
	// the last columns, more tries do not find them.
	tries = 64
	// ahead is for how many columns the first row is drawn at once.
	ahead = 16
)

// Construct implements multiwalk.Constructor: a permutation at random with few collisions, as the search QS4 of Sosic and
// Gu begins. Each column looks for a row that is not taken and whose diagonals are both free, about three rows on
// average; some dozen queens at the end find none and are attacked, at any N.
//
// A column looks at successive rows from a random one on, which costs one draw and one cache line where independent
// draws cost three. So that neighbours in memory are no neighbours on the board, the rows lie there a golden section
// apart.
func (q *Instance) Construct(r *multiwalk.Rand, x []int32) {
	scatter(r, x)
	b := newBoard(q.N)
	var from [ahead]int
	for i := 0; i < len(x); i += ahead {
		columns := min(ahead, len(x)-i)
		for k := range columns {
			from[k] = i + k + int(r.Uint32N(uint32(len(x)-i-k)))
		}
		b.fetch(x, i, from[:columns])
		for k, j := range from[:columns] {
			b.place(x, i+k, j)
		}
	}
}

// board is the diagonals that are taken.
type board struct {
	n                 int
	sums, differences bitset
	fetched           uint64
}

func newBoard(n int) *board {
	return &board{n: n, sums: newBitset(2 * n), differences: newBitset(2 * n)}
}

// fetch reads what columns from i on will look at first. Nothing depends on it, so that the processor waits for all of it
// at the same time, and not for each column in turn.
func (b *board) fetch(x []int32, i int, from []int) {
	var sum uint64
	for k, j := range from {
		v := int(x[j])
		sum += b.sums[(i+k+v)>>6] + b.differences[(i+k-v+b.n)>>6]
	}
	b.fetched = sum // else the compiler drops the loop
}

// place puts a queen in column i, in the first row of x[j], x[j+1] and so on that suits, the last it tries if none does.
// x[i:] are the rows not taken.
func (b *board) place(x []int32, i, j int) {
	var v int
	var s, d uint
	for left := tries; ; left-- {
		v = int(x[j])
		s, d = uint(i+v), uint(i-v+b.n)
		taken := (b.sums[s>>6]>>(s&63) | b.differences[d>>6]>>(d&63)) & 1 // not a branch a diagonal: nobody could predict them
		if taken == 0 || left == 1 {
			break
		}
		if j++; j == b.n {
			j = i
		}
	}
	x[i], x[j] = int32(v), x[i]
	b.sums[s>>6] |= 1 << (s & 63)
	b.differences[d>>6] |= 1 << (d & 63)
}

// scatter fills x with the multiples of a number near the golden section of n, modulo n, from a random one on.
func scatter(r *multiwalk.Rand, x []int32) {
	n := len(x)
	step := int(float64(n)*0.618) + r.IntN(1+n/100)
	for divisor(step, n) != 1 {
		step++ // n+1 is the last that might be needed: it is prime to n
	}
	step %= n
	v := r.IntN(n)
	for i := range x {
		x[i] = int32(v)
		if v += step; v >= n {
			v -= n
		}
	}
}

// divisor returns the greatest common one.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
