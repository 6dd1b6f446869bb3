package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"sync"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// Replica works on units of a run that is elsewhere: see Remote. It may be asked for several units at once.
type Replica struct {
	name   string
	search Search
	gate   sync.RWMutex // held for reading by whoever works, since walks look at the search
	known  []byte       // the state of the search
	most   int          // walks that are kept
	lends  bool         // it is on a machine, whose walks are lent: see Lender

	mu   sync.Mutex
	idle map[int]*kept // walks as they were left, by number
	uses int
}

// kept is a walk and the digest of its state.
type kept struct {
	walk Walk
	sum  []byte
	used int
}

// mostKept is how many walks a replica keeps for the case that their next unit comes here too.
const mostKept = 64

// NewReplica prepares the method as the run was, with the plan that Remote.Begin was given. Nil functions of the plan are allowed. If the
// run has a Lender, the plan's device is as many machines as the run's has, and the replica is asked for one unit at a time.
func NewReplica(p multiwalk.Problem, m Method, plan Plan) (r *Replica, err error) {
	if plan.Warn == nil {
		plan.Warn = func(string) {}
	}
	r = &Replica{name: m.Name(), idle: map[int]*kept{}, most: mostKept}
	if _, r.lends = plan.Device.(multiwalk.Accelerator); r.lends {
		r.most = 1 // which fills the machine
		if err := Place(p, m, plan.Device); err != nil {
			return nil, err
		}
	}
	broke := guard(func() {
		if r.search, err = m.Prepare(p, plan); err == nil {
			err = r.load(plan.Warn)
		}
		if err == nil {
			r.known, err = packed(func(a *checkpoint.Archive) { SaveSearch(a, r.search) })
		}
	})
	return r, errors.Join(broke, err)
}

// load has a search on machines load what it must.
func (r *Replica) load(tell func(string)) error {
	if l, ok := As[Loader](r.search); ok && r.lends {
		return l.Load(tell)
	}
	return nil
}

// absent is the error of who does not get a walk's state.
type absent struct{ error }

