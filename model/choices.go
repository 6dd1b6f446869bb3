package model

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// choosing is a restricted order, of which some may be left out, with moves of its own.
type choosing struct{ *restricted }

// NewMoves implements multiwalk.Mover.
func (p choosing) NewMoves() multiwalk.Moves {
	c := &choices{p: p.restricted, end: int32(p.length())}
	if p.first >= 0 {
		c.begin = 1
	}
	if p.last >= 0 {
		c.end--
	}
	return c
}

// choices are the moves of one walk: an element comes in, goes out, or changes its place, two elements change places, or a stretch is
// reversed. No move changes the order of what is left out. There are so many such orders that an annealing which knows all of them is drawn
// to solutions that leave most of the elements out.
type choices struct {
	p          *restricted
	begin, end int32 // of the positions that may change
	cut        int32 // where the divider is behind which all is left out
	cost       int64 // of the solution
	tried      multiwalk.Move
	then       int64 // the cost after that, if it is known
	known      bool
	y          []int32
}

var _ multiwalk.MoveEvaluator = (*choices)(nil)

// The kinds of move, which a move has as its K. That of I to I changes nothing.
const (
	ofInsertion = iota
	ofSwap
	ofReversal
)

// Reset implements multiwalk.Moves.
func (c *choices) Reset(x []int32) { c.follow(x, c.p.Cost(x)) }

// follow goes to a solution of that cost.
func (c *choices) follow(x []int32, cost int64) {
	c.cut, c.cost, c.known = int32(slices.Index(x, int32(len(x)-1))), cost, false
}

// Delta implements multiwalk.MoveEvaluator, in O(n) for each rule.
func (c *choices) Delta(x []int32, m multiwalk.Move) int64 {
	c.y = append(c.y[:0], x...)
	change(c.y, m)
	c.tried, c.then, c.known = m, c.p.Cost(c.y), true
	return c.then - c.cost
}

// Random draws an element, and what happens to it.
func (c *choices) Random(r *multiwalk.Rand) multiwalk.Move {
	if c.end-c.begin < 2 {
		return multiwalk.Move{}
	}
	between := func(from, to int32) int32 { return from + int32(r.IntN(int(to-from))) }
	i, kind := between(c.begin, c.end-1), r.IntN(8)
	if i >= c.cut {
		i++
	}
	if i > c.cut {
		if kind < 2 && c.cut > c.begin {
			return multiwalk.Move{I: i, J: between(c.begin, c.cut), K: ofSwap}
		}
		return multiwalk.Move{I: i, J: between(c.begin, c.cut+1), K: ofInsertion}
	}
	switch {
	case kind == 0 && c.cut+1 < c.end:
		return multiwalk.Move{I: i, J: between(c.cut+1, c.end), K: ofSwap}
	case kind < 2:
		return multiwalk.Move{I: i, J: c.cut, K: ofInsertion}
	case kind < 3:
		return multiwalk.Move{I: i, J: between(c.begin, c.cut), K: ofSwap}
	case kind < 5:
		return multiwalk.Move{I: i, J: between(c.begin, c.cut), K: ofInsertion}
	}
	return multiwalk.Move{I: i, J: between(c.begin, c.cut), K: ofReversal}
}

// Apply makes a move in O(n), and in the time of a Delta if it was not the last that was priced.
func (c *choices) Apply(x []int32, m multiwalk.Move) {
	if !c.known || m != c.tried {
		c.Delta(x, m)
	}
	change(x, m)
	c.follow(x, c.then)
}

// change makes a move.
func change(x []int32, m multiwalk.Move) {
	switch m.K {
	case ofInsertion:
		insertion(m.I, m.J)(x)
	case ofSwap:
		x[m.I], x[m.J] = x[m.J], x[m.I]
	case ofReversal:
		slices.Reverse(x[min(m.I, m.J) : max(m.I, m.J)+1])
	}
}

// Undo takes the move back.
func (c *choices) Undo(x []int32, m multiwalk.Move) {
	if m.K == ofInsertion {
		m.I, m.J = m.J, m.I
	}
	c.Apply(x, m)
}
