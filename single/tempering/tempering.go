package tempering

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// ParallelTempering is parallel tempering, by swaps of a permutation or a tour, or by the moves of any neighbourhood:
// replicas of the solution, each a chain of Metropolis at a temperature of its own, trade temperatures now and then
// (Swendsen and Wang, "Replica Monte Carlo simulation of spin-glasses", 1986). The cold ones search, the hot ones bring
// them new solutions. For the quadratic assignment problem see Bagherbeik and others, "A permutational Boltzmann
// machine with parallel tempering for solving combinatorial optimization problems" (PPSN 2020).
//
// A walk is a ladder of replicas. The temperatures lie between Coldest and Hottest; over the first 4096 sweeps they move so that neighbours
// trade equally often, and then stay. Very hot replicas forget at once where they were, so they propose less between two trades than
// others. On structured instances a ladder can be caught far from the optimum. Other ladders beside it may not be caught, and Restart gives
// a caught one a new beginning.
//
// It is fastest on a problem with a neighbourhood.Quadratic, as of quadratic assignment: there a proposal costs O(1), and only a swap that
// is made costs O(n*n); most proposals are refused. Other problems price each proposal by the SwapDelta of their state
// (multiwalk.Stater), else by their own, else by a row of their state (state.SwapsFollower), else in full.
//
// On a GPU a ladder is a block of threads and a replica is a warp. The problem needs a kernel.Swapper, and a ladder makes the same moves as
// on a core.
type ParallelTempering struct {
	// Replicas is how many replicas a ladder has, from 2 to 32. 0 means 16; on a GPU 8 where shared memory holds 8
	// replicas and not 16: 59 to 83 elements with 32-bit deltas, and from 891 on.
	Replicas int
	// Coldest and Hottest are the temperatures at the ends, in units of cost, from 1e-9 to 1e21: the deterioration that is taken with
	// probability 1/e. 0 means automatic: a short annealing finds them, with up to n*n/2 proposals at each of 24 temperatures. These count
	// as evaluations of the first walk.
	Coldest, Hottest float64
	// Sweep is how many swaps a replica proposes between two trades, as multiples of the length; 0 means 10. Length times Sweep is below
	// 2^31. A hot replica may make more than 16 swaps for each of these multiples; from the warm-up on it then proposes fewer.
	Sweep int
	// Neighbourhood is the moves' name as neighbourhood.ByName knows it. "" means swaps of a permutation or a tour, unless a
	// permutation has deltas of insertions alone; else the space's default.
	Neighbourhood string
}

const (
	temperingReplicas = 16
	maxReplicas       = 32
	temperingSweep    = 10
)

func (ParallelTempering) Name() string { return "parallel-tempering" }

// Prepare implements walk.Method. It refuses settings out of range, a space without swaps, and a problem with fixed
// edges.
func (m ParallelTempering) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	_, onGPU := plan.Device.(multiwalk.Accelerator)
	if onGPU && m.Replicas == 0 {
		m.Replicas = residentReplicas(p)
	}
	if !onGPU && !walking.BySwaps(p, m.Neighbourhood) {
		return m.prepareMoves(p, plan)
	}
	if onGPU {
		if err := walking.OnlySwaps(m.Name(), p, plan.Device, m.Neighbourhood); err != nil {
			return nil, err
		}
	}
	swaps, err := walking.SwapsOf(m.Name(), p, temperOrder)
	if err != nil {
		return nil, err
	}
	if m, err = m.withDefaults(p.Space().Len()); err != nil {
		return nil, err
	}
	s := &temperingSearch{m: m, p: p, plan: plan, n: p.Space().Len()}
	s.sweep = int64(m.Sweep) * int64(s.n)
	s.temperSwaps = temperSwapsOf(swaps, s.n)
	if !onGPU {
		walking.WarnSlowSwaps(m.Name(), swaps, plan)
	}
	if s.n > 1 {
		s.levels, s.sampled = m.rungs(s.temperSwaps, p, plan.Seed)
	}
	if onGPU {
		return s.prepareFleet()
	}
	return s, nil
}

// prepareMoves prepares for the moves of a neighbourhood.
func (m ParallelTempering) prepareMoves(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	by, err := walking.MovesOf(m.Name(), p, plan, m.Neighbourhood)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	if m, err = m.withDefaults(n); err != nil {
		return nil, err
	}
	s := &temperingSearch{m: m, p: p, plan: plan, n: n, sweep: int64(m.Sweep) * int64(n), by: &by}
	s.temperSwaps = temperSwaps{full: !by.Incremental, unit: fullProposals, nanoseconds: by.Nanoseconds(1)}
	if by.Incremental {
		s.unit = min(neighbourhood.MostProposals, max(fullProposals, 1_000_000/s.nanoseconds))
	}
	if by.Size > 0 {
		s.levels, s.sampled, err = m.rungsBy(&by, plan)
	}
	return s, err
}

