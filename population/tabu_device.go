package population

import (
	"errors"
	"io"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// searches are the tabu searches of package single on a machine. Together they are a walk, and a unit of it is a
// launch.
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

// tabuFleet is the tabu searches of all machines, which improve what a method makes.
type tabuFleet struct{ tabu walk.Search }

// Load implements walk.Loader.
func (f tabuFleet) Load(tell func(msg string)) error {
	if l, ok := walk.As[walk.Loader](f.tabu); ok {
		return l.Load(tell)
	}
	return nil
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
