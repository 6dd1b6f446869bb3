package population

import (
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Place implements walk.Placer.
func (m Memetic) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if _, err := m.withDefaults(p.Space(), false); err != nil {
		return err
	}
	if k := p.Space().Kind(); k == multiwalk.KindBinary || k == multiwalk.KindProduct {
		return walk.NoKernel(m.Name(), d, "its searches on a device are of one permutation or of clashes; iterated-tabu's share what they find of bits")
	}
	return crowds(m.Name(), m.Search, p, d)
}

// Gains implements walk.Gainer.
func (m Memetic) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	return m.Search.Gains(p, d)
}

// memeticFleet is Memetic on an accelerator: a walk of Minimize is a machine with a population.
type memeticFleet struct {
	*memeticSearch
	tabuFleet
}

// Slice implements walk.Search: a launch.
func (f *memeticFleet) Slice() int { return 1 }

// memeticMachine is the population of a machine. A unit is a launch, in which all children improve side by side; a
// generation takes several launches.
type memeticMachine struct {
	memeticState
	f    *memeticFleet
	tabu searches
}

// NewWalk implements walk.Search.
func (f *memeticFleet) NewWalk(id int) (walk.Walk, error) {
	improve, err := f.tabu.NewWalk(id)
	if err != nil {
		return nil, err
	}
	w := &memeticMachine{f: f, tabu: improve.(searches)}
	if err := w.begin(id); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// begin makes the first children: the solutions that the searches begin with. If the run has a start solution, it
// replaces the first of them.
func (w *memeticMachine) begin(id int) error {
	size := w.tabu.Searches()
	if size >= mostMates {
		return fmt.Errorf("multiwalk: %d individuals are too many for one GPU; use up to %d", size, mostMates-1)
	}
	s := w.f.memeticSearch
	children, _, err := w.tabu.Incumbents()
	if err != nil {
		return err
	}
	if s.groups && s.m.Population == 0 {
		w.memeticState = s.state(s.couplesOf(id, children))
	} else {
		w.memeticState = s.state(s.one(id, size))
	}
	w.learn(w.tabu.Best())
	if start := s.plan.Start; start != nil {
		copy(children[:s.n], start)
		w.learn(start, s.p.Cost(start))
	}
	return w.tabu.BeginEach(children, w.broods.iterations())
}

// Close frees the machine's memory.
func (w *memeticMachine) Close() error { return w.tabu.Close() }

// Step implements walk.Walk.
func (w *memeticMachine) Step(s *walk.Slice) bool {
	for s.Left() > 0 {
		if w.tabu.Left() == 0 {
			if err := w.generation(); err != nil {
				s.Fail(err)
				return false
			}
		}
		before := w.tabu.Counters().Units
		goesOn := w.tabu.Step(s.Sub(1, math.MaxInt64, w.restarts(), w.least))
		w.learn(w.tabu.Best())
		if !goesOn || w.tabu.Counters().Units == before {
			return goesOn // the run is over
		}
	}
	return true
}

// generation lets the children into the population, and makes the next ones.
func (w *memeticMachine) generation() error {
	children, costs, err := w.tabu.Incumbents()
	if err != nil {
		return err
	}
	w.broods.succeed(children, costs)
	return w.tabu.BeginEach(children, w.broods.iterations())
}

// Counters implements walk.Walk.
func (w *memeticMachine) Counters() multiwalk.Counters { return w.counters(w.tabu.Counters()) }

// Save implements checkpoint.Saver.
func (w *memeticMachine) Save(a *checkpoint.Archive) {
	w.memeticState.Save(a)
	walk.SaveWalk(a, w.tabu)
}
