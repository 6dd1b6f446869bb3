package continuous

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/walk"
)

// CMAES is the covariance matrix adaptation evolution strategy: samples of a normal distribution, whose mean, step and covariance follow the
// better ones and flee the worse ones (Hansen, "The CMA evolution strategy: a tutorial", 2016). It takes functions that are ill-conditioned,
// not separable and rugged, in up to some hundred dimensions: a generation costs O(n^2) a sample.
//
// A search that has come to its end is begun anew at a random vector (Restart). Walks begin at X0, or at random vectors.
type CMAES struct {
	// Sigma is the first step, the standard deviation of samples, as a part of the distance between the bounds, up to 1. 0 means 0.2.
	Sigma float64
	// Population is how many samples a generation has, from 4 to 2^20; 0 means 4 + 3 ln n. Restarts have more.
	Population int
	// Restart is what follows a search: "bipop" (the default), searches with populations that double and, for as many evaluations,
	// searches with small populations and steps (Hansen, "Benchmarking a BI-population CMA-ES on the BBOB-2009 function testbed", 2009);
	// "ipop", the former alone (Auger and Hansen, "A restart CMA evolution strategy with increasing population size", 2005); "same", the
	// same search elsewhere; "none": the walk ends.
	Restart string
	// FTol ends a search whose costs have differed by less for some generations. 0 means 1e-12.
	FTol float64
	// XTol ends a search whose steps have become smaller than this part of the first one. 0 means 1e-12.
	XTol float64
}

// The values of CMAES.Restart.
const (
	restartBIPOP = "bipop"
	restartIPOP  = "ipop"
	restartSame  = "same"
	restartNone  = "none"
)

// mostPopulation bounds a generation, mostCovariance the dimensions, as there are two matrices of n*n numbers a walk.
const mostPopulation, mostCovariance = 1 << 20, 2000

func (CMAES) Name() string     { return "cmaes" }
func (m CMAES) String() string { return m.Name() }
func (m CMAES) Ends() bool     { return m.Restart == restartNone }

// Prepare implements walk.Method. It refuses settings out of range, more than 2000 dimensions, and problems that are not of this
// package.
func (m CMAES) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	s := &cmaSearch{ground: g}
	for i, lo := range g.lower {
		if lo < g.upper[i] {
			s.free = append(s.free, i)
		}
	}
	switch restarts := []string{"", restartBIPOP, restartIPOP, restartSame, restartNone}; {
	case !(m.Sigma >= 0 && m.Sigma <= 1):
		return nil, fmt.Errorf("multiwalk: cmaes sigma %v is outside [0, 1], a part of the distance between the bounds; use 0 for the default", m.Sigma)
	case m.Population != 0 && (m.Population < 4 || m.Population > mostPopulation):
		return nil, fmt.Errorf("multiwalk: cmaes population %d is outside [4, %d]; use 0 for the default", m.Population, mostPopulation)
	case !slices.Contains(restarts, m.Restart):
		return nil, fmt.Errorf("multiwalk: cmaes restart %q is unknown; use %s, ipop, same or none", m.Restart, restartBIPOP)
	case !(m.FTol >= 0 && m.FTol < 1e300), !(m.XTol >= 0 && m.XTol < 1):
		return nil, fmt.Errorf("multiwalk: cmaes ftol %v and xtol %v are below 0 or too large; use 0 for the defaults", m.FTol, m.XTol)
	case len(s.free) > mostCovariance:
		return nil, fmt.Errorf("multiwalk: cmaes keeps a matrix of %d*%d numbers, and takes up to %d dimensions; use line-search",
			len(s.free), len(s.free), mostCovariance)
	}
	n := len(s.free)
	m.Population = cmp.Or(m.Population, 4+int(3*reals.Log(float64(max(1, n)))))
	s.m = CMAES{cmp.Or(m.Sigma, 0.2), m.Population, cmp.Or(m.Restart, restartBIPOP), cmp.Or(m.FTol, 1e-12), cmp.Or(m.XTol, 1e-12)}
	return s, nil
}

// cmaSearch is a CMAES that is prepared.
type cmaSearch struct {
	*ground
	m    CMAES
	free []int // the elements whose bounds differ: the dimensions of the search
}

func (s *cmaSearch) Slice() int { return slice(s.m.Population) }

// round is how many evaluations a walk makes in a round.
func (s *cmaSearch) round() float64 { return float64(s.Slice() * s.m.Population) }

func (s *cmaSearch) Resolved(walk.Walk) walk.Method { return s.m }

// WalkBytes implements walk.WalkSizer: the two matrices, and a population.
func (s *cmaSearch) WalkBytes() int64 {
	n := int64(len(s.free))
	return 8 * (2*n*n + 5*n*int64(s.m.Population))
}

func (s *cmaSearch) NewWalk(id int) (walk.Walk, error) {
	base, x := s.newWalk(id)
	return s.from(base, x), nil
}

// from returns a walk that begins at x.
func (s *cmaSearch) from(base *vectorWalk, x []float64) *cmaWalk {
	w := &cmaWalk{vectorWalk: base, s: s, m: s.m, x: x}
	w.run.Least = math.Inf(1)
	w.begin(s.m.Population, s.m.Sigma, math.MaxInt64)
	return w
}

// doubled is the population after some doublings.
func (m CMAES) doubled(times int64) int { return min(mostPopulation, m.Population<<min(times, 20)) }

// haste is by what the learning rates of the covariance are multiplied: down to a third for populations that are twenty times the first one
// and more. Such a population is there for functions with many optima, and at the tutorial's rates it comes to rest before it has found the best
// of them: 10-D Rastrigin of BBOB (f15) with 400 samples in 0 of 12 runs, at a third of the rates in 10.
func (s *cmaSearch) haste(lambda int) float64 {
	more := float64(lambda)/float64(s.m.Population) - 5
	return 1 / (1 + 2*min(1, max(0, more/15)))
}
