package fleet

import (
	"cmp"
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// tracked is how Walk reads what launches leave of each search: see Track.
type tracked struct {
	read           func() error
	costs          func(search int) (current, least int64)
	searches, side int // in all, and of a contestant
}

// Track makes the array in which a launch leaves the state of each search; states is the host's copy. costs tells what
// a search's current solution and its incumbent cost. Walk then implements Read, Leader and Check.
func Track[T any](w *Walk, states []T, costs func(s *T) (current, least int64)) *gpu.Array[T] {
	a := ArrayOf(&w.Memory, states)
	w.tracked = tracked{
		read:     func() error { return a.Read(states, 0) },
		costs:    func(search int) (int64, int64) { return costs(&states[search]) },
		searches: len(states), side: 1,
	}
	return a
}

// Watch is Track for searches whose costs are told otherwise than by an array of states: read reads what a launch has left of them.
func (w *Walk) Watch(searches int, read func() error, costs func(search int) (current, least int64)) {
	w.tracked = tracked{read, costs, searches, 1}
}

// Read implements Searches.
func (w *Walk) Read() error { return w.tracked.read() }

// Leader implements Searches.
func (w *Walk) Leader(contestant int) (int, int64) {
	from, n := 0, w.tracked.searches
	if contestant >= 0 {
		from = contestant * w.tracked.side
		n = min(n-from, w.tracked.side)
	}
	least := func(i int) int64 {
		_, least := w.tracked.costs(from + i)
		return least
	}
	lead := Leader(n, least)
	return from + lead, least(lead)
}

// Check implements Searches: of these it knows no current solutions.
func (w *Walk) Check() error { return nil }

// check evaluates all current solutions and incumbents in full, and panics where deltas do not add up; now is nil where none are kept.
func (w *Walk) check(now Solutions) error {
	if now == nil {
		return nil
	}
	x, best := make([]int32, len(w.X)), make([]int32, len(w.X))
	for i := range w.tracked.searches {
		if err := now.Read(i, x); err != nil {
			return err
		}
		if err := w.s.Incumbent(i, best); err != nil {
			return err
		}
		cost, least := w.tracked.costs(i)
		Mismatch(w.fleet.Ran, w.fleet.Problem, i, x, best, cost, least)
	}
	return nil
}

// Make makes and begins searches: layOut finds how many, allocate makes their memory, and begin launches what makes
// their first solutions; nil where allocate has made them. Each counts as a full evaluation.
func (w *Walk) Make(layOut func() error, allocate func(), begin func() error) error {
	if err := layOut(); err != nil {
		return err
	}
	allocate()
	if err := w.Made(); err != nil {
		return err
	}
	var launched error
	if begin != nil {
		launched = begin()
	}
	return w.Begin(launched, cmp.Or(w.tracked.searches, w.s.Searches()))
}

// Remake gives up all searches and makes others in their place, as Make does. What was found stays.
func (w *Walk) Remake(layOut func() error, allocate func(), begin func() error) error {
	before, err := w.s.Searches(), w.Memory.Close()
	w.Memory = Memory{Machine: w.Machine}
	if err = errors.Join(err, w.Make(layOut, allocate, begin)); err == nil {
		w.fleet.many.Add(int64(w.s.Searches() - before))
	}
	return err
}

// First launches searches so that they only begin.
func (w *Walk) First() error { return w.s.Launch(-1, 0, math.MinInt64) }

// BeginAt writes the solution that a search begins with into x: that of the same walk on cores.
func (w *Walk) BeginAt(search int, x []int32) {
	w.Run.Begin(w.fleet.Problem, multiwalk.NewRand(w.Run.Seed, int(w.Base)+search), x)
}

// Solutions returns the solutions that searches begin with, one after the other.
func (w *Walk) Solutions(searches int) []int32 {
	n := len(w.X)
	x := make([]int32, searches*n)
	Each(searches, func(i int) { w.BeginAt(i, x[i*n:(i+1)*n]) })
	return x
}

// Within returns how many iterations of a launch the evaluations left are for, where an iteration has each evaluations:
// at most most, and one at least.
func Within(evaluations, each, most int64) int64 {
	if each == 0 || evaluations/each >= most {
		return most
	}
	return max(1, evaluations/each)
}
