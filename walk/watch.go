package walk

import (
	"context"
	"errors"
	"fmt"
	"github.com/multiwalk/multiwalk"
	"reflect"
	"sync"
	"time"
)

const (
	// graceLast + n*gracePlace is how long the run then has to end, with solutions of length n: to evaluate what the
	// walks found, or a random solution.
	graceLast  = 50 * time.Millisecond
	gracePlace = 50 * time.Nanosecond
	// graceOwn is how much longer it may take in Observe, which may write to a disk, and in Close, which frees memory
	// of a device.
	graceOwn = 2 * time.Second
)

// errGoexit is the error of a run whose goroutine ended by runtime.Goexit.
var errGoexit = errors.New("multiwalk: the problem, the method or the observer ended its goroutine (runtime.Goexit)")

// stage says where the goroutine of a run is.
type stage int

const (
	atWork stage = iota
	inObserve
	inClose
	inSave // of walks, for a checkpoint
)

// watched is what the goroutine of a run shares with that of Minimize. If the run has not ended when it must, because
// some call of the problem's or the method's code has not returned, Minimize leaves it behind and returns.
type watched struct {
	mu     sync.Mutex
	left   bool             // Minimize has returned
	stage  stage            // of the run's goroutine
	begun  bool             // the arguments are fit for a run
	places int              // the length of a solution
	copy   multiwalk.Result // the result at the last barrier; nobody writes to what it points to
}

// publish copies the result so far to where Minimize finds it if it leaves the run behind.
func (r *run) publish() {
	now := *r.res
	now.Counters, now.Sides = r.total(), r.sides()
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	r.watched.copy = now
}

// enter notes what the run's goroutine is about to do. It returns false if the run was left behind.
func (w *watched) enter(s stage) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.left {
		w.stage = s
	}
	return !w.left
}

// quit leaves the run behind, unless patiently is true and the run is in Observe or Close, which have more time.
func (w *watched) quit(patiently bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left = !patiently || w.stage == atWork
	return w.left
}

// watch runs the run on a goroutine of its own. So Minimize returns even if code of the problem, the method or the
// observer panics, ends its goroutine, or does not return.
func (r *run) watch(ctx context.Context) (*multiwalk.Result, error) {
	done, err := make(chan struct{}), errGoexit
	go func() {
		defer close(done)
		var failed error
		broke := guard(func() { failed = r.whole(ctx) })
		if broke != nil && !r.begun {
			broke = r.explained(broke)
		}
		err = errors.Join(broke, failed)
	}()
	if !r.await(done) {
		return r.leave(ctx)
	}
	if !r.begun {
		return nil, err
	}
	if r.observer.told { // Observe panicked, so it is not called again
		r.s.Observe = nil
	}
	return r.finish(ctx, err)
}

// whole is the run from its first look at the problem on.
func (r *run) whole(ctx context.Context) error {
	if err := r.check(); err != nil {
		return err
	}
	return r.loop(ctx)
}

// await returns true when done is closed, and false once it has left the run behind.
func (r *run) await(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-r.abandoned:
	}
	within := func(d time.Duration) bool {
		select {
		case <-done:
			return true
		case <-time.After(d):
			return false
		}
	}
	r.watched.mu.Lock()
	last := graceLast + gracePlace*time.Duration(min(r.places, patient))
	r.watched.mu.Unlock()
	for _, d := range []time.Duration{last, graceOwn} {
		if within(d) {
			return true
		}
		if r.quit(d == last) {
			break
		}
	}
	return false
}

// leave makes the result of a run that is left behind. When the call that the run waits for returns, its goroutine
// closes walks and search, and ends.
func (r *run) leave(ctx context.Context) (*multiwalk.Result, error) {
	r.watched.mu.Lock()
	res, stage, begun := r.watched.copy, r.stage, r.begun
	r.watched.mu.Unlock()
	if !begun {
		return nil, fmt.Errorf("multiwalk: a method of the problem or the method has not returned: %w", multiwalk.ErrNoIncumbent)
	}
	res.Elapsed, res.Partial = r.elapsed(), true
	if res.Status == multiwalk.Failed {
		res.Status = r.over(ctx)
	}
	var err error
	switch {
	case stage == inObserve:
		err = errors.New("multiwalk: Observe has not returned, and the run stood still meanwhile, so it ended with what it had by then")
		if res.Best == nil {
			err = fmt.Errorf("%w: %w", err, multiwalk.ErrNoIncumbent)
		}
	case stage == inClose:
		err = fmt.Errorf("multiwalk: method %s: Close has not returned, so what it holds of a device may be held yet", res.Method)
	case res.Best == nil:
		err = fmt.Errorf("multiwalk: method %s: a method of the problem or the method has not returned: %w", res.Method, multiwalk.ErrNoIncumbent)
	default:
		res.Notes = append(res.Notes[:len(res.Notes):len(res.Notes)], leftOut(res.Counters, res.Elapsed*time.Duration(max(1, res.Workers))))
	}
	if stage != inObserve {
		err = errors.Join(err, r.tellEnd(ctx, &res))
	}
	return &res, err
}

// leftOut is the note of a run that left its last round behind. It blames the user's code only if calls of it last long, by what
// all walks together have done in the time that their workers had: else the machine may have been busy elsewhere.
func leftOut(done multiwalk.Counters, spent time.Duration) string {
	const out = "so the last round was left out; the result is the best that the rounds before it found"
	if done.Units == 0 || spent/time.Duration(done.Units) > graceRound/4 {
		return "a call of the problem's or the method's code had not returned when the run had to end, " + out
	}
	return fmt.Sprintf("the last round had not ended %v after the time was over, as on a busy machine, or where a call of the problem's or "+
		"the method's code takes long now and then, %s", graceRound+graceAbort, out)
}

// tellEnd tells the observer how the run ended.
func (r *run) tellEnd(ctx context.Context, res *multiwalk.Result) error {
	if r.s.Observe == nil {
		return nil
	}
	e := multiwalk.Event{Kind: multiwalk.EventEnd, Status: res.Status, Elapsed: res.Elapsed, Round: res.Rounds, Counters: res.Counters,
		Best: res.Best, Cost: res.Cost, Found: foundAt(res), Walk: res.Walk, Walks: res.Walks}
	done, err := make(chan struct{}), errGoexit
	go func() {
		defer close(done)
		err = guard(func() { r.s.Observe(e) })
	}()
	select {
	case <-done:
		return err
	case <-r.abandoned:
	}
	select {
	case <-done:
		return err
	case <-time.After(graceOwn):
		return errors.New("multiwalk: Observe has not returned from the end of the run")
	}
}

// finish makes the result of a run that has come to its end.
func (r *run) finish(ctx context.Context, err error) (*multiwalk.Result, error) {
	r.res.Counters, r.res.Sides = r.total(), r.sides()
	r.res.Elapsed = r.elapsed()
	return r.res, errors.Join(err, r.tellEnd(ctx, r.res))
}

// explained adds a likely cause to a panic in the first call: the problem or the method is a nil pointer.
func (r *run) explained(err error) error {
	for what, v := range map[string]any{"problem": r.p, "method": r.m} {
		if x := reflect.ValueOf(v); x.Kind() == reflect.Pointer && x.IsNil() {
			return fmt.Errorf("multiwalk: the %s is a nil %T: %w", what, v, err)
		}
	}
	return err
}
