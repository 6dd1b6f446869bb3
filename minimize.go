package multiwalk

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// graceRound is how long a round may go on after the deadline. Then it is broken off.
	graceRound = 40 * time.Millisecond
	// graceAbort is how long the walks then have to stop. After that the run ends without them.
	graceAbort = 40 * time.Millisecond
	// maxNotes is how many messages of a method may wait for the next barrier.
	maxNotes = 64
	// progressEvery is the time between two progress events.
	progressEvery = 100 * time.Millisecond
)

// patient is a length of solutions. Up to it a full evaluation, and making a random solution, take tens of milliseconds
// at most, and a run that must end waits for them.
const patient = 1 << 22

// ErrNoIncumbent is wrapped by the error of a run that was over before it had evaluated a first solution, and had no
// time to make a random one.
var ErrNoIncumbent = errors.New("the run was over before it had a first solution; give it more time")

// ErrDeltaMismatch is wrapped by the error of a run whose problem's deltas do not add up to its cost.
var ErrDeltaMismatch = errors.New("the problem's deltas do not agree with its Cost")

// Minimize runs a method on a problem until a stop criterion of the settings is met, the method ends, or ctx is done. A
// limit that ends the run is no error: the result's Status says what ended it. If something fails during the run, such
// as a panic in Cost, Minimize returns the error together with the best solution found before, if there is one.
//
// Minimize checks each new incumbent (see Feasible) and evaluates it in full before it counts. The run is over about
// 0.1 s after its time limit or its context ends, whatever the code of the problem and the method does. If a call does
// not return by then, Minimize returns without it: the best solution so far, or an error that wraps ErrNoIncumbent if
// there is none. Observe and Close have 2 s.
func Minimize(ctx context.Context, p Problem, m Method, s Settings) (*Result, error) {
	if err := given(ctx, p, m, s); err != nil {
		return nil, err
	}
	r := newRun(p, m, s)
	if err := r.keeper.claim(s.Resume == nil); err != nil {
		return nil, err
	}
	r.endless = ctx.Done() == nil
	ctx, cancel := r.clock.bound(ctx, s.Resume.Gone(), r.stops.time)
	defer cancel()
	shared, abandoned, limit := r.shared, r.abandoned, r.clock.limit
	defer context.AfterFunc(ctx, func() {
		shared.end()
		if context.Cause(ctx) == errTimeUp && s.Pace == nil {
			shared.over.Store(int64(limit))
		}
		time.AfterFunc(graceRound, func() { shared.abort.Store(true) })
		time.AfterFunc(graceRound+graceAbort, func() { close(abandoned) })
	})()
	res, err := r.watch(ctx)
	return res, errors.Join(err, r.keeper.finish())
}

// given reports which argument is missing or wrong. It calls no code of the problem or the method.
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

// check reports why the run cannot be made. If it can, check makes what depends on the problem, the method and the
// device.
func (r *run) check() (err error) {
	if r.rules, err = rulesOf(r.p); err != nil {
		return err
	}
	r.noteMisses()
	if r.planned = r.s.WalkCount(); r.s.Resume != nil {
		if err := r.agree(); err != nil {
			return err
		}
	}
	if err := fits(r.planned, walkOverhead, 0); err != nil {
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
	n, workers := r.planned, r.s.workers()
	if b, ok := r.s.Device.(Both); ok {
		if n <= b.Machines.Workers() {
			return fmt.Errorf("multiwalk: %w on %v: its checkpoint has %d walks", ErrResume, b, n)
		}
		r.both = &both{device: b, cores: n - b.Machines.Workers(),
			balancing: balancing{coming: r.s.Balance, fixed: r.s.Balance != nil || r.s.limitsWork()}}
		if err := CheckBalances(r.s.Balance, r.both.cores); err != nil {
			return err
		}
		workers = n // a walk on a machine waits for it
	}
	r.walks, r.ended, r.slices, r.counters = make([]Walk, n), make([]bool, n), make([]Slice, n), make([]Counters, n)
	r.res.Method, r.res.Walks, r.res.Workers = name, n, min(workers, n)
	r.publish()
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	r.begun, r.places = true, r.rules.space.n
	return nil
}
