package counting

// backtrack counts the ways to fill the rows from row on up to the last, where what is placed attacks the given columns
// of row. Diagonals move by a column a row, and leave the word where they leave the board.
func (k *class) backtrack(row, last int, columns, left, right uint32) uint64 {
	free := ^(columns | left | right | k.blocked[row&31])
	if row >= last { // one column is left
		if free != 0 {
			return 1
		}
		return 0
	}
	count := uint64(0)
	for ; free != 0; free &= free - 1 {
		bit := free & -free
		count += k.backtrack(row+1, last, columns|bit, (left|bit)>>1, (right|bit)<<1)
	}
	return count
}
