package solutions

import (
	"math/bits"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/examples/queens/counting"
)

const (
	// fewQueens is up to where all solutions are enumerated and shuffled, 14,200 of 12 queens in 20 ms.
	fewQueens = 12
	// someQueens is up to where enumerating all is quicker than making as many at random until the last has come.
	someQueens = 17
	// prefixLength is how many columns the prefixes of an enumeration give rows: some 10,000 prefixes of 14 queens.
	prefixLength = 4
)

// all returns how many solutions there are, or 0 above someQueens.
func all(n int) int64 {
	if n > someQueens {
		return 0
	}
	known, _, _ := counting.Published(n)
	return int64(known)
}

// enumerates reports whether count solutions, or all for 0, are enumerated: at random the last eighth comes slowly,
// as most of what is made has been there before.
func enumerates(n int, count int64) bool {
	return n <= fewQueens || n <= someQueens && (count == 0 || count > all(n)/8)
}

// enumerator finds all solutions that begin with certain rows, by backtracking over sets of free rows.
type enumerator struct {
	n     int
	x     []int32
	halt  *atomic.Bool
	visit func(x []int32)
}

// from visits all solutions whose first columns have the given rows, which must not attack each other.
func (e *enumerator) from(rows []int32) {
	var taken, up, down uint32
	for i, v := range rows {
		e.x[i] = v
		bit := uint32(1) << v
		taken, up, down = taken|bit, (up|bit)<<1, (down|bit)>>1
	}
	e.place(len(rows), len(e.x), taken, up, down)
}

// place gives column i and those after it up to depth rows; up and down are the rows attacked along diagonals.
func (e *enumerator) place(i, depth int, taken, up, down uint32) {
	if i == depth {
		e.visit(e.x[:depth])
		return
	}
	if e.halt.Load() {
		return
	}
	for free := (uint32(1)<<e.n - 1) &^ (taken | up | down); free != 0; free &= free - 1 {
		bit := free & -free
		e.x[i] = int32(bits.TrailingZeros32(bit))
		e.place(i+1, depth, taken|bit, (up|bit)<<1, (down|bit)>>1)
	}
}

// shuffled is all solutions of a few queens in random order.
type shuffled struct {
	n, each int
	order   []int32 // numbers of solutions not handed out yet
	list    []int32 // all solutions, one after the other
	halt    atomic.Bool
}

func newShuffled(n int, o *Options) *shuffled {
	s := &shuffled{n: n, each: batchOf(n)}
	e := enumerator{n: n, x: make([]int32, n), halt: &s.halt, visit: func(x []int32) { s.list = append(s.list, x...) }}
	e.from(nil)
	s.order = make([]int32, len(s.list)/n)
	multiwalk.Permutation(len(s.order)).Random(multiwalk.NewRand(o.Seed, 0), s.order)
	return s
}

func (s *shuffled) next(b *batch) (bool, error) {
	if len(s.order) == 0 {
		return false, nil
	}
	b.wide = b.wide[:0]
	k := min(s.each, len(s.order))
	for _, i := range s.order[:k] {
		b.wide = append(b.wide, s.list[int(i)*s.n:(int(i)+1)*s.n]...)
	}
	s.order = s.order[k:]
	return true, nil
}

func (s *shuffled) fill(*batch, *worker) {}
func (s *shuffled) stop()                {}
func (s *shuffled) close() error         { return nil }

// prefixes enumerates all solutions by what they begin with, a batch a prefix, in random order of the prefixes.
type prefixes struct {
	n    int
	list []int32 // prefixLength rows each
	left []int32 // numbers of prefixes not handed out yet
	halt atomic.Bool
}

func newPrefixes(n int, o *Options) *prefixes {
	p := &prefixes{n: n}
	e := enumerator{n: n, x: make([]int32, n), halt: &p.halt, visit: func(x []int32) { p.list = append(p.list, x...) }}
	e.place(0, prefixLength, 0, 0, 0)
	p.left = make([]int32, len(p.list)/prefixLength)
	multiwalk.Permutation(len(p.left)).Random(multiwalk.NewRand(o.Seed, 0), p.left)
	return p
}

func (p *prefixes) next(b *batch) (bool, error) {
	if len(p.left) == 0 || p.halt.Load() {
		return false, nil
	}
	b.number = int64(p.left[0])
	p.left = p.left[1:]
	return true, nil
}

func (p *prefixes) fill(b *batch, _ *worker) {
	b.wide = b.wide[:0]
	e := enumerator{n: p.n, x: make([]int32, p.n), halt: &p.halt, visit: func(x []int32) { b.wide = append(b.wide, x...) }}
	e.from(p.list[b.number*prefixLength : (b.number+1)*prefixLength])
}

func (p *prefixes) stop()        { p.halt.Store(true) }
func (p *prefixes) close() error { return nil }
