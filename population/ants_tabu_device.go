package population

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// placeTabu says why the tabu searches of ants cannot run on a device, or nil.
func (m Ants) placeTabu(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if m.LocalSearch == "none" {
		return walk.NoKernel(m.Name(), d, "there ants make permutations with tabu search alone; run them on CPU cores")
	}
	return crowds(m.Name(), single.IteratedTabu{}, p, d)
}

// antTabuFleet is colonies on permutations, one on each machine.
type antTabuFleet struct {
	tabuFleet
	s *antSearch
}

// onMachines prepares the tabu searches of machines, an ant each: as many as the settings say, or as a machine holds.
func (s *antSearch) onMachines(asked int, d multiwalk.Accelerator) (walk.Search, error) {
	plan := s.plan
	if plan.Start = nil; plan.Walks == 0 {
		plan.Walks = asked * d.Workers()
	}
	tabu, err := single.Tabu{}.Prepare(s.p, plan)
	return &antTabuFleet{tabuFleet{tabu}, s}, err
}

// Slice implements walk.Search: a launch.
func (f *antTabuFleet) Slice() int { return 1 }

// Resolved implements walk.Resolver.
func (f *antTabuFleet) Resolved(walk.Walk) walk.Method { return f.s.m }

// antTabu is the colony of a machine. The host's cores draw what ants begin with, and lay pheromone; the machine's tabu searches improve
// all ants side by side. A unit is a launch, and an iteration takes several.
type antTabu struct {
	*antWalk
	tabu  searches
	begun bool // an iteration is under way
}

// NewWalk implements walk.Search.
func (f *antTabuFleet) NewWalk(id int) (walk.Walk, error) {
	tabu, err := f.tabu.NewWalk(id)
	if err != nil {
		return nil, err
	}
	w := &antTabu{tabu: tabu.(searches)}
	s := *f.s
	s.m.Ants = w.tabu.Searches()
	s.rule.Unit = ants.Unit(s.m.Ants)
	colony, err := s.NewWalk(id)
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	w.antWalk = colony.(*antWalk)
	w.counters = multiwalk.Counters{} // the searches have evaluated as many
	w.take(w.tabu.Best())
	if err := w.tabu.BeginEach(w.x, 0); err != nil { // so that a checkpoint finds the memory that it was made of
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Step implements walk.Walk.
func (w *antTabu) Step(s *walk.Slice) bool {
	for s.Left() > 0 {
		if w.tabu.Left() == 0 {
			if goesOn, err := w.iteration(s); err != nil {
				s.Fail(err)
				return false
			} else if !goesOn {
				return true // the run is over
			}
		}
		before := w.tabu.Counters().Units
		goesOn := w.tabu.Step(s.Sub(1, math.MaxInt64, w.counters, w.state.Least))
		w.take(w.tabu.Best())
		if !goesOn || w.tabu.Counters().Units == before {
			return goesOn
		}
	}
	return true
}

// iteration lays pheromone for the iteration that is over, and begins the next one. It returns false if the run is aborted.
func (w *antTabu) iteration(s *walk.Slice) (goesOn bool, err error) {
	if w.begun {
		x, costs, err := w.tabu.Incumbents()
		if err != nil {
			return false, err
		}
		copy(w.x, x)
		copy(w.costs, costs)
		w.learn()
		w.counters.Restarts = w.state.Restarts
		w.at++
	}
	if !w.march(s) {
		return false, nil
	}
	w.begun = true
	return true, w.tabu.BeginEach(w.x, int64(w.s.m.Length))
}

// take takes up what the searches have found so far.
func (w *antTabu) take(x []int32, cost int64) {
	if cost < w.state.Least {
		w.state.Least = cost
		copy(w.best, x)
	}
}

// Counters implements walk.Walk.
func (w *antTabu) Counters() multiwalk.Counters {
	c := w.tabu.Counters()
	c.Restarts += w.counters.Restarts
	return c
}

// Save implements checkpoint.Saver.
func (w *antTabu) Save(a *checkpoint.Archive) {
	w.antWalk.Save(a)
	a.Fields("tabu", &w.begun)
	walk.SaveWalk(a, w.tabu)
}

// Close frees the machine's memory.
func (w *antTabu) Close() error { return w.tabu.Close() }
