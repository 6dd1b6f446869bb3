package continuous

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	crossBLX         = "blx"
	crossSBX         = "sbx"
	crossArithmetic  = "arithmetic"
	mutatePolynomial = "polynomial"
	mutateGaussian   = "gaussian"
	mutateCauchy     = "cauchy"
)

// RealGenetic is a real-coded genetic algorithm. Both parents of a child win tournaments. They are crossed, and the child mutates.
// Children make the next generation, together with some elites, the best vectors of this one. When the costs of a population are all
// equal, or its best has not improved for long, another one is drawn, which after every second time is twice as large.
type RealGenetic struct {
	// Population is how many vectors a generation has, from 2 to 2^20; 0 means 100.
	Population int
	// Tournament is of how many vectors a parent is the best; 0 means 3.
	Tournament int
	// Crossover is "blx" for BLX-alpha, "sbx" for simulated binary crossover, or "arithmetic" for a point between the parents. "" means blx.
	Crossover string
	// Alpha is how much longer the interval of blx is on each side, as a part of that between the parents, up to 2; 0 means 0.5.
	Alpha float64
	// Eta says how near children of sbx and polynomial mutations are, up to 1000; 0 means 15.
	Eta float64
	// Rate is the probability that parents are crossed; else the child is the first one. 0 means 0.9, -1 never.
	Rate float64
	// Mutation is "polynomial", "gaussian" or "cauchy"; "" means polynomial.
	Mutation string
	// Sigma is the standard deviation of Gaussian mutations and the scale of Cauchy's, as a part of the bounds' distance; 0 means 0.01.
	Sigma float64
	// Mutate is the probability that an element mutates; 0 means one in five vectors on average, -1 never.
	Mutate float64
	// Elites is how many vectors survive, fewer than the population; 0 means 1, -1 none.
	Elites int
	// FTol is the difference of costs below which they count as equal. 0 means 1e-12.
	FTol float64
}

func (RealGenetic) Name() string     { return "real-genetic" }
func (m RealGenetic) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses settings out of range, and problems that are not of this package.
func (m RealGenetic) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	m.Population, m.Tournament, m.Elites = cmp.Or(m.Population, 100), cmp.Or(m.Tournament, 3), cmp.Or(m.Elites, 1)
	m.Crossover, m.Mutation = cmp.Or(m.Crossover, crossBLX), cmp.Or(m.Mutation, mutatePolynomial)
	m.Alpha, m.Eta, m.Sigma = cmp.Or(m.Alpha, 0.5), cmp.Or(m.Eta, 15), cmp.Or(m.Sigma, 0.01)
	m.Rate, m.Mutate, m.FTol = cmp.Or(m.Rate, 0.9), cmp.Or(m.Mutate, 0.2/float64(g.N())), cmp.Or(m.FTol, 1e-12)
	if err := m.check(); err != nil {
		return nil, err
	}
	s := &geneticSearch{ground: g, m: m}
	if s.cross = m.crossing(); s.cross == nil {
		return nil, fmt.Errorf("multiwalk: real-genetic has no crossover %q; use %s, %s or %s", m.Crossover, crossBLX, crossSBX, crossArithmetic)
	}
	if s.mutation = m.mutation(); s.mutation == nil {
		return nil, fmt.Errorf("multiwalk: real-genetic has no mutation %q; use %s, %s or %s",
			m.Mutation, mutatePolynomial, mutateGaussian, mutateCauchy)
	}
	return s, nil
}

// check refuses numbers out of range.
func (m RealGenetic) check() error {
	probable := func(p float64) bool { return p == -1 || p > 0 && p <= 1 }
	switch {
	case m.Population < 2 || m.Population > mostVectors:
		return fmt.Errorf("multiwalk: real-genetic population %d is outside [2, %d]; use 0 for the default (100)", m.Population, mostVectors)
	case m.Tournament < 1 || m.Tournament > 1000:
		return fmt.Errorf("multiwalk: real-genetic tournament %d is outside [1, 1000]; use 0 for the default (3)", m.Tournament)
	case m.Elites < -1 || m.Elites >= m.Population:
		return fmt.Errorf("multiwalk: real-genetic elites %d are not from 1 to the population less one; use 0 for the default (1), "+
			"and -1 for none", m.Elites)
	case !probable(m.Rate) || !probable(m.Mutate):
		return fmt.Errorf("multiwalk: real-genetic rate %v and mutate %v are no probabilities; use 0 for the default, and -1 for never",
			m.Rate, m.Mutate)
	case !(m.Alpha > 0 && m.Alpha <= 2) || !(m.Eta > 0 && m.Eta <= 1000) || !(m.Sigma > 0 && m.Sigma <= 1):
		return fmt.Errorf("multiwalk: real-genetic alpha %v, eta %v and sigma %v are not in (0, 2], (0, 1000] and (0, 1]; "+
			"use 0 for the default", m.Alpha, m.Eta, m.Sigma)
	}
	return tolerance(m.Name(), m.FTol)
}

// crossing is the crossover of that name, or nil.
func (m RealGenetic) crossing() crossing {
	return map[string]crossing{crossBLX: blend(m.Alpha), crossSBX: simulated(m.Eta), crossArithmetic: arithmetic}[m.Crossover]
}

// mutation is the mutation of that name, or nil.
func (m RealGenetic) mutation() mutation {
	return map[string]mutation{mutatePolynomial: polynomial(m.Eta), mutateGaussian: gaussian(m.Sigma),
		mutateCauchy: cauchy(m.Sigma)}[m.Mutation]
}

// geneticSearch is a RealGenetic that is prepared.
type geneticSearch struct {
	*ground
	m        RealGenetic
	cross    crossing
	mutation mutation
}

func (s *geneticSearch) Slice() int                     { return slice(s.m.Population) }
func (s *geneticSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (s *geneticSearch) NewWalk(id int) (walk.Walk, error) {
	return &geneticWalk{swarming: s.newSwarming(id), s: s, least: math.Inf(1)}, nil
}
