package explorer

import (
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// tabled tells whether a table prices a kind of move.
func tabled(p any, op neighbourhood.Op) bool {
	ok := false
	switch op {
	case neighbourhood.OpSwap:
		_, ok = p.(kernel.SwapTabler)
	case neighbourhood.OpFlip:
		_, ok = p.(kernel.FlipTabler)
	case neighbourhood.OpFlip2:
		_, ok = p.(kernel.Flip2Tabler)
	case neighbourhood.OpFlip3:
		_, ok = p.(kernel.Flip3Tabler)
	case neighbourhood.OpChange:
		_, ok = p.(kernel.ChangeTabler)
	}
	return ok
}

// Idle tells whether a move that a problem prices by a table changes nothing, so that it is not to be accepted: else it would be,
// in each iteration, in place of one that changes something. It then costs more than any.
func Idle(p any, x []int32, m neighbourhood.Move, c *rule.Course) bool {
	if m.Op != neighbourhood.OpSwap || c.Shakes > 0 {
		return false
	}
	_, ok := p.(kernel.SwapTabler)
	return ok && x[m.I] == x[m.J]
}

// fillTable computes the table of the present solution, if there is one, and where its cities stand. All lanes have written it.
func (w *explorer[P]) fillTable() {
	if w.a.Listed != 0 {
		for i := w.id; i < w.a.N; i += w.team {
			w.places[w.x[i]] = i
		}
		w.all().Sync()
	}
	if b, ok := any(w.p).(kernel.Tabler); ok {
		b.FillTable(w.x, w.table, w.id, w.team)
		w.all().Sync()
	}
}

// foresee brings the table up to date with a move that is about to be made; of several flips it makes all but the last. It returns false if the
// table must be filled afterwards.
func (w *explorer[P]) foresee(b *neighbourhood.Member, m neighbourhood.Move) bool {
	switch {
	case w.is(m, neighbourhood.OpSwap):
		if e, ok := any(w.p).(kernel.SwapTabler); ok {
			if w.x[m.I] != w.x[m.J] {
				e.SwapTable(w.x, w.table, m.I, m.J, w.id, w.team)
				w.all().Sync()
			}
			return true
		}
	case w.is(m, neighbourhood.OpFlip):
		if e, ok := any(w.p).(kernel.FlipTabler); ok {
			e.FlipTable(w.x, w.table, m.I, w.id, w.team)
			w.all().Sync()
			return true
		}
	case w.is(m, neighbourhood.OpFlip2) || w.is(m, neighbourhood.OpFlip3):
		return w.foreseeFlips(m)
	case w.is(m, neighbourhood.OpChange):
		if e, ok := any(w.p).(kernel.ChangeTabler); ok {
			e.ChangeTable(w.x, w.table, m.I, b.To(w.x[m.I], int64(uint32(m.J))), w.id, w.team)
			w.all().Sync()
			return true
		}
	}
	return false
}

// foreseeFlips tells the table of one flip after the other, each where those before it lead.
func (w *explorer[P]) foreseeFlips(m neighbourhood.Move) bool {
	e, ok := any(w.p).(kernel.FlipTabler)
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
