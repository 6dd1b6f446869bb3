package threshold

import (
	"cmp"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// GreatDeluge is the great deluge algorithm (Dueck, "New optimization heuristics: the great deluge algorithm and the record-to-record
// travel", 1993), for costs that are minimised: propose a random move, and take it if the solution after it costs no more than now, or lies
// below the water. The water begins at the cost of the walk's first solution and falls to the best that the walk has found, quickly at
// first and then more slowly (as Landa-Silva and Obit have it, "Great deluge with non-linear decay rate", 2008). It works on any space.
//
// In a run with a budget (a limit of time, evaluations or work) the water falls once, over all of it. In a run without, and if Steps is
// given, it falls in Steps steps of as many iterations as a solution has elements, and begins again above.
type GreatDeluge struct {
	// Steps is how many steps the water takes, up to 2^20; 0 means 1000, or that the budget decides.
	Steps int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
}

// shallow is the height of the water at the end of a fall, as a share of that at the beginning.
const shallow = 1e-4

func (GreatDeluge) Name() string { return "great-deluge" }

// Prepare implements walk.Method. It refuses Steps out of range, a Neighbourhood that does not fit the space, and a problem with
// fixed edges.
func (m GreatDeluge) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walking.CheckCount(m.Name(), "steps", m.Steps, explore.MostLevels, "1000"); err != nil {
		return nil, err
	}
	height := func(part float64) float64 { return math.Pow(shallow, part) }
	levels := make([]float64, cmp.Or(m.Steps, 1000))
	for i := range levels {
		levels[i] = height(float64(i) / float64(len(levels)))
	}
	e := explore.Exploring{Method: m.Name(), Neighbourhood: m.Neighbourhood, Levels: levels,
		Rule: rule.Rule{Kind: rule.GreatDeluge, Length: 1, PerStep: int64(p.Space().Len())}}
	if m.Steps == 0 && plan.Budget.Limited() {
		e.Cools = height
	} else {
		m.Steps = len(levels)
	}
	m.Neighbourhood = walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood)
	e.Ran = m
	return explore.Explore(p, plan, e)
}

func (m GreatDeluge) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

func (m GreatDeluge) String() string { return m.Name() }
