package single

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/neighbourhood"
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

// Name returns "climb".
func (Climb) Name() string { return "climb" }

// Ends implements multiwalk.Ender.
func (m Climb) Ends() bool { return m.Restarts >= 0 }

// Prepare implements multiwalk.Method. It refuses an unknown Rule, a Neighbourhood that does not fit the space, and a
// problem with fixed edges.
func (m Climb) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if m.Rule != "" && m.Rule != FirstImprovement && m.Rule != BestImprovement {
		return nil, fmt.Errorf("multiwalk: climb has no rule %q; use %q or %q", m.Rule, FirstImprovement, BestImprovement)
	}
	if err := multiwalk.NoFixedEdges("climb", p); err != nil {
		return nil, err
	}
	nb, err := neighbourhood.ByName(p, m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return exploreOn(p, plan, m.onDevice())
	}
	warnFull("climb", nb, plan)
	return &climbSearch{m: m, p: p, plan: plan, incremental: nb.Incremental()}, nil
}

// onDevice is the method as machines run it.
func (m Climb) onDevice() exploring {
	r := rule.Rule{Kind: rule.FirstDescent, Restarts: int32(max(-1, min(m.Restarts, mostCount)))}
	if m.Rule == BestImprovement {
		r.Kind = rule.BestDescent
	}
	if m.Restarts != 0 {
		r.Optimum = rule.Restart
	}
	return exploring{method: m.Name(), ran: m, neighbourhood: m.Neighbourhood, rule: r}
}

// Place implements multiwalk.Placer.
func (m Climb) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return placeExplore(m.Name(), p, d, m.Neighbourhood)
}

type climbSearch struct {
	m           Climb
	p           multiwalk.Problem
	plan        multiwalk.Plan
	incremental bool
}

// Slice implements multiwalk.Search.
func (s *climbSearch) Slice() int { return sliceOf(proposalUnit(s.p, s.incremental)) }

// NewWalk implements multiwalk.Search.
func (s *climbSearch) NewWalk(id int) (multiwalk.Walk, error) {
	nb, err := neighbourhood.ByName(s.p, s.m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	r, x := multiwalk.NewRand(s.plan.Seed, id), make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	return &climbWalk{current: newCurrent(s.p, nb, x), random: r, rule: s.m.Rule, restarts: s.m.Restarts}, nil
}
