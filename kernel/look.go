package kernel

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Looker is a problem of bits whose neighbourhoods Look explores: one that prices flips by a table.
type Looker interface {
	Coster
	FlipTabler
}

// Looking says what a launch of Look does. The moves are number From up to Until; each block has Share of them.
type Looking struct {
	N       int32 // bits
	_       int32
	From    int64
	Until   int64
	Share   int64
	Aspired int64 // a move with a lesser delta is admissible whatever is tabu
}

// Looked is what a block has found: the least delta of the admissible moves, and how many have it; 0 if none is admissible.
type Looked struct {
	Delta int64
	Count int64
}

// Tabu is added to a bit that may not change.
const Tabu = 2

// Look explores a neighbourhood of one solution: a thread prices a move. So a method that looks at all moves before it makes one
// needs a launch an iteration. bits has the solution, and Tabu added to the bits that may not change; a move is tabu if all the bits
// that it would flip are. Each block makes a table of its own in shared memory, which must have LookRoom bytes, and writes what it
// found to its place in found. members are the moves, whose prices the problem must have for bits at once (not Copied); free lists
// what may change where elements are fixed.
//
// Results do not depend on the number of threads, and follow from the arguments alone.
func Look[P Looker](t lane.Thread, p P, a Looking, members []neighbourhood.Member, free, bits []int32, found []Looked) {
	w := explorer[P]{t: t, p: p, x: lane.SharedAt[int32](t, 0, a.N), table: lane.SharedAt[int32](t, 4*a.N, p.TableSize())}
	w.a.N = a.N
	for i := t.ThreadID(); i < a.N; i += t.BlockDim() {
		w.x[i] = bits[i] & 1
	}
	t.Sync()
	p.FillTable(w.x, w.table, t.ThreadID(), t.BlockDim())
	t.Sync()
	best, count := int64(math.MaxInt64), int64(0)
	from := a.From + int64(t.BlockID())*a.Share
	for k := from + int64(t.ThreadID()); k < min(a.Until, from+a.Share); k += int64(t.BlockDim()) {
		which, m := neighbourhood.At(members, k)
		m = members[which].Placed(free, m)
		delta, _ := w.price(&members[which], m)
		if delta > best || delta >= a.Aspired && allTabu(bits, m) {
			continue
		}
		if delta < best {
			best, count = delta, 0
		}
		count++
	}
	least := lane.BlockMin(t, best)
	if best > least {
		count = 0
	}
	count = lane.BlockAdd(t, count)
	if t.ThreadID() == 0 {
		found[t.BlockID()] = Looked{least, count}
	}
}

// LookRoom returns the bytes of shared memory of a block of Look, for solutions of n bits and their table.
func LookRoom(n, table int) int { return 4 * (n + table) }

// allTabu tells whether none of the bits that a move flips may change.
func allTabu(bits []int32, m neighbourhood.Move) bool {
	tabu := bits[m.I]
	if m.Op != neighbourhood.OpFlip {
		tabu &= bits[m.J]
	}
	if m.Op == neighbourhood.OpFlip3 {
		tabu &= bits[m.K]
	}
	return tabu&Tabu != 0
}
