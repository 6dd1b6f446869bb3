package solutions

import (
	"math/bits"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/examples/queens/counting"
)

const (
	// fewQueens is up to where all solutions are one batch, 14,200 of 12 queens in 20 ms.
	fewQueens = 12
	// someQueens is up to where enumerating all is quicker than making as many at random until the last has come.
	someQueens = 17
	// prefixLength is how many columns the prefix of a batch gives rows: some 10,000 prefixes of 14 queens.
	prefixLength = 4
)

// enumerates reports whether count solutions, or all for 0, are enumerated: at random the last eighth comes slowly,
// as most of what is made has been there before.
func enumerates(n int, count int64) bool {
	all, _, _ := counting.Published(n)
	return n <= fewQueens || n <= someQueens && (count == 0 || uint64(count) > all/8)
}

// enumeration is all solutions by what they begin with: a batch a prefix, in random order, and within it too.
type enumeration struct {
	n, length int
	seed      uint64
	prefixes  []int32 // length rows each
	order     []int32 // numbers of prefixes
	halt      *atomic.Bool
}

func newEnumeration(n int, seed uint64, halt *atomic.Bool) *enumeration {
	e := &enumeration{n: n, seed: seed, halt: halt}
	if n > fewQueens {
		e.length = prefixLength
	}
	e.place(make([]int32, n), 0, e.length, 0, 0, 0, func(x []int32) {
		e.prefixes = append(e.prefixes, x...)
		e.order = append(e.order, 0)
	})
	multiwalk.Permutation(len(e.order)).Random(multiwalk.NewRand(seed, 0), e.order)
	return e
}

// batch appends the solutions of a batch.
func (e *enumeration) batch(number int, to []int32) []int32 {
	x, n := make([]int32, e.n), e.n
	var taken, up, down uint32
	for i, v := range e.prefixes[int(e.order[number])*e.length:][:e.length] {
		x[i] = v
		bit := uint32(1) << v
		taken, up, down = taken|bit, (up|bit)<<1, (down|bit)>>1
	}
	e.place(x, e.length, n, taken, up, down, func(x []int32) { to = append(to, x...) })
	r := multiwalk.NewRand(e.seed, 1+number)
	for i := len(to)/n - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		copy(x, to[i*n:])
		copy(to[i*n:(i+1)*n], to[j*n:])
		copy(to[j*n:], x)
	}
	return to
}

// place gives column i and those after it up to depth rows, by backtracking, and has each way visited; up and down are
// the rows attacked along diagonals.
func (e *enumeration) place(x []int32, i, depth int, taken, up, down uint32, visit func(x []int32)) {
	if i == depth {
		visit(x[:depth])
		return
	}
	if e.halt.Load() {
		return
	}
	for free := (uint32(1)<<e.n - 1) &^ (taken | up | down); free != 0; free &= free - 1 {
		bit := free & -free
		x[i] = int32(bits.TrailingZeros32(bit))
		e.place(x, i+1, depth, taken|bit, (up|bit)<<1, (down|bit)>>1, visit)
	}
}
