package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// current is the solution that a walk changes by the moves of a neighbourhood, and the best that it has been. The best is
// copied when the walk leaves it, so that a descent does not copy each of its solutions.
type current struct {
	p     multiwalk.Problem
	nb    neighbourhood.Neighbourhood
	x     []int32
	cost  int64 // of x
	best  []int32
	least int64              // cost of best
	ahead bool               // x is the best, and not yet copied
	work  multiwalk.Counters // without the evaluations of nb
}

// newCurrent begins with x, which it keeps.
func newCurrent(p multiwalk.Problem, nb neighbourhood.Neighbourhood, x []int32) current {
	c := current{p: p, nb: nb, x: x}
	c.evaluate()
	c.best, c.least = append(c.best, x...), c.cost
	return c
}

// evaluate goes on from what x has become.
func (c *current) evaluate() {
	c.nb.Reset(c.x)
	c.cost = c.p.Cost(c.x)
	c.work.FullEvaluations++
}

// move makes a move, which has the delta d. A move to a solution that costs the same leaves the best too, else it would
// depend on when somebody asks for it.
func (c *current) move(m neighbourhood.Move, d int64) {
	if d >= 0 {
		c.keep()
	}
	c.nb.Apply(c.x, m)
	c.cost += d
	c.work.Moves++
}

// note reports x if it is a new incumbent.
func (c *current) note(s *multiwalk.Slice) {
	if c.cost < c.least {
		c.least, c.ahead = c.cost, true
		s.Improved(c.least, c.Counters())
	}
}

// shake makes random moves, of which each may lead to a new incumbent.
func (c *current) shake(s *multiwalk.Slice, r *multiwalk.Rand, moves int) {
	for range moves {
		m := c.nb.Random(r)
		c.move(m, c.nb.Delta(c.x, m))
		neighbourhood.Know(c.nb, c.x, c.cost)
		c.note(s)
	}
}

// keep copies the best before x becomes something else.
func (c *current) keep() {
	if c.ahead {
		copy(c.best, c.x)
		c.ahead = false
	}
}

// Best implements multiwalk.Walk.
func (c *current) Best() ([]int32, int64) {
	c.keep()
	return c.best, c.least
}

// Counters implements multiwalk.Walk.
func (c *current) Counters() multiwalk.Counters {
	sum := c.work
	full, delta := c.nb.Evaluations()
	sum.FullEvaluations += full
	sum.DeltaEvaluations += delta
	return sum
}

// Adopt implements multiwalk.Adopter.
func (c *current) Adopt(x []int32, cost int64) {
	c.keep()
	copy(c.x, x)
	c.nb.Reset(c.x)
	if c.cost = cost; cost < c.least {
		c.least, c.ahead = cost, true
	}
}

// Save implements checkpoint.Saver.
func (c *current) Save(a *checkpoint.Archive) {
	a.Fields("current", &c.x, &c.cost, &c.best, &c.least, &c.ahead, &c.work, c.nb)
	if a.Reading() {
		c.nb.Reset(c.x)
	}
}
