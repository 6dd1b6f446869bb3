package kernel

import (
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Tabler is a problem that prices moves by a table of numbers that follow from the solution, as a multiwalk.State does on cores:
// the fields of bits, or how many neighbours of each colour a vertex has. Each walk of Explore keeps one. Its lanes fill it and
// bring it up to date together: lane l of lanes does a part, and writes no entry that another lane reads or writes in the
// same call.
type Tabler interface {
	// TableSize is how many entries a table has.
	TableSize() int32
	// FillTable computes the table of x.
	FillTable(x, table []int32, l, lanes int32)
}

// FlipTabler is a Tabler for flips of bits. A table is told of other moves by FillTable.
type FlipTabler interface {
	Tabler
	// FlipDeltaBy is Cost(after) - Cost(before) of flipping x[i], by the table of x.
	FlipDeltaBy(x, table []int32, i int32) int64
	// FlipTable brings the table up to date with the flip of x[i], which x does not have yet.
	FlipTable(x, table []int32, i, l, lanes int32)
}

// Flip2Tabler is a FlipTabler for two flips at once.
type Flip2Tabler interface {
	FlipTabler
	// Flip2DeltaBy is Cost(after) - Cost(before) of flipping x[i] and x[j], i < j, by the table of x.
	Flip2DeltaBy(x, table []int32, i, j int32) int64
}

// Flip3Tabler is a FlipTabler for three flips at once.
type Flip3Tabler interface {
	FlipTabler
	// Flip3DeltaBy is Cost(after) - Cost(before) of flipping x[i], x[j] and x[k], i < j < k, by the table of x.
	Flip3DeltaBy(x, table []int32, i, j, k int32) int64
}

// ChangeTabler is a Tabler for other values of an element. A table is told of other moves by FillTable.
type ChangeTabler interface {
	Tabler
	// ChangeDeltaBy is Cost(after) - Cost(before) of setting x[i] to v, by the table of x.
	ChangeDeltaBy(x, table []int32, i, v int32) int64
	// ChangeTable brings the table up to date with setting x[i] to v, which x does not have yet.
	ChangeTable(x, table []int32, i, v, l, lanes int32)
}

// SwapTabler is a Tabler for exchanges of two elements. A table is told of other moves by FillTable. Of bits and integers an
// exchange of equal values is never made.
type SwapTabler interface {
	Tabler
	// SwapDeltaBy is Cost(after) - Cost(before) of exchanging x[i] and x[j], which differ, by the table of x.
	SwapDeltaBy(x, table []int32, i, j int32) int64
	// SwapTable brings the table up to date with the exchange of x[i] and x[j], which x does not have yet.
	SwapTable(x, table []int32, i, j, l, lanes int32)
}

// tabled tells whether a table prices a kind of move.
func tabled(p any, op neighbourhood.Op) bool {
	ok := false
	switch op {
	case neighbourhood.OpSwap:
		_, ok = p.(SwapTabler)
	case neighbourhood.OpFlip:
		_, ok = p.(FlipTabler)
	case neighbourhood.OpFlip2:
		_, ok = p.(Flip2Tabler)
	case neighbourhood.OpFlip3:
		_, ok = p.(Flip3Tabler)
	case neighbourhood.OpChange:
		_, ok = p.(ChangeTabler)
	}
	return ok
}

// Idle tells whether a move that a problem prices by a table changes nothing, so that it is not to be accepted: else it would be,
// in each iteration, in place of one that changes something. It then costs more than any.
func Idle(p any, x []int32, m neighbourhood.Move, c *rule.Course) bool {
	if m.Op != neighbourhood.OpSwap || c.Shakes > 0 {
		return false
	}
	_, ok := p.(SwapTabler)
	return ok && x[m.I] == x[m.J]
}

// fillTable computes the table of the present solution, if there is one. All lanes have written it.
func (w *explorer[P]) fillTable() {
	if b, ok := any(w.p).(Tabler); ok {
		b.FillTable(w.x, w.table, w.id, w.team)
		w.all().Sync()
	}
}

// foresee brings the table up to date with a move that is about to be made; of several flips it makes all but the last. It returns false if the
// table must be filled afterwards.
func (w *explorer[P]) foresee(b *neighbourhood.Member, m neighbourhood.Move) bool {
	switch {
	case w.is(m, neighbourhood.OpSwap):
		if e, ok := any(w.p).(SwapTabler); ok {
			if w.x[m.I] != w.x[m.J] {
				e.SwapTable(w.x, w.table, m.I, m.J, w.id, w.team)
				w.all().Sync()
			}
			return true
		}
	case w.is(m, neighbourhood.OpFlip):
		if e, ok := any(w.p).(FlipTabler); ok {
			e.FlipTable(w.x, w.table, m.I, w.id, w.team)
			w.all().Sync()
			return true
		}
	case w.is(m, neighbourhood.OpFlip2) || w.is(m, neighbourhood.OpFlip3):
		return w.foreseeFlips(m)
	case w.is(m, neighbourhood.OpChange):
		if e, ok := any(w.p).(ChangeTabler); ok {
			e.ChangeTable(w.x, w.table, m.I, b.To(w.x[m.I], int64(uint32(m.J))), w.id, w.team)
			w.all().Sync()
			return true
		}
	}
	return false
}

// foreseeFlips tells the table of one flip after the other, each where those before it lead.
func (w *explorer[P]) foreseeFlips(m neighbourhood.Move) bool {
	e, ok := any(w.p).(FlipTabler)
	if !ok {
		return false
	}
	last := int32(1)
	if w.is(m, neighbourhood.OpFlip3) {
		last = 2
	}
	for k := range last + 1 {
		i := flipOf(m, k)
		e.FlipTable(w.x, w.table, i, w.id, w.team)
		w.all().Sync()
		if k < last && w.id == 0 {
			w.x[i] = 1 - w.x[i]
		}
		w.all().Sync()
	}
	return true
}
