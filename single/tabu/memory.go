package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// tabuMemory is what a tabu search remembers: for each position and value, the iteration up to which the value may not
// come back to the position. A swap is tabu if both its values would come back too early; its expiry is thus the lesser
// of two. These lesser ones are kept by pair of positions, so that a scan reads them in the order of the deltas; a swap
// changes them for the pairs with its two positions only, in O(n).
type tabuMemory struct {
	n, stride int
	now       int32   // the iteration, from 1
	expiry    []int32 // [position][value]
	byValue   []int32 // [value][position], the same numbers
	pairs     []int32 // [i][j] of the swap of i and j, n rows of stride
}

// epoch is the iteration at which all expiries are moved back, so that 32 bits do for ever.
const epoch = 1 << 30

func newTabuMemory(x []int32) *tabuMemory {
	n, stride := len(x), neighbourhood.Stride(len(x))
	t := &tabuMemory{n: n, stride: stride, expiry: make([]int32, n*n), byValue: make([]int32, n*n), pairs: make([]int32, n*stride)}
	t.forget(x)
	return t
}

// forget makes all moves from the solution x admissible and, for the aspiration by age, all of different age (Taillard).
func (t *tabuMemory) forget(x []int32) {
	t.now = 1
	for k := range t.expiry {
		t.expiry[k] = -int32(k)
		t.byValue[k%t.n*t.n+k/t.n] = -int32(k)
	}
	t.recall(x)
}

// forbid keeps value v from position i up to an iteration, that one not included.
func (t *tabuMemory) forbid(i, v, until int32) {
	t.expiry[int(i)*t.n+int(v)] = until
	t.byValue[int(v)*t.n+int(i)] = until
}

// recall finds the pairs' expiries anew, for the solution x, in O(n*n).
func (t *tabuMemory) recall(x []int32) {
	for i := range x {
		t.refresh(i, x)
	}
}

// refresh finds the expiries of the pairs with position i.
func (t *tabuMemory) refresh(i int, x []int32) {
	n, stride := t.n, t.stride
	back, other := t.expiry[i*n:][:n], t.byValue[int(x[i])*n:][:n]
	row, x := t.pairs[i*stride:][:n], x[:n]
	column := t.pairs[i:]
	for j, v := range x {
		e := min(back[v], other[j])
		row[j] = e
		column[j*stride] = e
	}
	row[i] = math.MaxInt32 // no swap: it must not seem old
}

// tick goes on to the next iteration.
func (t *tabuMemory) tick() {
	t.now++
	if t.now < epoch {
		return
	}
	const back = epoch / 2
	t.now -= back
	for _, m := range [][]int32{t.expiry, t.byValue, t.pairs} {
		for k, e := range m {
			if e != math.MaxInt32 {
				m[k] = max(e-back, -epoch)
			}
		}
	}
}

// agedBest returns the pair with the least delta among those whose expiry is before an iteration.
func (t *tabuMemory) agedBest(e *neighbourhood.Explorer, before int32) (i, j int32, d int64) {
	d = neighbourhood.NoDelta
	for a := range int32(t.n - 1) {
		row := t.pairs[int(a)*t.stride:][:t.n]
		for b := a + 1; int(b) < t.n; b++ {
			if row[b] >= before {
				continue
			}
			if c := e.Price(a, b); c < d {
				i, j, d = a, b, c
			}
		}
	}
	return i, j, d
}

// save saves what is remembered, for the solution x.
func (t *tabuMemory) save(a *checkpoint.Archive, x []int32) {
	a.Fields("memory", &t.now, &t.expiry)
	if a.Reading() {
		for k, e := range t.expiry {
			t.byValue[k%t.n*t.n+k/t.n] = e
		}
		t.recall(x)
	}
}
