package population

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// improver has a method improve children. Each child has a walk of its own, so that what becomes of it follows from its number and its
// generation.
type improver struct {
	search walk.Search
	length int64 // evaluations of a child
	many   int   // children of a generation in the run
}

// improver prepares the method of an evolution, or returns nil where there is none.
func (s *demeSearch) improver() (*improver, error) {
	if s.improve == nil {
		return nil, nil
	}
	many := s.size
	if s.sweep {
		many *= max(1, s.plan.Walks)
	}
	plan := walk.Plan{Seed: s.plan.Seed, Walks: many, Warn: s.plan.Warn, Abort: s.plan.Abort,
		Budget: walk.Budget{Evaluations: int64(s.length)}}
	search, err := s.improve.Prepare(s.p, plan)
	if err != nil {
		return nil, err
	}
	w, err := search.NewWalk(0)
	if err != nil {
		return nil, err
	}
	if _, ok := w.(walk.Adopter); !ok {
		return nil, fmt.Errorf("multiwalk: %s cannot improve children by %s, which takes up no solution; use climb, anneal or tabu",
			s.method.Name(), s.improve.Name())
	}
	return &improver{search, int64(s.length), many}, nil
}

// number is that of a child, among all of the run.
func (m *improver) number(generation int64, i int) int { return int(generation)*m.many + i }

// improve improves x, the child of that number, and returns what it then costs and the work that it took.
func (m *improver) improve(x []int32, cost int64, number int, s *walk.Slice) (int64, multiwalk.Counters) {
	w, err := m.search.NewWalk(number)
	if err != nil {
		panic(err)
	}
	w.(walk.Adopter).Adopt(x, cost)
	for goesOn := true; goesOn && w.Counters().Evaluations() < m.length && !s.Aborted(); {
		goesOn = w.Step(walk.NewSlice(1))
	}
	if best, least := w.Best(); least < cost {
		copy(x, best)
		cost = least
	}
	return cost, w.Counters()
}
