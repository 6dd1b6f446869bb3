package anneal

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// Anneal is simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983): propose
// a random move, take it if it is better, and take a worse one with probability exp(-delta/T), at a temperature T that
// falls. It works on any space.
//
// In a run with a budget (a limit of time, evaluations or work) a walk cools once, over all of it. The temperature is steered by the share
// of the worse proposals that are accepted, which falls from 0.7 to 0.1 in the first twentieth and then to 0.0005; bits, integers and
// single permutations have shares of their own. If Start and End are given, they are the first and the last temperature, and the temperature
// falls from one to the other by a constant factor. If only one of them is given, a pilot finds the other; it takes a twentieth of the budget.
//
// In a run without a budget, and if Alpha, Sweeps, Proposals or Once is given, the schedule counts work: it ends after
// ln(End/Start) / ln(Alpha) steps of Sweeps*n proposals, and a run that goes on longer starts it again.
//
// Moves are priced by the problem's state (multiwalk.Stater) if it has one, else by its deltas. If there are several kinds of move, a walk
// learns how often to draw each: from what a kind gains in the time that it takes. A walk that cools over its budget without Start and End also
// draws moves by what it has seen, and keeps what a start (Settings.Start) is worth: it repairs it, searches locally, and cools from a
// temperature at which solutions cost about as much.
//
// On a GPU hundreds of walks anneal side by side, each a warp whose 32 lanes propose a move at once; the first proposal that is accepted is
// made. There one iteration counts as ten proposals of the schedule. In a run with a budget the walks are a population: between launches
// the walks that are behind take over the solutions of those ahead. If the problem lists few pairs of bits (neighbourhood.Pairwise), walks
// look at all bits in turn. A tour of 20,000 cities or more whose cost is the sum of its edges is one walk: it is divided in regions, a warp
// each, which make 2-opt and or-opt moves to near cities, and is put together and divided anew after each launch.
type Anneal struct {
	// Start and End are the first and the last temperature, in units of cost: the deterioration that is taken with
	// probability 1/e, from 1e-100 to 1e100. 0 means automatic: each walk finds them from the deltas of 256 moves.
	Start, End float64
	// Alpha is the factor by which the temperature falls from step to step, between 0 and 1, of a schedule that counts work. 0 leaves a run
	// with a budget to that, and means 0.99 in a run without.
	Alpha float64
	// Sweeps is how many proposals a step has, as multiples of the length of a solution, below 2^31; 0 means 10.
	Sweeps int
	// Proposals is how many proposals a step has, for a schedule that does not depend on the length, below 2^31; 0 means
	// what Sweeps says.
	Proposals int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means the space's default.
	Neighbourhood string
	// Once ends a walk at the end of the schedule. Otherwise it reheats to Start and goes on from where it is.
	Once bool
}

func (Anneal) Name() string { return "anneal" }
func (m Anneal) Ends() bool { return m.Once }

// Prepare implements walk.Method. It refuses temperatures, Alpha or Sweeps out of range, a Neighbourhood that does
// not fit the space, and a problem with fixed edges.
func (m Anneal) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walk.NoFixedEdges("anneal", p); err != nil {
		return nil, err
	}
	nb, err := neighbourhood.ByName(p, m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	if err := walking.CheckCount("anneal", "proposals", m.Proposals, walking.MostCount, "what sweeps says"); err != nil {
		return nil, err
	}
	if m.Proposals > 0 && m.Sweeps > 0 {
		return nil, fmt.Errorf("multiwalk: anneal's %d proposals a temperature, beside %d sweeps: "+
			"give one of them, and leave the other 0", m.Proposals, m.Sweeps)
	}
	s, err := cooling.NewSchedule("anneal", m.Start, m.End, cmp.Or(m.Alpha, 0.99), cmp.Or(m.Sweeps, 10), 1, p.Space().Len(),
		nb.Incremental())
	if err != nil {
		return nil, err
	}
	if m.Proposals > 0 {
		s.SetStep(int64(m.Proposals), 1, nb.Incremental())
	}
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return m.onDevice(p, plan, s)
	}
	walking.WarnFull("anneal", nb, plan)
	search := &annealSearch{Proposals: walking.ProposalsOf(p, nb.Incremental()), m: m, p: p, plan: plan, schedule: s,
		incremental: nb.Incremental(), budgeted: m.cools(plan)}
	return search.startSearch()
}

func (m Anneal) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return explore.PlaceExplore(m.Name(), p, d, m.Neighbourhood)
}

// cools says whether the temperature falls over the budget of the run: it has one, and no setting fixes the schedule.
func (m Anneal) cools(plan walk.Plan) bool {
	return plan.Budget.Limited() && m.Alpha == 0 && m.Sweeps == 0 && m.Proposals == 0 && !m.Once
}

type annealSearch struct {
	walking.Proposals
	m           Anneal
	p           multiwalk.Problem
	plan        walk.Plan
	schedule    cooling.Schedule
	incremental bool
	budgeted    bool
}

// StepUnits is how many units a temperature step has; see package cooperate.
func (s *annealSearch) StepUnits() int { return s.schedule.StepUnits() }

func (s *annealSearch) NewWalk(id int) (walk.Walk, error) {
	nb, err := neighbourhood.ByName(s.p, s.m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	return newAnnealWalk(s, nb, multiwalk.NewRand(s.plan.Seed, id)), nil
}

// Resolved implements walk.Resolver. Automatic temperatures are those of the walk that found the result.
func (s *annealSearch) Resolved(w walk.Walk) walk.Method {
	m := s.m
	m.Neighbourhood = walking.NamedMoves(s.p, m.Neighbourhood)
	if !s.budgeted {
		m.Alpha = s.schedule.Alpha
		if m.Proposals == 0 {
			m.Sweeps = cmp.Or(m.Sweeps, 10)
		}
	}
	walk, ok := w.(*annealWalk)
	if !ok {
		return m
	}
	d := walk.descent // a copy: asking for a temperature must not change the walk's
	switch {
	case !s.budgeted && walk.ready:
		m.Start, m.End = walk.Start, walk.End
	case s.budgeted && d.Free():
		if c := &walk.sharing; c.Begun && c.Level < c.First {
			m.Start, m.End = metropolis.Exp2(c.First), metropolis.Exp2(c.Level)
		}
	case s.budgeted && (d.Given() || d.Known):
		m.Start, m.End = d.Temperature(0), d.Temperature(1)
	}
	return m
}

func (m Anneal) String() string { return m.Name() }
