package tabu

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/explore"
	"github.com/multiwalk/multiwalk/single/internal/cooling"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// MatrixAnneal is simulated annealing over the swaps of a permutation or a tour by a matrix of all deltas (the SA-matrix: data-parallel
// annealing of the quadratic assignment problem, as "GPU-based metaheuristics" reports it). The matrix is that of robust tabu search, and is
// brought up to date after each move: in O(1) for a pair apart from those that were swapped, where a state or a kernel keeps it.
//
// An iteration looks up the swaps one after the other, beginning behind the swap made last, and makes the first that the rule of Metropolis
// takes; where it takes none, it makes no move. So most proposals, which are refused, cost a look at a number. It gains over Anneal where
// one proposal in many is taken, as it is for most of a run, and where states have rows of swaps (state.SwapsFollower). Else each swap is
// priced when it is looked at.
//
// On a GPU it takes a kernel.TabuSwapper. All swaps are decided on at a time, and a search, a warp or a block of them, makes the moves of
// the same walk on a core. There each iteration counts as many evaluations as there are swaps, on cores with such a matrix too.
type MatrixAnneal struct {
	// Start and End are the first and the last temperature, in units of cost, as those of Anneal; 0 means automatic.
	Start, End float64
	// Alpha is the factor by which the temperature falls from step to step, between 0 and 1, of a schedule that counts iterations; after the
	// last it begins anew. 0 leaves a run with a budget to that, and means 0.99 in a run without.
	Alpha float64
	// Sweeps is how many iterations a step has, as multiples of the length of a solution, below 2^31; 0 means 1, or that the budget decides.
	Sweeps int
}

func (MatrixAnneal) Name() string { return "matrix-anneal" }

// Prepare implements walk.Method. It refuses spaces without swaps, settings out of range, and fixed edges, and
// on a GPU fixed elements.
func (m MatrixAnneal) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.prepare(p, plan)
	if err != nil {
		return nil, err
	}
	if _, onDevice := plan.Device.(multiwalk.Accelerator); onDevice {
		return s.onDevice()
	}
	walking.WarnSlowSwaps(m.Name(), s.swaps, plan)
	return s, nil
}

func (m MatrixAnneal) prepare(p multiwalk.Problem, plan walk.Plan) (*matrixSearch, error) {
	swaps, err := walking.SwapsOf(m.Name(), p, walking.SwapOrder)
	if err != nil {
		return nil, err
	}
	fixed, err := walk.FixedOf(p)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	if n > maxTabu {
		return nil, fmt.Errorf("multiwalk: method %s looks at n*n/2 deltas, and n=%d is above %d; use anneal", m.Name(), n, maxTabu)
	}
	schedule, err := cooling.NewSchedule(m.Name(), m.Start, m.End, cmp.Or(m.Alpha, 0.99), cmp.Or(m.Sweeps, 1), 1, n, true)
	if err != nil {
		return nil, err
	}
	s := &matrixSearch{tabuSearch: tabuSearch{method: m.Name(), p: p, plan: plan, swaps: swaps}, fixed: fixed, perStep: schedule.Iterations}
	return s, s.schedule(m, &schedule)
}

// matrixSearch is annealing by a matrix.
type matrixSearch struct {
	tabuSearch
	fixed   []multiwalk.Fixed
	settled MatrixAnneal               // with its defaults filled in
	levels  []float64                  // temperatures of a schedule that counts
	perStep int64                      // its iterations at each
	cools   func(part float64) float64 // the temperature at a progress; nil: the schedule counts
}

// schedule finds the temperatures.
func (s *matrixSearch) schedule(m MatrixAnneal, by *cooling.Schedule) error {
	swap := neighbourhood.OpSwap.String()
	if s.plan.Budget.Limited() && m.Alpha == 0 && m.Sweeps == 0 {
		d, err := anneal.DescentOf(s.p, s.plan, swap, m.Start, m.End)
		if err != nil {
			return err
		}
		s.cools = d.Temperature
		m.Start, m.End = s.cools(0), s.cools(1)
	}
	if by.Automatic() {
		worse, err := explore.WorseDeltas(s.p, s.plan, swap)
		if err != nil {
			return err
		}
		by.Fit(worse)
	}
	var ok bool
	if s.levels, ok = explore.Geometric(by.Start, by.End, by.Alpha); !ok {
		return fmt.Errorf("multiwalk: %s's cooling constant alpha %v is so near 1 that there are more than %d temperatures from %v to %v; use 0 "+
			"for 0.99", s.method, by.Alpha, explore.MostLevels, by.Start, by.End)
	}
	if s.cools == nil {
		m = MatrixAnneal{Start: by.Start, End: by.End, Alpha: by.Alpha, Sweeps: cmp.Or(m.Sweeps, 1)}
	}
	s.settled = m
	return nil
}

// level is the temperature of an iteration by the schedule that counts.
func (s *matrixSearch) level(iteration int64) float64 {
	return s.levels[iteration/s.perStep%int64(len(s.levels))]
}

func (s *matrixSearch) NewWalk(id int) (walk.Walk, error) {
	r := multiwalk.NewRand(s.plan.Seed, id)
	x := make([]int32, s.p.Space().Len())
	s.plan.Begin(s.p, r, x)
	w := &matrixWalk{SwapWalk: walking.NewSwapWalk(s.method, s.p, s.swaps, x, r), of: s}
	w.Hold(s.fixed)
	return w, nil
}

func (s *matrixSearch) Resolved(walk.Walk) walk.Method { return s.settled }

func (m MatrixAnneal) String() string { return m.Name() }
