package ils

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/rows"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ilsOrder is iterated local search on one permutation whose insertions are priced together (row). The local search is that of
// Schiavinotto and Stützle, "The linear ordering problem: instances, search space analysis and algorithms" (2004): an element goes to
// the best of all its places, which is found in O(n). The walk keeps several local optima, see homes.
type ilsOrder struct {
	walking.Moves
	row rows.Row // prices insertions; every walk copies it, and counts in its copy
}

// Orders says whether the method goes by insertions from a population of orders on a problem: on one permutation whose insertions are
// known to take much less time together than one by one, unless Strength or a Neighbourhood says otherwise.
func (m ILS) Orders(p multiwalk.Problem) bool {
	_, ok := m.orders(p)
	return ok
}

// orders is Orders, with what prices the insertions.
func (m ILS) orders(p multiwalk.Problem) (r rows.Row, ok bool) {
	space := p.Space()
	_, constrained := p.(multiwalk.Constrained)
	_, own := p.(multiwalk.Mover)
	if fixed, err := walk.FixedOf(p); err != nil || len(fixed) > 0 || constrained || own {
		return rows.Row{}, false
	}
	if _, inserts := p.(multiwalk.InsertEvaluator); !inserts || m.Neighbourhood != "" || m.Strength != 0 ||
		space.Kind() != multiwalk.KindPermutation || space.Len() < rows.LeastPairs {
		return rows.Row{}, false
	}
	nb, err := neighbourhood.ByName(p, neighbourhood.OpInsert.String())
	if err != nil {
		return rows.Row{}, false
	}
	r = rows.RowOf(p, nb)
	return r, r.Cheap(p)
}

// prepareOrder prepares on cores. A table of pairs is read in less time than a problem prices a row.
func (m ILS) prepareOrder(p multiwalk.Problem, plan walk.Plan, r rows.Row) (walk.Search, error) {
	of, err := walking.MovesOf(m.Name(), p, plan, neighbourhood.OpInsert.String())
	if err != nil {
		return nil, err
	}
	if r.Steps != nil && r.ByPairs(p) {
		one := rows.Row{Steps: r.Steps}
		r.Pairs = one.Tabulate(p)
	}
	return &ilsOrder{of, r}, nil
}

func (s *ilsOrder) Slice() int { return walking.SliceOf(100 + s.P.Space().Len()) }

func (s *ilsOrder) NewWalk(id int) (walk.Walk, error) {
	c, r, err := s.Begin(id)
	if err != nil {
		return nil, err
	}
	n := len(c.X)
	w := &ilsOrderWalk{Current: c, s: s, random: r, row: s.row, queue: newQueue(n), place: positionsIn(c.X, make([]int32, n)),
		guide: make([]int32, n), goal: make([]int32, n), ends: make([]int32, n), before: make([]int32, n), taken: make([]bool, n), sums: make([]int32, n),
		homes: newHomes()}
	w.Beside = &w.row.Priced
	return w, nil
}

// ilsOrderWalk is one such search in progress. Elements that may have a better place wait in a queue: one leaves it when it has
// the best of its places, and comes back when another one passes it. Its places among others change too by that, seldom for the
// better, and are not looked at until the next descent.
type ilsOrderWalk struct {
	walking.Current
	s        *ilsOrder
	random   *multiwalk.Rand
	row      rows.Row
	untabled bool    // the table of the row was wrong
	queue    *queue  // of elements
	place    []int32 // of each element
	guide    []int32 // the order that a perturbation leads to
	goal     []int32 // the place of each element there
	ends     []int32 // see stay
	before   []int32 // see stay
	taken    []bool  // marks elements for lead and stay; false between them
	sums     []int32 // see pairTable.best
	homes    homes
}

// positionsIn writes where each element of an order stands.
func positionsIn(x, place []int32) []int32 {
	for i, e := range x {
		place[e] = int32(i)
	}
	return place
}

// Step implements walk.Walk. A unit is a look at all places of an element.
func (w *ilsOrderWalk) Step(s *walk.Slice) bool {
	if invariants.Enabled {
		defer w.Ledger(w.s.Method)
	}
	for s.Next(w.Counters().Evaluations()) {
		e := w.queue.first()
		w.queue.pop()
		w.Work.Units++
		if w.descend(w.place[e]) {
			w.Note(s)
		}
		if w.queue.empty() {
			w.settle(s)
		}
		if s.Aborted() {
			return true
		}
	}
	return true
}

// descend takes the element at i to the best of its places, and reports whether that is another one.
func (w *ilsOrderWalk) descend(i int32) bool {
	j, d := w.best(i)
	if d >= 0 {
		return false
	}
	if w.row.Pairs.Over != nil {
		exact := w.NB.Delta(w.X, neighbourhood.Move{Op: neighbourhood.OpInsert, I: i, J: j})
		if exact != d {
			w.untable()
			if d = exact; d >= 0 {
				w.queue.push(w.X[i]) // it is looked at once more, without the table
				return false
			}
		}
	}
	w.carry(i, j, d)
	return true
}

// best returns the best place of the element at i, and what it gains, which is 0 for its own.
func (w *ilsOrderWalk) best(i int32) (j int32, d int64) {
	n := int32(len(w.X))
	if w.row.Pairs.Narrow {
		w.row.Priced += int64(n - 1)
		return w.row.Pairs.Best(w.X, i, w.sums)
	}
	j = i
	for k, c := range w.row.Insertions(w.X, i, 0, n) {
		if c < d {
			j, d = int32(k), c
		}
	}
	return j, d
}

// carry takes the element at i to its best place j, and has those that it passes looked at.
func (w *ilsOrderWalk) carry(i, j int32, d int64) {
	w.insert(i, j, d)
	for k := min(i, j); k <= max(i, j); k++ {
		if k != j {
			w.queue.push(w.X[k])
		}
	}
}

// insert makes an insertion.
func (w *ilsOrderWalk) insert(i, j int32, d int64) {
	w.Move(neighbourhood.Move{Op: neighbourhood.OpInsert, I: i, J: j}, d)
	for k := min(i, j); k <= max(i, j); k++ {
		w.place[w.X[k]] = k
	}
}

func (w *ilsOrderWalk) untable() { w.row.Pairs, w.untabled = rows.PairTable{}, true }

// Adopt implements walk.Adopter: the search goes on from there, and what it finds is compared with the local optimum whose turn
// it is.
func (w *ilsOrderWalk) Adopt(x []int32, cost int64) {
	w.Current.Adopt(x, cost)
	positionsIn(w.X, w.place)
	w.queue.fill()
}

func (w *ilsOrderWalk) Save(a *checkpoint.Archive) {
	a.Fields("ils", &w.Current, w.random, w.queue, &w.homes, &w.row.Priced, &w.untabled)
	if w.untabled {
		w.untable()
	}
	if a.Reading() && a.Err() == nil {
		positionsIn(w.X, w.place)
	}
}

// Settled says whether the walk has come to a first local optimum: anneal.Anneal asks it where it begins at a start.
func (w *ilsOrderWalk) Settled() bool { return len(w.homes.costs) > 0 || w.Work.Restarts > 0 }
