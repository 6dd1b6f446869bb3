package solutions

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// repair exchanges rows until no queen is attacked: it looks at all columns again and again, 32 at a time, until it has
// found none attacked, and nothing else tells it that it is done. It reports false if that takes too many exchanges.
func (b *board[R]) repair(t lane.Thread, d *draws) bool {
	left := attempts(b.n)
	for again := true; again; {
		again = false
		for from := int32(0); from < b.n; from += lane.WarpSize {
			column := from + t.LaneID()
			attacked := t.Ballot(column < b.n && b.on(column, int32(b.x[min(column, b.n-1)])) > 2)
			for ; attacked != 0; attacked &= attacked - 1 {
				again = true
				if left = b.relieve(t, d, from+int32(bits.TrailingZeros32(attacked)), left); left == 0 {
					return false
				}
			}
		}
	}
	return true
}

// attempts is how many exchanges a repair may look for: some 20 are needed at N = 1000, and on boards of 13 to 20,
// where searches get stuck, these bounds take the fewest instructions.
func attempts(n int32) int32 { return min(16+n/2, 256) }

// relieve exchanges the row of a column with those of others until its queen is not attacked, in left attempts at
// most, and returns how many attempts remain. In each attempt every lane draws four partners; the exchange that leaves the
// fewest pairs that attack each other is made, unless it leaves more than there were.
func (b *board[R]) relieve(t lane.Thread, d *draws, column int32, left int32) int32 {
	for ; left > 0; left-- {
		row := int32(b.x[column])
		attackers := b.on(column, row) - 2
		if attackers == 0 {
			break
		}
		w := d.next(uint32(t.LaneID()))
		best, partner := b.cheaper(math.MaxInt32, 0, w[0], column, row, attackers)
		best, partner = b.cheaper(best, partner, w[1], column, row, attackers)
		best, partner = b.cheaper(best, partner, w[2], column, row, attackers)
		best, partner = b.cheaper(best, partner, w[3], column, row, attackers)
		least := lane.WarpMin(t, best)
		winner := bits.TrailingZeros32(t.Ballot(best == least))
		if least <= 0 {
			b.exchange(t, column, row, lane.Shuffle(t, partner, int32(winner)))
		}
	}
	return left
}

// cheaper draws a partner for a column, and returns the one of it and the best so far that leaves fewer pairs.
func (b *board[R]) cheaper(best, partner int32, word uint32, column, row, attackers int32) (int32, int32) {
	j := int32(uint64(word) * uint64(b.n) >> 32)
	if delta := b.delta(column, j, row, attackers); j != column && delta < best {
		return delta, j
	}
	return best, partner
}

// delta returns by how many pairs more attack each other once a column and column j have exchanged
// rows. The number of attackers of its queen is known.
//
// The new places share a column with one of the two queens and a row with the other, hence a diagonal with neither: the
// counts there are those of other queens. If the two attack each other, that is counted twice in what was, and they
// will again.
func (b *board[R]) delta(column, j, row, attackers int32) int32 {
	w := int32(b.x[j])
	delta := b.on(column, w) + b.on(j, row) - attackers - (b.on(j, w) - 2)
	if c, r := column-j, row-w; c == r || c == -r {
		delta += 2
	}
	return delta
}

// exchange exchanges the rows of two columns. Four lanes take away or put a queen each.
func (b *board[R]) exchange(t lane.Thread, column, row, other int32) {
	its := int32(b.x[other])
	t.SyncWarp() // all have read
	id := t.LaneID()
	if id < 4 {
		// Lanes 0 and 1 take away, 2 and 3 put.
		c, v, by := column, row, minus
		if id&1 != 0 {
			c, v = other, its
		}
		if id >= 2 {
			v, by = row+its-v, 1
			b.x[c] = R(v)
		}
		b.put(t, c, v, by)
	}
	t.SyncWarp()
}
