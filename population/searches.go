package population

import (
	"errors"
	"io"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// searches are tabu searches of package single side by side: on machines, where a unit is a launch, or a crew.
type searches interface {
	walk.Walk
	io.Closer
	Searches() int
	// BeginEach makes each search begin anew at a solution of its own, for the given number of iterations.
	BeginEach(x []int32, iterations int64) error
	// Left returns how many of these iterations are left.
	Left() int64
	// Incumbents returns the best solution that each search has found since it began, and its cost.
	Incumbents() (x []int32, costs []int64, err error)
}

// searched is a walk whose solutions searches improve. Whenever all are improved, it makes others of them.
type searched struct {
	searches searches
	stretch  int          // units that may be made before a look whether the searches are over
	restarts func() int64 // which count beside the work of the searches
	best     []int32
	least    int64
}

func searchedBy(tabu searches, n, stretch int, restarts func() int64) searched {
	w := searched{searches: tabu, stretch: stretch, restarts: restarts, best: make([]int32, n), least: math.MaxInt64}
	w.learn(tabu.Best())
	return w
}

// step goes on for a slice. next makes other solutions, and returns false if the run was aborted meanwhile.
func (w *searched) step(s *walk.Slice, next func() (goesOn bool, err error)) bool {
	for s.Left() > 0 {
		if w.searches.Left() == 0 {
			if s.EvaluationsLeft(w.searches.Counters().Evaluations()) == 0 {
				return true
			}
			if goesOn, err := next(); err != nil {
				s.Fail(err)
				return false
			} else if !goesOn {
				return true
			}
		}
		before := w.searches.Counters().Units
		units := min(w.stretch, s.Left(), int(w.searches.Left()))
		goesOn := w.searches.Step(s.Sub(units, math.MaxInt64, multiwalk.Counters{Restarts: w.restarts()}, w.least))
		w.learn(w.searches.Best())
		if !goesOn || w.searches.Counters().Units == before {
			return goesOn // the run is over
		}
	}
	return true
}

// learn makes x the incumbent if it is one.
func (w *searched) learn(x []int32, cost int64) {
	if cost < w.least {
		w.least = cost
		copy(w.best, x)
	}
}

func (w *searched) Best() ([]int32, int64) { return w.best, w.least }

func (w *searched) Counters() multiwalk.Counters {
	c := w.searches.Counters()
	c.Restarts += w.restarts()
	return c
}

// Close frees the memory of machines.
func (w *searched) Close() error { return w.searches.Close() }

// tabuFleet is the tabu searches of all machines, which improve what a method makes.
type tabuFleet struct{ tabu walk.Search }

func (f tabuFleet) Load(tell func(msg string)) error {
	if l, ok := walk.As[walk.Loader](f.tabu); ok {
		return l.Load(tell)
	}
	return nil
}

// convoy starts the searches of all machines as one walk.
func (f tabuFleet) convoy(id int) (searches, error) {
	starter, _ := walk.As[interface {
		Convoy(id int) (*fleet.Convoy, error)
	}](f.tabu)
	return starter.Convoy(id)
}

// Walks implements walk.WalkCounter. It is the number of searches, each of which improves one solution.
func (f tabuFleet) Walks() int { return f.tabu.(walk.WalkCounter).Walks() }

// crowds says why the searches of a method of that name cannot run on a device, or nil.
func crowds(method string, search single.IteratedTabu, p multiwalk.Problem, d multiwalk.Accelerator) error {
	err := search.Crowds(p, d)
	if none := (*walk.NoKernelError)(nil); errors.As(err, &none) { // it has the name of the search
		return walk.NoKernel(method, d, none.Reason)
	}
	return err
}
