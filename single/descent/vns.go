package descent

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
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
}

// The defaults of VariableNeighbourhood.
const (
	vnsSizes    = 10
	vnsStrength = 2
)

func (VariableNeighbourhood) Name() string { return "vns" }

// Prepare implements walk.Method. It refuses K or Strength out of range, an unknown Rule, a Neighbourhood that
// does not fit the space, and a problem with fixed edges.
func (m VariableNeighbourhood) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walking.CheckCount("vns", "k", m.K, walking.MostMoves, fmt.Sprint(vnsSizes)); err != nil {
		return nil, err
	}
	if err := walking.CheckCount("vns", "strength", m.Strength, walking.MostMoves, fmt.Sprint(vnsStrength)); err != nil {
		return nil, err
	}
	m.K, m.Strength = cmp.Or(m.K, vnsSizes), cmp.Or(m.Strength, vnsStrength)
	if m.K > walking.MostMoves/m.Strength {
		return nil, fmt.Errorf("multiwalk: vns shakes by up to %d times %d moves, which are more than %d; "+
			"use a smaller k or strength", m.K, m.Strength, walking.MostMoves)
	}
	m.Rule = cmp.Or(m.Rule, FirstImprovement)
	k := m.kicked()
	m.Neighbourhood = walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood)
	k.Ran = m
	return k.Prepare(p, plan)
}

// kicked is the search as data.
func (m VariableNeighbourhood) kicked() Kicked {
	return Kicked{Method: m.Name(), Rule: m.Rule, Neighbourhood: m.Neighbourhood, Sizes: m.K, Strength: m.Strength}
}

func (m VariableNeighbourhood) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return m.kicked().Place(p, d)
}

func (m VariableNeighbourhood) String() string { return m.Name() }
