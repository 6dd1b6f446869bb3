package descent

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// VariableNeighbourhood is variable neighbourhood search (Mladenovic and Hansen, "Variable neighborhood search",
// 1997): descend to a local optimum, then shake the solution by random moves and descend again. After a descent that
// found a new incumbent the next shake is the smallest. After any other the walk goes back to the incumbent and the
// next shake is larger, up to K; then it is the smallest again. It works on any space.
type VariableNeighbourhood struct {
	// K is how many sizes of shake there are, from 1 to 65536; 0 means 10.
	K int
	// Strength is how many random moves the smallest shake makes, from 1 to 65536; 0 means 2. Shake number k makes
	// k*Strength.
	Strength int
	// Rule of the descents is FirstImprovement, the default, or BestImprovement.
	Rule string
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
	// Mapping says which threads of a device make a walk on a tour: MappingNeighbour (a warp), the default, or MappingSearch (one thread).
	// Both make the same walks, and cores make these too.
	Mapping string
}

// The mappings of walks to threads, as the chapter on metaheuristics of "Designing scientific applications on GPUs" has them.
const (
	MappingNeighbour = "neighbour" // a thread prices a neighbour: a warp makes a walk
	MappingSearch    = "search"    // a thread makes a walk
)

// The defaults of VariableNeighbourhood.
const (
	vnsSizes    = 10
	vnsStrength = 2
)

// Name returns "vns".
func (VariableNeighbourhood) Name() string { return "vns" }

// Prepare implements walk.Method. It refuses K or Strength out of range, an unknown Rule, a Neighbourhood that
// does not fit the space, and a problem with fixed edges.
func (m VariableNeighbourhood) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.Rule != "" && m.Rule != FirstImprovement && m.Rule != BestImprovement {
		return nil, fmt.Errorf("multiwalk: vns has no rule %q; use %q or %q", m.Rule, FirstImprovement, BestImprovement)
	}
	if m.Mapping != "" && m.Mapping != MappingNeighbour && m.Mapping != MappingSearch {
		return nil, fmt.Errorf("multiwalk: vns has no mapping %q; use %q or %q", m.Mapping, MappingNeighbour, MappingSearch)
	}
	if err := walking.CheckCount("vns", "k", m.K, walking.MostMoves, fmt.Sprint(vnsSizes)); err != nil {
		return nil, err
	}
	if err := walking.CheckCount("vns", "strength", m.Strength, walking.MostMoves, fmt.Sprint(vnsStrength)); err != nil {
		return nil, err
	}
	kind := rule.FirstDescent
	if m.Rule == BestImprovement {
		kind = rule.BestDescent
	}
	k, strength := cmp.Or(m.K, vnsSizes), cmp.Or(m.Strength, vnsStrength)
	if k > walking.MostMoves/strength {
		return nil, fmt.Errorf("multiwalk: vns shakes by up to %d times %d moves, which are more than %d; "+
			"use a smaller k or strength", k, strength, walking.MostMoves)
	}
	ran := VariableNeighbourhood{K: k, Strength: strength, Rule: cmp.Or(m.Rule, FirstImprovement), Neighbourhood: walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood),
		Mapping: cmp.Or(m.Mapping, MappingNeighbour)}
	return explore.Explore(p, plan, explore.Exploring{Method: m.Name(), Neighbourhood: m.Neighbourhood, Ran: ran, Alone: m.Mapping == MappingSearch,
		Rule: rule.Rule{Kind: kind, Optimum: rule.Shake, Reach: int32(k), Strength: int32(strength)}})
}

// Place implements walk.Placer.
func (m VariableNeighbourhood) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if m.Mapping == MappingSearch {
		return explore.PlaceAlone(m.Name(), p, d, m.Neighbourhood)
	}
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

// String implements fmt.Stringer.
func (m VariableNeighbourhood) String() string { return m.Name() }
