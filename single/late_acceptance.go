package single

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/rule"
)

// LateAcceptance is late acceptance hill climbing (Burke and Bykov, "The late acceptance hill-climbing heuristic",
// 2017): propose a random move, take it if it costs no more than the solution that the walk has now, or less than the
// one that it had Length proposals ago. It has no temperatures, so it does not matter what costs are measured in. It
// works on any space. A walk that has come to rest stays there; cooperate.Restart begins it anew.
//
// In a run with a budget (a limit of time, evaluations or work) and without a Length, a walk on cores looks back as far as it
// must to come to rest when the budget ends: less far where it takes more than it should by then.
type LateAcceptance struct {
	// Length is how many costs a walk remembers, up to 2^24; 0 means 50 times the length of a solution, up to 2^20, and what follows
	// from the budget in a run on cores that has one. The longer the memory, the later a walk comes to rest, and the better the
	// solution where it does: after some hundred times Length proposals, or far more where solutions are long.
	Length int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
}

// mostLength bounds a history, which every search of a device keeps.
const mostLength = 1 << 24

// Name returns "late-acceptance".
func (LateAcceptance) Name() string { return "late-acceptance" }

// Prepare implements multiwalk.Method. It refuses a Length out of range, a Neighbourhood that does not fit the space,
// and a problem with fixed edges.
func (m LateAcceptance) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if err := checkCount("late-acceptance", "length", m.Length, mostLength, "50 times the length of a solution"); err != nil {
		return nil, err
	}
	length := cmp.Or(m.Length, min(1<<20, 50*p.Space().Len()))
	e := exploring{method: m.Name(), neighbourhood: m.Neighbourhood, rule: rule.Rule{Kind: rule.LateAcceptance, Length: int32(length)}}
	_, device := plan.Device.(multiwalk.Accelerator)
	e.ages = plan.Budget.Limited() && m.Length == 0 && !device
	ran := LateAcceptance{Length: length, Neighbourhood: namedMoves(p, m.Neighbourhood)}
	if e.ages {
		ran.Length = 0
	}
	e.ran = ran
	return explore(p, plan, e)
}

// Place implements multiwalk.Placer.
func (m LateAcceptance) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return placeExplore(m.Name(), p, d, m.Neighbourhood)
}
