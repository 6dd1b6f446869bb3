package counting

import (
	"context"

	"github.com/multiwalk/multiwalk/internal/simd"
)

// sweep counts below prefixes of one class. It keeps a heap of states for each row, and goes from row to row with blocks
// of them: from the last row that has a whole block, or else from the first that has any. The states of a block do not
// depend on each other, so they go by vectors, and there is no branch that would have to be predicted, where a search that
// goes back at each dead end mispredicts about one a node. A state that is kept has a free column in its next row and in
// the one after, which leaves out a fifth of the queens.
type sweep struct {
	class *class
	from  int // row that prefixes fill up to
	last  int // row
	heaps []simd.Queens
	sizes []int
}

func newSweep(p *plan) *sweep {
	return &sweep{from: p.depth, last: p.n - 1, heaps: make([]simd.Queens, p.n), sizes: make([]int, p.n)}
}

// add puts in a prefix.
func (s *sweep) add(p prefix) {
	free := ^(p.Columns | p.Left | p.Right | s.class.blocked[s.from])
	if free == 0 {
		return
	}
	for i, w := range [...]uint32{p.Columns, p.Left, p.Right, free} {
		s.heaps[s.from][i][s.sizes[s.from]] = w
	}
	s.sizes[s.from]++
}

// row returns that from which the next block goes, or -1 if nothing is left.
func (s *sweep) row() int {
	any := -1
	for row := s.last - 1; row >= s.from; row-- {
		if s.sizes[row] >= simd.QueensBlock {
			return row
		}
		if s.sizes[row] > 0 {
			any = row
		}
	}
	return any
}

// step goes on with a block from a row, and returns the solutions that it came to.
func (s *sweep) step(row int) int {
	n := min(s.sizes[row], simd.QueensBlock)
	s.sizes[row] -= n
	ahead := uint32(0) // of no row: all columns are free
	if row+2 <= s.last {
		ahead = s.class.blocked[row+2]
	}
	found := simd.PlaceQueens(&s.heaps[row], s.sizes[row], n, &s.heaps[row+1], s.sizes[row+1], s.class.blocked[row+1], ahead)
	if row+1 == s.last { // one column is left, and it is free
		return found
	}
	s.sizes[row+1] += found
	return 0
}

// count counts below a prefix. It returns false if the context ended before.
func (s *sweep) count(ctx context.Context, p prefix) (solutions uint64, whole bool) {
	if s.add(p); s.from == s.last {
		solutions, s.sizes[s.last] = uint64(s.sizes[s.last]), 0
		return solutions, true
	}
	for i := 1; ; i++ {
		row := s.row()
		if row < 0 {
			return solutions, true
		}
		if i%lookEvery == 0 && ctx.Err() != nil {
			return 0, false
		}
		solutions += uint64(s.step(row))
	}
}

// lookEvery is how many blocks are between two looks at the context: less than a millisecond.
const lookEvery = 256
