package counting

import "math/bits"

// fundamental returns the number of solutions of n queens of which none is a reflection or rotation of another, where
// all are that many: by Burnside's lemma an eighth of the sum of those that each of the eight images leaves as they are.
// A reflection leaves none, for n > 1.
func fundamental(n int, all uint64) uint64 {
	if n == 1 {
		return all
	}
	half, quarter := symmetric(n)
	return (all + half + 2*quarter) / 8
}

// symmetric counts the solutions of n > 1 queens that a half turn leaves as they are, and those that a quarter turn does.
// It places a queen and its image under the half turn together, so the tree has about the square root of the whole one's
// size. Mirror images of such solutions are such solutions, so that of the first queen the left half is enough.
func symmetric(n int) (half, quarter uint64) {
	s := symmetry{n: n, rows: make([]int, n)}
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
	n                    int
	columns, left, right uint64 // taken
	rows                 []int  // column by row
	half, quarter        uint64
}

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
	for ; free != 0; free &= free - 1 {
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
