package anneal

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/walk"
)

// ByRegions is annealing region by region, however few cities there are.
type ByRegions struct {
	Anneal
	Places     int // of a region
	Iterations int // of a launch
}

func (m ByRegions) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	module, err := fleet.ModuleOf(p, "AnnealRegions")
	if err != nil {
		return nil, err
	}
	f, err := m.byRegions(p, plan, module)
	if err != nil {
		return nil, err
	}
	f.places = m.Places
	if m.Iterations > 0 {
		f.iterations = m.Iterations
	}
	return f, nil
}
