package descent

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Kicked is descents from local optima that random moves lead away from, on every space and device: variable neighbourhood search and
// iterated local search are this walk with other kicks and another acceptance.
type Kicked struct {
	Method        string // its name
	Rule          string // of the descents; "": FirstImprovement
	Neighbourhood string // as neighbourhood.ByName knows it
	Mapping       string // on tours; "": walking.MappingNeighbour
	Sizes         int    // of kicks: each that finds no incumbent makes the next one larger, round and round
	Strength      int    // moves of the smallest, by which the others grow
	Near          int    // by moves of 3-opt: how many near cities of each are looked at; 0: all moves are
	Within        int64  // a local optimum is gone on from if it costs less than this more than the incumbent
	Ran           walk.Method
}

// Prepare prepares for cores, or for the accelerator of the plan.
func (k Kicked) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	r := rule.Rule{Kind: rule.FirstDescent, Optimum: rule.Shake, Reach: int32(k.Sizes), Strength: int32(k.Strength), Within: k.Within}
	switch k.Rule {
	case "", FirstImprovement:
	case BestImprovement:
		r.Kind = rule.BestDescent
	default:
		return nil, fmt.Errorf("multiwalk: %s has no rule %q; use %q or %q", k.Method, k.Rule, FirstImprovement, BestImprovement)
	}
	if err := walking.CheckMapping(k.Method, k.Mapping, walking.MappingNeighbour, walking.MappingSearch); err != nil {
		return nil, err
	}
	return explore.Explore(p, plan, explore.Exploring{Method: k.Method, Neighbourhood: k.Neighbourhood, Ran: k.Ran, Rule: r,
		Near: k.Near, Alone: k.Mapping == walking.MappingSearch})
}

// Place reports why machines cannot run it for p on d.
func (k Kicked) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if k.Mapping == walking.MappingSearch {
		return explore.PlaceAlone(k.Method, p, d, k.Neighbourhood)
	}
	return explore.PlaceExplore(k.Method, p, d, k.Neighbourhood)
}
