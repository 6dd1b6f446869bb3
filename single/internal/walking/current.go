package walking

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// Current is the solution that a walk changes by the moves of a neighbourhood, and the best that it has been. The best is
// copied when the walk leaves it, so that a descent does not copy each of its solutions.
//
// Where the problem has constraints, costs are penalised, by the walk's own weights, and best is the best that it has been by
// these. What it reports is lawful: the best by the problem's own cost.
type Current struct {
	P     multiwalk.Problem
	NB    neighbourhood.Neighbourhood
	X     []int32
	Cost  int64 // of x
	Top   []int32
	Least int64              // cost of best
	ahead bool               // x is the best, and not yet copied
	Work  multiwalk.Counters // without the evaluations of nb and beside
	// beside is the deltas that the walk has priced in another way than by nb; nil: none.
	Beside *int64

	Weighed *neighbourhood.Weighed // nb, or nil: costs are not penalised
	packed  int64                  // the problem's cost of best
	lawful  lawful

	Watches  bool                                                                          // note looks at more than the least cost
	Tell     func(x []int32, cost int64) (feasible bool, violations []multiwalk.Violation) // nil: all is feasible, or by lawful
	Feasible int64                                                                         // the least cost of a feasible solution
}

// lawful is the best solution of a walk by the problem's own cost, where the walk goes by another.
type lawful struct {
	x     []int32
	cost  int64
	ahead bool // it is the current one, and not yet copied
}

// NewCurrent begins with x, which it keeps.
func NewCurrent(p multiwalk.Problem, nb neighbourhood.Neighbourhood, x []int32) Current {
	c := Current{P: p, NB: nb, X: x, Feasible: math.MaxInt64}
	if c.Weighed = neighbourhood.WeighedFor(p, nb); c.Weighed != nil {
		c.NB = c.Weighed
		c.NB.Reset(x)
		c.Weighed.Begin(x)
		c.Cost = c.Weighed.Now()
		c.packed = c.Weighed.Packed()
		c.lawful = lawful{x: append([]int32(nil), x...), cost: c.packed}
	} else {
		c.Evaluate()
		c.Tell = walk.Teller(p)
	}
	c.Top, c.Least = append(c.Top, x...), c.Cost
	c.Watches = c.Weighed != nil || c.Tell != nil
	return c
}

// NewUnweighed begins where c did, by the problem's own cost, in which violations count more than all else.
func NewUnweighed(p multiwalk.Problem, c Current) Current {
	if c.Weighed == nil {
		return c
	}
	u := Current{P: p, NB: c.Weighed.Neighbourhood, X: c.X, Feasible: math.MaxInt64, Tell: walk.Teller(p), Watches: true}
	u.Evaluate()
	u.Top, u.Least = append(u.Top, u.X...), u.Cost
	return u
}

// Evaluate goes on from what x has become.
func (c *Current) Evaluate() {
	c.NB.Reset(c.X)
	if c.Weighed != nil {
		c.Cost = c.Weighed.Now()
		return
	}
	c.Cost = c.P.Cost(c.X)
	c.Work.FullEvaluations++
}

// Move makes a move, which has the delta d. A move to a solution that costs the same leaves the best too, else it would
// depend on when somebody asks for it.
func (c *Current) Move(m neighbourhood.Move, d int64) {
	if d >= 0 || c.Weighed != nil {
		c.Keep()
	}
	c.NB.Apply(c.X, m)
	if c.Cost += d; c.Weighed != nil {
		c.Cost = c.Weighed.Now() // d may be from before the weights changed
	}
	c.Work.Moves++
}

// Note reports x if it is a new incumbent.
func (c *Current) Note(s *walk.Slice) {
	if c.Weighed != nil {
		c.noteLawful(s)
		return
	}
	if c.Cost < c.Least {
		c.Least, c.ahead = c.Cost, true
		s.Improved(c.Least, c.Counters())
	}
	if c.Tell != nil && c.Cost < c.Feasible {
		if ok, _ := c.Tell(c.X, c.Cost); ok {
			c.Feasible = c.Cost
			s.Feasible(c.X, c.Cost)
		}
	}
}

// noteLawful is note with penalised costs. It also has the weights adapted, as no move is being weighed up.
func (c *Current) noteLawful(s *walk.Slice) {
	if c.compare() {
		s.Improved(c.lawful.cost, c.Counters())
	}
	c.Adapt()
}

