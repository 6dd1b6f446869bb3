package multiwalk

import (
	"context"
	"errors"

	"github.com/multiwalk/multiwalk/internal/engine"
)

// Errors that the error of a run may wrap.
var (
	// ErrNoIncumbent: the run was over before it had evaluated a first solution, and had no time to make a random one.
	ErrNoIncumbent = errors.New("the run was over before it had a first solution; give it more time")
	// ErrDeltaMismatch: the problem's deltas do not add up to its cost.
	ErrDeltaMismatch = errors.New("the problem's deltas do not agree with its Cost")
	// ErrConstraint: the method refuses the problem because it would not keep one of its constraints, such as its fixed edges;
	// or it made a solution that breaks one.
	ErrConstraint = errors.New("a constraint of the problem is not kept")
	// ErrNoDelta: the method needs a delta or a structure which the problem does not offer.
	ErrNoDelta = errors.New("the problem does not offer what the method needs")
	// ErrNoKernel: on an Accelerator the method has no kernels, or none for the problem.
	ErrNoKernel = errors.New("it has no kernels for that")
	// ErrCheckpoint: the last state could not be kept. The run's result is the same as without checkpoints.
	ErrCheckpoint = errors.New("the checkpoint could not be written")
	// ErrResume: the run that goes on is not the one of the checkpoint.
	ErrResume = errors.New("the run cannot be resumed")
)

// Method is a metaheuristic: a struct of settings whose zero value holds the documented defaults. It names no problem. Those of
// packages single, population, cooperate and successor are methods. What one of your own must have beside its name is a
// walk.Method.
type Method interface {
	// Name is the method's word in the command and in records, such as "tabu".
	Name() string
}

// Minimize runs a method on a problem until a stop criterion of the settings is met, the method ends, or ctx is done. A
// limit that ends the run is no error: the result's Status says what ended it. If something fails during the run, such
// as a panic in Cost, Minimize returns the error together with the best solution found before, if there is one.
//
// Minimize checks each new incumbent (see walk.Feasible) and evaluates it in full before it counts. The run is over about
// 0.1 s after its time limit or its context ends, whatever the code of the problem and the method does. If a call does
// not return by then, Minimize returns without it: the best solution so far, or an error that wraps ErrNoIncumbent if
// there is none. Observe and Close have 2 s.
func Minimize(ctx context.Context, p Problem, m Method, s Settings) (*Result, error) {
	if ctx == nil {
		return nil, errors.New("multiwalk: no context given; use context.Background() for none")
	}
	if p == nil {
		return nil, errors.New("multiwalk: no problem given")
	}
	minimize, linked := engine.Minimize.(func(context.Context, Problem, Method, Settings) (*Result, error))
	if m == nil || !linked {
		return nil, errors.New("multiwalk: no method given; auto.For(problem) picks one, " +
			"or take one from the packages single and cooperate")
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return minimize(ctx, p, m, s)
}
