package multiwalk

import (
	"errors"
	"fmt"
)

// ErrNoDelta is wrapped by a method's refusal of a problem that lacks the delta or the structure it cannot do without.
var ErrNoDelta = errors.New("the problem does not offer what the method needs")

// Method is a metaheuristic: a struct of settings whose zero value holds the documented defaults. It names no problem.
type Method interface {
	// Name is the method's word in the command and in records, such as "tabu".
	Name() string
	// Prepare checks the settings against the problem and computes what all walks share. It wraps ErrNoDelta where
	// the problem does not offer what the method needs.
	Prepare(p Problem, plan Plan) (Search, error)
}

// Plan is what a method may know of a run before it starts.
type Plan struct {
	Seed uint64
	// Walks is how many walks the run makes, or fewer where the Search is a WalkLimiter; on an Accelerator Settings.Walks as
	// given, where 0 leaves it to the method.
	Walks  int
	Start  []int32          // a solution to start from, or nil
	Device Device           // where the run takes place; nil means the cores of this machine
	Warn   func(msg string) // tells the user something once, such as that there is no delta; never nil in Prepare
	// Abort reports whether the run is over already, by its time limit or its context; nil means no. A Prepare or NewWalk
	// that takes more than some 10 ms asks Aborted meanwhile, and then returns an error that wraps ErrAborted.
	Abort func() bool
	// Found takes a solution that Prepare has come by on its way to a search, a constructed one say. The run ends with the
	// best of these if it is over before a walk has a better one. It is nil outside of a run.
	Found func(x []int32) error
}

// Aborted reports whether preparing is of no use any more: see Abort.
func (p Plan) Aborted() bool { return p.Abort != nil && p.Abort() }

// Reserve is Found for a method that is also prepared outside of a run.
func (p Plan) Reserve(x []int32) error {
	if p.Found == nil {
		return nil
	}
	return p.Found(x)
}

// Begin writes to x the solution that a walk of the run begins with: Start, else one that the problem constructs, else a
// random one, in a tour with the fixed edges. The zero Plan serves a walk that begins anew. Once the plan is aborted, an
// AnytimeConstructor hurries.
func (p Plan) Begin(problem Problem, r *Rand, x []int32) {
	if p.Start != nil {
		copy(x, p.Start)
		return
	}
	if c, ok := problem.(AnytimeConstructor); ok {
		c.ConstructUntil(r, x, p.Abort)
		return
	}
	if c, ok := problem.(Constructor); ok {
		c.Construct(r, x)
		return
	}
	random(problem, r, x)
}

// Search is a method prepared for one problem. NewWalk must be safe for concurrent use.
type Search interface {
	// NewWalk starts walk number id, from 0. What a walk does depends on nothing but the problem, the settings, the
	// seed, its number, and the solutions it is told to adopt.
	NewWalk(id int) (Walk, error)
	// Slice is how many units of work a walk does in a round: 5 to 30 ms of it, as a function of the problem alone.
	Slice() int
}

// WalkLimiter is a Search that more walks than some number would not serve, because all of them would come to their end at
// about the same time, and wait for each other's use of memory. Minimize makes no more, unless Settings.Walks says how many.
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
	Counters() Counters
}

// Adopter is a walk that can go on from a solution of another walk, which it copies.
type Adopter interface {
	Adopt(x []int32, cost int64)
}

// Ender is a method that may come to an end by itself, and so needs no Stop.
type Ender interface {
	Ends() bool
}

// Counters is the work of a walk or of a run. Evaluations of the two kinds are counted apart, because a full
// evaluation may cost as much as n deltas.
type Counters struct {
	FullEvaluations  int64 `json:"full_evaluations"`
	DeltaEvaluations int64 `json:"delta_evaluations"`
	Moves            int64 `json:"moves"`    // moves made, that is, changes of a current solution
	Units            int64 `json:"units"`    // work units: iterations, as the method defines them
	Restarts         int64 `json:"restarts"` // fresh starts after the first
}

// Evaluations is the sum of full and delta evaluations.
func (c Counters) Evaluations() int64 { return c.FullEvaluations + c.DeltaEvaluations }

// Add adds another walk's work.
func (c *Counters) Add(o Counters) {
	c.FullEvaluations += o.FullEvaluations
	c.DeltaEvaluations += o.DeltaEvaluations
	c.Moves += o.Moves
	c.Units += o.Units
	c.Restarts += o.Restarts
}

// NoDelta returns the error of a method that needs an ability the problem lacks.
func NoDelta(method, needs string) error {
	return fmt.Errorf("multiwalk: method %s needs a problem with %s: %w", method, needs, ErrNoDelta)
}
