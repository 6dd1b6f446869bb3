package jobshop

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// moves are the moves of one walk. Move{machine, from, to} takes the operation at one place of a machine to another, so that those between move
// over by one. All such moves have numbers; Random draws of those on a critical path that the instance's Near names. A move after which
// machines would wait for each other in a circle changes nothing.
type moves struct {
	schedule
	tried  multiwalk.Move // the move that the schedule has made to price it
	priced bool           // there is one
	tidy   bool           // the solution names the operations that the schedule has at its places
	tidied bool           // it did so before the last move
	was    []int32        // the solution before the last move, from first to last, which are what that has changed
	first  int32
	last   int32
	list   []multiwalk.Move // scratch
	ends   []int64          // the number of the first move that is not of each machine or of one before it
}

// What the moves offer, checked by the compiler.
var (
	_ multiwalk.MoveEvaluator  = (*moves)(nil)
	_ multiwalk.MoveEnumerator = (*moves)(nil)
	_ multiwalk.MoveLister     = (*moves)(nil)
)

// NewMoves implements multiwalk.Mover.
func (p *Instance) NewMoves() multiwalk.Moves {
	w := &moves{schedule: *newSchedule(p), was: make([]int32, p.operations()), ends: make([]int64, p.Machines)}
	end := int64(0)
	for m, skipped := range p.skipped {
		n := int64(p.Jobs - skipped)
		end += n * (n - 1)
		w.ends[m] = end
	}
	return w
}

// Reset implements multiwalk.Moves.
func (w *moves) Reset(x []int32) {
	w.priced, w.tidy = false, false
	w.reset(x)
}

// Size implements multiwalk.MoveEnumerator.
func (w *moves) Size() int64 { return w.ends[len(w.ends)-1] }

// Move implements multiwalk.MoveEnumerator. It is O(log(machines)).
func (w *moves) Move(k int64) multiwalk.Move {
	machine, _ := slices.BinarySearch(w.ends, k+1)
	if machine > 0 {
		k -= w.ends[machine-1]
	}
	skipped := w.p.skipped[machine]
	n := int64(w.p.Jobs - skipped)
	m := multiwalk.Move{I: int32(machine), J: int32(k / (n - 1)), K: int32(k % (n - 1))}
	if m.K >= m.J {
		m.K++
	}
	m.J, m.K = m.J+skipped, m.K+skipped
	return m
}

// Delta implements multiwalk.MoveEvaluator: it makes the move, and leaves it so until it is asked for something else.
func (w *moves) Delta(_ []int32, m multiwalk.Move) int64 {
	w.be(m)
	if !w.saved.made {
		return 0
	}
	return int64(w.cost) - int64(w.saved.cost)
}

// be has the schedule be that after a move.
func (w *moves) be(m multiwalk.Move) {
	if w.priced && w.tried == m {
		return
	}
	w.settle()
	w.tried, w.priced = m, true
	w.move(m.I, m.J, m.K)
}

// settle takes back the move that was priced and not made.
func (w *moves) settle() {
	if w.priced {
		w.back()
		w.priced = false
	}
}

// Apply implements multiwalk.Moves.
func (w *moves) Apply(x []int32, m multiwalk.Move) {
	w.be(m)
	w.priced, w.first, w.last = false, w.saved.first, w.saved.last
	switch {
	case !w.saved.made:
		w.last = w.first - 1
	case !w.tidy:
		w.first, w.last = 0, int32(len(x))-1
	}
	for k := w.first; k <= w.last; k++ {
		w.was[k], x[k] = x[k], w.order[k].name
	}
	w.tidied = w.tidy
	w.tidy = w.tidy || w.saved.made
}

// Undo implements multiwalk.Moves.
func (w *moves) Undo(x []int32, _ multiwalk.Move) {
	w.back()
	if w.last >= w.first {
		copy(x[w.first:w.last+1], w.was[w.first:])
	}
	w.tidy = w.tidied
}

// Random implements multiwalk.Moves. Where no operation on a critical path can move, it is any move.
func (w *moves) Random(r *multiwalk.Rand) multiwalk.Move {
	w.settle()
	w.list = w.critical(r, w.list[:0])
	switch {
	case len(w.list) > 0:
		return w.list[r.IntN(len(w.list))]
	case w.Size() > 0:
		return w.Move(int64(r.Uint64() % uint64(w.Size())))
	}
	return multiwalk.Move{}
}

// critical appends the moves on one critical path that keep the schedule possible.
func (w *moves) critical(r *multiwalk.Rand, list []multiwalk.Move) []multiwalk.Move {
	w.path(r)
	w.backward()
	for _, b := range w.blocks {
		list = w.schedule.moves(b, list)
	}
	return list
}
