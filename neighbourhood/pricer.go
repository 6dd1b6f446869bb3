package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// pricer evaluates for the operators of one neighbourhood, and counts.
//
// Where the problem has no delta, it holds a copy of the solution it priced last and that solution's cost, and compares
// before it trusts them: O(n), where the evaluation it saves is rarely less. The caller's x is never changed by a
// price, not even for a moment, so walks may share it.
type pricer struct {
	p           multiwalk.Problem
	full, delta int64
	scratch     []int32 // nil before the first full evaluation
	cost        int64   // of scratch
	last        Move    // priced last from it; the zero Move is none
	lastCost    int64   // of the solution that last leads to
}

// fullDelta prices a move by doing it on the copy, evaluating, and undoing it.
func (e *pricer) fullDelta(o operator, x []int32, m Move) int64 {
	if e.scratch == nil || !slices.Equal(e.scratch, x) {
		e.scratch = append(e.scratch[:0], x...)
		e.cost = e.p.Cost(e.scratch)
		e.full++
	}
	do(o, e.scratch, m)
	c := e.p.Cost(e.scratch)
	e.full++
	undo(o, e.scratch, m)
	e.last, e.lastCost = m, c
	return c - e.cost
}

// follow keeps the copy up with a move that is about to be made on x, if its cost is known: then the next price needs
// one evaluation and not two.
func (e *pricer) follow(o operator, x []int32, m Move) {
	if m == e.last && slices.Equal(e.scratch, x) {
		do(o, e.scratch, m)
		e.cost, e.last = e.lastCost, Move{}
	}
}

// Reset implements Neighbourhood for operators without a state.
func (e *pricer) Reset([]int32) {}

func (e *pricer) Evaluations() (full, delta int64) { return e.full, e.delta }

// do makes a move on a bare slice.
func do(o operator, x []int32, m Move) {
	switch m.Op {
	case OpSwap:
		x[m.I], x[m.J] = x[m.J], x[m.I]
	case OpInsert:
		insert(x, m.I, m.J)
	case OpTwoOpt:
		slices.Reverse(x[m.I : m.J+1])
	case OpOrOpt:
		orOpt(x, m)
	case OpFlip:
		x[m.I] = 1 - x[m.I]
	case OpChange:
		x[m.I] = o.(*change).to(x[m.I], int64(uint32(m.J)))
	}
}

// undo takes back a move on a bare slice. Swaps, reversals and flips are their own inverses.
func undo(o operator, x []int32, m Move) {
	switch m.Op {
	case OpInsert:
		insert(x, m.J, m.I)
	case OpOrOpt:
		undoOrOpt(x, m)
	case OpChange:
		o.Undo(x, m)
	default:
		do(o, x, m)
	}
}

// Save implements checkpoint.Saver. What a state keeps follows from the solution, which Reset tells.
func (e *pricer) Save(a *checkpoint.Archive) {
	a.Fields("neighbourhood", &e.full, &e.delta, &e.scratch, &e.cost, &e.last, &e.lastCost)
}
