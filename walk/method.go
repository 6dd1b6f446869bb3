package walk

import (
	"fmt"
	"runtime"

	"github.com/multiwalk/multiwalk"
)

// Method is what authors of methods write: a struct of settings that searches a problem.
type Method interface {
	multiwalk.Method
	// Prepare checks the settings against the problem and computes what all walks share. If the problem does not offer
	// what the method needs, its error wraps ErrNoDelta.
	Prepare(p multiwalk.Problem, plan Plan) (Search, error)
}

// Plan is what a method may know of a run before it starts.
type Plan struct {
	Seed uint64
	// Walks is how many walks the run will make, unless a WalkLimiter asks for fewer. On an Accelerator it is
	// multiwalk.Settings.Walks: how many searches the user wants there, or 0 if the method is to choose.
	Walks  int
	Start  []int32          // a solution to start from, or nil
	Device multiwalk.Device // where the run takes place; nil means the cores of this machine
	// Workers is multiwalk.Settings.Workers: see Cores.
	Workers int
	Budget  Budget           // what limits the run; a method made of methods passes on what they have of it, or none
	Warn    func(msg string) // tells the user something once, such as that there is no delta; never nil in Prepare
	// Abort reports whether the time limit or the context has ended the run already; nil means no. A Prepare or NewWalk
	// that takes more than 10 ms calls Aborted every few milliseconds. Once that says yes, it returns an error that
	// wraps ErrAborted.
	Abort func() bool
	// Found takes a solution that Prepare has at hand, such as a constructed one. If the run is over before any walk
	// has a solution, the best of these is its result. Found is nil outside of a run.
	Found func(x []int32) error
}

// Cores is how many goroutines a walk on cores may have that divides its work.
func (p Plan) Cores() int {
	switch {
	case p.Workers > 0:
		return p.Workers
	case p.Device != nil:
		return max(1, p.Device.Workers())
	}
	return runtime.GOMAXPROCS(0)
}

// Aborted reports whether the run is over, so that preparing is of no use any more. See Abort.
func (p Plan) Aborted() bool { return p.Abort != nil && p.Abort() }

// Reserve calls Found if there is one. A method calls it instead of Found, because it is also prepared outside of runs.
func (p Plan) Reserve(x []int32) error {
	if p.Found == nil {
		return nil
	}
	return p.Found(x)
}

// Begin writes to x the solution that a walk begins with: Start if there is one, else what a Constructor builds, else a
// random solution. It contains the fixed edges, and fixed elements have their values. A walk that starts afresh later
// calls Begin of a zero Plan. When the run is over while an AnytimeConstructor builds, it is told to finish quickly.
func (p Plan) Begin(problem multiwalk.Problem, r *multiwalk.Rand, x []int32) {
	if p.Start != nil {
		copy(x, p.Start)
		return
	}
	defer KeepFixed(problem, x)
	if c, ok := problem.(multiwalk.AnytimeConstructor); ok {
		c.ConstructUntil(r, x, p.Abort)
		return
	}
	if c, ok := problem.(multiwalk.Constructor); ok {
		c.Construct(r, x)
		return
	}
	random(problem, r, x)
}

// Search is a method prepared for one problem. NewWalk must be safe for concurrent use.
type Search interface {
	// NewWalk starts walk number id, from 0. What a walk does depends only on the problem, the settings, the seed, its
	// number, and the solutions it is told to adopt.
	NewWalk(id int) (Walk, error)
	// Slice is how many units of work a walk does in a round, about 5 to 30 ms. It must depend on the problem alone.
	Slice() int
}

// Resolver is a Search that knows which settings its walks run with.
type Resolver interface {
	// Resolved returns the method with the values that 0 and "" stand for put in their place, also where these depend on the
	// problem. w is the walk that found the result, for settings that each walk finds for itself; nil if none did.
	Resolved(w Walk) Method
}

// Prover is a Search that may have gone through all solutions once all its walks have ended by themselves.
type Prover interface {
	// Proves says that then no solution costs less than the best that the walks found.
	Proves() bool
}

// Settler is a Walk that may prove alone, as beam search does, that no solution costs less than its best one.
type Settler interface {
	// Settled says that it has. The walk then comes to its end.
	Settled() bool
}

// Author is a Walk by several methods.
type Author interface {
	// Author names the method that found the walk's best solution.
	Author() string
	// Shares are how many evaluations each method has made.
	Shares() []multiwalk.Share
}

// A Divider is a Walk that divides its work among cores.
type Divider interface {
	// Cores is how many it works on, for multiwalk.Result.Workers.
	Cores() int
}

// A WalkLimiter caps the number of walks: with more the run would finish no sooner, because all walks end at about the
// same time and compete for memory. If multiwalk.Settings.Walks gives a number, Minimize makes that many instead.
type WalkLimiter interface {
	MostWalks() int
}

// Walk is one search in progress. Its methods are called by one goroutine at a time.
type Walk interface {
	// Step works until s.Next returns false, and reports each new incumbent with s.Improved. It returns false once the
	// walk has come to its own end.
	Step(s *Slice) bool
	// Best returns the walk's incumbent and its cost. The slice is valid until the next Step.
	Best() ([]int32, int64)
	// Counters returns the work done so far.
	Counters() multiwalk.Counters
}

// Adopter is a walk that can go on from a solution of another walk, which it copies.
type Adopter interface {
	Adopt(x []int32, cost int64)
}

// Ender is a method that may come to an end by itself, and so needs no Stop.
type Ender interface {
	Ends() bool
}

// NoDelta returns the error of a method that needs an ability the problem lacks.
func NoDelta(method, needs string) error {
	return fmt.Errorf("multiwalk: method %s needs a problem with %s: %w", method, needs, multiwalk.ErrNoDelta)
}
