package neighbourhood

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/walk"
)

// PairBits is how many bits of the number of a swap are its greater position; the lesser one is above them.
const PairBits = 14

// NoSwap is the number of none.
const NoSwap = -1

// Hold keeps positions out of all swaps that FirstTaken finds.
func (e *Explorer) Hold(fixed []multiwalk.Fixed) {
	for _, f := range fixed {
		if e.held == nil {
			e.held = make([]bool, e.n)
		}
		e.held[f.Position] = true
	}
}

// FirstTaken looks at the swaps in the cyclic order of their numbers, beginning behind a given one, and finds the first that a rule takes. A swap is
// decided on by metropolis.Draw of a word and its number. It returns how many swaps it looked at, and NoSwap where none is taken; it returns
// ok false if the run is aborted.
func (e *Explorer) FirstTaken(allowance *walk.Slice, behind int32, rule metropolis.Rule, word uint32) (pair int32, delta int64, seen int, ok bool) {
	rows := int32(e.n - 1)
	first, column := behind>>PairBits, behind&(1<<PairBits-1)
	for k := range rows + 1 {
		if e.way == InFull && allowance.Aborted() {
			return NoSwap, 0, seen, false
		}
		i := first + k
		if i >= rows {
			i -= rows
		}
		begin, end := i+1, int32(e.n)
		switch k {
		case 0:
			begin = column + 1
		case rows:
			end = column + 1
		}
		j, d := e.firstOfRow(i, begin, end, rule, word)
		if j < end {
			return i<<PairBits | j, d, seen + int(j-begin) + 1, true
		}
		seen += int(end - begin)
	}
	return NoSwap, 0, seen, true
}

// firstOfRow looks at the swaps of i with the positions from begin up to end, which it returns if it takes none.
func (e *Explorer) firstOfRow(i, begin, end int32, rule metropolis.Rule, word uint32) (j int32, d int64) {
	if e.held != nil && e.held[i] {
		return end, 0
	}
	if b, ok := e.by.(*byState); ok {
		if narrow, wide := b.row(i, int32(e.n)); narrow != nil {
			return takenOf(narrow[begin-i-1:], e.held, i, begin, end, rule, word)
		} else if wide != nil {
			return takenOf(wide[begin-i-1:], e.held, i, begin, end, rule, word)
		}
	}
	for j = begin; j < end; j++ {
		if e.held != nil && e.held[j] {
			continue
		}
		if d = e.by.price(e, i, j); rule.Takes(d, metropolis.Draw(word, uint32(i<<PairBits|j))) {
			break
		}
	}
	return j, d
}

// row returns the deltas of the swaps of i with i+1, ..., n-1, in one of two forms, if the state has rows.
func (b *byState) row(i, n int32) (narrow []int32, wide []int64) {
	from, to := int(i)*b.stride+int(i)+1, int(i)*b.stride+int(n)
	switch {
	case b.stride > 0 && b.narrow != nil:
		return b.narrow[from:to], nil
	case b.stride > 0:
		return nil, b.wide[from:to]
	case b.rows != nil:
		return b.rows.Row(i)
	}
	return nil, nil
}

// takenOf is firstOfRow for the row's deltas from begin on. Most of a cold walk are worse than any that a draw takes.
func takenOf[T int32 | int64](row []T, held []bool, i, begin, end int32, rule metropolis.Rule, word uint32) (j int32, d int64) {
	hopeless := rule.Hopeless()
	for k, delta := range row[:end-begin] {
		if d = int64(delta); d >= hopeless {
			continue
		}
		if j = begin + int32(k); held != nil && held[j] {
			continue
		}
		if rule.Takes(d, metropolis.Draw(word, uint32(i<<PairBits|j))) {
			return j, d
		}
	}
	return end, 0
}
