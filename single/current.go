package single

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// current is the solution that a walk changes by the moves of a neighbourhood, and the best that it has been. The best is
// copied when the walk leaves it, so that a descent does not copy each of its solutions.
//
// Where the problem has constraints, costs are penalised, by the walk's own weights, and best is the best that it has been by
// these. What it reports is lawful: the best by the problem's own cost.
type current struct {
	p     multiwalk.Problem
	nb    neighbourhood.Neighbourhood
	x     []int32
	cost  int64 // of x
	best  []int32
	least int64              // cost of best
	ahead bool               // x is the best, and not yet copied
	work  multiwalk.Counters // without the evaluations of nb and beside
	// beside is the deltas that the walk has priced in another way than by nb; nil: none.
	beside *int64

	weighed *neighbourhood.Weighed // nb, or nil: costs are not penalised
	packed  int64                  // the problem's cost of best
	lawful  lawful

	watches  bool                                                                          // note looks at more than the least cost
	tell     func(x []int32, cost int64) (feasible bool, violations []multiwalk.Violation) // nil: all is feasible, or by lawful
	feasible int64                                                                         // the least cost of a feasible solution
}

// lawful is the best solution of a walk by the problem's own cost, where the walk goes by another.
type lawful struct {
	x     []int32
	cost  int64
	ahead bool // it is the current one, and not yet copied
}

// newCurrent begins with x, which it keeps.
func newCurrent(p multiwalk.Problem, nb neighbourhood.Neighbourhood, x []int32) current {
	c := current{p: p, nb: nb, x: x, feasible: math.MaxInt64}
	if c.weighed = neighbourhood.WeighedFor(p, nb); c.weighed != nil {
		c.nb = c.weighed
		c.nb.Reset(x)
		c.weighed.Begin(x)
		c.cost = c.weighed.Now()
		c.packed = c.weighed.Packed()
		c.lawful = lawful{x: append([]int32(nil), x...), cost: c.packed}
	} else {
		c.evaluate()
		c.tell = multiwalk.Teller(p)
	}
	c.best, c.least = append(c.best, x...), c.cost
	c.watches = c.weighed != nil || c.tell != nil
	return c
}

// newUnweighed begins where c did, by the problem's own cost, in which violations count more than all else.
func newUnweighed(p multiwalk.Problem, c current) current {
	if c.weighed == nil {
		return c
	}
	u := current{p: p, nb: c.weighed.Neighbourhood, x: c.x, feasible: math.MaxInt64, tell: multiwalk.Teller(p), watches: true}
	u.evaluate()
	u.best, u.least = append(u.best, u.x...), u.cost
	return u
}

// evaluate goes on from what x has become.
func (c *current) evaluate() {
	c.nb.Reset(c.x)
	if c.weighed != nil {
		c.cost = c.weighed.Now()
		return
	}
	c.cost = c.p.Cost(c.x)
	c.work.FullEvaluations++
}

// move makes a move, which has the delta d. A move to a solution that costs the same leaves the best too, else it would
// depend on when somebody asks for it.
func (c *current) move(m neighbourhood.Move, d int64) {
	if d >= 0 || c.weighed != nil {
		c.keep()
	}
	c.nb.Apply(c.x, m)
	if c.cost += d; c.weighed != nil {
		c.cost = c.weighed.Now() // d may be from before the weights changed
	}
	c.work.Moves++
}

// note reports x if it is a new incumbent.
func (c *current) note(s *multiwalk.Slice) {
	if c.weighed != nil {
		c.noteLawful(s)
		return
	}
	if c.cost < c.least {
		c.least, c.ahead = c.cost, true
		s.Improved(c.least, c.Counters())
	}
	if c.tell != nil && c.cost < c.feasible {
		if ok, _ := c.tell(c.x, c.cost); ok {
			c.feasible = c.cost
			s.Feasible(c.x, c.cost)
		}
	}
}

// noteLawful is note with penalised costs. It also has the weights adapted, as no move is being weighed up.
func (c *current) noteLawful(s *multiwalk.Slice) {
	if c.compare() {
		s.Improved(c.lawful.cost, c.Counters())
	}
	c.adapt()
}

