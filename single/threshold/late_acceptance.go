package threshold

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// LateAcceptance is late acceptance hill climbing (Burke and Bykov, "The late acceptance hill-climbing heuristic", 2017): propose a random
// move, and take it if the solution after it costs no more than the walk's present solution, or less than the solution that the walk had
// Length proposals ago. It has no temperatures, so it does not matter what costs are measured in. It works on any space. A walk that has
// come to rest stays there; cooperate.Restart begins it anew.
//
// In a run with a budget (a limit of time, evaluations or work) and without a Length, a walk on cores looks back just so far that it comes
// to rest when the budget ends. While it takes more moves than it should at that time, it looks back less far.
type LateAcceptance struct {
	// Length is how many costs a walk remembers, up to 2^24. 0 means 50 times the length of a solution, up to 2^20; in a run on cores with
	// a budget, 0 means that the budget decides. The longer the memory, the later a walk comes to rest, and the better its solution is
	// then. It comes to rest after some hundred times Length proposals, or far more where solutions are long.
	Length int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
}

// mostLength bounds a history, which every search of a device keeps.
const mostLength = 1 << 24

func (LateAcceptance) Name() string { return "late-acceptance" }

// Prepare implements walk.Method. It refuses a Length out of range, a Neighbourhood that does not fit the space,
// and a problem with fixed edges.
func (m LateAcceptance) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walking.CheckCount("late-acceptance", "length", m.Length, mostLength, "50 times the length of a solution"); err != nil {
		return nil, err
	}
	length := cmp.Or(m.Length, min(1<<20, 50*p.Space().Len()))
	e := explore.Exploring{Method: m.Name(), Neighbourhood: m.Neighbourhood, Rule: rule.Rule{Kind: rule.LateAcceptance, Length: int32(length)}}
	_, device := plan.Device.(multiwalk.Accelerator)
	e.Ages = plan.Budget.Limited() && m.Length == 0 && !device
	ran := LateAcceptance{Length: length, Neighbourhood: walking.NamedByForm(p, explore.FormOf(p), m.Neighbourhood)}
	if e.Ages {
		ran.Length = 0
	}
	e.Ran = ran
	return explore.Explore(p, plan, e)
}

func (m LateAcceptance) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

func (m LateAcceptance) String() string { return m.Name() }
