package passing

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
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
	Least          int32   // luck, in bits: that below which trees have no solution as a rule, and what the number of walks adds
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
	nodeV = iota
	nodeG
	nodeBits
	nodeAt
	nodeNext
	nodeHead = lane.WarpSize
)

// stride is the words from a word of four places to the next in the matrix of columns: odd, so that those of one column lie in
// different banks.
const stride = Most + 1

// NodeWords is the words of a node.
func (a *Passing) NodeWords() int32 { return (a.Columns+a.Rows+2)*lane.WarpSize + nodeHead }

// rowWords and columnWords are the words of four blocks in which a row, and a column, lies.
func (a *Passing) rowWords() int32    { return (a.Columns + 3) / 4 * lane.WarpSize }
func (a *Passing) columnWords() int32 { return (a.Rows + 3) / 4 * lane.WarpSize }

// MatrixWords is the words of the matrix, by rows and by columns.
func (a *Passing) MatrixWords() int32 { return a.rowWords()*Most + a.columnWords()*stride }

// WarpWords is the words of shared memory of a walk.
func (a *Passing) WarpWords() int32 {
	return (3*a.Columns + 2*a.Rows + 4 + max(a.Count0, a.Count1)) * lane.WarpSize
}

// walker is a walk in progress: a warp. What is not in shared memory is the same in all lanes, but for fixed and a lane's part of a leaf.
type walker struct {
	t                      lane.Thread
	a                      Passing
	walk, odd              int32
	rows, columns          []uint32 // the matrix
	m, h, order, g, om, lm []float32
	odds, weights          []float32 // 2 to the multipliers; of each product of a residue
	words                  []uint32  // four numbers each, as bytes
	table                  []float32
	nodes                  []uint32
	v, gg, bits            float32
	fixed                  uint32 // bit b: the lane's column of block b is guessed
	Walker
}

// Pass is Tree for thousands of walks: a warp is one, and makes the same nodes. matrix is Form.Matrix, table Has and First; nodes has
// Depths*NodeWords words a walk, x Most/32: the signs of the last leaf. All but those two begin as zeros. The block needs MatrixWords and
// WarpWords for each warp of shared memory. See kernel.Explore for hits, goal and stop.
//
//lane:registers 64
func Pass(t lane.Thread, a Passing, matrix []uint32, table []float32, nodes []uint32, walks []Walker, x []uint32, hits, goal []int64, stop []uint32) {
	all := a.MatrixWords()
	shared := lane.SharedAt[uint32](t, 0, all)
	for k := t.ThreadID(); k < all; k += t.BlockDim() {
		shared[k] = matrix[k]
	}
	t.Sync()
	w := walker{t: t, a: a, walk: t.GridWarpID(), table: table, nodes: nodes}
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
	w.search(x, hits, goal, stop)
	if t.LaneID() == 0 {
		walks[w.walk] = w.Walker
	}
}

// lay finds the walk's shared memory.
func (w *walker) lay(shared []uint32) {
	a, c, r := &w.a, w.a.Columns*lane.WarpSize, w.a.Rows*lane.WarpSize
	w.rows, w.columns = shared[:a.rowWords()*Most], shared[a.rowWords()*Most:]
	at := 4 * (a.MatrixWords() + w.t.WarpID()*a.WarpWords())
	own := lane.SharedAt[float32](w.t, at, a.WarpWords())
	w.m, w.h, w.order = own[:c], own[c:2*c], own[2*c:3*c]
	own = own[3*c:]
	w.g, w.om = own[:r], own[r:2*r]
	own = own[2*r:]
	w.lm, w.odds, w.weights = own[:lane.WarpSize], own[lane.WarpSize:2*lane.WarpSize], own[4*lane.WarpSize:]
	w.words = lane.SharedAt[uint32](w.t, at+4*(3*c+2*r+2*lane.WarpSize), 2*lane.WarpSize)
}

// search makes the nodes of a launch.
func (w *walker) search(x []uint32, hits, goal []int64, stop []uint32) {
	for i := w.a.From; i < w.a.Until; i++ {
		halt := int32(0)
		if w.t.LaneID() == 0 {
			halt = kernel.Halted(w.t, w.walk, i, goal, stop)
		}
		if lane.Shuffle(w.t, halt, 0) != 0 {
			return
		}
		w.next(x)
		if w.Solved != 0 {
			if w.t.LaneID() == 0 {
				hits[w.walk] = i
				lane.AtomicMin(w.t, &goal[0], i)
			}
			return
		}
	}
}