// compare takes x for the best, by either cost, if it is. It reports whether it is the best by the problem's own.
func (c *current) compare() (lawful bool) {
	if c.cost < c.least {
		c.least, c.ahead, c.packed = c.cost, true, c.weighed.Packed()
	}
	if packed := c.weighed.Packed(); packed < c.lawful.cost {
		c.lawful.cost, c.lawful.ahead = packed, true
		return true
	}
	return false
}

// adapt changes the weights of constraints if that is due, and what the walk's solutions cost by them.
func (c *current) adapt() {
	if c.weighed != nil && c.weighed.Adapt() {
		c.reweigh()
	}
}

// leap makes what a local optimum violates dearer. If it returns true, the walk has gone on looking for moves that improve.
func (c *current) leap() bool {
	leapt := c.weighed != nil && c.weighed.Leap()
	if leapt {
		c.reweigh()
	}
	return leapt
}

func (c *current) reweigh() { c.cost, c.least = c.weighed.Now(), c.weighed.Penalised(c.packed) }

// meets says whether x is what the run is to find, by the problem's own cost.
func (c *current) meets(target int64) bool {
	if c.weighed != nil {
		return c.weighed.Packed() <= target
	}
	return c.cost <= target
}

// ledger panics if the deltas that the walk added up do not come to the change of the cost. It is for -tags invariants.
func (c *current) ledger(method string) {
	if c.weighed != nil {
		ledger(method, c.p, c.x, c.weighed.Packed(), c.work.Moves)
	} else {
		ledger(method, c.p, c.x, c.cost, c.work.Moves)
	}
}

// shake makes random moves; each may lead to a new incumbent.
func (c *current) shake(s *multiwalk.Slice, r *multiwalk.Rand, moves int) {
	for range moves {
		m := c.nb.Random(r)
		c.move(m, c.nb.Delta(c.x, m))
		neighbourhood.Know(c.nb, c.x, c.cost)
		c.note(s)
	}
}

// anew forgets the best, which is x now.
func (c *current) anew() {
	c.ahead, c.lawful.ahead = false, false
	c.least = c.cost
	copy(c.best, c.x)
	if c.weighed != nil {
		c.packed = c.weighed.Packed()
		c.lawful.cost = c.packed
		copy(c.lawful.x, c.x)
	}
}

// keep copies the best before x becomes something else.
func (c *current) keep() {
	if c.ahead {
		copy(c.best, c.x)
		c.ahead = false
	}
	if c.lawful.ahead {
		copy(c.lawful.x, c.x)
		c.lawful.ahead = false
	}
}

// Best implements multiwalk.Walk.
func (c *current) Best() ([]int32, int64) {
	c.keep()
	if c.weighed != nil {
		return c.lawful.x, c.lawful.cost
	}
	return c.best, c.least
}

// Counters implements multiwalk.Walk.
func (c *current) Counters() multiwalk.Counters {
	sum := c.work
	full, delta := c.nb.Evaluations()
	sum.FullEvaluations += full
	sum.DeltaEvaluations += delta
	if c.beside != nil {
		sum.DeltaEvaluations += *c.beside
	}
	return sum
}

// Adopt implements multiwalk.Adopter.
func (c *current) Adopt(x []int32, cost int64) {
	c.keep()
	copy(c.x, x)
	c.nb.Reset(c.x)
	if c.weighed != nil {
		c.cost = c.weighed.Now()
		c.compare()
	} else if c.cost = cost; cost < c.least {
		c.least, c.ahead = cost, true
	}
}

// Save implements checkpoint.Saver.
func (c *current) Save(a *checkpoint.Archive) {
	a.Fields("current", &c.x, &c.cost, &c.best, &c.least, &c.ahead, &c.work, c.nb, &c.packed, &c.lawful.x, &c.lawful.cost, &c.lawful.ahead, &c.feasible)
	switch {
	case !a.Reading():
	case c.weighed != nil:
		c.weighed.Resume(c.x)
	default:
		c.nb.Reset(c.x)
	}
}
