package ils

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// manyCities is from where on the default search replaces up to five edges at once instead of three, unless it has
	// the time to make several tours: else it runs out before kicks have done what deeper exchanges do in the first descent.
	manyCities = 10000
	deep, flat = 5, 3
)

// mostMeanEdges is the highest temperature, in mean edges: at a thousandth of it every kick is accepted already.
const mostMeanEdges = 1e6

// prepareTour implements Prepare on tours.
func (m ILS) prepareTour(p multiwalk.Problem, edges multiwalk.EdgeCoster, plan walk.Plan) (walk.Search, error) {
	n := p.Space().Len()
	if n < tour.MinKick {
		return FewCities{p, plan}, nil
	}
	s := &tourSearch{m: m, p: p, plan: plan, n: n, asymmetric: !edges.Symmetric()}
	good := make([]int32, n) // any good tour: it numbers the graph
	plan.Begin(p, multiwalk.NewRand(0, 1<<31), good)
	if err := plan.Reserve(good); err != nil {
		return nil, err
	}
	if s.asymmetric {
		if m.Depth == 2 {
			return nil, fmt.Errorf("multiwalk: ils depth 2 can improve no asymmetric tour, " +
				"because it turns segments round; use 3 or more")
		}
		twin, err := tour.Double(edges, n, plan.Aborted)
		if err != nil {
			return nil, fmt.Errorf("%w, or let auto.For choose another method", err)
		}
		edges, good = twin, tour.DoubledTour(good)
	}
	var err error
	s.g, err = tour.NewGraph(edges, m.neighbours(s.asymmetric), good, plan.Aborted)
	if err != nil || plan.Walks < 2 || !plan.Budget.Limited() {
		return s, err
	}
	return cooperatingTours{s}, nil
}

// check refuses settings out of range, those too that only other spaces have a use for.
func (m ILS) check(n int) error {
	switch {
	case m.LocalSearch != "" && m.LocalSearch != "kopt" && m.LocalSearch != "oropt":
		return fmt.Errorf("multiwalk: ils local search %q is unknown; use kopt or oropt", m.LocalSearch)
	case m.Neighbours < 0 || m.Neighbours > 100:
		return fmt.Errorf("multiwalk: ils neighbours %d is outside [0, 100]; use 0 for the default (6 or 8)", m.Neighbours)
	case m.Depth != 0 && (m.Depth < 2 || m.Depth > 8):
		return fmt.Errorf("multiwalk: ils depth %d is outside [2, 8]; use 0 for the default (3 or 5)", m.Depth)
	case !(m.Temperature >= 0 && m.Temperature <= mostMeanEdges):
		return fmt.Errorf("multiwalk: ils temperature %v is outside [0, %v]; use 0 for the default (0.6)", m.Temperature, mostMeanEdges)
	case m.Strength < 0 || m.Strength == 1 || m.Strength > n:
		return fmt.Errorf("multiwalk: ils strength %d is outside [2, n=%d]; use 0 for the default (adapts from %d to n/2)",
			m.Strength, n, ilsWeakest)
	}
	return nil
}

func (m ILS) neighbours(asymmetric bool) int {
	switch {
	case m.Neighbours > 0:
		return m.Neighbours
	case m.LocalSearch == "oropt" || asymmetric:
		return 8
	}
	return 6
}

func (m ILS) newSearch(g *tour.Graph, n int) *tour.Search {
	switch {
	case m.LocalSearch == "oropt":
		return tour.NewOrOpt(g)
	case m.Depth > 0:
		return tour.NewKOpt(g, m.Depth)
	case n < manyCities:
		return tour.NewKOpt(g, flat)
	}
	return tour.NewKOpt(g, deep)
}

// tourSearch is ILS on one instance.
type tourSearch struct {
	m          ILS
	p          multiwalk.Problem
	plan       walk.Plan
	n          int
	asymmetric bool // the graph is the instance's symmetric twin
	g          *tour.Graph
}

// Slice is some 10 to 30 ms of kicks and their repairs: a merge, which a walk makes while others kick, takes less.
func (s *tourSearch) Slice() int { return 500 }

// WalkBytes implements walk.WalkSizer: the tour with its places and its scratch, the queue, two copies, and the tours
// of a population.
func (s *tourSearch) WalkBytes() int64 {
	each := 29
	if s.asymmetric {
		each = 46
	}
	if s.plan.Budget.Limited() {
		each += 4 * s.mostTours()
	}
	return int64(each) * int64(s.n)
}

// graphTour is a tour of the problem as one of the graph's instance.
func (s *tourSearch) graphTour(x []int32) []int32 {
	if s.asymmetric {
		return tour.DoubledTour(x)
	}
	return x
}

// NewWalk implements walk.Search.
func (s *tourSearch) NewWalk(id int) (walk.Walk, error) {
	w := &tourWalk{s: s, r: multiwalk.NewRand(s.plan.Seed, id), local: s.m.newSearch(s.g, s.n),
		best: make([]int32, s.n), twin: make([]int32, 0, 2*s.n)}
	s.plan.Begin(s.p, w.r, w.best)
	w.set(w.best)
	w.cost = w.current
	if s.plan.Budget.Limited() {
		w.population.stage = probing
	}
	return w, nil
}

// Resolved implements walk.Resolver. What is for permutations alone stays as it is.
func (s *tourSearch) Resolved(walk.Walk) walk.Method {
	m := s.m
	m.LocalSearch, m.Neighbours = cmp.Or(m.LocalSearch, "kopt"), m.neighbours(s.asymmetric)
	return m
}
