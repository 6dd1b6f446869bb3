package counting

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

// symmetric counts the solutions that a half turn leaves as they are, and those that a quarter turn does. It places a
// queen and its image under the half turn together, from the outer rows to the middle, so the tree is about the square
// root of the whole one.
func symmetric(n int) (half, quarter uint64) {
	s := symmetry{n: n, rows: make([]int, n)}
	if n%2 == 1 { // the middle queen is its own image
		s.place(n/2, n/2)
	}
	s.descend(0)
	return s.half, s.quarter
}

// symmetry is a partial solution that is its own half turn.
type symmetry struct {
	n                        int
	columns, rising, falling uint64 // taken; diagonals by row+column and by row-column+n
	rows                     []int  // column by row
	half, quarter            uint64
}

func (s *symmetry) place(row, col int) {
	s.columns ^= 1 << col
	s.rising ^= 1 << (row + col)
	s.falling ^= 1 << (row - col + s.n)
	s.rows[row] = col
}

// free tells whether no queen attacks a cell, save perhaps along its row.
func (s *symmetry) free(row, col int) bool {
	return s.columns>>col&1 == 0 && s.rising>>(row+col)&1 == 0 && s.falling>>(row-col+s.n)&1 == 0
}

func (s *symmetry) descend(row int) {
	if row == s.n/2 {
		s.half++
		if s.quarterTurn() {
			s.quarter++
		}
		return
	}
	for col, last := 0, s.n-1; col <= last; col++ {
		if !s.free(row, col) {
			continue
		}
		s.place(row, col)
		if s.free(last-row, last-col) {
			s.place(last-row, last-col)
			s.descend(row + 1)
			s.place(last-row, last-col)
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
