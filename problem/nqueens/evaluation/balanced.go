package evaluation

import "github.com/multiwalk/multiwalk/kernel/lane"

const (
	// held is how many queens a lane holds in registers. Each is compared with every queen of a tile, so a queen that was read
	// from shared memory is used held times.
	held = 8
	// together is how many queens of a tile make a group with those that are held: as many as one instruction reads.
	together = 4
	// widest is the most queens of a tile.
	widest = 1024
	// balancedShared is the shared memory of a block, for the lines of a tile.
	balancedShared = 3 * 4 * widest
)

// Squares says how Balanced divides the pairs. The triangle of all pairs i <= j is cut into squares of side columns, a
// square into tiles of width columns, and the tiles of all candidates are numbered through and shared out evenly.
type Squares struct {
	N, Candidates int32
	Side          int32 // held queens for each thread of a block
	Width         int32 // divides Side; a multiple of together, up to widest
	Together      int32 // together, in a form that the compiler cannot see through
}

// sides is the number of squares along a side of the triangle.
func (s Squares) sides() int32 { return (s.N + s.Side - 1) / s.Side }

// tiles is the number of tiles of a candidate.
func (s Squares) tiles() int64 {
	sides := int64(s.sides())
	return sides * (sides + 1) / 2 * int64(s.Side/s.Width)
}

// tile is a place in the work: a tile of a square of a candidate. Squares (i, j), i <= j, come row by row.
type tile struct{ candidate, i, j, part int32 }

// tile returns tile number k of all candidates.
func (s Squares) tile(k int64) tile {
	tiles, parts := s.tiles(), int64(s.Side/s.Width)
	candidate := k / tiles
	k -= candidate * tiles
	// The pairs of one column more, without those of a column with itself, are numbered in the same way.
	i, j := pair(k/parts, s.sides()+1)
	return tile{int32(candidate), i, j - 1, int32(k % parts)}
}

// next returns the tile after p.
func (s Squares) next(p tile) tile {
	if p.part++; p.part < s.Side/s.Width {
		return p
	}
	p.part = 0
	if p.j++; p.j < s.sides() {
		return p
	}
	if p.i++; p.i == s.sides() {
		p.i = 0
		p.candidate++
	}
	p.j = p.i
	return p
}

// Balanced compares the queens that a block's lanes hold with those of a tile in shared memory, all with all, and counts in
// registers; one atomic addition a block and candidate. Blocks get the same number of successive tiles, so most tiles
// keep the queens that are held.
func Balanced[R rule, B board](t lane.Thread, s Squares, x []int32, conflicts []int64) {
	all, blocks := s.tiles()*int64(s.Candidates), int64(t.GridDim())
	k, end := all*int64(t.BlockID())/blocks, all*(int64(t.BlockID())+1)/blocks
	if k == end {
		return
	}
	sums, differences := lane.SharedAt[uint32](t, 0, widest), lane.SharedAt[uint32](t, 4*widest, widest)
	rows := lane.SharedAt[uint32](t, 8*widest, widest)
	p := s.tile(k)
	var mine [held]lines
	count, fresh := int64(0), true
	for ; k < end; k++ {
		q := x[p.candidate*s.N : p.candidate*s.N+s.N]
		if fresh {
			for h := range int32(held) {
				mine[h] = queenOr[R](q, p.i*s.Side+h*t.BlockDim()+t.ThreadID(), 1)
			}
		}
		start := p.j*s.Side + p.part*s.Width
		width := min(s.Width, (s.N-start+together-1)/together*together) // none if start is behind the last queen
		t.Sync()                                                        // all are done with the tile before
		for c := t.ThreadID(); c < width; c += t.BlockDim() {
			l := queenOr[R](q, start+c, 2)
			sums[c], differences[c], rows[c] = l.sum, l.difference, l.row
		}
		t.Sync()
		first := p.i*s.Side + t.ThreadID()
		count += int64(compare[R, B](t, s, &mine, tileOf{sums, differences, rows}, width, first-start, p.i != p.j))
		was := p
		p = s.next(p)
		if fresh = p.i != was.i || p.candidate != was.candidate; p.candidate != was.candidate || k == end-1 {
			addUp(t, count, &conflicts[was.candidate])
			count = 0
		}
	}
}

// queenOr returns the lines of the queen in a column, or, behind the last one, lines that no queen has.
func queenOr[R rule](x []int32, column, kind int32) lines {
	if n := int32(len(x)); column < n {
		return linesOf[R](column, x[column], n)
	}
	return nowhere[R](kind)
}

// tileOf is the lines of a tile's queens.
type tileOf struct{ sums, differences, rows []uint32 }

func (o tileOf) at(c int32) lines { return lines{o.sums[c], o.differences[c], o.rows[c]} }

// compare returns how many pairs of held queens and queens of the tile attack each other, those apart whose column in the
// tile is not behind the held one's. The first held queen is in column first of the tile, the others a block's threads
// further each; where the tile is apart, all of it is behind them.
func compare[R rule, B board](t lane.Thread, s Squares, mine *[held]lines, o tileOf, width, first int32, apart bool) (count int32) {
	var r R
	var b B
	for c := int32(0); c < width; c += together {
		g := group{product: 1}
		for u := range int32(together) {
			l := o.at(c + u)
			for h := range int32(held) {
				g = r.meet(g, mine[h], l, b.rows())
			}
		}
		if r.counts() && apart {
			count += g.count
			continue
		}
		if !r.hit(g) {
			continue
		}
		for u := range s.Together { // not a constant: else the compiler would keep the outcome of each comparison above
			l := o.at(c + u)
			for h := range int32(held) {
				if attack[B](mine[h], l) && c+u > first+h*t.BlockDim() {
					count++
				}
			}
		}
	}
	return count
}
