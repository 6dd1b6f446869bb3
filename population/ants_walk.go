package population

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/tour"
	"github.com/multiwalk/multiwalk/walk"
)

// antSearch is Ants prepared for a problem.
type antSearch struct {
	m       Ants // with its defaults
	variant int  // its number
	p       multiwalk.Problem
	plan    walk.Plan
	n       int
	rows    int         // choices of a row
	near    []int32     // of cities
	desire  []float32   // the same
	g       *tour.Graph // of tours
	improve walk.Search // of permutations, or nil
}

// antPatience is how many iterations without a better solution there are before a max-min ant system begins anew.
const antPatience = 250

// antMaker makes ants' solutions on one core.
type antMaker interface {
	// make writes the solution of an ant to x, and returns its cost. Once the run is aborted it may be anything.
	make(i int, x []int32, s *walk.Slice) int64
	// work is what local search has done so far.
	work() multiwalk.Counters
}

// antWalk is a colony. A unit is an iteration.
type antWalk struct {
	s        *antSearch
	first    uint32 // the number of its first ant
	makers   []antMaker
	trail    *pheromone
	x        []int32 // the ants' solutions, one after the other
	costs    []int64
	length   int     // of tabu search in the iteration
	at       int64   // iteration; 0: the start is not a local optimum yet
	began    int64   // the iteration in which the pheromone was new
	since    int64   // the iteration that found lead
	lead     []int32 // the best solution since then
	leadCost int64
	best     []int32
	least    int64
	counters multiwalk.Counters
}

// NewWalk implements walk.Search. The walk's first incumbent is the run's start, or what the problem constructs.
func (s *antSearch) NewWalk(id int) (walk.Walk, error) {
	w := &antWalk{s: s, first: uint32(id) * fleet.First, x: make([]int32, s.m.Ants*s.n), costs: make([]int64, s.m.Ants),
		lead: make([]int32, s.n), best: make([]int32, s.n)}
	s.plan.Begin(s.p, multiwalk.NewRand(s.plan.Seed, int(w.first)+s.m.Ants), w.best)
	w.least = s.p.Cost(w.best)
	copy(w.lead, w.best)
	w.leadCost = w.least
	w.counters.FullEvaluations = 1
	w.trail = s.newPheromone()
	for range min(s.plan.Cores(), s.m.Ants) {
		maker, err := s.newMaker(w)
		if err != nil {
			return nil, err
		}
		w.makers = append(w.makers, maker)
	}
	return w, nil
}

func (s *antSearch) newMaker(w *antWalk) (antMaker, error) {
	if s.g == nil {
		b := &orderAnts{w: w, open: make([]int32, s.n), order: make([]int32, s.n)}
		if s.improve == nil {
			return b, nil
		}
		tabu, err := s.improve.NewWalk(int(w.first))
		if err == nil {
			b.tabu = tabu.(beginner)
		}
		return b, err
	}
	b := &tourAnts{w: w, local: s.newLocal(), path: path{x: make([]int32, s.n), place: make([]int32, s.n)}}
	if s.variant == antColony {
		b.path.greedy = greedily
	}
	return b, nil
}

// limits returns the pheromone at first, and the least that there may be. In max-min the first is the upper limit. Between the limits of
// focused ants they leave the best tour once in some steps.
func (s *antSearch) limits() (first, least float32) {
	part := float32(1 / float64(s.n))
	switch s.variant {
	case maxMin:
		return 1, part / 2
	case antColony:
		return part, part / 2
	case focused:
		return 1, 0.01
	}
	return 1, 1e-20
}

// Slice implements walk.Search: about 10 ms on one core.
func (s *antSearch) Slice() int {
	switch {
	case s.improve != nil:
		return max(1, s.improve.Slice()/(s.m.Ants*s.m.Length))
	case s.variant == focused:
		return max(1, 100/(s.m.Ants*s.m.Trips))
	}
	return max(1, 10_000/(s.m.Ants*(s.n+1)))
}

// MostWalks implements walk.WalkLimiter: the run has one colony.
func (s *antSearch) MostWalks() int { return 1 }

// WalkBytes implements walk.WalkSizer: the ants' solutions and the pheromone.
func (s *antSearch) WalkBytes() int64 {
	return 4*int64(s.n)*int64(s.m.Ants) + 8*int64(s.n)*int64(s.rows)
}

// Resolved implements walk.Resolver.
func (s *antSearch) Resolved(walk.Walk) walk.Method { return s.m }

// ant is the solution of an ant.
func (w *antWalk) ant(i int) []int32 { return w.x[i*w.s.n : (i+1)*w.s.n] }

// Step implements walk.Walk.
func (w *antWalk) Step(s *walk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		before := w.work()
		if !w.unit(s) {
			return true // the run is over, and the unit void
		}
		done := w.work()
		w.counters.DeltaEvaluations += done.Evaluations() - before.Evaluations()
		w.counters.Moves += done.Moves - before.Moves
		w.counters.Units++
		if w.leadCost < w.least {
			w.least = w.leadCost
			copy(w.best, w.lead)
			s.Improved(w.least, w.counters)
		}
		if invariants.Enabled {
			w.ledger()
		}
	}
	return true
}

