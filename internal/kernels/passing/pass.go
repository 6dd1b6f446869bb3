package passing

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/drive"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Passing says what a launch of Pass does.
type Passing struct {
	Walks, N       int32
	Columns, Rows  int32   // blocks of 32 columns, and of 32 places
	Second         int32   // the first place of class 1
	Size0, Size1   int32   // rows of the classes
	Count0, Count1 int32   // products of the residues, see Form
	Parity         int32   // how many parities a solution may have
	Odd0, Odd1     int32   // which
	LeastV         float32 // see Form
	Asked0, Asked1 uint32  // see Form
	Side           int32   // see Side
	Flips          int32   // sets of flips that a leaf looks at, at most
	First          uint32  // number of the first walk among all of the run
	Seed           uint64
	From, Until    int64 // nodes
}

// Walker is a walk of Pass between two launches.
type Walker struct {
	Trees  int64
	Luck   float32
	Depth  int32
	Solved int32
	Draws  int32
}

// The words of a node on the stack: means, messages of rows, multipliers, which columns are guessed, and these.
const (
	nodeBits = iota
	nodeAt
	nodeNext
	nodeHead = lane.WarpSize
)

// NodeWords is the words of a node.
func (a *Passing) NodeWords() int32 { return (a.Columns+a.Rows+2)*lane.WarpSize + nodeHead }

// groups is how many groups of four words have n signs, four in a word.
func groups(n int32) int32 { return (n + 15) / 16 }

// strideOf is the words from a row of n signs in the matrix to the next: an odd number of groups. So the groups that eight lanes read at
// the same time lie in different banks.
func strideOf(n int32) int32 { return 4 * (groups(n) | 1) }

// places is how many places there are.
func (a *Passing) places() int32 { return a.Rows * lane.WarpSize }

// rowWords and columnWords are the words of all rows, and of all columns.
func (a *Passing) rowWords() int32    { return a.places() * strideOf(a.N) }
func (a *Passing) columnWords() int32 { return a.Columns * lane.WarpSize * strideOf(a.places()) }

// MatrixWords is the words of the matrix, by rows and by columns, and of the columns' sums.
func (a *Passing) MatrixWords() int32 { return a.rowWords() + a.columnWords() + Most }

// WarpWords is the words of shared memory of a walk.
func (a *Passing) WarpWords() int32 { return (3*a.Columns + 2*a.Rows + 4) * lane.WarpSize }

// walker is a walk in progress: a warp. What is not in shared memory is the same in all lanes, but for fixed and a lane's part of a leaf.
type walker struct {
	t                      lane.Thread
	a                      Passing
	walk, odd              int32
	matrix                 []uint32
	m, h, order, g, om, lm []float32
	scales                 []float32 // of both residues
	words                  []uint32  // four numbers each, as bytes
	table                  []float32
	nodes, x               []uint32
	bits                   float32
	fixed                  uint32 // bit b: the lane's column of block b is guessed
	Walker
}

// Pass is Tree for thousands of walks: a warp is one, and makes the same nodes. matrix is Form.Matrix, table Has and First; nodes has
// Depths*NodeWords words a walk, x Most/32: the signs of the last leaf. All but those two begin as zeros. The block needs MatrixWords and
// WarpWords for each warp of shared memory. See explorer.Explore for hits, goal and stop.
//
//lane:registers 64
//lane:rolled
func Pass(t lane.Thread, a Passing, matrix []uint32, table []float32, nodes []uint32, walks []Walker, x []uint32, hits, goal []int64, stop []uint32) {
	all := a.MatrixWords()
	shared := lane.SharedAt[uint32](t, 0, all)
	for k := t.ThreadID(); k < all; k += t.BlockDim() {
		shared[k] = matrix[k]
	}
	t.Sync()
	w := walker{t: t, a: a, walk: t.GridWarpID(), table: table, nodes: nodes, x: x}
	if w.walk >= a.Walks {
		return
	}
	w.Walker = walks[w.walk]
	w.odd = a.Odd0
	if a.Parity > 1 && (a.First+uint32(w.walk))&1 != 0 {
		w.odd = a.Odd1
	}
	w.lay(shared)
	if w.Depth > 0 {
		w.disorder()
	}
	span := drive.Span{From: a.From, Until: a.Until, Poll: 1}
	drive.Drive(team.Warp{T: t}, &w, w.walk, span, drive.Race{Hits: hits, Goal: goal, Stop: stop})
	if t.LaneID() == 0 {
		walks[w.walk] = w.Walker
	}
}

// lay finds the walk's shared memory.
func (w *walker) lay(shared []uint32) {
	a, c, r := &w.a, w.a.Columns*lane.WarpSize, w.a.Rows*lane.WarpSize
	at := 4 * (a.MatrixWords() + w.t.WarpID()*a.WarpWords())
	own := lane.SharedAt[float32](w.t, at, a.WarpWords()-2*lane.WarpSize)
	w.m, w.h, w.order = own[:c], own[c:2*c], own[2*c:3*c]
	own = own[3*c:]
	w.g, w.om = own[:r], own[r:2*r]
	own = own[2*r:]
	w.lm, w.scales = own[:lane.WarpSize], own[lane.WarpSize:]
	w.matrix, w.words = shared, lane.SharedAt[uint32](w.t, at+4*(3*c+2*r+2*lane.WarpSize), 2*lane.WarpSize)
}

// Step makes node i.
func (w *walker) Step(int64) drive.Outcome {
	w.next(w.x)
	if w.Solved != 0 {
		return drive.Met
	}
	return drive.Onward
}

