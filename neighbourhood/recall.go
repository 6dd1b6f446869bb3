package neighbourhood

import (
	"math"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// recall proposes the best of a few moves by what they cost when they were priced last. A cold walk takes few of the moves that
// it prices, and while it takes none of them prices stay as they are. So a move that was dear need not be priced again yet. It
// is a candidate list of elite moves (Glover and Laguna, "Tabu search", 1997), from which tournaments draw.
//
// What is remembered has to hold while the solution changes elsewhere. So prices are remembered for elements, not for
// positions: how much more an element costs before a certain other one than before others, or with a certain value than with
// other values. For an exchange it is what the exchange of the two elements costs. Where nothing was priced yet, that is 0. It
// is the same everywhere: numbers are only added, subtracted and compared.
//
// A draw takes about as long as eight random numbers. So it pays where a price takes longer: by a full evaluation, or by the deltas
// that a problem of integers computes without a state.
type recall struct {
	width  int32                   // entries of an element
	tables [OpChange + 1][]float32 // of each kind of move; nil: its moves are drawn alike
}

const (
	// recalls is the share of moves that are drawn so, in 2^-32: a half. The others may be anywhere, so the walk can still go
	// everywhere, and no price stays as it was for long.
	recalls = 1 << 31
	// tournament is from how many moves a draw takes the best. With a tournament of 2, walks on flow shops, colourings and
	// schedules with setups gained about half as much; with 8 they gained no more.
	tournament = 4
	// mostRecalled bounds a table.
	mostRecalled = 1 << 18
)

// Recall makes Random draw half its moves as the best of four, by their last price. It needs several kinds of move,
// nothing fixed, no pricing state, a small enough table, and one fully evaluated permutation, or integers. It reports
// whether it has these. x is the walk's solution; Recall does not keep it. The moves themselves, and their numbers,
// stay as they are.
func Recall(n Neighbourhood, x []int32) bool {
	u, ok := n.(*union)
	if !ok || u.state.begin != nil || slices.ContainsFunc(u.members, func(o operator) bool { return !recalled(o) }) {
		return false
	}
	space := u.p.Space()
	width := int64(len(x)) + 1 // behind the last element nobody stands
	kinds := []Op{OpSwap, OpInsert}
	switch kind := space.Kind(); {
	case kind == multiwalk.KindPermutation && !u.Incremental():
	case kind == multiwalk.KindIntegers:
		least, most := space.Bounds()
		width, kinds = int64(most)-int64(least)+1, []Op{OpChange}
	default:
		return false
	}
	if width > mostRecalled/int64(len(x)) {
		return false
	}
	u.recall = &recall{width: int32(width)}
	for _, op := range kinds {
		u.recall.tables[op] = make([]float32, width*int64(len(x)))
	}
	u.state.keeps = true
	u.Reset(x)
	return true
}

// recalled tells whether a kind of move is plain: none of the problem's own, no pair of moves, and nothing is fixed in its part.
func recalled(o operator) bool {
	switch o := o.(type) {
	case *own, *pairing, *kept:
		return false
	case *groups:
		return o.held == nil
	}
	return true
}

// remembers tells whether moves of a kind have a table.
func (b *recall) remembers(op Op) bool { return int(op) < len(b.tables) && b.tables[op] != nil }

// priced remembers a delta.
func (b *recall) priced(k *Member, x []int32, m Move, delta int64) {
	if !b.remembers(m.Op) {
		return
	}
	table, d := b.tables[m.Op], float32(delta)
	switch m.Op {
	case OpSwap:
		table[b.pair(x, m.I, m.J)] = d
	case OpInsert:
		b.inserted(x, m.I, m.J, d)
		if m.J == m.I+1 { // the same move, see insertion
			b.inserted(x, m.J, m.I, d)
		}
	case OpChange:
		row := table[m.I*b.width:][:b.width]
		row[k.To(x[m.I], int64(uint32(m.J)))-k.Lo] = row[x[m.I]-k.Lo] + d
	}
}

// inserted remembers what it costs to take what stands at i to j.
func (b *recall) inserted(x []int32, i, j int32, d float32) {
	row := b.tables[OpInsert][x[i]*b.width:][:b.width]
	row[behind(x, i, j)] = row[behind(x, i, i)] + d
}

// pair is where two elements are in the table of swaps.
func (b *recall) pair(x []int32, i, j int32) int32 {
	v, w := x[i], x[j]
	return min(v, w)*b.width + max(v, w)
}

// behind returns what stands behind the element at i once it is at j, which is len(x) for nothing.
func behind(x []int32, i, j int32) int32 {
	if j >= i {
		j++
	}
	if int(j) == len(x) {
		return j
	}
	return x[j]
}

// draw returns the best of a few random moves of a kind by what is remembered.
func (b *recall) draw(k *Member, x []int32, r *multiwalk.Rand) Move {
	best, least := b.candidate(k, x, r.Uint32())
	for range tournament - 1 {
		if m, d := b.candidate(k, x, r.Uint32()); d < least {
			best, least = m, d
		}
	}
	if best.Op == OpInsert && best.J == best.I-1 { // see insertion
		best.I, best.J = best.J, best.I
	}
	return best
}

// join is draw for changes to values that other elements have; ok is false if it found none.
func (b *recall) join(k *Member, x []int32, r *multiwalk.Rand) (best Move, ok bool) {
	least := float32(math.MaxFloat32)
	for range tournament {
		u, rest := bits.Mul32(r.Uint32(), uint32(k.N))
		v, _ := bits.Mul32(rest, uint32(k.N))
		i, from, to := k.At+int32(u), x[k.At+int32(u)], x[k.At+int32(v)]
		row := b.tables[OpChange][i*b.width:][:b.width]
		if d := row[to-k.Lo] - row[from-k.Lo]; from != to && d < least {
			best, least, ok = Move{Op: OpChange, I: i, J: k.Up(from, to)}, d, true
		}
	}
	return best, ok
}

// candidate makes a move of one random word, as tempering.Pair does, and returns what it is expected to cost.
func (b *recall) candidate(k *Member, x []int32, u uint32) (m Move, d float32) {
	table := b.tables[k.Op]
	if k.Op == OpChange {
		i, rest := bits.Mul32(u, uint32(k.N))
		up, _ := bits.Mul32(rest, uint32(k.Values-1))
		m = k.changeOf(int32(i), up)
		row := table[m.I*b.width:][:b.width]
		return m, row[k.To(x[m.I], int64(m.J))-k.Lo] - row[x[m.I]-k.Lo]
	}
	i, j := tempering.Pair(u, k.N)
	if k.Op == OpSwap {
		return Move{Op: OpSwap, I: min(i, j), J: max(i, j)}, table[b.pair(x, i, j)]
	}
	row := table[x[i]*b.width:][:b.width]
	return Move{Op: OpInsert, I: i, J: j}, row[behind(x, i, j)] - row[behind(x, i, i)]
}

func (b *recall) Save(a *checkpoint.Archive) {
	for op := range b.tables {
		if b.tables[op] != nil {
			a.Fields("recall", &b.tables[op])
		}
	}
}
