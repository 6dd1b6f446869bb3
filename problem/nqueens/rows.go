package nqueens

const (
	// blockSize is how many neighbouring rows come soon after each other on large boards, and clusters how many blocks take
	// turns. From blockFrom queens on the diagonals fill more than a processor's second cache.
	blockSize = 32
	blockFrom = 1 << 21
	clusters  = 64
)

// rowSequence is all rows of a board in an order in which any thousand on end are spread evenly: steps of the golden section.
//
// On a large board it steps through blocks of rows, and the rows of 64 blocks come in turns, one of each, then the next of
// each. So for 2048 columns the queens' diagonals lie in 64 narrow bands of each kind, which a processor's cache holds: on
// a board of 10^8 that is some three times as fast as steps from row to row.
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
	q.step = stepFor(q.blocks, n/max(512, clusters*q.size/2))
	q.block, q.left = start%q.blocks, q.blocks
	q.round()
	return q
}

// stepFor returns a step near the golden section of the number of blocks, and prime to it. No number of steps up to reach
// comes back to a diagonal: on one that it came back to, rows would be dealt for a long time, and on those in
// between none. Beyond reach such lines lie so close together that the order in which columns take rows blurs them.
func stepFor(blocks, reach int) int {
	golden := int(float64(blocks) * 0.6180339887498949)
	for tries := range 100 {
		if step := golden + tries; divisor(step, blocks) == 1 && !comesBack(step, blocks, reach) {
			return step
		}
	}
	for divisor(golden, blocks) != 1 {
		golden++ // blocks+1 is the last that might be needed: it is prime to blocks
	}
	return golden % blocks
}

// comesBack reports whether some number of steps of one block up to reach moves by a step in rows what it does in columns.
func comesBack(step, blocks, reach int) bool {
	const near = 16 // blocks
	sum, difference := 0, 0
	for range reach {
		if sum += step + 1; sum >= blocks {
			sum -= blocks
		}
		if difference += step - 1; difference >= blocks {
			difference -= blocks
		}
		if min(sum, blocks-sum, difference, blocks-difference) < near {
			return true
		}
	}
	return false
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
