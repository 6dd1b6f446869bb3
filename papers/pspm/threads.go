package pspm

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/walk"
)

// Threads is SSPM as the paper runs it: light-weight simulated annealing of one tour whose Moves proposals an iteration
// are drawn and priced by a thread each, with a barrier before the decision and one after it (figure 3).
//
// It is here for comparison. A barrier between cores costs what tens of proposals cost, so single.LightWeight, which
// prices all proposals on one core, is faster at every number of moves in the paper. The outcome is a function of the
// seed, whatever the machine.
type Threads struct {
	Schedule Schedule // Every has no meaning
	Moves    int      // threads: Pm, at least 1
	Once     bool     // end with the schedule; otherwise begin it again
}

// maxThreads bounds Moves: a slip of the keyboard must not start a million threads.
const maxThreads = 4096

// Name returns "sspm-threads".
func (Threads) Name() string { return "sspm-threads" }
func (m Threads) Ends() bool { return m.Once }

// Prepare implements walk.Method. It refuses problems other than tours of at least 4 cities with edge costs, and
// settings out of range.
func (m Threads) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	e, ok := p.(multiwalk.EdgeCoster)
	s := m.Schedule
	switch {
	case !ok || p.Space().Kind() != multiwalk.KindTour || p.Space().Len() < 4:
		return nil, walk.NoDelta("sspm-threads", "edge costs and at least 4 cities")
	case m.Moves < 1 || m.Moves > maxThreads:
		return nil, fmt.Errorf("multiwalk: sspm-threads' %d moves are outside [1, %d]; the paper has 12", m.Moves, maxThreads)
	case !(s.End > 0 && s.End < s.Start && s.Alpha > 0 && s.Alpha < 1 && s.Sweeps > 0):
		return nil, fmt.Errorf("multiwalk: sspm-threads' schedule %+v does not cool down; use pspm.PaperSchedule", s)
	}
	return &threadSearch{m: m, p: p, plan: plan, cost: costs(p, e)}, nil
}

// costs returns the price of an edge, by the matrix where there is one.
func costs(p multiwalk.Problem, e multiwalk.EdgeCoster) func(i, j int32) int64 {
	if v, ok := e.(multiwalk.EdgeMatrixer); ok {
		if matrix, n := v.EdgeMatrix(), p.Space().Len(); matrix != nil {
			return func(i, j int32) int64 { return int64(matrix[int(i)*n+int(j)]) }
		}
	}
	return e.EdgeCost
}

type threadSearch struct {
	m    Threads
	p    multiwalk.Problem
	plan walk.Plan
	cost func(i, j int32) int64
}

// threadUnit is how many iterations a unit of work has. Threads start and end with a slice.
const threadUnit = 64

// Slice implements walk.Search: 6400 iterations of some microseconds.
func (s *threadSearch) Slice() int { return 100 }

func (s *threadSearch) NewWalk(id int) (walk.Walk, error) {
	n, moves := s.p.Space().Len(), s.m.Moves
	w := &threadWalk{threadSearch: s, prev: make([]int32, n), next: make([]int32, n), best: make([]int32, n),
		slots: make([]threadSlot, moves), random: multiwalk.NewRand(s.plan.Seed, id*(moves+1)+moves)}
	for k := range w.slots {
		w.slots[k].random = multiwalk.NewRand(s.plan.Seed, id*(moves+1)+k)
	}
	x := s.plan.Start
	if x == nil {
		x = make([]int32, n)
		s.p.Space().Random(w.random, x)
	}
	for i, c := range x {
		after := x[(i+1)%n]
		w.next[c], w.prev[after] = after, c
	}
	w.current = s.p.Cost(x)
	w.work.FullEvaluations = 1
	w.patience = patience(moves)
	w.store()
	w.told = w.least
	w.heat()
	return w, nil
}

// heat begins the schedule.
func (w *threadWalk) heat() {
	w.temperature, w.left = w.m.Schedule.Start, w.iterations()
	w.rule = metropolis.At(w.temperature)
}

// iterations is how many a temperature lasts.
func (w *threadWalk) iterations() int64 { return int64(w.m.Schedule.Sweeps) * int64(len(w.next)) }

// cool counts an iteration and goes on to the next temperature when it is time. It returns false at the end of the
// schedule.
func (w *threadWalk) cool() bool {
	if w.left--; w.left > 0 {
		return true
	}
	w.temperature *= w.m.Schedule.Alpha
	w.left, w.rule = w.iterations(), metropolis.At(w.temperature)
	return w.temperature > w.m.Schedule.End
}
