package cluster

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// do works on a unit, and returns what says so. Until that is over, the server is told that the unit is in work; else it gives it to another
// node.
func (w *worker) do(ctx context.Context, on place, m jetstream.Msg) (end func()) {
	w.busy.Add(1)
	defer w.busy.Add(-1)
	lives := make(chan struct{})
	go func() {
		for tick := time.NewTicker(leaseTime / 3); ; {
			select {
			case <-lives:
				tick.Stop()
				return
			case <-tick.C:
				_ = m.InProgress() // else somebody else does it too
			}
		}
	}()
	s := w.session(ctx, stay{m.Headers().Get(headRun), on}, m.Headers().Get(headTask))
	defer s.release()
	if s.refused.Load() {
		return func() {
			close(lives)
			_ = m.NakWithDelay(refusal) // for others
		}
	}
	answer, err := w.answer(ctx, s, m)
	return func() {
		defer close(lives)
		w.end(ctx, s, m, answer, err)
	}
}

// end says what came of a unit.
func (w *worker) end(ctx context.Context, s *session, m jetstream.Msg, answer []byte, err error) {
	switch {
	case ctx.Err() != nil:
		_ = m.Nak() // the node leaves: another does it at once
	case s.here.Err() != nil || errors.Is(err, errPast):
		_ = m.Term() // the run is over, or has the answer of another
	case err != nil:
		w.Tell(err.Error())
		w.forget(func(o *session) bool { return o == s }) // to begin anew
		_ = m.NakWithDelay(beat)
	default:
		w.bring(ctx, s, m, answer)
	}
}

// answer is that of a unit.
func (w *worker) answer(ctx context.Context, s *session, m jetstream.Msg) ([]byte, error) {
	began := time.Now()
	unit, err := w.content(ctx, m.Headers(), m.Data())
	talked := time.Since(began)
	defer func() {
		w.talk.Add(int64(talked))
		w.work.Add(int64(time.Since(began) - talked))
	}()
	if err != nil {
		return nil, err
	}
	if n, err := strconv.Atoi(m.Headers().Get(headUnit)); err == nil && n >= 0 && n <= len(unit) {
		return s.do(unit[:n], func() ([]byte, error) { return unit[n:], nil })
	}
	return s.do(unit, func() ([]byte, error) {
		asked := time.Now()
		defer func() { talked += time.Since(asked) }()
		return w.state(s, m.Headers().Get(headKey))
	})
}

// bury forgets a run that was killed, and so does the server, if nobody answers for it. A run that was only cut off, and is back meanwhile,
// either answers, or has told again what it is, and offered its units, after what is forgotten. Long objects stay for their time.
func (w *worker) bury(ctx context.Context, run string) {
	ctx, cancel := context.WithTimeout(ctx, 2*beat)
	defer cancel()
	var purges []func()
	for name, subject := range map[string]string{streamUnits: subjectUnit + "*." + run, streamObjects: subjectObject + run + ".>"} {
		s, err := w.js.Stream(ctx, name)
		if err != nil {
			return
		}
		purges = append(purges, func() {
			_ = s.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(s.CachedInfo().State.LastSeq+1))
		})
	}
	if _, err := w.nc.RequestWithContext(ctx, subjectAnswer+run, nil); errors.Is(err, nats.ErrNoResponders) {
		for _, purge := range purges {
			purge()
		}
		w.forget(func(s *session) bool { return s.run == run })
	}
}

// buries asks now and then for runs that no unit comes from: a run that was killed says nothing.
func (w *worker) buries(ctx context.Context) {
	for tick := time.NewTicker(quietTime); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			for _, run := range w.quiet() {
				w.bury(ctx, run)
			}
		}
	}
}

// quiet is the runs that no unit has come from for a while.
func (w *worker) quiet() (runs []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for at, s := range w.sessions {
		if s.idle() > quietTime {
			runs = append(runs, at.run)
		}
	}
	return runs
}

// errPast is the error of a unit that nobody waits for.
var errPast = errors.New("multiwalk: cluster: the unit is of the past")

// state asks the run for that of a unit's walk.
func (w *worker) state(s *session, key string) (state []byte, err error) {
	for _, apart := range []string{"", "yes"} {
		m := nats.NewMsg(subjectState + s.run)
		m.Header.Set(headKey, key)
		m.Header.Set(headApart, apart)
		reply, failed := w.ask(s.here, m)
		if errors.Is(failed, nats.ErrNoResponders) || failed == nil && len(reply.Header) == 0 {
			return nil, errPast
		}
		if err = failed; err != nil {
			continue
		}
		state, err = w.content(s.here, reply.Header, reply.Data)
		if object := reply.Header.Get(headObject); object != "" {
			w.drop(object)
		}
		if err == nil {
			break
		}
	}
	return state, err
}

// bring gives the answer to the run. A unit is taken off the queue once the run has it, or has no use for it.
func (w *worker) bring(ctx context.Context, s *session, unit jetstream.Msg, answer []byte) {
	began := time.Now()
	defer func() { w.talk.Add(int64(time.Since(began))) }()
	taken := false
	if w.long(len(answer)) {
		defer func() {
			if !taken { // else the run drops it once it has it
				w.drop(w.objectName(w.id, answer))
			}
		}()
	}
	for tries := 0; tries < 5 && s.here.Err() == nil; tries++ {
		m, err := w.letter(s.here, tries > 0, subjectAnswer+s.run, w.id, answer)
		var reply *nats.Msg
		if err == nil {
			m.Header.Set(headKey, unit.Headers().Get(headKey))
			m.Header.Set(headNode, w.id)
			m.Header.Set(headName, w.Name)
			reply, err = w.ask(s.here, m)
		}
		if errors.Is(err, nats.ErrNoResponders) {
			w.bury(ctx, s.run)
			break
		}
		if err != nil {
			continue
		}
		switch string(reply.Data) {
		case replyTaken:
			taken = true
			w.units.Add(1)
		case replyNo:
			if s.refused.CompareAndSwap(false, true) {
				w.Tell("a run does not believe this machine any more, since it has found an answer of it to be wrong")
			}
			_ = unit.NakWithDelay(refusal)
			return
		}
		_ = unit.Ack() // else it comes again, and the answer is late
		return
	}
	_ = unit.Term()
	w.forget(func(o *session) bool { return o == s })
}
