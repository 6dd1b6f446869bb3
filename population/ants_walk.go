package population

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

// antSearch is Ants prepared for a problem.
type antSearch struct {
	m       Ants // with its defaults
	rule    ants.Rule
	p       multiwalk.Problem
	plan    walk.Plan
	n       int
	near    []int32     // choices of the rows
	far     []int32     // and the further ones
	desire  []float32   // what the heuristic says of each
	g       *tour.Graph // of tours, which numbers the cities of rows and choices
	improve walk.Search // tabu searches of permutations, or nil
}

// antWalk is a colony. A unit is an iteration.
type antWalk struct {
	s        *antSearch
	first    uint32      // the number of its first ant
	makers   []*antMaker // one for each core
	trail    *ants.Trail
	laid     ants.Laid
	state    ants.State
	x        []int32 // the ants' solutions, one after the other
	costs    []int64
	at       int64   // iteration
	lead     []int32 // the best solution since the pheromone was new
	best     []int32
	rows     []int32 // scratch
	counters multiwalk.Counters
}

func (s *antSearch) NewWalk(id int) (walk.Walk, error) {
	if s.improve != nil {
		return s.crewed(id)
	}
	return s.newColony(id), nil
}

// newColony makes a colony. Its first incumbent is the run's start, or what the problem constructs.
func (s *antSearch) newColony(id int) *antWalk {
	w := &antWalk{s: s, first: uint32(id) * fleet.First, x: make([]int32, s.m.Ants*s.n), costs: make([]int64, s.m.Ants),
		best: make([]int32, s.n), rows: make([]int32, s.n), trail: ants.NewTrail(&s.rule, s.near, s.far, s.desire)}
	w.laid = ants.Laid{Next: make([]int32, s.n)}
	w.state = s.begin(w.first, w.best)
	w.lead = slices.Clone(w.best)
	w.counters.FullEvaluations = 1
	for range min(s.plan.Cores(), s.m.Ants) {
		w.makers = append(w.makers, s.newMaker(w))
	}
	return w
}

// begin writes the first incumbent of a colony.
func (s *antSearch) begin(first uint32, x []int32) ants.State {
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, int(first)+s.m.Ants), x)
	cost := s.p.Cost(x)
	return ants.State{Lead: cost, Least: cost}
}

// Slice implements walk.Search: about 10 ms on one core.
func (s *antSearch) Slice() int {
	switch {
	case s.improve != nil:
		return span(s.improve, s.m.Ants)
	case s.rule.Variant == ants.Focused:
		return max(1, 100/(s.m.Ants*s.m.Trips))
	}
	return max(1, 10_000/(s.m.Ants*(s.n+1)))
}

// MostWalks implements walk.WalkLimiter: the run has one colony.
func (s *antSearch) MostWalks() int { return 1 }

// WalkBytes implements walk.WalkSizer: the ants' solutions and the pheromone.
func (s *antSearch) WalkBytes() int64 {
	bytes := 4*int64(s.n)*int64(s.m.Ants) + 20*int64(len(s.near))
	if s.improve != nil {
		bytes += crewBytes(s.improve, s.m.Ants)
	}
	return bytes
}

func (s *antSearch) Resolved(walk.Walk) walk.Method { return s.m }

// ant is the solution of an ant.
func (w *antWalk) ant(i int) []int32 { return w.x[i*w.s.n : (i+1)*w.s.n] }

func (w *antWalk) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		before, least := w.work(), w.state.Least
		if !w.unit(s) {
			return true // the run is over, and the unit void
		}
		done := w.work()
		w.counters.DeltaEvaluations += done.Evaluations() - before.Evaluations()
		w.counters.Moves += done.Moves - before.Moves
		w.counters.Units++
		w.counters.Restarts = w.state.Restarts
		if w.state.Least < least {
			s.Improved(w.state.Least, w.counters)
		}
		if invariants.Enabled {
			w.ledger()
		}
	}
	return true
}

// ledger compares the cost of the best solution with full evaluation.
func (w *antWalk) ledger() {
	if full := w.s.p.Cost(w.best); full != w.state.Least {
		panic(fmt.Errorf("ants: a solution costs %d, by full evaluation %d: %w", w.state.Least, full, multiwalk.ErrDeltaMismatch))
	}
}

// work is what all cores have done.
func (w *antWalk) work() (c multiwalk.Counters) {
	for _, b := range w.makers {
		c.Add(b.work())
	}
	return c
}

// unit makes an iteration; the first makes the start of a tour a local optimum. It returns false, and nothing has changed, if the run is
// aborted.
func (w *antWalk) unit(s *walk.Slice) bool {
	switch {
	case w.at == 0 && w.makers[0].local != nil:
		if !w.makers[0].settle(s) {
			return false
		}
	case !w.march(s):
		return false
	default:
		w.counters.FullEvaluations += int64(w.s.m.Ants)
		w.learn()
	}
	w.at++
	return true
}

// march makes all ants of an iteration, each on the core that is free next.
func (w *antWalk) march(s *walk.Slice) bool {
	return walk.BesideEach(len(w.makers), len(w.costs), s.Aborted, func(core, i int) {
		w.costs[i] = w.makers[core].make(i, w.ant(i), s)
	})
}

// learn lays pheromone for the iteration, by the first of its best ants and the others.
func (w *antWalk) learn() {
	r, i := &w.s.rule, first(w.costs)
	x := w.ant(i)
	if r.Variant == ants.Focused {
		w.costs[i] = w.makers[0].merge(i)
	}
	news := w.state.Take(r, w.at, w.costs[i])
	if news.Lead {
		copy(w.lead, x)
	}
	if news.Best {
		copy(w.best, x)
	}
	if !news.Own {
		x = w.lead
	}
	w.laid.Anew = news.Anew
	w.laid.Note(r, w.s.inRows(x, w.rows), 0, 1)
	if r.Marks() {
		for j, cost := range w.costs {
			ants.Mark(ants.Alone{}, r, w.trail, w.s.inRows(w.ant(j), w.rows), cost, w.state.Lead)
		}
	}
	for row := range int32(w.s.n) {
		ants.Learn(ants.Alone{}, r, w.trail, row, &w.laid)
	}
}

// inRows returns a solution in the numbers of the rows; those of a tour it writes to rows.
func (s *antSearch) inRows(x, rows []int32) []int32 {
	if s.g == nil {
		return x
	}
	for i, c := range x {
		rows[i] = s.g.Numbers()[c]
	}
	return rows
}

func (w *antWalk) Best() ([]int32, int64)       { return w.best, w.state.Least }
func (w *antWalk) Counters() multiwalk.Counters { return w.counters }

func (w *antWalk) Adopt(x []int32, cost int64) {
	if cost < w.state.Lead {
		w.state.Lead, w.state.Since = cost, w.at
		copy(w.lead, x)
	}
	if cost < w.state.Least {
		w.state.Least = cost
		copy(w.best, x)
	}
}

func (w *antWalk) Cores() int { return len(w.makers) }

func (w *antWalk) Save(a *checkpoint.Archive) {
	a.Fields("ants", &w.trail.Much, &w.trail.Weight, &w.at, &w.state, &w.lead, &w.best, &w.counters)
}
