package lightweight

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// LightWeight is light-weight simulated annealing with parallel moves ("Parallel neighbourhood search on many-core
// platforms", PSPM; Algorithm 2 and figure 3; Table 1 for the defaults).
//
// It differs from Anneal in two ways. Each iteration proposes several moves and only the cheapest faces the temperature, which makes it
// greedier. And a walk keeps only one solution: it prices moves without making them. It copies the best solution only when a worse move is
// about to leave it.
//
// In a run with a budget (a limit of time, evaluations or work) the temperature falls once, over all of it, from Start to
// End. In a run without, and if Alpha, Sweeps or Once is given, the schedule counts iterations, and begins again at its end.
//
// On a tour whose cost is the sum of its edges (multiwalk.EdgeCoster) a move relocates a random city of a doubly linked list, which costs
// O(1) whether it is taken or not. Everywhere else moves are the neighbourhood's; a tour without edge costs has insert. cooperate.Exchange
// turns it into the paper's parallel searches.
type LightWeight struct {
	// Start and End are the first and the last temperature, in units of cost, from 1e-100 to 1e100; 0 means 10000 and 0.1.
	// They suit tours with edges of 10 to 10000; see Anneal for automatic ones.
	Start, End float64
	// Alpha is the factor by which the temperature falls from step to step, between 0 and 1; 0 means 0.99.
	Alpha float64
	// Sweeps is how many iterations a step has, as multiples of the length of a solution, below 2^31; 0 means 10.
	Sweeps int
	// Moves is how many moves an iteration proposes, up to 65536; 0 means 1. The paper runs 12.
	Moves int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it; "" means as above.
	Neighbourhood string
	// Once ends a walk at the end of the schedule, as in the paper. Otherwise it reheats to Start.
	Once bool
}

func (LightWeight) Name() string { return "lightweight" }
func (m LightWeight) Ends() bool { return m.Once }

// Prepare implements walk.Method. It refuses temperatures, Alpha, Sweeps or Moves out of range, a Neighbourhood
// that does not fit the space, and a problem with fixed edges.
func (m LightWeight) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walk.NoFixedEdges("lightweight", p); err != nil {
		return nil, err
	}
	e, ok := p.(multiwalk.EdgeCoster)
	relocates := ok && p.Space().Kind() == multiwalk.KindTour && (m.Neighbourhood == "" || m.Neighbourhood == "insert")
	if m.Neighbourhood == "" && p.Space().Kind() == multiwalk.KindTour {
		m.Neighbourhood = "insert"
	}
	nb, err := neighbourhood.ByName(p, m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	m.Moves = cmp.Or(m.Moves, 1)
	s, err := cooling.NewSchedule("lightweight", cmp.Or(m.Start, 10000), cmp.Or(m.End, 0.1), cmp.Or(m.Alpha, 0.99), cmp.Or(m.Sweeps, 10),
		m.Moves, p.Space().Len(), relocates || nb.Incremental())
	if err != nil {
		return nil, err
	}
	incremental := relocates || nb.Incremental()
	search := &lightSearch{Proposals: walking.ProposalsOf(p, incremental), m: m, p: p, plan: plan, schedule: s, incremental: incremental,
		budgeted: plan.Budget.Limited() && m.Alpha == 0 && m.Sweeps == 0 && !m.Once}
	if relocates {
		search.edges = &edgeSource{n: p.Space().Len(), symmetric: e.Symmetric(), coster: e}
		if v, ok := p.(multiwalk.EdgeMatrixer); ok {
			search.edges.matrix = v.EdgeMatrix()
		}
		return search, nil
	}
	walking.WarnFull("lightweight", nb, plan)
	return search, nil
}

type lightSearch struct {
	walking.Proposals
	m           LightWeight
	p           multiwalk.Problem
	plan        walk.Plan
	schedule    cooling.Schedule
	incremental bool
	budgeted    bool        // the temperature falls over the budget of the run
	edges       *edgeSource // of relocations, or nil
}

// StepUnits is how many units a temperature step has; see package cooperate.
func (s *lightSearch) StepUnits() int { return s.schedule.StepUnits() }

func (s *lightSearch) NewWalk(id int) (walk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &lightWalk{Cooling: cooling.Cooling{Schedule: s.schedule}, p: s.p, random: r, moves: s.m.Moves, once: s.m.Once,
		budgeted: s.budgeted, from: tempering.Level(s.schedule.Start), to: tempering.Level(s.schedule.End)}
	if w.quota = walking.UnitFull; s.incremental {
		w.quota = walking.UnitDelta
	}
	w.cost = s.p.Cost(x)
	w.work.FullEvaluations = 1
	w.Heat()
	if s.edges != nil && len(x) > 2 {
		w.body = newRelocator(s.edges, x)
	} else {
		nb, err := neighbourhood.ByName(s.p, s.m.Neighbourhood)
		if err != nil {
			return nil, err
		}
		nb.Reset(x)
		w.body = &proposer{nb: nb, x: x, best: make([]int32, len(x)), polls: !nb.Incremental()}
	}
	w.body.store()
	w.least, w.told = w.cost, w.cost
	return w, nil
}

func (s *lightSearch) Resolved(walk.Walk) walk.Method {
	m := s.m
	m.Start, m.End, m.Alpha, m.Sweeps = s.schedule.Start, s.schedule.End, s.schedule.Alpha, cmp.Or(m.Sweeps, 10)
	if s.edges == nil {
		m.Neighbourhood = walking.NamedMoves(s.p, m.Neighbourhood)
	}
	return m
}

func (m LightWeight) String() string { return m.Name() }
