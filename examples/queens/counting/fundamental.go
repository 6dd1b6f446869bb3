package counting

import (
	"context"
	"math/bits"
)

// countSymmetries returns what the number of all solutions lacks to eight times the number of fundamental ones: by
// Burnside's lemma those that a half turn leaves as they are and twice those that a quarter turn does, for a reflection
// leaves none, if n > 1. Its value means nothing once ctx is done.
func countSymmetries(ctx context.Context, n int) uint64 {
	if n == 1 {
		return 7
	}
	half, quarter := symmetric(ctx, n)
	return half + 2*quarter
}

// symmetric counts the solutions of n > 1 queens that a half turn leaves as they are, and those that a quarter turn does.
// It places a queen and its image under the half turn together, so the tree has about the square root of the whole one's
// size. Mirror images of such solutions are such solutions, so that of the first queen the left half is enough.
func symmetric(ctx context.Context, n int) (half, quarter uint64) {
	s := symmetry{ctx: ctx, n: n, rows: make([]int, n)}
	if n%2 == 1 { // the middle queen is its own image
		s.place(n/2, n/2)
	}
	row := (n - 2) / 2 // from the middle on, where queens attack most
	s.descend(row, s.free(row)&(1<<(n/2)-1))
	return 2 * s.half, 2 * s.quarter
}

// symmetry is a partial solution that is its own half turn. Diagonals have a bit each, of those to lower columns number
// row+column, of those to higher ones column-row+n-1.
type symmetry struct {
	ctx                  context.Context
	n                    int
	columns, left, right uint64 // taken
	rows                 []int  // column by row
	half, quarter        uint64
	calls                int
	over                 bool // the context ended
}

// callsUnseen is how many calls are between two looks at the context: a millisecond's work.
const callsUnseen = 1 << 15

// place places a queen and its image, or takes them away again.
func (s *symmetry) place(row, col int) {
	m := s.n - 1
	s.columns ^= 1<<col | 1<<(m-col)
	s.left ^= 1<<(row+col) | 1<<(2*m-row-col)
	s.right ^= 1<<(col-row+m) | 1<<(m-col+row)
	s.rows[row], s.rows[m-row] = col, m-col
}

// free returns the columns of a row where neither another queen nor its own image attacks one.
func (s *symmetry) free(row int) uint64 {
	m := s.n - 1
	own := uint64(1)<<row | 1<<(m-row)
	return (1<<s.n - 1) &^ (s.columns | s.left>>row | s.right>>(m-row) | own)
}

// descend fills the rows from row down to 0 with queens, that of row in a free column.
func (s *symmetry) descend(row int, free uint64) {
	if s.calls++; s.calls%callsUnseen == 0 && s.ctx.Err() != nil {
		s.over = true
	}
	for ; free != 0 && !s.over; free &= free - 1 {
		col := bits.TrailingZeros64(free)
		s.place(row, col)
		switch {
		case row > 0:
			s.descend(row-1, s.free(row-1))
		case s.quarterTurn():
			s.quarter++
			fallthrough
		default:
			s.half++
		}
		s.place(row, col)
	}
}

// quarterTurn tells whether the queen in each (row, col) has its image (col, n-1-row).
func (s *symmetry) quarterTurn() bool {
	for row, col := range s.rows {
		if s.rows[col] != s.n-1-row {
			return false
		}
	}
	return true
}
