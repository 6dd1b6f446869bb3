// Package greedy is iterated greedy on orders (Ruiz and Stützle, "A simple and effective iterated greedy algorithm for the permutation
// flowshop scheduling problem", 2007): elements are taken out, and put back one by one to their best places. Method
// successor.IteratedGreedy walks so on permutations.
package greedy

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/internal/rows"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Order is the settings of a search.
type Order struct {
	Method      string  // its name, for errors
	Release     int     // how many elements are taken out
	Temperature float64 // in units of cost; 0: a share of how much worse orders become
}

// Takes returns an error if the search is not for a problem: it is for one permutation whose insertions have deltas, or whose partial
// orders have costs, without constraints and fixed elements.
func Takes(p multiwalk.Problem) error {
	_, inserts := p.(multiwalk.InsertEvaluator)
	_, partly := p.(multiwalk.PartialOrderer)
	_, constrained := p.(multiwalk.Constrained)
	switch {
	case p.Space().Kind() != multiwalk.KindPermutation || !inserts && !partly:
		return fmt.Errorf("%w: %T is no permutation with an InsertDelta", multiwalk.ErrNoDelta, p)
	case constrained:
		return fmt.Errorf("multiwalk: %T has constraints, which the best place of an element does not know", p)
	}
	return walk.NoFixed("iterated greedy", p)
}

// ByPairs says whether what an insertion costs is a sum over the elements that it passes, of which each depends on the two alone.
func ByPairs(p multiwalk.Problem) bool {
	r := rows.Of(p)
	return r.Steps != nil && p.Space().Len() >= rows.LeastPairs && r.ByPairs(p)
}

// Prepare prepares a search on cores.
func (o Order) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := o.check(p); err != nil {
		return nil, err
	}
	return &orders{o, p, plan, sliceOf(p)}, nil
}

// check returns an error if the search is not for p, or a setting is out of range.
func (o Order) check(p multiwalk.Problem) error {
	if err := Takes(p); err != nil {
		return err
	}
	if o.Release < 1 || o.Release > walking.MostCount {
		return fmt.Errorf("multiwalk: %s release %d is outside [1, %d]; use 0 for the default", o.Method, o.Release, walking.MostCount)
	}
	if !(o.Temperature >= 0 && o.Temperature <= walking.MostTemperature) {
		return fmt.Errorf("multiwalk: %s temperature %v is outside [0, %g]; use 0 for the default", o.Method, o.Temperature,
			walking.MostTemperature)
	}
	return nil
}

// orders is Order prepared.
type orders struct {
	Order
	p     multiwalk.Problem
	plan  walk.Plan
	slice int // units of a round
}

// Slice implements walk.Search. A unit is a look at all places of an element.
func (s *orders) Slice() int { return s.slice }

// sliceOf is how many units take about 10 ms. Unless the problem says how long one is, it takes from 50 ns to many times as much for each
// place: partial orders may have to be evaluated in full.
func sliceOf(p multiwalk.Problem) int {
	const place, full = 100, 50 // nanoseconds of a place, and from how many on one takes twice as long
	if q, ok := p.(multiwalk.PartialOrderer); ok {
		if t, ok := q.NewPlaces().(multiwalk.PlacesTimer); ok {
			return walking.SliceOf(max(1, t.Nanoseconds()))
		}
	}
	n := p.Space().Len()
	return walking.SliceOf(place * max(1, n) * (1 + n/full))
}

func (s *orders) NewWalk(id int) (walk.Walk, error) {
	n := s.p.Space().Len()
	w := &orderWalk{s: s, random: multiwalk.NewRand(s.plan.Seed, id), x: make([]int32, n), placed: n, row: rows.Of(s.p)}
	if q, ok := s.p.(multiwalk.PartialOrderer); ok {
		w.places = q.NewPlaces()
	}
	s.plan.Begin(s.p, w.random, w.x)
	w.cost = s.p.Cost(w.x)
	w.counters.FullEvaluations++
	w.home, w.homeCost = append([]int32(nil), w.x...), w.cost
	w.lowest, w.to = w.cost, int32(n)
	w.best, w.least = append([]int32(nil), w.x...), w.cost
	w.enqueue()
	return w, nil
}
