package tabu

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// look is what an iteration of tabu search finds: the best moves that are admissible, which cost the same.
//
// Where the problem's state prices flips and changes, they are read from it directly. Where it also tells which elements are in
// conflict, only these change: where a cost counts violated constraints, every move that improves is among them (Tabucol: Hertz
// and de Werra, "Using tabu search techniques for graph coloring", Computing 39, 1987).
type look struct {
	swaps      state.SwapFollower      // nil: no state prices swaps
	joint      state.JointSwapFollower // nil: no state prices the same swap in all parts
	flips      state.FlipFollower      // nil: no state prices flips
	fields     state.FieldsFollower    // nil: the memory does not lie as they do
	stretch    state.FlipsFollower     // nil: flips are priced one by one
	deltas     []int64                 // scratch of stretch
	changes    state.ChangeFollower    // nil: no state prices changes
	rows       state.ChangesFollower   // nil: changes are priced one by one
	tied       []int32                 // scratch of rows and of fields
	conflicts  state.ConflictFollower  // nil: no state tells
	list       state.ConflictLister    // nil: each element is asked
	inConflict int64                   // elements, where one does
	pairs      []neighbourhood.Rower   // of each member; nil: its moves are no pairs, or not in rows
	lister     multiwalk.MoveLister    // nil: every move is worth a look
	worth      []multiwalk.Listed      // what it lists
	priced     int64                   // moves that the state priced
	delta      int64
	ties       []neighbourhood.Move
}

// by takes a problem's state, which may be nil, for what it can do at a walk's solution x. Fields and rows are scanned together with
// attributes that lie as they do; t is nil if what is tabu is not attributes.
func (l *look) by(s multiwalk.State, t *attributes, x []int32) {
	l.swaps, _ = s.(state.SwapFollower)
	l.joint, _ = s.(state.JointSwapFollower)
	l.flips, _ = s.(state.FlipFollower)
	l.stretch, _ = s.(state.FlipsFollower)
	if l.changes, _ = s.(state.ChangeFollower); l.changes != nil {
		l.conflicts, _ = s.(state.ConflictFollower)
		l.list, _ = s.(state.ConflictLister)
	}
	if f, ok := s.(state.FieldsFollower); ok && t != nil && t.byFlips() {
		if fields, _ := f.Fields(); fields != nil {
			l.fields, t.next = f, make([]int32, len(x))
		}
	}
	if rows, ok := s.(state.ChangesFollower); ok && t != nil && t.inRows() {
		l.rows = rows
		t.mark(x)
	}
}

// choose returns the best admissible move, a random one of several; if none is admissible, a random move. It returns false
// if the run is aborted.
func (w *tabuMovesWalk) choose(s *walk.Slice) (m neighbourhood.Move, d int64, ok bool) {
	l := &w.look
	l.delta, l.ties, l.inConflict = math.MaxInt64, l.ties[:0], 0
	if l.lister != nil {
		return w.chooseListed(s)
	}
	if !w.lookAround(s) {
		return m, 0, false
	}
	switch len(l.ties) {
	case 0:
		m, d = w.randomMove()
		return m, d, true
	case 1:
		return l.ties[0], l.delta, true
	}
	return l.ties[w.random.IntN(len(l.ties))], l.delta, true
}

// randomMove draws a move, and prices it.
func (w *tabuMovesWalk) randomMove() (m neighbourhood.Move, d int64) {
	m = w.NB.Random(w.random)
	return m, w.NB.Delta(w.X, m)
}

// lookAround looks at all candidates; it returns false if the run is aborted.
func (w *tabuMovesWalk) lookAround(s *walk.Slice) bool {
	if w.s.candidates < w.s.Size && w.look.conflicts == nil {
		return w.each(s, w.s.candidates, func(int64) neighbourhood.Move { return w.NB.Random(w.random) })
	}
	if w.members == nil {
		return w.each(s, w.s.Size, w.NB.Move)
	}
	from := int64(0)
	for k := range w.members {
		b := &w.members[k]
		switch {
		case b.Op == neighbourhood.OpFlip && w.look.flips != nil:
			w.lookAtFlips(b)
		case b.Op == neighbourhood.OpChange && w.look.changes != nil:
			w.lookAtChanges(b)
		case w.s.held == nil && w.look.pricesSwaps(b):
			w.lookAtSwaps(b)
		case w.look.pairs[k] != nil:
			if !w.lookAtPairs(s, b, w.look.pairs[k]) {
				return false
			}
		default:
			move := b.Move
			if w.s.held != nil { // b does not know which of its moves are left
				move = func(k int64) neighbourhood.Move { return w.NB.Move(from + k) }
			}
			if !w.each(s, b.End-from, move) {
				return false
			}
		}
		from = b.End
	}
	return !s.Aborted()
}

