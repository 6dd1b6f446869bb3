package solutions

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// minus takes a queen away from the count of a diagonal.
const minus uint32 = 1<<32 - 1

// board is a warp's board.
type board[R row] struct {
	n                 int32
	x                 []R      // the row of each column
	sums, differences []uint32 // queens by column + row, and by column - row + n, four bytes to a word
}

// clear takes all queens away.
func (b *board[R]) clear(t lane.Thread) {
	t.SyncWarp() // all have read
	for i := t.LaneID(); i < int32(len(b.sums)); i += lane.WarpSize {
		b.sums[i] = 0
		b.differences[i] = 0
	}
	t.SyncWarp()
}

// on returns the number of queens on the diagonals through a place; one that stands there counts twice.
func (b *board[R]) on(column, row int32) int32 {
	s, d := uint32(column+row), uint32(column-row+b.n)
	return int32(b.sums[s>>2]>>(s&3*8)&0xFF + b.differences[d>>2]>>(d&3*8)&0xFF)
}

// put adds to the counts of the diagonals through a place. Lanes may call it at the same time. No count leaves its byte:
// while queens are placed there are at most 32 more than may stay, and repairs never raise the number of pairs that
// attack each other.
func (b *board[R]) put(t lane.Thread, column, row int32, by uint32) {
	s, d := uint32(column+row), uint32(column-row+b.n)
	lane.AtomicAdd(t, &b.sums[s>>2], by<<(s&3*8))
	lane.AtomicAdd(t, &b.differences[d>>2], by<<(d&3*8))
}

// place gives all columns rows, taken in random order, where no queen is attacked but for a few. In each step a lane
// has a column and a row that are not taken. Lanes whose place is free put a queen there, and those who then see
// another one on a diagonal take theirs away again; the others have placed theirs, and get the next column and row.
// Then all rows move on by one lane, so that each column meets them all. About three rows a column are looked at, as in
// QS4 of Sosic and Gu.
//
// Who shares a diagonal with whom does not depend on who came first, so neither does the result. It reports false if it
// was told to stop.
func (b *board[R]) place(t lane.Thread, d *draws, e *ear) bool {
	below := uint32(1)<<t.LaneID() - 1
	var o order
	if b.n > lane.WarpSize {
		o = d.order(b.n)
	}
	for next := int32(0); next < b.n; {
		column, row := next+t.LaneID(), int32(-1)
		if b.n <= lane.WarpSize {
			row = d.few(t, b.n)
		} else if column < b.n {
			row = o.at(column)
		}
		if column >= b.n {
			column, row = -1, -1
		}
		next += lane.WarpSize
		waiting, idle := lane.Full, int32(0)
		for waiting != 0 && idle < patientSteps {
			placed := t.Ballot(b.try(t, column, row))
			if placed>>t.LaneID()&1 != 0 {
				k := next + int32(bits.OnesCount32(placed&below))
				column, row = -1, -1
				if k < b.n {
					column, row = k, o.at(k)
				}
			}
			next += int32(bits.OnesCount32(placed))
			if idle++; placed != 0 {
				idle = 0
			}
			row = lane.Shuffle(t, row, (t.LaneID()+1)%lane.WarpSize)
			waiting = t.Ballot(column >= 0)
			if e.told(t) {
				return false
			}
		}
		b.force(t, column, row, waiting)
	}
	return true
}

// try puts a queen on each lane's place, unless it is attacked there or would attack the queen of another lane, and
// reports whether it stays. A lane without a column or a row has a negative one.
func (b *board[R]) try(t lane.Thread, column, row int32) bool {
	fits := column >= 0 && row >= 0 && b.on(column, row) == 0
	t.SyncWarp()
	if fits {
		b.put(t, column, row, 1)
	}
	t.SyncWarp()
	stays := fits && b.on(column, row) == 2
	t.SyncWarp()
	switch {
	case stays:
		b.x[column] = R(row)
	case fits:
		b.put(t, column, row, minus)
	}
	t.SyncWarp()
	return stays
}

// force gives the waiting lanes' columns the rows that are left.
func (b *board[R]) force(t lane.Thread, column, row int32, waiting uint32) {
	for left := t.Ballot(row >= 0); waiting != 0; waiting, left = waiting&(waiting-1), left&(left-1) {
		c := lane.Shuffle(t, column, int32(bits.TrailingZeros32(waiting)))
		v := lane.Shuffle(t, row, int32(bits.TrailingZeros32(left)))
		if t.LaneID() == 0 {
			b.x[c] = R(v)
			b.put(t, c, v, 1)
		}
	}
	t.SyncWarp()
}
