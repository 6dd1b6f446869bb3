package ils

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// manyCities is from how many cities on there is hardly time for kicks: deeper exchanges, and tours merged sooner, do more.
	manyCities = 10_000
	// deep is how many edges an exchange replaces at most from manyCities on, and flat with fewer.
	deep, flat = 4, 3
)

// mostMeanEdges is the highest temperature, in mean edges: at a thousandth of it every kick is accepted already.
const mostMeanEdges = 1e6

// prepareTour implements Prepare on tours.
func (m ILS) prepareTour(p multiwalk.Problem, edges multiwalk.EdgeCoster, plan walk.Plan) (walk.Search, error) {
	n := p.Space().Len()
	if n < tour.MinKick {
		return FewCities{p}, nil
	}
	s := &tourSearch{m: m, p: p, plan: plan, n: n, asymmetric: !edges.Symmetric()}
	good := make([]int32, n) // any good tour: it numbers the graph
	begin := plan
	if !s.asymmetric && n >= manyRegions {
		s.mean = regionCities
		begin.Abort = func() bool { return true } // a curve has no edges that are longer than regions are wide, as a greedy tour has
	}
	begin.Begin(p, multiwalk.NewRand(0, 1<<31), good)
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
	return s, err
}

// check refuses settings out of range, those too that only other spaces have a use for.
func (m ILS) check(n int) error {
	switch {
	case !slices.Contains(localSearches, m.LocalSearch):
		return fmt.Errorf("multiwalk: ils local search %q is unknown; use kopt, oropt, first or best", m.LocalSearch)
	case !(m.Deviation >= 0 && m.Deviation <= mostDeviation):
		return fmt.Errorf("multiwalk: ils deviation %v is outside [0, %v]; use 0 for what costs no more than the best", m.Deviation, mostDeviation)
	case m.ofTours() && m.descends():
		return fmt.Errorf("multiwalk: ils local search %q knows no deviation and no mapping; use %q or %q", m.LocalSearch, descent.FirstImprovement,
			descent.BestImprovement)
	case m.Neighbours < 0 || m.Neighbours > 100:
		return fmt.Errorf("multiwalk: ils neighbours %d is outside [0, 100]; use 0 for the default (6 or 8)", m.Neighbours)
	case m.Depth != 0 && (m.Depth < 2 || m.Depth > 8):
		return fmt.Errorf("multiwalk: ils depth %d is outside [2, 8]; use 0 for the default (3 or 4)", m.Depth)
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
	case m.LocalSearch == oropt || asymmetric:
		return 8
	}
	return 6
}

func (s *tourSearch) newSearch() *tour.Search {
	switch {
	case s.m.LocalSearch == oropt:
		return tour.NewOrOpt(s.g)
	case s.m.Depth == 0 && s.n >= manyCities:
		return tour.NewKOpt(s.g, deep)
	}
	return tour.NewKOpt(s.g, cmp.Or(s.m.Depth, flat))
}

func (m ILS) temperature() float64 { return cmp.Or(m.Temperature, 0.6) }

// tourSearch is ILS on one instance.
type tourSearch struct {
	m          ILS
	p          multiwalk.Problem
	plan       walk.Plan
	n          int
	asymmetric bool // the graph is the instance's symmetric twin
	mean       int  // cities of a region; 0: whole tours are made
	g          *tour.Graph
	walks      atomic.Int64
}

// Slice is some 10 to 30 ms of a core. Where many cores do more in that time, rounds are shorter.
func (s *tourSearch) Slice() int { return 250 }

// MostWalks implements walk.WalkLimiter: the run has one population, which all cores make.
func (s *tourSearch) MostWalks() int { return 1 }

// mostTours is the greatest size of a population.
func (s *tourSearch) mostTours() int { return max(2, min(mostTours, mostBytes/(4*s.n))) }

// coreBytes is what a core needs: two tours with their places, their queues and scratch, or a region and its tours; mostCores is what all
// may take.
func (s *tourSearch) coreBytes() int64 {
	if s.mean > 0 {
		return 2048 * int64(s.mean)
	}
	if s.asymmetric {
		return 128 * int64(s.n)
	}
	return 64 * int64(s.n)
}

const mostCores = 1 << 30

// lanes is how many cores a walk has.
func (s *tourSearch) lanes() int {
	cores := max(1, s.plan.Cores()/max(1, int(s.walks.Load())))
	return min(cores, max(1, int(mostCores/s.coreBytes())))
}

// WalkBytes implements walk.WalkSizer: the tours of a population and of two generations, and what cores need.
func (s *tourSearch) WalkBytes() int64 {
	tours := s.mostTours()
	if s.mean > 0 {
		tours = 5 // and what divides them
	}
	return int64(s.lanes())*s.coreBytes() + int64(12*s.n)*int64(tours)
}

// graphTour is a tour of the problem as one of the graph's instance.
func (s *tourSearch) graphTour(x []int32) []int32 {
	if s.asymmetric {
		return tour.DoubledTour(x)
	}
	return x
}

// write writes the tour of a local search to x. twin is scratch.
func (s *tourSearch) write(l *tour.Search, x []int32, twin *[]int32) {
	if !s.asymmetric {
		l.Copy(x)
		return
	}
	*twin = slices.Grow((*twin)[:0], 2*s.n)[:2*s.n]
	l.Copy(*twin)
	tour.SingleTour(*twin, x)
}

// Resolved implements walk.Resolver. What is for permutations alone stays as it is.
func (s *tourSearch) Resolved(walk.Walk) walk.Method {
	m := s.m
	m.LocalSearch, m.Neighbours = cmp.Or(m.LocalSearch, kopt), m.neighbours(s.asymmetric)
	return m
}
