package multiwalk

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// graceRound is how long after the deadline a round may go on before it is broken off.
	graceRound = 40 * time.Millisecond
	// graceAbort is how long the walks then have to notice before the run ends without them.
	graceAbort = 40 * time.Millisecond
	// maxNotes is how many messages of a method may wait for the next barrier.
	maxNotes = 64
	// progressEvery is the time between two progress events.
	progressEvery = 100 * time.Millisecond
)

// patient is the length of solutions up to which the run waits for a full evaluation that it has begun, and for a random
// solution at its end if it has no other: tens of milliseconds.
const patient = 1 << 22

// ErrNoIncumbent is wrapped by the error of a run that was over before it had evaluated a first solution, on a problem too
// large to make up for that with a random one.
var ErrNoIncumbent = errors.New("the run was over before it had a first solution; give it more time")

// ErrDeltaMismatch is wrapped by the error of a run whose problem's deltas do not add up to its cost.
var ErrDeltaMismatch = errors.New("the problem's deltas do not agree with its Cost")

// Minimize runs a method on a problem until a stop criterion of the settings is met, the method ends, or ctx is done.
// A run that was cut short is no error: the result's Status tells. With an error that came up during the run, such as
// a panic in Cost, the result still holds the best solution found before it, if any.
func Minimize(ctx context.Context, p Problem, m Method, s Settings) (*Result, error) {
	if err := check(ctx, p, m, s); err != nil {
		return nil, err
	}
	r := newRun(p, m, s)
	ctx, cancel := r.clock.bound(ctx, r.stops.time)
	defer cancel()
	shared, abandoned := r.shared, r.abandoned
	defer context.AfterFunc(ctx, func() {
		shared.end()
		time.AfterFunc(graceRound, func() { shared.abort.Store(true) })
		time.AfterFunc(graceRound+graceAbort, func() { close(abandoned) })
	})()
	err := r.loop(ctx)
	return r.finish(), err
}

func check(ctx context.Context, p Problem, m Method, s Settings) error {
	if p == nil {
		return errors.New("multiwalk: no problem given")
	}
	if m == nil {
		return errors.New("multiwalk: no method given; auto.For(problem) picks one, " +
			"or take one from the packages single and cooperate")
	}
	if err := p.Space().Validate(); err != nil {
		return err
	}
	if err := s.Validate(); err != nil {
		return err
	}
	if err := fits(s.WalkCount(), walkOverhead, 0); err != nil {
		return err
	}
	if s.Start != nil {
		if err := p.Space().Check(s.Start); err != nil {
			return fmt.Errorf("multiwalk: the start solution does not fit: %w", err)
		}
	}
	if e, ok := m.(Ender); len(s.Stop) > 0 || ctx.Done() != nil || ok && e.Ends() {
		return nil
	}
	return fmt.Errorf("multiwalk: method %s would run for ever: give a Stop, such as multiwalk.Time(10*time.Second), "+
		"or a context that ends", m.Name())
}
