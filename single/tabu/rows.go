package tabu

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/internal/simd"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// inRows tells whether the memory lies in rows as a state's prices of changes do, so that the two are scanned together.
func (t *attributes) inRows() bool {
	return t.where.Shift == 0 && !slices.ContainsFunc(t.members, func(b neighbourhood.Member) bool {
		return b.Op != neighbourhood.OpChange && b.Op != neighbourhood.OpFlip
	})
}

// lookAtRows looks at all changes of a part, or of its elements in conflict, in two passes. The first finds the least delta and the
// elements that have it, by a scan of each element's row of values. The second looks up which values these are: most often there is
// one element, or a few.
func (w *tabuMovesWalk) lookAtRows(b *neighbourhood.Member) {
	l := &w.look
	l.tied = l.tied[:0]
	if l.list != nil {
		for _, i := range l.list.InConflict() {
			if i >= b.At && i < b.At+b.N {
				w.lookAtRow(b, i)
			}
		}
		slices.Sort(l.tied) // the order of the list is the state's affair
	} else {
		for i := b.At; i < b.At+b.N; i++ {
			if l.conflicts == nil || l.conflicts.Conflicts(i) != 0 {
				w.lookAtRow(b, i)
			}
		}
	}
	for _, i := range l.tied {
		w.takeTies(b, i)
	}
}

// lookAtRow looks at all values of an element, and notes the element if one of them is as good as the best so far.
func (w *tabuMovesWalk) lookAtRow(b *neighbourhood.Member, i int32) {
	l, t := &w.look, w.memory
	if w.held(i) {
		return
	}
	l.inConflict++
	row := l.rows.ChangeRow(i)[:b.Values]
	l.priced += b.Values - 1
	admissible, least := simd.Least(row, t.until[t.place(i, b.Lo):], t.now)
	l.keep(i, least, admissible, int64(row[w.X[i]-b.Lo]), w.Least-w.Cost)
}

// keep notes what was scanned if its least delta is as good as the best so far: the least number above a base, or the least of what is
// admissible, unless the former is to a new incumbent.
func (l *look) keep(at, least, admissible int32, base, aspired int64) {
	d := int64(least) - base
	if d >= aspired {
		if admissible == math.MaxInt32 {
			return
		}
		d = int64(admissible) - base
	}
	if d > l.delta {
		return
	}
	if d < l.delta {
		l.delta, l.ties, l.tied = d, l.ties[:0], l.tied[:0]
	}
	l.tied = append(l.tied, at)
}

// takeTies takes the changes of an element that have the least delta of all.
func (w *tabuMovesWalk) takeTies(b *neighbourhood.Member, i int32) {
	l, t, was := &w.look, w.memory, w.X[i]
	row := l.rows.ChangeRow(i)[:b.Values]
	until := t.until[t.place(i, b.Lo):][:len(row)]
	least, now := int32(int64(row[was-b.Lo])+l.delta), t.now
	if l.delta < w.Least-w.Cost {
		now = ever - 1
	}
	for k, u := range row {
		if u == least && until[k] <= now {
			l.ties = append(l.ties, neighbourhood.Move{Op: neighbourhood.OpChange, I: i, J: b.Up(was, b.Lo+int32(k))})
		}
	}
}
