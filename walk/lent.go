package walk

import (
	"errors"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// Lender is a Remote whose others lend machines: each walk of a run is one of these, as on an Accelerator with so many. Here nobody has such
// a machine. So the run knows of a walk its incumbent and its counters, and carries its state as a text that only a Replica on such a
// machine reads (Plan.Device). It does no unit itself: where nobody is, it waits.
type Lender interface {
	Remote
	multiwalk.Accelerator
	// StandIn is as many machines, on which the run prepares the method to know what it is like. No walk begins there.
	StandIn() multiwalk.Accelerator
}

// lender is that of the run, or nil.
func (r *run) lender() Lender {
	l, _ := r.s.Device.(Lender)
	return l
}

// lent is a walk on a machine that somebody else lends. Here it stands for the walk; at a replica it has it too.
type lent struct {
	state    []byte // of the walk; empty: nobody has begun it
	x        []int32
	cost     int64
	done     multiwalk.Counters
	searches int

	Walk   // at a replica
	search Search
	id     int
}

// Best implements Walk.
func (w *lent) Best() ([]int32, int64) {
	if len(w.x) == 0 {
		return nil, w.cost
	}
	return w.x, w.cost
}

// Counters implements Walk.
func (w *lent) Counters() multiwalk.Counters {
	if w.Walk != nil {
		return w.Walk.Counters()
	}
	return w.done
}

// Unwrap returns the walk.
func (w *lent) Unwrap() any { return w.Walk }

// Save implements checkpoint.Saver. At a replica it begins the walk, or takes it up.
func (w *lent) Save(a *checkpoint.Archive) {
	if w.Walk != nil && !a.Reading() {
		a.Fail(w.look())
	}
	if a.Fields("lent", &w.state, &w.x, &w.cost, &w.done, &w.searches); a.Reading() && a.Err() == nil && w.search != nil {
		a.Fail(w.takeUp())
	}
}

// look notes what the run sees of the walk.
func (w *lent) look() (err error) {
	w.x, w.cost = w.Walk.Best()
	w.done, w.searches = w.Walk.Counters(), 1
	if s, ok := As[interface{ Searches() int }](w.Walk); ok {
		w.searches = s.Searches()
	}
	w.state, err = packed(func(a *checkpoint.Archive) { SaveWalk(a, w.Walk) })
	return err
}

func (w *lent) takeUp() (err error) {
	if w.Walk, err = w.search.NewWalk(w.id); err == nil && len(w.state) > 0 {
		err = unpack(w.state, func(a *checkpoint.Archive) { SaveWalk(a, w.Walk) })
	}
	return err
}

// Close gives the machine back.
func (w *lent) Close() error {
	if w.Walk == nil {
		return nil
	}
	return closeAll([]Walk{w.Walk}, nil)
}

// lendable refuses what cannot be on machines of others.
func (r *run) lendable() error {
	why := ""
	_, meets := r.search.(Cooperator)
	_, proves := As[Prover](r.search)
	switch {
	case meets:
		why = "its walks exchange messages, which stay on one computer"
	case proves:
		why = "it may prove something, and the run believes nobody else"
	case len(r.walks) < r.planned:
		why = "it has one walk for several machines"
	default:
		return nil
	}
	return fmt.Errorf("multiwalk: method %s cannot run on %v: %s; give a device of one computer", r.m.Name(), r.s.Device, why)
}

// beginLent has each walk begun by somebody, by a unit of no rounds, as NewWalk begins it elsewhere.
func (r *run) beginLent() error {
	r.doers.begin(0, len(r.walks))
	r.shared.reset(0)
	finished, err := r.pool.do(len(r.walks), func(i int) {
		r.slices[i] = Slice{start: r.clock.start, shared: r.shared}
		r.sentLent(i, 0, 0, portion{units: 1, full: 1})
	}, r.abandoned)
	if !finished || r.urgent.Err() != nil {
		r.res.Partial = true
		return nil
	}
	r.res.Walks = 0
	for i, w := range r.walks {
		err = errors.Join(err, r.slices[i].failure)
		r.res.Walks += w.(*lent).searches
	}
	return err
}

const (
	// lentPause is between two looks for somebody who has a machine.
	lentPause = 100 * time.Millisecond
	// mostRefused is how many answers to a unit the run takes for wrong before it ends.
	mostRefused = 3
)

// sentLent is sent for a walk that nobody here can do. It waits for whoever can, but not for more who cannot: a unit that they all fail at
// ends the run. It returns false if the run is over.
func (r *run) sentLent(i, round, rounds int, p portion) bool {
	var refused error
	for times := 0; r.urgent.Err() == nil; {
		done, wrong := r.sent(i, round, rounds, p)
		if done {
			return true
		}
		if wrong != nil {
			times++
		}
		if wrong == nil && refused != nil || times >= mostRefused {
			r.slices[i].Fail(fmt.Errorf("multiwalk: no machine of %v does walk %d: %w", r.s.Device, i, errors.Join(wrong, refused)))
			return false
		}
		if refused = wrong; wrong != nil {
			continue
		}
		select {
		case <-r.urgent.Done():
		case <-time.After(lentPause):
		}
	}
	return false
}
