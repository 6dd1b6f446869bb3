package counting

// backtrack counts the ways to fill the rows from row on up to the last, where what is placed attacks the given columns
// of row: the recursive search that sweep and the kernel replace.
func (k *class) backtrack(row, last int, columns, left, right uint32) uint64 {
	free := ^(columns | left | right | k.blocked[row])
	if row == last { // one column is left
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

// descend counts the same as the kernel does: by a stack of its own, on which only rows lie that have another column.
func (k *class) descend(row, last int, columns, left, right uint32) uint64 {
	type entry struct {
		columns, left, right, free uint32
		row                        int
	}
	var stack [MaxN]entry
	top, count := 0, uint64(0)
	free := ^(columns | left | right | k.blocked[row])
	for free != 0 {
		rest := free & (free - 1)
		bit := free ^ rest
		if rest != 0 {
			stack[top] = entry{columns, left, right, rest, row}
			top++
		}
		columns, left, right = columns|bit, (left|bit)>>1, (right|bit)<<1
		row++
		if free = ^(columns | left | right | k.blocked[row]); free != 0 {
			continue
		}
		if row > last {
			count++
		}
		if top > 0 {
			top--
			e := stack[top]
			columns, left, right, free, row = e.columns, e.left, e.right, e.free, e.row
		}
	}
	return count
}

// twoAhead is backtrack with the pruning of sweep: not into a row whose next one has no free column.
func (k *class) twoAhead(row, last int, columns, left, right uint32) uint64 {
	free := ^(columns | left | right | k.blocked[row])
	if row == last {
		if free != 0 {
			return 1
		}
		return 0
	}
	if ^(columns | left>>1 | right<<1 | k.blocked[row+1]) == 0 {
		return 0
	}
	count := uint64(0)
	for ; free != 0; free &= free - 1 {
		bit := free & -free
		count += k.twoAhead(row+1, last, columns|bit, (left|bit)>>1, (right|bit)<<1)
	}
	return count
}
