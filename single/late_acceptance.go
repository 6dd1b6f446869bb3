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
type LateAcceptance struct {
	// Length is how many costs a walk remembers, up to 2^24; 0 means 50 times the length of a solution, up to 2^20.
	// The longer the memory, the later a walk comes to rest, and the better the solution where it does. It rests after
	// about 100 times Length proposals: with the default, when Anneal comes to the end of its schedule.
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
	ran := LateAcceptance{Length: length, Neighbourhood: namedMoves(p, m.Neighbourhood)}
	return explore(p, plan, exploring{method: m.Name(), neighbourhood: m.Neighbourhood, ran: ran,
		rule: rule.Rule{Kind: rule.LateAcceptance, Length: int32(length)}})
}

// Place implements multiwalk.Placer.
func (m LateAcceptance) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return placeExplore(m.Name(), p, d, m.Neighbourhood)
}