// residue is Form.residue.
func (w *walker) residue(class int32) int32 { return residueOf(w.a.N, class, w.odd) }

// count is how many products a residue has.
func (w *walker) count(residue int32) int32 {
	if residue == 0 {
		return w.a.Count0
	}
	return w.a.Count1
}

// step is passer.step.
func (w *walker) step(learn bool) float32 {
	squares := int32(0)
	for j := w.t.LaneID(); j < w.a.Columns*lane.WarpSize; j += lane.WarpSize {
		squares += fixed(float32(w.m[j] * w.m[j]))
	}
	return w.halves(float32(w.a.N)-real(lane.WarpAdd(w.t, squares)), learn)
}

// halves passes messages from columns to rows, and from rows to columns. The two share all code that they can: instructions that are
// there once stay in the cache.
func (w *walker) halves(variance float32, learn bool) (change float32) {
	a, from, matrix, to, told := &w.a, w.m, int32(0), w.om, float32(0)
	signs, blocks, factor := a.N, a.Rows, float32(quanta)
	for half := range 2 {
		w.pack(from, signs, factor)
		w.multiply(matrix, signs, blocks, to)
		if half > 0 {
			return w.means(told, 1/factor)
		}
		told = w.answers(variance, learn)
		from, matrix, to = w.g, a.rowWords(), w.h
		signs, blocks, factor = a.places(), a.Columns, quanta/(w.most()+1e-30)
	}
	return 0
}

// most is the greatest message of a row, without sign.
func (w *walker) most() float32 {
	most := float32(0)
	for i := w.t.LaneID(); i < w.a.Rows*lane.WarpSize; i += lane.WarpSize {
		most = max(most, abs(w.g[i]))
	}
	return math.Float32frombits(uint32(lane.WarpMax(w.t, int32(math.Float32bits(most)))))
}

// pack writes n numbers times a factor as bytes, four in a word.
func (w *walker) pack(x []float32, n int32, factor float32) {
	w.t.SyncWarp()
	for at := w.t.LaneID(); at < 4*groups(n); at += lane.WarpSize {
		word := uint32(0)
		for b, v := range lane.Load4(x, 4*at) {
			word |= uint32(rounded(float32(v*factor))) & 0xff << (8 * uint32(b))
		}
		w.words[at] = word
	}
	w.t.SyncWarp()
}

// multiply writes the products of the words with rows of the matrix, which begin at one of its words and have n signs each. There are
// blocks of 32 rows. A lane has a row of two blocks at a time; if their number is odd, it has its last row twice.
func (w *walker) multiply(matrix, n, blocks int32, to []float32) {
	id, stride := w.t.LaneID(), strideOf(n)
	for b := int32(0); b < blocks; b += 2 {
		at, next := b*lane.WarpSize+id, min(b+1, blocks-1)*lane.WarpSize+id
		i, j, d, e := matrix+at*stride, matrix+next*stride, int32(0), int32(0)
		for k := int32(0); k < 4*groups(n); k += 4 {
			m, x, y := lane.Load4(w.words, k), lane.Load4(w.matrix, i+k), lane.Load4(w.matrix, j+k)
			for q, four := range m {
				d, e = lane.Dot4(x[q], four, d), lane.Dot4(y[q], four, e)
			}
		}
		to[at], to[next] = float32(d), float32(e)
	}
}

// means is passer.columns; back is what a unit of their products stands for.
func (w *walker) means(told, back float32) float32 {
	id := w.t.LaneID()
	change := int32(0)
	for b := range w.a.Columns {
		j := b*lane.WarpSize + id
		h := float32(told*w.m[j]) + float32(w.h[j]*back)
		w.h[j] = h
		if w.fixed>>uint32(b)&1 == 0 && j < w.a.N {
			now := tanh(h)
			change += fixed(abs(now - w.m[j]))
			w.m[j] = now
		}
	}
	return real(lane.WarpAdd(w.t, change)) / float32(w.a.N)
}

// Launch is what all launches over an instance have in common.
func (f *Form) Launch() Passing {
	return Passing{N: f.N, Columns: (f.N + lane.WarpSize - 1) / lane.WarpSize, Rows: f.From[2] / lane.WarpSize, Second: f.From[1],
		Size0: f.Size[0], Size1: f.Size[1], Count0: f.Count[0], Count1: f.Count[1], Parity: f.Parity, Odd0: f.Odd[0], Odd1: f.Odd[1],
		LeastV: f.LeastV, Asked0: f.Asked[0], Asked1: f.Asked[1]}
}

// Matrix is the signs as Pass reads them: of each place all columns, then of each column all places. A sign is a byte, 0 where there is
// no row or column. Then come the columns' sums.
func (f *Form) Matrix() []uint32 {
	a := f.Launch()
	list := make([]uint32, a.MatrixWords())
	columns := list[a.rowWords():]
	copy(columns[a.columnWords():], f.Sums)
	for i, row := range f.Row[:a.places()] {
		for j := range f.N {
			if row < 0 {
				continue
			}
			sign := uint32(0xff)
			if f.Signs[i*words+int(j>>6)]>>(j&63)&1 != 0 {
				sign = 1
			}
			i := int32(i)
			list[i*strideOf(f.N)+j/4] |= sign << (j % 4 * 8)
			columns[j*strideOf(a.places())+i/4] |= sign << (i % 4 * 8)
		}
	}
	return list
}
