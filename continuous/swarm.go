package continuous

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	formSphere     = "2011"
	formBox        = "2007"
	topologyRandom = "random"
	topologyRing   = "ring"
	topologyGlobal = "global"
)

// Swarm is particle swarm optimisation by its standard of 2011 (Clerc; Zambrano-Bigiarini, Clerc and Rojas, "Standard particle swarm
// optimisation 2011 at CEC-2013", 2013). A particle has a velocity, and keeps the best vector that it has seen. It draws a point in the
// hypersphere around the centre of three points: its place, one beyond its own best, and one beyond the best of its informants, whose
// surface its place is on. Its velocity is a part of what it was, plus the way to that point. So the search does not prefer the axes, as
// the form of 2007 does, which draws each element by itself. All particles move at once. Where a particle is mirrored at a bound, half of
// its velocity turns round. When the costs of all own bests are equal, or none has improved for long, a new swarm is drawn, which after
// every second time is twice as large. On a GPU the multiprocessors divide one swarm.
type Swarm struct {
	// Population is how many particles a swarm has, from 2 to 2^20; 0 means 40.
	Population int
	// Topology says who informs a particle: with "random" each particle informs three random ones, anew after each generation that did not
	// improve the best of all; with "ring" the two beside it do; with "global" all do. "" means random, which is the standard's.
	Topology string
	// Form is "2011" or "2007"; "" means 2011.
	Form string
	// Inertia is the part of a velocity that stays, below 1; 0 means 1/(2 ln 2).
	Inertia float64
	// Pull is how far beyond a best the points are, as a multiple of the way there, up to 4; 0 means 1/2 + ln 2.
	Pull float64
	// FTol is the difference of costs below which they count as equal. 0 means 1e-12.
	FTol float64
	// OffChip keeps all of a swarm in a GPU's memory (Zhou and Tan, "GPU-based parallel particle swarm optimization", 2009); else what fits
	// stays in the multiprocessors between generations. It changes no result.
	OffChip bool
}

func (Swarm) Name() string     { return "particle-swarm" }
func (m Swarm) String() string { return m.Name() }

// Prepare implements walk.Method. It refuses settings out of range, and problems that are not of this package.
func (m Swarm) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	g, err := groundOf(m.Name(), p, plan)
	if err != nil {
		return nil, err
	}
	m.Population, m.Topology, m.Form = cmp.Or(m.Population, 40), cmp.Or(m.Topology, topologyRandom), cmp.Or(m.Form, formSphere)
	m.Inertia, m.Pull, m.FTol = cmp.Or(m.Inertia, 1/(2*math.Ln2)), cmp.Or(m.Pull, 0.5+math.Ln2), cmp.Or(m.FTol, 1e-12)
	if err := m.check(); err != nil {
		return nil, err
	}
	s := &swarmSearch{g, m}
	return s.onto(s, m, *m.rule(), m.OffChip, func(id int) flocked { return s.walk(id) })
}

// rule is the method as data.
func (m Swarm) rule() *flock.Rule {
	r := &flock.Rule{Kind: flock.Ball, Topology: flock.Global, Stay: m.Inertia, Pull: m.Pull, FTol: m.FTol}
	switch m.Topology {
	case topologyRing:
		r.Topology = flock.Ring
	case topologyRandom:
		r.Topology = flock.Random
	}
	if m.Form == formBox {
		r.Kind = flock.Box
	}
	return r
}

// check refuses settings out of range.
func (m Swarm) check() error {
	switch {
	case m.Population < 2 || m.Population > mostVectors:
		return fmt.Errorf("multiwalk: particle-swarm population %d is outside [2, %d]; use 0 for the default (40)", m.Population, mostVectors)
	case !slices.Contains([]string{topologyRandom, topologyRing, topologyGlobal}, m.Topology):
		return fmt.Errorf("multiwalk: particle-swarm has no topology %q; use %s, %s or %s",
			m.Topology, topologyRandom, topologyRing, topologyGlobal)
	case m.Form != formSphere && m.Form != formBox:
		return fmt.Errorf("multiwalk: particle-swarm has no form %q; use %s or %s", m.Form, formSphere, formBox)
	case !(m.Inertia >= 0 && m.Inertia < 1) || !(m.Pull >= 0 && m.Pull <= 4):
		return fmt.Errorf("multiwalk: particle-swarm inertia %v and pull %v are not in [0, 1) and [0, 4]; use 0 for the default",
			m.Inertia, m.Pull)
	}
	return tolerance(m.Name(), m.FTol)
}

// swarmSearch is a Swarm that is prepared.
type swarmSearch struct {
	*ground
	m Swarm
}

func (s *swarmSearch) Slice() int                        { return slice(s.m.Population) }
func (s *swarmSearch) Resolved(walk.Walk) walk.Method    { return s.m }
func (s *swarmSearch) NewWalk(id int) (walk.Walk, error) { return s.walk(id), nil }

// walk returns a walk that has not begun.
func (s *swarmSearch) walk(id int) *swarmWalk {
	return &swarmWalk{swarming: s.newSwarming(id), s: s, mover: s.mover(id, s.m.rule())}
}
