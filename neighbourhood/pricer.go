package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// pricer evaluates for the operators of one neighbourhood, and counts.
//
// Where the problem has no delta, it holds a copy of the solution it priced last and that solution's cost. Before the first
// Reset, and after a move that was not priced, it compares the copy with x before it trusts the copy. That takes O(n), and the
// evaluation that it saves rarely takes less. From then on it knows that the copy is the walk's solution. The caller's x is
// never changed by a price, not even for a moment, so walks may share it.
type pricer struct {
	p           multiwalk.Problem
	by          any  // whose deltas price: p, or its form in kernels
	kernel      bool // it is that form
	full, delta int64
	scratch     []int32 // nil before the first full evaluation
	current     bool    // scratch is known to be the walk's solution
	cost        int64   // of scratch
	last        Move    // priced last from it; the zero Move is none
	lastCost    int64   // of the solution that last leads to
	state       follower
	made        uint64 // moves of the problem's own
}

// changer makes moves on a solution, and takes them back.
type changer interface {
	Do(x []int32, m Move)
	Undo(x []int32, m Move)
}

// operation is what all kinds of move share: it makes moves and takes them back, and takes along what prices them.
type operation struct {
	*pricer
	Member
}

func (o *operation) Apply(x []int32, m Move) {
	kept := m == o.last && o.keepUp(&o.Member, x, m)
	o.current = o.current && kept
	o.Do(x, m)
	o.state.follow(&o.Member, x, m)
}

func (o *operation) Undo(x []int32, m Move) {
	m = o.inverse(m)
	o.current = false
	o.Do(x, m)
	o.state.follow(&o.Member, x, m)
}

// fullDelta prices a move by doing it on the copy and evaluating. Then a Member's move is taken back by copying x, which costs less
// than to shift or to turn a stretch once more; moves of the problem's own are undone, as they may keep a state.
func (e *pricer) fullDelta(b changer, x []int32, m Move) int64 {
	if !e.holds(x) {
		e.scratch = append(e.scratch[:0], x...)
		e.cost = e.p.Cost(e.scratch)
		e.full++
	}
	e.current = e.state.placed
	b.Do(e.scratch, m)
	c := e.p.Cost(e.scratch)
	e.full++
	if _, plain := b.(*Member); plain {
		copy(e.scratch, x)
	} else {
		b.Undo(e.scratch, m)
	}
	e.last, e.lastCost = m, c
	return c - e.cost
}

// holds says whether scratch is x, the walk's solution.
func (e *pricer) holds(x []int32) bool {
	if e.current {
		e.state.check(x)
		return true
	}
	return e.scratch != nil && alike(e.scratch, x)
}

// keepUp makes the move that was priced last in the copy too, as it is about to be made on x: then the next price needs
// one evaluation and not two. It reports whether the copy was x.
func (e *pricer) keepUp(b *Member, x []int32, m Move) bool {
	if !e.holds(x) {
		return false
	}
	b.Do(e.scratch, m)
	e.cost, e.last = e.lastCost, Move{}
	return true
}

// alike is slices.Equal, but compares many elements at once.
func alike(x, y []int32) bool {
	const many = 16
	if len(x) != len(y) {
		return false
	}
	for len(x) >= many && len(y) >= many {
		if *(*[many]int32)(x) != *(*[many]int32)(y) {
			return false
		}
		x, y = x[many:], y[many:]
	}
	return slices.Equal(x, y)
}

// Know tells a neighbourhood what x costs, which a walk knows after Reset or after a move that it did not price last:
// then the next price by full evaluation needs one evaluation and not two.
func Know(nb Neighbourhood, x []int32, cost int64) {
	if n, ok := nb.(interface{ know(x []int32, cost int64) }); ok && !nb.Incremental() {
		n.know(x, cost)
	}
}

func (e *pricer) know(x []int32, cost int64) {
	e.scratch = append(e.scratch[:0], x...)
	e.cost, e.last, e.current = cost, Move{}, e.state.placed
}

func (e *pricer) Reset(x []int32) {
	e.current = false
	e.state.reset(x)
}

func (e *pricer) Evaluations() (full, delta int64) { return e.full, e.delta }

// Save implements checkpoint.Saver. What a state keeps follows from the solution, which Reset tells.
func (e *pricer) Save(a *checkpoint.Archive) {
	a.Fields("neighbourhood", &e.full, &e.delta, &e.scratch, &e.cost, &e.last, &e.lastCost, &e.made)
}