// ledger compares the cost of the best solution with full evaluation.
func (w *antWalk) ledger() {
	if full := w.s.p.Cost(w.best); full != w.least {
		panic(fmt.Errorf("ants: a solution costs %d, by full evaluation %d: %w", w.least, full, multiwalk.ErrDeltaMismatch))
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
	if t, ok := w.makers[0].(*tourAnts); ok && w.at == 0 {
		if !t.settle(s) {
			return false
		}
	} else {
		if !w.march(s) {
			return false
		}
		w.counters.FullEvaluations += int64(w.s.m.Ants)
		w.learn()
	}
	w.at++
	return true
}

// march makes all ants of an iteration, each on the core that is free next.
func (w *antWalk) march(s *walk.Slice) bool {
	var next, made atomic.Int64
	var stopped atomic.Bool
	w.length = w.lasts(s)
	at := make([]int, len(w.makers)) // the ant of each core
	broke := beside(len(w.makers), func(k int) {
		for !stopped.Load() && !s.Aborted() {
			i := int(next.Add(1) - 1)
			if i >= len(w.costs) {
				return
			}
			at[k] = i
			w.costs[i] = w.makers[k].make(i, w.ant(i), s)
			made.Add(1)
		}
	}, func() { stopped.Store(true) })
	if broke >= 0 {
		w.makers[0].make(at[broke], w.ant(at[broke]), s)
	}
	return made.Load() == int64(len(w.costs)) && !s.Aborted()
}

// learn lays pheromone for the iteration, by the first of its best ants and the others.
func (w *antWalk) learn() {
	i := slices.Index(w.costs, slices.Min(w.costs))
	if w.s.variant == focused {
		w.costs[i] = w.makers[0].(*tourAnts).merge(w.ant(i), w.costs[i], func(yield func([]int32) bool) {
			for j := range w.costs {
				if j != i && !yield(w.ant(j)) {
					return
				}
			}
		})
	}
	if w.costs[i] < w.leadCost || w.s.variant == focused {
		if w.costs[i] < w.leadCost {
			w.since = w.at
		}
		copy(w.lead, w.ant(i))
		w.leadCost = w.costs[i]
	}
	if w.s.variant == maxMin && w.at-w.since >= antPatience {
		w.leadCost, w.since, w.began = math.MaxInt64, w.at, w.at
		w.counters.Restarts++
		w.trail.fill(1)
		return
	}
	w.lay(i)
	w.trail.weigh()
}

// lay lays pheromone; ant i is the best.
func (w *antWalk) lay(i int) {
	gone := float32(w.s.m.Evaporation)
	x := w.lead
	switch w.s.variant {
	case antSystem:
		w.trail.evaporate(1 - gone)
		for j, cost := range w.costs {
			w.along(w.ant(j), 1, float32(w.quality(cost)/float64(len(w.costs))))
		}
		return
	case antColony:
		first, _ := w.s.limits()
		for j := range w.costs {
			w.along(w.ant(j), 1-gone, gone*first)
		}
		w.along(x, 1-gone, gone)
		return
	case maxMin:
		if (w.at-w.began)%w.period() != 0 {
			x = w.ant(i)
		}
	}
	w.trail.evaporate(1 - gone)
	w.along(x, 1, gone)
}

// quality compares a cost with the best.
func (w *antWalk) quality(cost int64) float64 {
	if w.leadCost <= 0 {
		return 1
	}
	return float64(w.leadCost) / float64(cost)
}

// period is in how many iterations the best solution so far lays pheromone once, and that of the iteration else: Stützle and Hoos'
// schedule with local search.
func (w *antWalk) period() int64 {
	switch age := w.at - w.began; {
	case age < 25:
		return 25
	case age < 75:
		return 5
	case age < 125:
		return 3
	case age < 250:
		return 2
	}
	return 1
}

// along lays pheromone on all that a solution has.
func (w *antWalk) along(x []int32, part, much float32) {
	if w.s.g == nil {
		for i, v := range x {
			w.trail.lay(int32(i), v, part, much)
		}
		return
	}
	number := w.s.g.Numbers()
	last := number[x[len(x)-1]]
	for _, c := range x {
		c = number[c]
		w.trail.lay(last, c, part, much)
		w.trail.lay(c, last, part, much)
		last = c
	}
}

// Best implements walk.Walk.
func (w *antWalk) Best() ([]int32, int64) { return w.best, w.least }

// Counters implements walk.Walk.
func (w *antWalk) Counters() multiwalk.Counters { return w.counters }

// Adopt implements walk.Adopter.
func (w *antWalk) Adopt(x []int32, cost int64) {
	if cost < w.leadCost {
		w.leadCost, w.since = cost, w.at
		copy(w.lead, x)
	}
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

// Save implements checkpoint.Saver.
func (w *antWalk) Save(a *checkpoint.Archive) {
	a.Fields("ants", &w.trail.trail, &w.at, &w.began, &w.since, &w.lead, &w.leadCost, &w.best, &w.least, &w.counters)
	if a.Reading() && a.Err() == nil {
		w.trail.weigh()
	}
}
