package counting

// MaxN is the largest board: a row is a word of 32 bits.
const MaxN = 32

// class is the solutions that avoid the blocked cells. Each of them stands for weight solutions.
type class struct {
	weight  uint64
	blocked [MaxN + 1]uint32 // by row, also the columns beyond the board; the row after the last is blocked whole
}

// classesOf returns classes that count every solution once, by weight, though they hold only about an eighth of them. One
// queen alone is a class; what follows is for n > 1.
//
// With a queen in a corner. Exactly one corner has it, for two would attack each other, so of the eight images of a
// solution two have it in the corner of row 0 and column 0, and these are each other's transpose. They differ in how far
// the queens of row 1 and of column 1 are from the corner; the two distances are not equal, because those queens would
// attack each other. A class each of the smaller distances takes the image that has it in row 1, and weighs 8.
//
// Otherwise, each of the four sides has a queen of its own. Call offset of a side the lesser distance of its queen from
// a corner, and let b be the least of the four. An image and its mirror image have the same offsets, so all solutions
// are images of such with the queen of row 0 in column b. There a side that ties with the first has its queen at
// distance b from the corner that it comes to first clockwise, since in the other place that queen would attack the one
// in row 0: it is one of the cells (b, n-1), (n-1, n-1-b), (n-1-b, 0). Which sides tie, clockwise from row 0, is a word
// of four bits that begins with 1, and rotations of a solution which bring another tied side to the top rotate the word.
// A class each word takes it, but of the words that are rotations of one another only one:
//
//	1000, 1100 and 1110 have no other rotation that is the same word, so each image is visited once: weight 8
//	1010 is its own half turn, so of a solution's eight images, or four of one that is its own half turn, two or one
//	are visited: weight 4
//	1111 is its own quarter turn: weight 2
func classesOf(n int) []class {
	if n == 1 {
		return []class{newClass(1, 1)}
	}
	var list []class
	for c := 2; c <= n-2; c++ {
		k := newClass(n, 8)
		k.force(n, 0, 0)
		k.force(n, 1, c)
		for row := 2; row <= c; row++ {
			k.block(row, 1)
		}
		list = append(list, k)
	}
	for b := 1; 2*b < n-1; b++ {
		for _, w := range tieWords {
			list = append(list, border(n, b, w))
		}
	}
	return list
}

// tieWord says which of the sides on the right, at the bottom and on the left tie with the top.
type tieWord struct {
	right, bottom, left bool
	weight              uint64
}

var tieWords = []tieWord{
	{false, false, false, 8}, {true, false, false, 8}, {false, true, false, 4}, {true, true, false, 8}, {true, true, true, 2},
}

// border is the class of solutions whose least offset is b > 0, at the top and at the tied sides alone.
func border(n, b int, w tieWord) class {
	k, last := newClass(n, w.weight), n-1
	k.force(n, 0, b)
	for i := range b { // no side has a queen nearer to a corner
		k.block(i, 0)
		k.block(i, last)
		k.block(last-i, 0)
		k.block(last-i, last)
		k.block(last, i)
		k.block(last, last-i)
	}
	for _, at := range []struct {
		tied     bool
		row, col int
	}{{w.right, b, last}, {w.bottom, last, last - b}, {w.left, last - b, 0}} {
		if at.tied {
			k.force(n, at.row, at.col)
		} else {
			k.block(at.row, at.col)
		}
	}
	return k
}

// newClass is the class of all solutions.
func newClass(n int, weight uint64) class {
	k := class{weight: weight}
	for row := range n {
		k.blocked[row] = ^uint32(0) << n // none for n = 32
	}
	for row := n; row <= MaxN; row++ {
		k.blocked[row] = ^uint32(0)
	}
	return k
}

func (k *class) block(row, col int) { k.blocked[row] |= 1 << col }

// force blocks all cells that a queen attacks, so that none but it can be in its row.
func (k *class) force(n, row, col int) {
	for i := range n {
		if i == row {
			k.blocked[i] |= ^(uint32(1) << col)
			continue
		}
		for _, c := range [...]int{col, col - (i - row), col + (i - row)} {
			if c >= 0 && c < n {
				k.block(i, c)
			}
		}
	}
}
