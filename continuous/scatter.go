package continuous

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Scatter is scatter search (Laguna and Marti, "Scatter search: methodology and implementations in C", 2003), for smooth functions with
// several optima. It keeps a small reference set of vectors, half of them good ones, and half far away from these. Every two of them of
// which one is new have three children: beyond the one, between both, and beyond the other. The best child, if there is one of those some
// way from the set, is improved by a local search along slopes, L-BFGS, and enters the set if it is good then; so do others that are good
// as they are. A set without new vectors keeps its better half and gets others that are far away; when that was of no use for some times,
// a new one is drawn, which after every second time is twice as large, up
// to 1000 vectors.
type Scatter struct {
	// Population is how many vectors the reference set has, from 3 to 1000; 0 means 10.
	Population int
	// Descents says how many children of a generation are improved; 0 means 1, -1 none.
	Descents int
	// XTol is the distance, as a part of that of the bounds, below which two vectors are the same. 0 means 1e-5.
	XTol float64
}

func (Scatter) Name() string     { return "scatter-search" }
func (m Scatter) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses settings out of range, and problems that are not of this package.
func (m Scatter) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	m.Population, m.Descents, m.XTol = cmp.Or(m.Population, 10), cmp.Or(m.Descents, 1), cmp.Or(m.XTol, 1e-5)
	switch {
	case m.Population < 3 || m.Population > mostReference:
		return nil, fmt.Errorf("multiwalk: scatter-search population %d is outside [3, 1000]; use 0 for the default (10)", m.Population)
	case m.Descents < -1 || m.Descents > m.Population:
		return nil, fmt.Errorf("multiwalk: scatter-search descents %d are not from 1 to the population; use 0 for the default (1), "+
			"and -1 for none", m.Descents)
	case !(m.XTol > 0 && m.XTol < 1):
		return nil, fmt.Errorf("multiwalk: scatter-search xtol %v is outside (0, 1); use 0 for the default (0.00001)", m.XTol)
	}
	return &scatterSearch{g, m}, nil
}

// scatterSearch is a Scatter that is prepared.
type scatterSearch struct {
	*ground
	m Scatter
}

func (s *scatterSearch) Slice() int                     { return slice(s.m.Population + s.N()) }
func (s *scatterSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *scatterSearch) NewWalk(id int) (walk.Walk, error) {
	return &scatterWalk{swarming: s.newSwarming(id), s: s}, nil
}
