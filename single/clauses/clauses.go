package clauses

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// clauseWalk is what searches over violated clauses share: the solution, which clauses are violated, and the incumbent.
type clauseWalk struct {
	p        multiwalk.Problem
	c        *neighbourhood.Clauses
	x        []int32
	violated clauseList
	cost     int64 // of x
	bound    int64 // of the clauses that nothing satisfies
	work     multiwalk.Counters
	told     int64 // cost of the last incumbent that was reported
	incumbent
}

// beginsAtRandom tells whether walks begin with random solutions: the user gave none, and the problem builds none.
func beginsAtRandom(plan walk.Plan, p multiwalk.Problem) bool {
	_, constructs := p.(multiwalk.Constructor)
	_, anytime := p.(multiwalk.AnytimeConstructor)
	return plan.Start == nil && !constructs && !anytime
}

// incumbent is the best solution of a walk. The walk notes its flips since then, which lead back to it, until there are as many as a
// solution is long; then it copies the solution. So it copies at most once in that many flips, however often it improves.
type incumbent struct {
	least int64
	best  []int32 // what is stored, if it is
	trail []int32 // flips since the incumbent, if it is not stored
	kept  bool    // it is stored
}

// clauseList is a set of numbers, of clauses or bits, in a row, so that one can be drawn. The order is that of a list from which one is taken
// by putting the last one in its place; kernels keep the same.
type clauseList struct {
	list []int32
	at   []int32 // where a clause is
}

// newClauseList returns an empty list of numbers below n.
func newClauseList(n int) clauseList { return clauseList{make([]int32, 0, n), make([]int32, n)} }

func (l *clauseList) add(k int32) {
	l.at[k] = int32(len(l.list))
	l.list = append(l.list, k)
}

func (l *clauseList) remove(k int32) {
	end := len(l.list) - 1
	at, last := l.at[k], l.list[end]
	l.list[at], l.at[last] = last, at
	l.list = l.list[:end]
}

// has tells whether a number is in the list.
func (l *clauseList) has(k int32) bool {
	at := int(l.at[k])
	return at < len(l.list) && l.list[at] == k
}

func (l *clauseList) Save(a *checkpoint.Archive) {
	list := append([]int32(nil), l.list...)
	a.Fields("list", &list)
	if a.Reading() {
		l.list = l.list[:0]
		for _, k := range list {
			l.add(k)
		}
	}
}

// newClauseWalk begins with x, which it keeps.
func newClauseWalk(p multiwalk.Problem, c *neighbourhood.Clauses, x []int32) clauseWalk {
	w := clauseWalk{p: p, c: c, x: x, violated: newClauseList(c.Len())}
	w.best, w.trail = make([]int32, len(x)), make([]int32, 0, max(64, len(x)))
	for k, weight := range c.Weights {
		if len(c.Of(int32(k))) == 0 {
			w.bound += weight
		}
	}
	w.goTo(x)
	w.least, w.told = w.cost, w.cost
	w.work.FullEvaluations++
	return w
}

// goTo evaluates x: the violated clauses that a flip can satisfy, in order, and the cost.
func (w *clauseWalk) goTo(x []int32) {
	copy(w.x, x)
	w.violated.list, w.cost = w.violated.list[:0], w.bound
	for k, weight := range w.c.Weights {
		own := w.c.Of(int32(k))
		if count, _ := truths(own, w.x); count == 0 && len(own) > 0 {
			w.violated.add(int32(k))
			w.cost += weight
		}
	}
}

// truths counts the true literals of a clause, and returns the exclusive or of their bits: the critical bit, where there is one.
func truths(own, x []int32) (count, bits int32) {
	for _, l := range own {
		if x[l>>1] != l&1 {
			count, bits = count+1, bits^l>>1
		}
	}
	return count, bits
}

// made notes the flip of a bit, after the cost has changed.
func (w *clauseWalk) made(i int32) {
	if w.cost < w.least {
		w.least, w.kept, w.trail = w.cost, false, w.trail[:0]
		return
	}
	if w.kept {
		return
	}
	if w.trail = append(w.trail, i); len(w.trail) == cap(w.trail) {
		w.keep()
	}
}

// keep stores the incumbent.
func (w *clauseWalk) keep() {
	if w.kept {
		return
	}
	copy(w.best, w.x)
	for _, i := range w.trail {
		w.best[i] = 1 - w.best[i]
	}
	w.kept, w.trail = true, w.trail[:0]
}

// over tells whether a search has what it is for.
func (w *clauseWalk) over(target int64) bool { return w.cost <= target || len(w.violated.list) == 0 }

// ended tells whether no solution is better.
func (w *clauseWalk) ended() bool { return w.least <= w.bound }

// step works until the slice ends; flips makes a unit of flips, until the search is over.
func (w *clauseWalk) step(method string, s *walk.Slice, flips func(target int64)) bool {
	if invariants.Enabled {
		defer func() { walking.Ledger(method, w.p, w.x, w.cost, w.work.Moves) }()
	}
	for !w.ended() && s.Next(w.work.Evaluations()) {
		flips(s.Target())
		w.work.Units++
		if w.least < w.told {
			w.told = w.least
			s.Improved(w.least, w.work)
		}
	}
	return !w.ended()
}

func (w *clauseWalk) Best() ([]int32, int64) {
	w.keep()
	return w.best, w.least
}

func (w *clauseWalk) Counters() multiwalk.Counters { return w.work }

// adopt goes on from another solution.
func (w *clauseWalk) adopt(x []int32) {
	w.keep()
	if w.goTo(x); w.cost < w.least {
		w.least, w.told, w.kept = w.cost, w.cost, false
	}
}

// Save implements checkpoint.Saver. The order of the violated clauses is part of a walk: the next is drawn by it.
func (w *clauseWalk) Save(a *checkpoint.Archive) {
	a.Fields("clauses", &w.x, &w.violated, &w.cost, &w.work, &w.told, &w.least, &w.best, &w.trail, &w.kept)
	if a.Reading() {
		w.trail = append(make([]int32, 0, max(64, len(w.x))), w.trail...)
	}
}