// Do works on a unit, and returns the answer for Crew.Do's accept. It asks for the walk's state if the walk was not left here in that. If the
// work fails, the answer says so. The error is that of ctx or of state.
func (r *Replica) Do(ctx context.Context, text []byte, state func() ([]byte, error)) (answer []byte, err error) {
	d, u := new(deed), new(unit)
	failed := unpack(text, u.Save)
	if failed == nil {
		if broke := guard(func() { failed = r.do(ctx, u, state, d) }); broke != nil {
			failed = broke
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if none := (absent{}); errors.As(failed, &none) {
		return nil, none.error
	}
	if failed != nil {
		return Failure(failed), nil
	}
	return packed(d.Save)
}

// Failure is the answer of who cannot work on a unit.
func Failure(err error) []byte {
	d := &deed{failure: []byte(err.Error())}
	text, _ := packed(d.Save) // which plain numbers never fail
	return text
}

func (r *Replica) do(ctx context.Context, u *unit, state func() ([]byte, error), d *deed) error {
	if u.walk < 0 || u.walk > math.MaxInt32 || u.rounds < 0 || u.rounds == 0 && !r.lends || u.rounds > mostBatch || u.units < 1 || u.full < u.units {
		return fmt.Errorf("multiwalk: no run has a unit of walk %d with %d rounds of %d units", u.walk, u.rounds, u.units)
	}
	left, err := r.take(u, state)
	if err != nil {
		return err
	}
	if err := r.enter(u.search); err != nil {
		return errors.Join(err, closeAll(left, nil))
	}
	defer r.gate.RUnlock()
	w, err := r.walk(u, left)
	if err != nil {
		return err
	}
	shared := newSignals()
	shared.reset(u.rounds)
	defer context.AfterFunc(ctx, func() { shared.abort.Store(true) })()
	s := &Slice{evaluations: u.evaluations, target: u.target, hasTarget: u.hasTarget, start: time.Now(), shared: shared,
		stretch: u.stretch, before: u.before}
	p := portion{units: u.units, step: u.units, full: u.full, planned: u.units}
	for at := 0; !d.ended && shared.begin(at); at++ {
		d.ended = !s.step(w, at, p)
	}
	d.took = time.Since(s.start)
	if shared.abort.Load() || s.failure != nil {
		return errors.Join(ctx.Err(), s.failure, closeAll([]Walk{w}, nil))
	}
	d.worked, d.left, d.rests, d.asked, d.found, d.feasible, d.feasibleCost = s.worked, s.units, s.rests, s.asked, s.found, s.feasible, s.feasibleCost
	d.state, err = packed(func(a *checkpoint.Archive) { SaveWalk(a, w) })
	if err != nil {
		return err
	}
	return r.leave(u.walk, w, d.state)
}

// enter gives the search the state that it has in the run, and holds the gate for reading.
func (r *Replica) enter(search []byte) error {
	for {
		r.gate.RLock()
		if bytes.Equal(r.known, search) {
			return nil
		}
		r.gate.RUnlock()
		if err := r.change(search); err != nil {
			return err
		}
	}
}

func (r *Replica) change(search []byte) error {
	r.gate.Lock()
	defer r.gate.Unlock()
	if err := unpack(search, func(a *checkpoint.Archive) { SaveSearch(a, r.search) }); err != nil {
		return fmt.Errorf("multiwalk: the state of method %s cannot be read: %w", r.name, err)
	}
	r.known = bytes.Clone(search)
	return nil
}

// take returns the walk that was left for a unit, if it is in this state, or gets the state. That may take long, so no lock is held, for which
// the units of other walks would wait.
func (r *Replica) take(u *unit, state func() ([]byte, error)) (left []Walk, err error) {
	r.mu.Lock()
	k := r.idle[u.walk]
	delete(r.idle, u.walk)
	r.mu.Unlock()
	if k != nil {
		if left = []Walk{k.walk}; bytes.Equal(k.sum, u.sum) {
			return left, nil
		}
		if err := closeAll(left, nil); err != nil {
			return nil, err
		}
	}
	if u.state, err = state(); err != nil {
		return nil, absent{err}
	}
	if !bytes.Equal(sum256(u.state), u.sum) {
		return nil, absent{fmt.Errorf("multiwalk: the state of walk %d is not the one that the unit is of", u.walk)}
	}
	return nil, nil
}

// walk is the one that was left for a unit, or a new one in the unit's state.
func (r *Replica) walk(u *unit, left []Walk) (w Walk, err error) {
	if len(left) > 0 {
		return left[0], nil
	}
	if w, err = r.begin(u.walk); err == nil {
		err = unpack(u.state, func(a *checkpoint.Archive) { SaveWalk(a, w) })
	}
	if err != nil {
		if w != nil {
			err = errors.Join(err, closeAll([]Walk{w}, nil))
		}
		return nil, fmt.Errorf("multiwalk: walk %d of method %s cannot be taken up: %w", u.walk, r.name, err)
	}
	return w, nil
}

// begin makes a walk. On a machine it has all the room there.
func (r *Replica) begin(number int) (Walk, error) {
	if !r.lends {
		return r.search.NewWalk(number)
	}
	return &lent{search: r.search, id: number}, r.clear()
}

// clear closes all walks that are kept.
func (r *Replica) clear() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var walks []Walk
	for _, k := range r.idle {
		walks = append(walks, k.walk)
	}
	clear(r.idle)
	return closeAll(walks, nil)
}

// leave keeps a walk, in place of the one that has not been asked for longest if there are too many.
func (r *Replica) leave(number int, w Walk, state []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.uses++
	old := number
	if len(r.idle) >= r.most {
		for i := range maps.Keys(r.idle) {
			if _, has := r.idle[old]; !has || r.idle[i].used < r.idle[old].used {
				old = i
			}
		}
	}
	var gone []Walk
	if k := r.idle[old]; k != nil { // another of this number, where a unit was given out twice
		delete(r.idle, old)
		gone = append(gone, k.walk)
	}
	r.idle[number] = &kept{w, sum256(state), r.uses}
	return closeAll(gone, nil)
}

// Close ends the replica, once nobody works any more.
func (r *Replica) Close() error {
	r.gate.Lock()
	defer r.gate.Unlock()
	return errors.Join(r.clear(), closeAll(nil, r.search))
}
