package model

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// choosing is a restricted order with moves of its own: of ways, or one of which some may be left out.
type choosing struct {
	*restricted
	near [][]int32 // of each element those to which the ways are shortest; nil: there are no ways
}

// The elements that each knows as near, and of how many elements the near ones are sought.
const (
	nearby   = 10
	mostNear = 2000
)

// choosing finds out which elements are near each other, in O(n² log n).
func (p *restricted) choosing() choosing {
	c := choosing{restricted: p}
	t, ok := p.deltas.(travel)
	n := int32(len(p.elements.list))
	if !ok || n > mostNear || n < 2 {
		return c
	}
	for e := range n {
		all := make([]int32, 0, n)
		for other := range n {
			if other != e {
				all = append(all, other)
			}
		}
		far := func(a int32) int64 { return min(t.way(e, a), t.way(a, e)) }
		slices.SortStableFunc(all, func(a, b int32) int { return cmp.Compare(far(a), far(b)) })
		c.near = append(c.near, slices.Clone(all[:min(nearby, len(all))]))
	}
	return c
}

// NewMoves implements multiwalk.Mover.
func (p choosing) NewMoves() multiwalk.Moves {
	c := &choices{p: p.restricted, near: p.near, end: int32(p.length()), at: make([]int32, p.length()), sums: make([][]int64, len(p.rules)),
		deltas: make([]int64, len(p.rules)), seen: make([]int64, len(p.rules)), about: make([][]int32, len(p.elements.list))}
	c.now, c.then = view{trial: &trial{choices: c}}, view{trial: &trial{choices: c}}
	for k, r := range p.rules {
		if r.about == nil {
			c.wide = append(c.wide, int32(k))
			continue
		}
		c.narrow = append(c.narrow, int32(k))
		for _, e := range r.about {
			c.about[e] = append(c.about[e], int32(k))
		}
	}
	if ways, ok := p.deltas.(travel); ok {
		c.ways = &ways
	}
	if p.first >= 0 {
		c.begin = 1
	}
	if p.last >= 0 {
		c.end--
	}
	return c
}

// choices are the moves of one walk: an element comes in, goes out, or changes its place, two elements change places, or a stretch is
// reversed. Most places are beside a near element. No move changes the order of what is left out. There are so many such orders that an
// annealing which knows all of them is drawn to solutions that leave most of the elements out.
type choices struct {
	p          *restricted
	ways       *travel // what the model's own cost is the length of; nil: it is something else
	near       [][]int32
	begin, end int32 // of the positions that may change
	cut        int32 // where the divider is behind which all is left out; the length of x where nothing may be
	x, at      []int32
	cost       int64 // the model's own, where there are no ways
	now, then  view  // the solution, and what the move that was tried last makes of it
	after      int64 // the model's own cost then
	gone       []gone
	sums       [][]int64 // of the rules that are limits: what the elements of each group take
	amounts    []int64   // of the rules
	deltas     []int64   // what these change by
	narrow     []int32   // rules that are about some elements
	wide       []int32   // the others
	about      [][]int32 // those of each element
	seen       []int64   // the round in which a rule was looked at last
	round      int64
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
func (c *choices) Reset(x []int32) {
	c.x, c.cut = append(c.x[:0], x...), int32(len(x))
	for k, e := range x {
		c.at[e] = int32(k)
	}
	if c.p.free {
		c.cut = c.at[len(x)-1]
	}
	c.p.look(x, &c.now)
	if c.ways == nil {
		c.cost = c.p.cost(c.now.list)
	}
	for k := range c.p.rules {
		if l := c.p.rules[k].limit; l != nil {
			c.sums[k] = l.sums(&c.now, c.p.groups, c.sums[k][:0])
		}
	}
	c.now.trial.cut = c.cut
	c.amounts = c.p.amounts(c.amounts[:0], &c.now)
	c.try(multiwalk.Move{})
}

// Random draws an element, and what happens to it.
func (c *choices) Random(r *multiwalk.Rand) multiwalk.Move {
	count := c.end - c.begin // of elements that may move
	if c.p.free {
		count--
	}
	if count < 1 {
		return multiwalk.Move{}
	}
	i, kind := c.begin+int32(r.IntN(int(count))), r.IntN(8)
	if i >= c.cut {
		i++
	}
	in := min(c.cut, c.end) // the end of what is not left out
	switch {
	case i < c.cut && kind == 0 && c.cut+1 < c.end, i > c.cut && kind == 0 && c.cut > c.begin: // one comes in for another that goes out
		from, to := c.begin, c.cut
		if i < c.cut {
			from, to = c.cut+1, c.end
		}
		return multiwalk.Move{I: i, J: from + int32(r.IntN(int(to-from))), K: ofSwap}
	case i > c.cut:
		return multiwalk.Move{I: i, J: c.beside(r, i, in+1), K: ofInsertion}
	case kind < 2 && c.p.free:
		return multiwalk.Move{I: i, J: c.cut, K: ofInsertion}
	case kind < 3:
		return multiwalk.Move{I: i, J: c.begin + int32(r.IntN(int(in-c.begin))), K: ofSwap}
	case kind < 5:
		return multiwalk.Move{I: i, J: c.beside(r, i, in), K: ofInsertion}
	}
	j := c.beside(r, i, in)
	if i < j { // what was between the two, and the other one, is turned round
		return multiwalk.Move{I: min(i+1, j), J: j, K: ofReversal}
	}
	return multiwalk.Move{I: j, J: max(i-1, j), K: ofReversal}
}

// beside draws a place before to: mostly one at a near element, on either side.
func (c *choices) beside(r *multiwalk.Rand, i, to int32) int32 {
	if e := c.x[i]; int(e) < len(c.near) && r.IntN(4) > 0 {
		list := c.near[e]
		if j := c.at[list[r.IntN(len(list))]] + int32(r.IntN(2)); c.begin <= j && j < to {
			return j
		}
	}
	return c.begin + int32(r.IntN(int(to-c.begin)))
}

// Apply makes a move, in the time of a Delta and O(1) for each position between those that it is about.
func (c *choices) Apply(x []int32, m multiwalk.Move) {
	c.try(m)
	c.change()
	for k, d := range c.deltas {
		c.amounts[k] += d
	}
	if c.ways == nil {
		c.objective()
		c.cost = c.after
	}
	for k, s := range c.sums {
		c.pour(c.p.rules[k].limit, s, 1)
	}
	for _, g := range c.gone {
		c.now.groups[g.element] = g.to
	}
	change(x, m)
	for k := min(m.I, m.J); k <= max(m.I, m.J); k++ {
		c.x[k], c.at[x[k]] = x[k], k
	}
	c.cut = c.then.trial.cut
	c.now.trial.cut = c.cut
	c.try(multiwalk.Move{})
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
func (c *choices) Undo(x []int32, m multiwalk.Move) { c.Apply(x, inverse(m)) }

// inverse is the move back.
func inverse(m multiwalk.Move) multiwalk.Move {
	if m.K == ofInsertion {
		m.I, m.J = m.J, m.I
	}
	return m
}