// compare takes x for the best, by either cost, if it is. It reports whether it is the best by the problem's own.
func (c *Current) compare() (lawful bool) {
	if c.Cost < c.Least {
		c.Least, c.ahead, c.packed = c.Cost, true, c.Weighed.Packed()
	}
	if packed := c.Weighed.Packed(); packed < c.lawful.cost {
		c.lawful.cost, c.lawful.ahead = packed, true
		return true
	}
	return false
}

// Adapt changes the weights of constraints if that is due, and what the walk's solutions cost by them.
func (c *Current) Adapt() {
	if c.Weighed != nil && c.Weighed.Adapt() {
		c.reweigh()
	}
}

// Leap makes what a local optimum violates dearer. If it returns true, the walk has gone on looking for moves that improve.
func (c *Current) Leap() bool {
	leapt := c.Weighed != nil && c.Weighed.Leap()
	if leapt {
		c.reweigh()
	}
	return leapt
}

func (c *Current) reweigh() { c.Cost, c.Least = c.Weighed.Now(), c.Weighed.Penalised(c.packed) }

// Meets says whether x is what the run is to find, by the problem's own cost.
func (c *Current) Meets(target int64) bool {
	if c.Weighed != nil {
		return c.Weighed.Packed() <= target
	}
	return c.Cost <= target
}

// Ledger panics if the deltas that the walk added up do not come to the change of the cost. It is for -tags invariants.
func (c *Current) Ledger(method string) {
	if c.Weighed != nil {
		Ledger(method, c.P, c.X, c.Weighed.Packed(), c.Work.Moves)
	} else {
		Ledger(method, c.P, c.X, c.Cost, c.Work.Moves)
	}
}

// Shake makes random moves; each may lead to a new incumbent.
func (c *Current) Shake(s *walk.Slice, r *multiwalk.Rand, moves int) {
	for range moves {
		m := c.NB.Random(r)
		c.Move(m, c.NB.Delta(c.X, m))
		neighbourhood.Know(c.NB, c.X, c.Cost)
		c.Note(s)
	}
}

// Anew forgets the best, which is x now.
func (c *Current) Anew() {
	c.ahead, c.lawful.ahead = false, false
	c.Least = c.Cost
	copy(c.Top, c.X)
	if c.Weighed != nil {
		c.packed = c.Weighed.Packed()
		c.lawful.cost = c.packed
		copy(c.lawful.x, c.X)
	}
}

// Keep copies the best before x becomes something else.
func (c *Current) Keep() {
	if c.ahead {
		copy(c.Top, c.X)
		c.ahead = false
	}
	if c.lawful.ahead {
		copy(c.lawful.x, c.X)
		c.lawful.ahead = false
	}
}

func (c *Current) Best() ([]int32, int64) {
	c.Keep()
	if c.Weighed != nil {
		return c.lawful.x, c.lawful.cost
	}
	return c.Top, c.Least
}

func (c *Current) Counters() multiwalk.Counters {
	sum := c.Work
	full, delta := c.NB.Evaluations()
	sum.FullEvaluations += full
	sum.DeltaEvaluations += delta
	if c.Beside != nil {
		sum.DeltaEvaluations += *c.Beside
	}
	return sum
}

func (c *Current) Adopt(x []int32, cost int64) {
	c.Keep()
	copy(c.X, x)
	c.NB.Reset(c.X)
	if c.Weighed != nil {
		c.Cost = c.Weighed.Now()
		c.compare()
	} else if c.Cost = cost; cost < c.Least {
		c.Least, c.ahead = cost, true
	}
}

func (c *Current) Save(a *checkpoint.Archive) {
	a.Fields("current", &c.X, &c.Cost, &c.Top, &c.Least, &c.ahead, &c.Work, c.NB, &c.packed, &c.lawful.x, &c.lawful.cost, &c.lawful.ahead, &c.Feasible)
	switch {
	case !a.Reading():
	case c.Weighed != nil:
		c.Weighed.Resume(c.X)
	default:
		c.NB.Reset(c.X)
	}
}

// Ledger panics if the deltas that a walk added up do not come to the change of the cost. It is for -tags invariants.
func Ledger(method string, p multiwalk.Problem, x []int32, cost, moves int64) {
	if full := p.Cost(x); full != cost {
		panic(fmt.Errorf("%s: by its deltas the current solution costs %d, by full evaluation %d, after %d moves: %w",
			method, cost, full, moves, multiwalk.ErrDeltaMismatch))
	}
}
