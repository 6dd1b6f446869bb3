package nqueens

import (
	"fmt"
	"math/bits"

	"github.com/multiwalk/multiwalk"
)

const (
	// fours is how many groups of four rows are at hand for a column; a byte tells which comes first. 256 stay in a
	// processor's first cache, and lie densely enough that rows hard to place can wait for a better column.
	fours  = 256
	atHand = 4 * fours
	// tries is how many rows a column may try before it takes one with a collision. Where few rows are left that suit, in
	// the last columns, more tries do not find them.
	tries = 64
	// batch is for how many columns the first groups are drawn at once.
	batch = 16
	// pollEvery is after how many columns a start looks whether it is to go on: less than a millisecond.
	pollEvery = 1 << 14
)

// Construct implements multiwalk.Constructor: a permutation at random with few collisions, as the search QS4 of Sosic and
// Gu begins. Each column looks for a row that is not taken and whose diagonals are both free. One queen in ten thousand
// finds none and is attacked, and up to a few hundred of the last. Above a thousand queens a column chooses among a
// thousand rows spread over the board, so that what is built is another start for each seed, but no uniform sample.
func (q *Instance) Construct(r *multiwalk.Rand, x []int32) { newStart(r, x).build(nil) }

// start is a permutation in the making. A thousand of the rows not taken are at hand, and a column takes one of them at
// random that suits; the next of a sequence, which is the same for all starts but for its beginning, replaces it. So no
// pass over memory shuffles the rows.
type start struct {
	n                 int
	random            *multiwalk.Rand
	x                 []int32
	rows              *rowSequence
	sums, differences bitset // the diagonals that are taken
	clashes           []clash
}

// clash is a queen that found a diagonal taken.
type clash struct {
	column          int32
	sum, difference bool // which of them
}

func newStart(r *multiwalk.Rand, x []int32) *start {
	n := len(x)
	return &start{n: n, random: r, x: x, rows: newRowSequence(n, r.IntN(n)), sums: newBitset(2 * n),
		differences: newBitset(2 * n)}
}

// build places all queens. It returns false if aborted, unless nil, said so on the way.
func (b *start) build(aborted func() bool) bool {
	from := 0
	if b.n < atHand+batch {
		b.rows.deal(b.x)
	} else if from = b.most(aborted); from < 0 {
		return false
	}
	for i := from; i < b.n; i++ {
		b.place(i, i+int(b.random.Uint32N(uint32(b.n-i))))
	}
	return true
}

// most places all but the last thousand queens, and leaves the rows not taken in x behind them. It returns how many it has
// placed, or -1 if aborted.
func (b *start) most(aborted func() bool) int {
	var hand [fours][4]int32
	for g := range hand {
		b.rows.deal(hand[g][:])
	}
	var next [batch]int32
	i := 0
	for ; i+batch <= b.n-atHand; i += batch {
		if i%pollEvery == 0 && aborted != nil && aborted() {
			return -1
		}
		b.rows.deal(next[:])
		first := b.draw()
		b.choose(&hand, i, &first, &next)
	}
	for g := range hand {
		copy(b.x[i+4*g:], hand[g][:])
	}
	b.rows.deal(b.x[i+atHand:])
	return i
}

// draw says which four rows each column of a batch looks at first.
func (b *start) draw() (first [batch]uint8) {
	for k := 0; k < batch; k += 4 {
		w := b.random.Uint32()
		first[k], first[k+1], first[k+2], first[k+3] = uint8(w), uint8(w>>8), uint8(w>>16), uint8(w>>24)
	}
	return first
}

// choose puts a batch of queens in the columns from i on, each in a row of the first four in which one suits, and replaces
// that row. It looks at four together because nobody could predict a branch on each.
func (b *start) choose(hand *[fours][4]int32, i int, first *[batch]uint8, next *[batch]int32) {
	n, sums, differences, x := b.n, b.sums, b.differences, b.x[i:i+batch]
	for k, g := range first {
		c := i + k
		taken := uint(0xf)
		for left := tries / 4; ; left-- {
			v0, v1, v2, v3 := int(hand[g][0]), int(hand[g][1]), int(hand[g][2]), int(hand[g][3])
			taken = (sums.has(c+v0) | differences.has(c-v0+n)) | (sums.has(c+v1)|differences.has(c-v1+n))<<1 |
				(sums.has(c+v2)|differences.has(c-v2+n))<<2 | (sums.has(c+v3)|differences.has(c-v3+n))<<3
			if taken != 0xf || left == 1 {
				break
			}
			g++
		}
		slot := &hand[g][bits.TrailingZeros(^taken)&3]
		v := int(*slot)
		if taken == 0xf {
			b.clash(c, v)
		}
		sums.put(c + v)
		differences.put(c - v + n)
		x[k], *slot = int32(v), next[k]
	}
}

// clash notes that the place of a queen is attacked.
func (b *start) clash(i, v int) {
	sum, difference := b.sums.has(i+v) != 0, b.differences.has(i-v+b.n) != 0
	b.clashes = append(b.clashes, clash{int32(i), sum, difference})
}

// place puts a queen in column i, in the first row of x[j], x[j+1] and so on that suits, the last it tries if none does.
// x[i:] are the rows not taken.
func (b *start) place(i, j int) {
	for left := tries; ; left-- {
		v := int(b.x[j])
		taken := b.sums.has(i+v) | b.differences.has(i-v+b.n)
		if taken == 0 || left == 1 {
			if taken != 0 {
				b.clash(i, v)
			}
			b.x[i], b.x[j] = int32(v), b.x[i]
			b.sums.put(i + v)
			b.differences.put(i - v + b.n)
			return
		}
		if j++; j == b.n {
			j = i
		}
	}
}

// Hoffman constructs a solution of n queens in O(n), always the same: E. J. Hoffman, J. C. Loessi and R. C. Moore,
// "Constructions for the solution of the m queens problem" (Mathematics Magazine, 1969), which cover all n from 4 on; one
// queen is placed directly. The error wraps ErrNoSolution for 2 and 3.
func Hoffman(n int) ([]int32, error) {
	q, err := New(n)
	if err == nil {
		err = q.Solvable()
	}
	if err != nil {
		return nil, err
	}
	x := make([]int32, n)
	even := x[:n&^1]
	if len(even)%6 != 2 {
		staircase(even)
	} else {
		rotated(even)
	}
	if n%2 != 0 {
		x[n-1] = int32(n - 1) // neither construction uses the main diagonal
	}
	if err := q.CheckSolved(x); err != nil {
		return nil, fmt.Errorf("multiwalk: Hoffman's construction is wrong: %w", err)
	}
	return x, nil
}

// staircase fills an even board whose size is not 2 modulo 6: knight's moves along the odd rows, then the even ones.
func staircase(x []int32) {
	half := len(x) / 2
	for i := range half {
		x[i], x[half+i] = int32(2*i+1), int32(2*i)
	}
}

// rotated fills an even board whose size is no multiple of 6: knight's moves that go round the board, and the same
// turned by half a circle.
func rotated(x []int32) {
	n := len(x)
	for i := range n / 2 {
		v := (2*i + n/2 - 1) % n
		x[i], x[n-1-i] = int32(v), int32(n-1-v)
	}
}
