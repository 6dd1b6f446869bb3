package continuous

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// LineSearch is a search along the axes, for functions that are sums of functions of one element each, however many optima these have. On
// each axis it keeps the points that it has tried. It samples the interval, of all axes, where a parabola through both ends that dips FTol
// below the best is the flattest, by STEP ("select the easiest point": Swarzberg, Seront and Bersini, 1994; along axes Posik, "BBOB-
// benchmarking two variants of the line-search algorithm", 2009). An interval beside the best point is cut at the least value of the
// parabola through three points, others at their middle. What was found on an axis stays true when another element changes, if the function
// is separable; if not, it is a guess, and the search begins anew from where it is once it has no interval left to try. When that finds
// nothing better, it restarts at a random vector.
type LineSearch struct {
	// FTol is by how much a sample is to be better than the best, in units of cost. 0 means 1e-10.
	FTol float64
	// XTol is the width, as a part of the distance between the bounds, below which an interval is not cut any more. 0 means 1e-13.
	XTol float64
}

func (LineSearch) Name() string { return "line-search" }

// Prepare implements walk.Method. It refuses tolerances below 0 and problems that are not of this package.
func (m LineSearch) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	for name, v := range map[string]float64{"ftol": m.FTol, "xtol": m.XTol} {
		if !(v >= 0 && v < 1e300) {
			return nil, fmt.Errorf("multiwalk: line-search %s %v is no tolerance; use 0 for the default", name, v)
		}
	}
	m.FTol, m.XTol = cmp.Or(m.FTol, 1e-10), cmp.Or(m.XTol, 1e-13)
	return &lineSearch{g, m}, nil
}

func (m LineSearch) String() string { return m.Name() }

// lineSearch is a LineSearch that is prepared.
type lineSearch struct {
	*ground
	m LineSearch
}

func (s *lineSearch) Slice() int                     { return slice(4) }
func (s *lineSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *lineSearch) NewWalk(id int) (walk.Walk, error) {
	base, x := s.newWalk(id)
	return s.from(base, x), nil
}

// once returns a walk that ends where it would begin anew.
func (s *lineSearch) once(base *vectorWalk, x []float64) *lineWalk {
	w := s.from(base, slices.Clone(x))
	w.once = true
	return w
}

// from returns a walk that begins at x, whose cost is the incumbent of its base.
func (s *lineSearch) from(base *vectorWalk, x []float64) *lineWalk {
	w := &lineWalk{vectorWalk: base, s: s, x: x, at: base.f}
	w.begin()
	return w
}
