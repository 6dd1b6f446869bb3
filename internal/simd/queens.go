package simd

// QueensBlock is the most states that PlaceQueens takes at once. Counting 17 queens, blocks of 128 take a sixth longer,
// and larger ones no less.
const QueensBlock = 512

// queensRoom is for a block, up to 32 children for each of its states, and a vector that a kernel may write beyond.
// That it is no multiple of a page keeps the four arrays out of each other's cache lines.
const queensRoom = QueensBlock*33 + 9*Lanes

// Queens is states of partial solutions of N queens that have the same number of rows filled: for each state a word of
// columns taken, one of columns attacked in the next row along diagonals to lower ones, one along diagonals to higher
// ones, and one of those of the next row that are free, not 0.
type Queens [4][queensRoom]uint32

// PlaceQueens places a queen in each free column of the next row of states at..at+n-1 of q, n at most QueensBlock, and
// writes the results that can go on to states to.. of next, and returns their number. Those can go on that have a
// column free in the row after, where the blocked ones are not, and in the row after that, where the ahead ones are
// not; if ahead is 0 there is no such row, and nothing is asked of it. It destroys the states of q from at on, and what
// next has behind the results. There must be room for 32 results a state and a vector.
func PlaceQueens(q *Queens, at, n int, next *Queens, to int, blocked, ahead uint32) int {
	if at < 0 || n < 0 || n > QueensBlock || at+n+Lanes > queensRoom || to < 0 || to+32*n+Lanes > queensRoom {
		panic("simd: no room for the queens")
	}
	if n == 0 {
		return 0
	}
	return placeQueens(q, at, n, next, to, blocked, ahead)
}

// placeQueensPortable goes through the states, places a queen in the lowest free column of each, and begins anew with
// those that have more, as the kernel does.
func placeQueensPortable(q *Queens, at, n int, next *Queens, to int, blocked, ahead uint32) int {
	begin, blind := to, 1-nonzero(ahead)
	for n > 0 {
		left := 0
		for i := at; i < at+n; i++ {
			columns, low, high, free := q[0][i], q[1][i], q[2][i], q[3][i]
			rest := free & (free - 1)
			bit := free ^ rest
			w := at + left
			q[0][w], q[1][w], q[2][w], q[3][w] = columns, low, high, rest
			left += nonzero(rest)
			columns, low, high = columns|bit, (low|bit)>>1, (high|bit)<<1
			free = ^(columns | low | high | blocked)
			next[0][to], next[1][to], next[2][to], next[3][to] = columns, low, high, free
			to += nonzero(free) & (nonzero(^(columns | low>>1 | high<<1 | ahead)) | blind)
		}
		n = left
	}
	return to - begin
}

// nonzero is 1 unless x is 0. It costs no branch, which nothing could predict.
func nonzero(x uint32) int { return int((x | -x) >> 31) }