// each looks at a number of moves.
func (w *tabuMovesWalk) each(s *walk.Slice, count int64, move func(k int64) neighbourhood.Move) bool {
	for k := range count {
		if (k&255 == 0 || !w.s.Incremental) && s.Aborted() {
			return false
		}
		m := move(k)
		w.weigh(m, w.NB.Delta(w.X, m))
	}
	return true
}

// weigh takes a move if none is better and it is admissible. One to a new incumbent always is.
func (w *tabuMovesWalk) weigh(m neighbourhood.Move, d int64) {
	l := &w.look
	if d > l.delta || d >= w.Least-w.Cost && w.tabu.forbids(w.X, w.Cost+d, m) {
		return
	}
	if d < l.delta {
		l.delta, l.ties = d, l.ties[:0]
	}
	l.ties = append(l.ties, m)
}

// held tells whether the element at i is fixed.
func (w *tabuMovesWalk) held(i int32) bool { return w.s.held != nil && w.s.held[i] }

// lookAtFlips looks at all flips of a part.
func (w *tabuMovesWalk) lookAtFlips(b *neighbourhood.Member) {
	l := &w.look
	if l.fields != nil && w.s.held == nil {
		w.lookAtFields(b)
		return
	}
	l.deltas = slices.Grow(l.deltas[:0], int(b.N))[:b.N]
	if l.stretch != nil && w.s.held == nil {
		l.stretch.FlipDeltas(b.At, l.deltas)
		l.priced += int64(b.N)
	} else {
		w.priceFlips(b)
	}
	for k, d := range l.deltas {
		if i := b.At + int32(k); d <= l.delta && !w.held(i) {
			w.weigh(neighbourhood.Move{Op: neighbourhood.OpFlip, I: i}, d)
		}
	}
}

// priceFlips prices the flips of a part one by one, as far as they are not fixed.
func (w *tabuMovesWalk) priceFlips(b *neighbourhood.Member) {
	l := &w.look
	for k := range l.deltas {
		if i := b.At + int32(k); !w.held(i) {
			l.deltas[k] = l.flips.FlipDelta(i)
			l.priced++
		}
	}
}

// lookAtChanges looks at all changes of a part or, where the state tells, at those of the elements in conflict.
func (w *tabuMovesWalk) lookAtChanges(b *neighbourhood.Member) {
	l := &w.look
	if l.rows != nil {
		w.lookAtRows(b)
		return
	}
	for i := b.At; i < b.At+b.N; i++ {
		if w.held(i) {
			continue
		}
		if l.conflicts != nil {
			if l.conflicts.Conflicts(i) == 0 {
				continue
			}
			l.inConflict++
		}
		was := w.X[i]
		for up := range b.Values {
			v := int32(int64(b.Lo) + up)
			if v == was {
				continue
			}
			if d := l.changes.ChangeDelta(i, v); d <= l.delta {
				w.weigh(neighbourhood.Move{Op: neighbourhood.OpChange, I: i, J: b.Up(was, v)}, d)
			}
		}
		l.priced += b.Values - 1
	}
}

// pricesSwaps tells whether the state prices a member's moves, and these are swaps of an order, in one part or in all.
func (l *look) pricesSwaps(b *neighbourhood.Member) bool {
	return b.Op == neighbourhood.OpSwap && b.Values == 0 && l.swaps != nil || b.Op == neighbourhood.OpJointSwap && l.joint != nil
}

// lookAtSwaps looks at all swaps of a part, or at those that are made in all parts, in the order of their numbers.
func (w *tabuMovesWalk) lookAtSwaps(b *neighbourhood.Member) {
	l := &w.look
	price := func(i, j int32) int64 { return l.joint.JointSwapDelta(i, j) }
	if b.Op == neighbourhood.OpSwap {
		price = l.swaps.SwapDelta
	}
	for i := b.At; i < b.At+b.N; i++ {
		for j := i + 1; j < b.At+b.N; j++ {
			if d := price(i, j); d <= l.delta {
				w.weigh(neighbourhood.Move{Op: b.Op, I: i, J: j, K: b.Length}, d)
			}
		}
	}
	l.priced += b.Size()
}
