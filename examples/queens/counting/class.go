package counting

// MaxN is the largest board: a row is a word of 32 bits.
const MaxN = 32

// class is the solutions that avoid the blocked cells. Each of them stands for weight solutions.
type class struct {
	weight  uint64
	blocked [MaxN + 1]uint32 // by row, also the columns beyond the board; the rows after the last are blocked whole
}

// classesOf returns classes that count every solution on a board once, by weight, though they hold only about an eighth
// of them. One queen alone is a class; what follows is for n > 1.
//
// Call offset of a side of the board the lesser distance of its queen from a corner, and let b be the greatest of the
// four; it is not 0, for one corner has a queen at most. Reflections and rotations permute the offsets, so every solution
// is an image of such that have b at the top: a queen in column b of row 0, and none farther from the corners at the other
// sides. The greatest is taken because a queen near the middle attacks more, so trees are smaller: with the least at the
// top they have half as many nodes again.
//
// If b is the middle of the row, no other side ties, since its queen would attack this one, and of a solution's eight
// images two have b at the top, mirror images of each other. The class takes the one whose queen of row 1 is on the left,
// and weighs 8.
//
// Otherwise one of the two has the queen on the left, in column b. A side that ties has its queen at distance b from the
// corner that it comes to first clockwise, since in the other place that queen would attack the one in row 0: it is one
// of the cells (b, n-1), (n-1, n-1-b), (n-1-b, 0). Which sides tie, clockwise from the top, is a word of four bits that
// begins with 1, and a rotation of a solution that brings another tied side to the top rotates the word. A class each
// word takes it, but of the words that are rotations of one another only one is needed:
//
//	1000, 1100 and 1110 differ from their rotations, so one image of each solution is visited: weight 8
//	1010 is its own half turn, so of a solution's eight images, or four if it is its own half turn, two or one are: 4
//	1111 is its own quarter turn, so of eight, four or two images four, two or one are: 2
func classesOf(n int) []class {
	if n == 1 {
		return []class{newClass(1, 1)}
	}
	var list []class
	for b := 1; 2*b < n-1; b++ {
		for _, w := range tieWords {
			list = append(list, border(n, b, w))
		}
	}
	if n%2 == 1 {
		list = append(list, middle(n))
	}
	return list
}

// middle is the class of solutions with a queen in the middle of row 0, n odd.
func middle(n int) class {
	k := newClass(n, 8)
	k.force(n, 0, n/2)
	for col := n / 2; col < n; col++ {
		k.block(1, col)
	}
	return k
}

// tieWord says which of the sides on the right, at the bottom and on the left tie with the top.
type tieWord struct {
	right, bottom, left bool
	weight              uint64
}

var tieWords = []tieWord{
	{false, false, false, 8}, {true, false, false, 8}, {false, true, false, 4}, {true, true, false, 8}, {true, true, true, 2},
}

// border is the class of solutions whose greatest offset is b < (n-1)/2, at the top and at the tied sides alone.
func border(n, b int, w tieWord) class {
	k, last := newClass(n, w.weight), n-1
	k.force(n, 0, b)
	for i := b + 1; i < last-b; i++ { // no side has a queen farther from its corners
		k.block(i, 0)
		k.block(i, last)
		k.block(last, i)
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
