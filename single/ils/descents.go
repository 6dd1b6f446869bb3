package ils

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// localSearches are what LocalSearch may be.
var localSearches = []string{"", kopt, oropt, descent.FirstImprovement, descent.BestImprovement}

// nearThreeOpt is the default of Neighbours for 3-opt.
const nearThreeOpt = 6

const kopt, oropt = "kopt", "oropt"

// mostDeviation is above what costs differ by, and an int64 and a float64 both have it.
const mostDeviation = 1e15

// descends says whether the settings ask for descents, which cores and machines make alike.
func (m ILS) descends() bool {
	return m.LocalSearch == descent.FirstImprovement || m.LocalSearch == descent.BestImprovement || m.Deviation > 0 || m.Mapping != ""
}

// kicked is the search by descents, as data.
func (m ILS) kicked(n int) descent.Kicked {
	return descent.Kicked{Method: m.Name(), Rule: m.LocalSearch, Neighbourhood: m.Neighbourhood, Mapping: m.Mapping,
		Sizes: 1, Strength: cmp.Or(m.Strength, min(n, ilsWeakest)), Near: m.near(), Within: 1 + int64(m.Deviation)}
}

// near is how many near cities descents by 3-opt look at.
func (m ILS) near() int {
	if m.Neighbourhood != neighbourhood.OpThreeOpt.String() {
		return 0
	}
	return cmp.Or(m.Neighbours, nearThreeOpt)
}

// prepareDescents prepares for cores, or for the accelerator of the plan.
func (m ILS) prepareDescents(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if d, ok := plan.Device.(multiwalk.Accelerator); ok {
		if err := m.Place(p, d); err != nil {
			return nil, err
		}
	}
	k := m.kicked(p.Space().Len())
	k.Ran = ILS{LocalSearch: cmp.Or(m.LocalSearch, descent.FirstImprovement), Strength: k.Strength, Deviation: m.Deviation, Neighbours: k.Near,
		Neighbourhood: walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood), Mapping: cmp.Or(m.Mapping, walking.MappingNeighbour)}
	return k.Prepare(p, plan)
}

// ofTours says whether the local search is one of tours on cores.
func (m ILS) ofTours() bool { return m.LocalSearch == kopt || m.LocalSearch == oropt }

func (m ILS) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if m.ofTours() {
		return walk.NoKernel(m.Name(), d, fmt.Sprintf("local search %q is for cores; use %q or %q", m.LocalSearch, descent.FirstImprovement,
			descent.BestImprovement))
	}
	if walk.NoFixedEdges(m.Name(), p) != nil {
		return walk.NoKernel(m.Name(), d, "fixed edges are kept on cores alone")
	}
	return m.kicked(p.Space().Len()).Place(p, d)
}
