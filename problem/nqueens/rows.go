package nqueens

const (
	// blockSize is how many neighbouring rows come soon after each other on large boards, and clusters how many blocks take
	// turns. From blockFrom queens on the diagonals fill more than a processor's second cache.
	blockSize = 64
	blockFrom = 1 << 21
	clusters  = 256
)

// rowSequence is all rows of a board in an order in which any thousand on end are spread evenly: steps of the golden section.
//
// On a large board it steps through blocks of rows, and the rows of 256 blocks come in turns, one of each, then the next of
// each. So for 16,384 columns the queens' diagonals lie in 256 narrow bands of each kind, which a processor's cache
// holds: on a board of 10^8 that is four times as fast as steps from row to row.
type rowSequence struct {
	n, size      int // of the board, and of a block
	blocks, step int
	first, block int // of this round of turns the first block, and the next
	turn, turns  int // of the round, and how many it has
	row          int // of each block
	left         int // blocks whose round has not begun
}

func newRowSequence(n, start int) *rowSequence {
	q := &rowSequence{n: n, size: 1}
	if n >= blockFrom {
		q.size = blockSize
	}
	q.blocks = n / q.size
	q.step = int(float64(q.blocks) * 0.6180339887498949)
	for divisor(q.step, q.blocks) != 1 {
		q.step++ // blocks+1 is the last that might be needed: it is prime to blocks
	}
	q.step %= q.blocks
	q.block, q.left = start%q.blocks, q.blocks
	q.round()
	return q
}

// round begins with the next blocks. After the last come the rows beyond all blocks, as one that is longer than it must be.
func (q *rowSequence) round() {
	q.turns = min(clusters, q.left)
	q.left -= q.turns
	q.first, q.turn, q.row = q.block, 0, 0
	if q.turns == 0 {
		q.first, q.block, q.step, q.turns = q.blocks, q.blocks, 0, 1
	}
}

// deal fills list with the next rows.
func (q *rowSequence) deal(list []int32) {
	for len(list) > 0 {
		m := min(len(list), q.turns-q.turn)
		b := q.block
		for k := range list[:m] {
			list[k] = int32(b*q.size + q.row)
			if b += q.step; b >= q.blocks && q.step > 0 {
				b -= q.blocks
			}
		}
		list, q.block, q.turn = list[m:], b, q.turn+m
		if q.turn == q.turns {
			q.advance()
		}
	}
}

// advance goes on to the next row of the blocks, or to the next blocks.
func (q *rowSequence) advance() {
	q.turn = 0
	if q.row++; q.row == q.size {
		q.round()
		return
	}
	q.block = q.first
}

// divisor returns the greatest common one.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