// residue is Form.residue.
func (w *walker) residue(class int32) int32 {
	return residueOf(w.a.N, class, w.odd)
}

// count is how many products a residue has.
func (w *walker) count(residue int32) int32 {
	if residue == 0 {
		return w.a.Count0
	}
	return w.a.Count1
}

// step is passer.step.
func (w *walker) step(first bool) float32 {
	squares := int32(0)
	for j := w.t.LaneID(); j < w.a.Columns*lane.WarpSize; j += lane.WarpSize {
		squares += fixed(float32(w.m[j] * w.m[j]))
	}
	sv := float32(w.a.N) - real(lane.WarpAdd(w.t, squares))
	if first {
		w.v = max(sv, w.a.LeastV)
	} else {
		w.v = max(damp(w.v, sv), w.a.LeastV)
	}
	return w.halves(sv, first)
}

// halves passes messages from columns to rows, and from rows to columns. The two share all code that they can: instructions that are
// there once stay in the cache.
func (w *walker) halves(sv float32, first bool) (change float32) {
	a, from, matrix, to := &w.a, w.m, w.rows, w.om
	blocks, words, step, out, factor := a.Columns, a.rowWords(), int32(Most), a.Rows, float32(quanta)
	for half := range 2 {
		w.pack(from, blocks, factor)
		w.multiply(matrix, words, step, out, to)
		if half > 0 {
			return w.means(1 / factor)
		}
		w.answers(sv, first)
		from, matrix, to = w.g, w.columns, w.h
		blocks, words, step, out, factor = a.Rows, a.columnWords(), stride, a.Columns, quanta/(w.most()+1e-30)
	}
	return 0
}

// answers is what products ask of rows, of one class after the other.
func (w *walker) answers(sv float32, first bool) {
	w.t.SyncWarp()
	w.odds[w.t.LaneID()] = oddsOf(w.lm[w.t.LaneID()])
	w.t.SyncWarp()
	told, from, to, end := int32(0), int32(0), w.a.Second, w.a.Size0
	for class := range int32(2) {
		told += w.class(class, from, to, end, sv, first)
		from, to, end = w.a.Second, w.a.Rows*lane.WarpSize, w.a.Second+w.a.Size1
	}
	gg := real(lane.WarpAdd(w.t, told))
	if first {
		w.gg = gg
	} else {
		w.gg = damp(w.gg, gg)
	}
}

// most is the greatest message of a row, without sign.
func (w *walker) most() float32 {
	most := float32(0)
	for i := w.t.LaneID(); i < w.a.Rows*lane.WarpSize; i += lane.WarpSize {
		most = max(most, abs(w.g[i]))
	}
	return math.Float32frombits(uint32(lane.WarpMax(w.t, int32(math.Float32bits(most)))))
}

// pack writes numbers times a factor as bytes, those of four blocks of a lane in a word.
func (w *walker) pack(x []float32, blocks int32, factor float32) {
	w.t.SyncWarp()
	id := w.t.LaneID()
	for from := int32(0); from < blocks; from += 4 {
		word := uint32(0)
		for b := from; b < min(from+4, blocks); b++ {
			word |= uint32(rounded(float32(x[b*lane.WarpSize+id]*factor))) & 0xff << (8 * uint32(b-from))
		}
		w.words[from*(lane.WarpSize/4)+id] = word
	}
	w.t.SyncWarp()
}

// multiply writes the products of the lane's rows or columns with the words, in a matrix with step words from one to the next of a
// row. Several blocks at a time need each word but once, and do not wait for each other.
func (w *walker) multiply(matrix []uint32, words, step, blocks int32, to []float32) {
	at, end := w.t.LaneID(), blocks*lane.WarpSize
	for ; at+3*lane.WarpSize < end; at += 4 * lane.WarpSize {
		d0, d1, d2, d3 := int32(0), int32(0), int32(0), int32(0)
		for k := range words {
			word, from := w.words[k], k*step+at
			d0 = lane.Dot4(matrix[from], word, d0)
			d1 = lane.Dot4(matrix[from+lane.WarpSize], word, d1)
			d2 = lane.Dot4(matrix[from+2*lane.WarpSize], word, d2)
			d3 = lane.Dot4(matrix[from+3*lane.WarpSize], word, d3)
		}
		to[at], to[at+lane.WarpSize] = float32(d0), float32(d1)
		to[at+2*lane.WarpSize], to[at+3*lane.WarpSize] = float32(d2), float32(d3)
	}
	for ; at+lane.WarpSize < end; at += 2 * lane.WarpSize {
		d0, d1 := int32(0), int32(0)
		for k := range words {
			word, from := w.words[k], k*step+at
			d0 = lane.Dot4(matrix[from], word, d0)
			d1 = lane.Dot4(matrix[from+lane.WarpSize], word, d1)
		}
		to[at], to[at+lane.WarpSize] = float32(d0), float32(d1)
	}
	if at < end {
		to[at] = float32(w.dot(matrix, at, step, words))
	}
}

