package descent

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// The rules of Climb.
const (
	FirstImprovement = "first" // take the first move that improves
	BestImprovement  = "best"  // look at all moves, take the one that improves most
)

// Climb is hill climbing: make moves that lower the cost until there is none, which is a local optimum. It works on any space.
type Climb struct {
	// Rule is FirstImprovement, the default, or BestImprovement.
	Rule string
	// Restarts is how often a walk begins again from another solution after a local optimum; any negative number means for
	// ever. With 0 the walk ends at its first local optimum.
	Restarts int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
}

func (Climb) Name() string { return "climb" }
func (m Climb) Ends() bool { return m.Restarts >= 0 }

// Prepare implements walk.Method. It refuses an unknown Rule, a Neighbourhood that does not fit the space, and a
// problem with fixed edges.
func (m Climb) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.Rule != "" && m.Rule != FirstImprovement && m.Rule != BestImprovement {
		return nil, fmt.Errorf("multiwalk: climb has no rule %q; use %q or %q", m.Rule, FirstImprovement, BestImprovement)
	}
	if err := walk.NoFixedEdges("climb", p); err != nil {
		return nil, err
	}
	nb, err := neighbourhood.ByName(p, m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return explore.ExploreOn(p, plan, m.onDevice(p))
	}
	walking.WarnFull("climb", nb, plan)
	return &ClimbSearch{Proposals: walking.ProposalsOf(p, nb.Incremental()), M: m, P: p, Plan: plan, Incremental: nb.Incremental()}, nil
}

// onDevice is the method as machines run it.
func (m Climb) onDevice(p multiwalk.Problem) explore.Exploring {
	r := rule.Rule{Kind: rule.FirstDescent, Restarts: int32(max(-1, min(m.Restarts, walking.MostCount)))}
	if m.Rule == BestImprovement {
		r.Kind = rule.BestDescent
	}
	if m.Restarts != 0 {
		r.Optimum = rule.Restart
	}
	e := explore.Exploring{Method: m.Name(), Neighbourhood: m.Neighbourhood, Rule: r}
	m.Rule, m.Neighbourhood = cmp.Or(m.Rule, FirstImprovement), walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood)
	e.Ran = m
	return e
}

func (m Climb) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

type ClimbSearch struct {
	walking.Proposals
	M           Climb
	P           multiwalk.Problem
	Plan        walk.Plan
	Incremental bool
}

func (s *ClimbSearch) NewWalk(id int) (walk.Walk, error) {
	nb, err := neighbourhood.ByName(s.P, s.M.Neighbourhood)
	if err != nil {
		return nil, err
	}
	r, x := multiwalk.NewRand(s.Plan.Seed, id), make([]int32, s.P.Space().Len())
	s.Plan.Begin(s.P, r, x)
	return &ClimbWalk{Current: walking.NewCurrent(s.P, nb, x), random: r, rule: s.M.Rule, restarts: s.M.Restarts}, nil
}

func (s *ClimbSearch) Resolved(walk.Walk) walk.Method {
	m := s.M
	m.Rule, m.Neighbourhood = cmp.Or(m.Rule, FirstImprovement), walking.NamedMoves(s.P, m.Neighbourhood)
	return m
}

func (m Climb) String() string { return m.Name() }
