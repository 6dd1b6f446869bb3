package population

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// beginner is the tabu search of package single on a core: a walk that can begin anew elsewhere.
type beginner interface {
	walk.Walk
	Begin(x []int32, r *multiwalk.Rand)
}

// memeticWalk is a population on a core. A unit is an iteration of tabu search.
type memeticWalk struct {
	memeticState
	brood *brood
	s     *memeticSearch
	tabu  beginner
	first int               // the number of the first of its searches' streams
	draws []*multiwalk.Rand // the stream of each individual's search
	costs []int64           // the costs of the children that are improved already
	at    int               // the child that is being improved
	left  int               // how many iterations it still gets
}

// NewWalk implements walk.Search. The first incumbent of the walk is its first individual, before that is
// improved.
func (s *memeticSearch) NewWalk(id int) (walk.Walk, error) {
	if id >= math.MaxUint32/mostMates {
		return nil, fmt.Errorf("multiwalk: %d populations of memetic are too many; use up to %d",
			id+1, math.MaxUint32/mostMates)
	}
	size := s.m.Population
	one := s.one(id, size)
	w := &memeticWalk{s: s, first: firstOf(id), brood: one.brood, memeticState: s.state(one), draws: make([]*multiwalk.Rand, size),
		costs: make([]int64, size)}
	improve, err := s.improve.NewWalk(w.first)
	if err != nil {
		return nil, err
	}
	w.tabu = improve.(beginner)
	w.begin()
	w.learn(w.tabu.Best())
	return w, nil
}

// begin begins the search of a child.
func (w *memeticWalk) begin() {
	b := w.brood
	x := b.child(w.at)
	if w.draws[w.at] == nil {
		w.draws[w.at] = multiwalk.NewRand(w.s.plan.Seed, w.first+w.at)
		walk.Plan{}.Begin(w.s.p, w.draws[w.at], x)
		if w.at == 0 && w.s.plan.Start != nil {
			copy(x, w.s.plan.Start)
		}
	}
	w.tabu.Begin(x, w.draws[w.at])
	w.left = w.s.iterations(b, w.at)
}

// Step implements walk.Walk.
func (w *memeticWalk) Step(s *walk.Slice) bool {
	if w.s.n < 2 {
		return false
	}
	for s.Left() > 0 {
		if w.left == 0 {
			if s.EvaluationsLeft(w.Counters().Evaluations()) == 0 {
				return true
			}
			w.next()
			w.begin()
			w.note(s)
		}
		before := w.tabu.Counters().Units
		goesOn := w.tabu.Step(s.Sub(w.left, math.MaxInt64, w.restarts(), w.least))
		made := int(w.tabu.Counters().Units - before)
		w.left -= made
		w.learn(w.tabu.Best())
		if !goesOn || made == 0 {
			return goesOn // the run is over
		}
	}
	return true
}

// next goes on to the next child; after the last one it begins the next generation.
func (w *memeticWalk) next() {
	x, cost := w.tabu.Best()
	copy(w.brood.child(w.at), x)
	w.costs[w.at] = cost
	if w.at++; w.at < w.brood.size() {
		return
	}
	w.at = 0
	w.s.succeed(w.brood, w.costs)
}

// note reports a child that is a new incumbent even before its search.
func (w *memeticWalk) note(s *walk.Slice) {
	if x, cost := w.tabu.Best(); cost < w.least {
		w.learn(x, cost)
		s.Improved(cost, w.Counters())
	}
}

// Counters implements walk.Walk.
func (w *memeticWalk) Counters() multiwalk.Counters { return w.counters(w.tabu.Counters()) }

// Save implements checkpoint.Saver. The search of a child draws from its individual's stream.
func (w *memeticWalk) Save(a *checkpoint.Archive) {
	begun := 0
	for begun < len(w.draws) && w.draws[begun] != nil {
		begun++
	}
	a.Fields("population", &w.memeticState, &w.costs, &w.at, &w.left, &begun)
	if a.Reading() && a.Err() == nil {
		for i := range begun {
			w.draws[i] = multiwalk.NewRand(w.s.plan.Seed, w.first+i)
		}
		w.tabu.Begin(w.brood.child(w.at), w.draws[w.at])
	}
	for _, r := range w.draws[:begun] {
		a.Fields("draws", r)
	}
	walk.SaveWalk(a, w.tabu)
}

// Resolved implements walk.Resolver. The population is that of the walk.
func (s *memeticSearch) Resolved(w walk.Walk) walk.Method {
	m := s.m
	var improves walk.Walk
	switch walk := w.(type) {
	case *memeticWalk:
		improves = walk.tabu
	case *memeticMachine:
		improves, m.Population = walk.tabu, walk.tabu.Searches()
	}
	if r, ok := walk.As[walk.Resolver](s.improve); ok {
		if ran, ok := r.Resolved(improves).(single.IteratedTabu); ok {
			m.Search = ran
		}
	}
	return m
}
