package population

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
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

// improveByTabu prepares the tabu searches by which ants improve permutations, as the max-min ant system has it for quadratic assignment
// (Stützle and Hoos, 2000): on a machine as many as the settings say, or as it holds.
func (s *antSearch) improveByTabu(asked int, d multiwalk.Accelerator) (err error) {
	plan := s.plan
	if plan.Start = nil; d != nil && plan.Walks == 0 {
		plan.Walks = asked * d.Workers()
	}
	s.improve, err = single.Tabu{}.Prepare(s.p, plan)
	return err
}

// antTabuFleet is colonies on permutations, one on each machine.
type antTabuFleet struct {
	tabuFleet
	s *antSearch
}

// Slice implements walk.Search: a launch.
func (f *antTabuFleet) Slice() int { return 1 }

func (f *antTabuFleet) Resolved(walk.Walk) walk.Method { return f.s.m }

func (f *antTabuFleet) NewWalk(id int) (walk.Walk, error) {
	tabu, err := f.tabu.NewWalk(id)
	if err != nil {
		return nil, err
	}
	s := *f.s
	s.m.Ants = tabu.(searches).Searches()
	s.rule.Unit = ants.Unit(s.m.Ants)
	return s.searchedBy(id, tabu.(searches), 1)
}

// antTabu is a colony whose ants tabu searches improve side by side, those of a machine or of the cores. The host's cores draw what
// ants begin with, and lay pheromone. An iteration takes several units.
type antTabu struct {
	searched
	colony *antWalk
	begun  bool // an iteration is under way
}

// crewed makes a colony on cores.
func (s *antSearch) crewed(id int) (walk.Walk, error) {
	c, _, err := crewOf(s.improve, s.p, s.plan, id*fleet.First, s.m.Ants, s.m.Ants)
	if err != nil {
		return nil, err
	}
	return s.searchedBy(id, c, math.MaxInt)
}

// searchedBy makes a colony. These searches improve its ants; stretch is how many units they make before the colony looks at them.
func (s *antSearch) searchedBy(id int, tabu searches, stretch int) (walk.Walk, error) {
	colony := s.newColony(id)
	restarts := func() int64 { return colony.state.Restarts }
	w := &antTabu{searched: searchedBy(tabu, s.n, stretch, restarts), colony: colony}
	w.learn(w.colony.Best())
	if err := tabu.BeginEach(w.colony.x, 0); err != nil { // so that a checkpoint finds the memory that it was made of
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

func (w *antTabu) Step(s *walk.Slice) bool {
	return w.step(s, func() (bool, error) { return w.iteration(s) })
}

// iteration lays pheromone for the iteration that is over, and begins the next one. It returns false if the run is aborted.
func (w *antTabu) iteration(s *walk.Slice) (goesOn bool, err error) {
	c := w.colony
	if w.begun {
		x, costs, err := w.searches.Incumbents()
		if err != nil {
			return false, err
		}
		copy(c.x, x)
		copy(c.costs, costs)
		c.learn()
		c.at++
	}
	if w.begun = false; !c.march(s) {
		return false, nil
	}
	w.begun = true
	return true, w.searches.BeginEach(c.x, int64(c.s.m.Length))
}

func (w *antTabu) Adopt(x []int32, cost int64) {
	w.colony.Adopt(x, cost)
	w.learn(x, cost)
}

func (w *antTabu) Cores() int { return w.colony.Cores() }

func (w *antTabu) Save(a *checkpoint.Archive) {
	a.Fields("tabu", w.colony, &w.best, &w.least, &w.begun)
	walk.SaveWalk(a, w.searches)
}