// dot is a row's or a column's product with the words.
func (w *walker) dot(matrix []uint32, at, step, words int32) (d int32) {
	for k := range words {
		d = lane.Dot4(matrix[k*step+at], w.words[k], d)
	}
	return d
}

// class is passer.rows for the places of a class, which lie between two places. Those from end on have no row.
func (w *walker) class(class, from, to, end int32, sv float32, first bool) (told int32) {
	r, id := w.residue(class), w.t.LaneID()
	c := channelOf(w.a.N, r, w.count(r), w.v)
	counted := int32(0) // of the lane's product
	for i := from + id; i < to; i += lane.WarpSize {
		now, v, inv := w.row(&c, r, float32(w.om[i]*(1.0/quanta))-float32(sv*w.g[i]))
		if !first {
			now = damp(w.g[i], now)
		}
		if i < end {
			told += tells(c.iv, v)
		} else {
			now, inv = 0, 0
		}
		w.g[i] = now
		for k := range c.count {
			sum := lane.WarpAdd(w.t, fixed(float32(w.weights[k*lane.WarpSize+id]*inv)))
			if id == k {
				counted += sum
			}
		}
	}
	if id < c.count {
		if has := w.table[Values*r+id]; has > 0 {
			w.lm[Values*r+id] += learnt(has, counted)
		}
	}
	return told
}

// row is what products ask of a row to which messages say om, the variance of its product, and what its weights are divided by. It writes
// the weights.
func (w *walker) row(c *channel, residue int32, om float32) (asks, variance, inv float32) {
	d0, factor, ratio := c.begin(om)
	at, odds, d := w.t.LaneID(), Values*residue, d0
	var s0, s1, s2 float32
	for k := range c.count {
		x := float32(factor * w.odds[odds+k])
		w.weights[at] = x
		s0 += x
		u := float32(x * d)
		s1 += u
		s2 += float32(u * d)
		factor, ratio, d = c.advance(factor, ratio, d)
		at += lane.WarpSize
	}
	mean, variance, inv := moments(s0, s1, s2)
	return c.asks(mean, d0, om), variance, inv
}

// means is passer.columns; back is what a unit of their products stands for.
func (w *walker) means(back float32) float32 {
	id := w.t.LaneID()
	change := int32(0)
	for b := range w.a.Columns {
		j := b*lane.WarpSize + id
		h := float32(w.gg*w.m[j]) + float32(w.h[j]*back)
		w.h[j] = h
		if w.fixed>>uint32(b)&1 == 0 && j < w.a.N {
			now := damp(w.m[j], tanh(h))
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
		Least: leastLuck(f.N), LeastV: f.LeastV}
}

// Matrix is the signs as Pass reads them: for each word of four blocks of columns all places, then for each word of four blocks of
// places all columns. A sign is a byte, 0 where there is no row or column.
func (f *Form) Matrix() []uint32 {
	a := f.Launch()
	list := make([]uint32, a.MatrixWords())
	columns := list[a.rowWords()*Most:]
	for i, row := range f.Row {
		for j := range f.N {
			if row < 0 {
				continue
			}
			sign := uint32(0xff)
			if f.Signs[i*words+int(j>>6)]>>(j&63)&1 != 0 {
				sign = 1
			}
			word, shift := fourOf(j)
			list[word*Most+int32(i)] |= sign << shift
			word, shift = fourOf(int32(i))
			columns[word*stride+j] |= sign << shift
		}
	}
	return list
}

// fourOf is in which word a number lies, and where.
func fourOf(j int32) (word, shift int32) {
	b := j / lane.WarpSize
	return b/4*lane.WarpSize + j%lane.WarpSize, b % 4 * 8
}