// withDefaults fills in and checks the settings, but for the temperatures that are automatic.
func (m ParallelTempering) withDefaults(n int) (ParallelTempering, error) {
	m.Replicas, m.Sweep = cmp.Or(m.Replicas, temperingReplicas), cmp.Or(m.Sweep, temperingSweep)
	for _, t := range []float64{m.Coldest, m.Hottest} {
		if !(t >= 0) || t > 0 && t < 0x1p-30 || t > 0x1p70 {
			return m, fmt.Errorf("multiwalk: %s's temperature %v is not a number from 1e-9 to 1e21; use 0 for the default", m.Name(), t)
		}
	}
	switch {
	case m.Coldest > 0 && m.Hottest > 0 && tempering.Level(m.Coldest) >= tempering.Level(m.Hottest):
		return m, fmt.Errorf("multiwalk: %s's coldest temperature %v is not below its hottest %v; use 0 for the default",
			m.Name(), m.Coldest, m.Hottest)
	case m.Replicas < 2 || m.Replicas > maxReplicas:
		return m, fmt.Errorf("multiwalk: %s cannot have %d replicas; use 2 to %d, or 0 for %d", m.Name(), m.Replicas, maxReplicas,
			temperingReplicas)
	case m.Sweep < 1 || m.Sweep > math.MaxInt32/max(1, n):
		return m, fmt.Errorf("multiwalk: %s's sweeps of %d times the length %d are out of range; use 0 for %d", m.Name(), m.Sweep, n,
			temperingSweep)
	}
	return m, nil
}

// temperingSearch is parallel tempering on cores.
type temperingSearch struct {
	m       ParallelTempering
	p       multiwalk.Problem
	plan    walk.Plan
	n       int
	sweep   int64     // proposals
	levels  []float64 // of the temperatures at the start: see package tempering
	sampled int64     // evaluations that they cost
	temperSwaps
	by *walking.Moves // nil: replicas swap
}

// count counts moves that were priced.
func (s *temperingSearch) count(c *multiwalk.Counters, moves int64) {
	switch {
	case s.by == nil:
		s.Count(c, moves)
	case s.full:
		c.FullEvaluations += moves
	default:
		c.DeltaEvaluations += moves
	}
}

func (s *temperingSearch) Slice() int { return max(1, 10_000_000/s.unitNanoseconds(s.sweep)) }

func (s *temperingSearch) NewWalk(id int) (walk.Walk, error) { return newTemperingWalk(s, id), nil }

// temperOrder is the ways in which parallel tempering prices swaps, the best first: it prices one at a time, and makes few.
var temperOrder = []neighbourhood.Way{neighbourhood.ByPayments, neighbourhood.ByFollower, neighbourhood.ByDelta, neighbourhood.ByState}

// fullProposals is how many proposals a unit has where each is evaluated in full, which may be slow.
const fullProposals = 16

// proposalNanoseconds is what a proposal takes at least.
const proposalNanoseconds = 30

// temperSwaps is the swaps of a problem and what they take. The times are estimates.
type temperSwaps struct {
	*neighbourhood.Swaps
	full        bool // every swap is evaluated in full
	unit        int  // proposals
	nanoseconds int  // a proposal takes
}

func temperSwapsOf(swaps *neighbourhood.Swaps, n int) temperSwaps {
	s := temperSwaps{Swaps: swaps, nanoseconds: proposalNanoseconds + n, unit: neighbourhood.MostProposals}
	switch swaps.Way() {
	case neighbourhood.ByPayments:
		s.nanoseconds = proposalNanoseconds
		return s
	case neighbourhood.InFull:
		s.full, s.unit, s.nanoseconds = true, fullProposals, 50+min(n, 1<<8)*n
		return s
	case neighbourhood.ByFollower:
		s.nanoseconds = proposalNanoseconds
	}
	s.unit = min(s.unit, max(fullProposals, 1_000_000/s.nanoseconds)) // a millisecond: a run that is over waits for it
	return s
}

// unitNanoseconds estimates what a unit takes on a ladder on which one proposal in 16 is taken. A sweep is its number
// of proposals, and has one unit at least.
func (s temperSwaps) unitNanoseconds(sweep int64) int {
	made := 0
	if s.Swaps != nil {
		made = s.SwapNanoseconds()
	}
	return int(min(int64(s.unit), sweep)) * (s.nanoseconds + made/16)
}

// most is how many proposals the pilot makes at a temperature, so that it is over in a fraction of a second.
func (s temperSwaps) most() int {
	const most = 1 << 15
	if s.SwapNanoseconds() > 0 {
		return min(most, max(neighbourhood.MostProposals, 250_000_000/s.SwapNanoseconds()))
	}
	if length := s.nanoseconds - proposalNanoseconds; length > 0 {
		return max((1<<20)/length, min(neighbourhood.MostProposals, (1<<26)/length), pilotUnit)
	}
	return most
}

func (s *temperingSearch) Resolved(walk.Walk) walk.Method { return s.m }

func (m ParallelTempering) String() string { return m.Name() }
