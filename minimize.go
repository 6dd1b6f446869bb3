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
//
// Each incumbent is checked (see Feasible) and evaluated in full before it counts. Whatever the code of the problem and
// the method does, the run is over some 0.1 s after its time limit or its context (and 2 s after it if Observe or Close
// does not return): where a call does not return, the run ends without, with its best so far, and with an error that
// wraps ErrNoIncumbent if there is none.
func Minimize(ctx context.Context, p Problem, m Method, s Settings) (*Result, error) {
	if err := given(ctx, p, m, s); err != nil {
		return nil, err
	}
	r := newRun(p, m, s)
	r.endless = ctx.Done() == nil
	ctx, cancel := r.clock.bound(ctx, r.stops.time)
	defer cancel()
	shared, abandoned := r.shared, r.abandoned
	defer context.AfterFunc(ctx, func() {
		shared.end()
		time.AfterFunc(graceRound, func() { shared.abort.Store(true) })
		time.AfterFunc(graceRound+graceAbort, func() { close(abandoned) })
	})()
	return r.watch(ctx)
}

// given reports what is missing, without a call of the problem's or the method's code.
func given(ctx context.Context, p Problem, m Method, s Settings) error {
	if ctx == nil {
		return errors.New("multiwalk: no context given; use context.Background() for none")
	}
	if p == nil {
		return errors.New("multiwalk: no problem given")
	}
	if m == nil {
		return errors.New("multiwalk: no method given; auto.For(problem) picks one, " +
			"or take one from the packages single and cooperate")
	}
	return s.Validate()
}

// check reports why there can be no run, else makes what depends on the problem, the method and the device.
func (r *run) check() (err error) {
	if r.rules, err = rulesOf(r.p); err != nil {
		return err
	}
	if err := fits(r.s.WalkCount(), walkOverhead, 0); err != nil {
		return err
	}
	if r.s.Start != nil {
		if err := r.rules.check(r.s.Start); err != nil {
			return fmt.Errorf("multiwalk: the start solution does not fit: %w", err)
		}
	}
	name := r.m.Name()
	if name == "" {
		return fmt.Errorf("multiwalk: the method, a %T, has no name; let its Name return a word for messages and records", r.m)
	}
	if e, ok := r.m.(Ender); len(r.s.Stop) == 0 && r.endless && !(ok && e.Ends()) {
		return fmt.Errorf("multiwalk: method %s would run for ever: give a Stop, such as multiwalk.Time(10*time.Second), "+
			"or a context that ends", name)
	}
	n, workers := r.s.WalkCount(), r.s.workers()
	r.walks, r.ended, r.slices, r.counters = make([]Walk, n), make([]bool, n), make([]Slice, n), make([]Counters, n)
	r.res.Method, r.res.Walks, r.res.Workers = name, n, min(workers, n)
	r.publish()
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	r.begun, r.places = true, r.rules.space.n
	return nil
}
