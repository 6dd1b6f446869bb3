package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/walk"
)

// idleTime is after how long without a unit a node forgets a run, and quietTime after how long it asks whether the run is there.
const idleTime, quietTime = 5 * time.Minute, 10 * time.Second

// place is what a unit is done on: a machine by its number, or for -1 a core.
type place int

const onCores place = -1

// stay is a run at a place of a node. Cores are one place: walks that were on one go on on another.
type stay struct {
	run string
	on  place
}

// session is a run at a node.
type session struct {
	stay
	here    context.Context // ends when the run is over here
	end     context.CancelFunc
	prepare func() (*walk.Replica, error) // once
	refused atomic.Bool                   // the run does not believe this node
	mu      sync.Mutex
	users   int
	over    bool // who uses it last gives back what it holds
	used    time.Time
}

// session returns that of a run, which is told of by an object, for use until release.
func (w *worker) session(ctx context.Context, at stay, object string) *session {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.sessions[at]
	if s == nil {
		s = &session{stay: at}
		s.here, s.end = context.WithCancel(ctx)
		s.prepare = sync.OnceValues(func() (*walk.Replica, error) { return w.prepare(s.here, at, object) })
		w.sessions[at] = s
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users++
	return s
}

func (s *session) release() {
	s.mu.Lock()
	s.users--
	s.used = time.Now()
	last := s.over && s.users == 0
	s.mu.Unlock()
	if last {
		s.giveBack()
	}
}

// finish ends the session.
func (s *session) finish() {
	s.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over = true; s.users == 0 {
		go s.giveBack()
	}
}

// giveBack gives back what the session holds, which nobody uses any more.
func (s *session) giveBack() {
	if r, err := s.prepare(); err == nil {
		_ = r.Close() // nothing of it is of use
	}
}

// idle is how long nobody has used it.
func (s *session) idle() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users > 0 {
		return 0
	}
	return time.Since(s.used)
}

// prepare makes the problem and prepares the method.
func (w *worker) prepare(run context.Context, at stay, object string) (*walk.Replica, error) {
	text, err := w.get(run, object)
	if err != nil {
		return nil, unfetched{err}
	}
	var t task
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("multiwalk: cluster: what the run is cannot be read: %w", err)
	}
	if t.Instance.Content, err = w.get(run, at.run+"."+t.Instance.Hash); err != nil {
		return nil, unfetched{err}
	}
	p, m, err := w.Make(t.Instance, t.Method)
	if err != nil {
		return nil, err
	}
	plan := t.plan(max(1, min(w.Cores, t.Cores)))
	if (at.on != onCores) != (t.Machines > 0) || t.Machines > mostMachines {
		return nil, fmt.Errorf("multiwalk: cluster: a run on %d machines has no place %d", t.Machines, at.on)
	}
	if at.on != onCores {
		plan.Device = gpu.Lend(w.Machines, int(at.on), t.Machines)
	}
	plan.Abort = func() bool { return run.Err() != nil }
	return walk.NewReplica(p, m, plan)
}

// unfetched is the error of what the server does not have, or cannot give now: it may later.
type unfetched struct{ error }

// do works on a unit.
func (s *session) do(unit []byte, state func() ([]byte, error)) ([]byte, error) {
	r, err := s.prepare()
	if errors.As(err, new(unfetched)) {
		return nil, err
	}
	if err != nil {
		return walk.Failure(err), nil
	}
	return r.Do(s.here, unit, state)
}

// forget ends sessions.
func (w *worker) forget(which func(*session) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for at, s := range w.sessions {
		if which(s) {
			delete(w.sessions, at)
			s.finish()
		}
	}
}
