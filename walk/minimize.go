package walk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/engine"
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

func init() { engine.Minimize = minimize }

// minimize is multiwalk.Minimize, whose arguments are checked as far as they are not of this package.
func minimize(ctx context.Context, p multiwalk.Problem, given multiwalk.Method, s multiwalk.Settings) (*multiwalk.Result, error) {
	m, ok := given.(Method)
	if !ok {
		return nil, fmt.Errorf("multiwalk: a %T is no method, since it has no Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error): "+
			"see walk.Method", given)
	}
	r := newRun(p, m, s)
	if err := r.keeper.claim(s.Resume == nil); err != nil {
		return nil, err
	}
	r.endless = ctx.Done() == nil
	ctx, cancel := r.clock.bound(ctx, s.Resume.Gone(), r.stops.time)
	defer cancel()
	shared, abandoned, limit := r.shared, r.abandoned, r.clock.limit
	urgent, hurry := context.WithCancel(context.Background())
	defer hurry()
	r.urgent = urgent
	defer context.AfterFunc(ctx, func() {
		shared.end()
		if context.Cause(ctx) == errTimeUp && s.Pace == nil {
			shared.over.Store(int64(limit))
		}
		time.AfterFunc(graceRound, func() {
			shared.abort.Store(true)
			hurry()
		})
		time.AfterFunc(graceRound+graceAbort, func() { close(abandoned) })
	})()
	res, err := r.watch(ctx)
	return res, errors.Join(err, r.keeper.finish())
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
	n, workers := r.planned, r.s.WorkerCount()
	if b, ok := r.s.Device.(multiwalk.Both); ok {
		if n <= b.Machines.Workers() {
			return fmt.Errorf("multiwalk: %w on %v: its checkpoint has %d walks", multiwalk.ErrResume, b, n)
		}
		r.both = &both{device: b, cores: n - b.Machines.Workers(),
			balancing: balancing{coming: r.s.Balance, fixed: r.s.Balance != nil || r.s.LimitsWork()}}
		if err := CheckBalances(r.s.Balance, r.both.cores); err != nil {
			return err
		}
		workers = n // a walk on a machine waits for it
	}
	if _, ok := r.s.Device.(Remote); ok {
		workers = n // a walk waits for its answer
	}
	r.walks, r.ended, r.slices, r.counters = make([]Walk, n), make([]bool, n), make([]Slice, n), make([]multiwalk.Counters, n)
	r.res.Method, r.res.Walks, r.res.Workers = name, n, min(workers, n)
	r.publish()
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	r.begun, r.places = true, r.rules.space.Len()
	return nil
}
