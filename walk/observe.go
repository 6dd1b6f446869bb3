package walk

import (
	"github.com/multiwalk/multiwalk"
	"slices"
	"time"
)

const (
	// observeFree is the time that the observer may take before any event waits. When it has taken more, events wait unless the
	// run has lasted observeShare times as long as the observer has taken.
	observeFree  = 250 * time.Millisecond
	observeShare = 10
)

// observer is how a run tells what happens in it. A slow one would hold up all walks, since they wait at the barrier. So an
// event waits until the observer has had less than its share of the time, if the next event of its kind says more. Of each kind
// only the newest waits.
type observer struct {
	told    bool // it is being told something
	took    time.Duration
	begun   time.Time
	waiting []multiwalk.Event // in order, at most one of a kind
}

// late reports whether the observer has had more than its share of the time.
func (o *observer) late() bool {
	if o.begun.IsZero() {
		o.begun = time.Now()
	}
	return o.took > observeFree && o.took > time.Since(o.begun)/observeShare
}

// await keeps an event until the observer has time.
func (o *observer) await(e multiwalk.Event) {
	o.waiting = append(slices.DeleteFunc(o.waiting, func(w multiwalk.Event) bool { return w.Kind == e.Kind }), e)
}

// observe fills in the state of the run and tells the observer, at once or later.
func (r *run) observe(e multiwalk.Event) {
	if r.s.Observe == nil {
		return
	}
	e.Elapsed, e.Round, e.Counters = r.elapsed(), r.res.Rounds, r.total()
	e.Best, e.Cost, e.Walk, e.Walks = r.res.Best, r.res.Cost, r.res.Walk, r.res.Walks
	e.Found = foundAt(r.res)
	if e.Kind == multiwalk.EventProgress {
		e.Temperature, e.Shares = r.temperature(), r.shares()
	}
	switch e.Kind {
	case multiwalk.EventIncumbent, multiwalk.EventExchange, multiwalk.EventRestart, multiwalk.EventProgress:
		if r.observer.late() {
			r.observer.await(e)
			return
		}
	}
	r.catchUp()
	r.tell(e)
}

// catchUp tells the observer what waits, unless it failed.
func (r *run) catchUp() {
	if o := &r.observer; !o.told {
		list := o.waiting
		o.waiting = nil
		for _, e := range list {
			r.tell(e)
		}
	}
}

func (r *run) tell(e multiwalk.Event) {
	if r.enter(inObserve) {
		o, began := &r.observer, time.Now()
		o.told = true
		r.s.Observe(e)
		o.told = false
		o.took += time.Since(began)
		r.enter(atWork)
	}
}

// Tempered is a walk that accepts by a temperature.
type Tempered interface{ Temperature() float64 }

// temperature is that of the walk which found the incumbent, or 0. The walks must be at a barrier.
func (r *run) temperature() float64 {
	if at := r.res.Walk; at >= 0 && at < len(r.walks) {
		if w, ok := As[Tempered](r.walks[at]); ok {
			return w.Temperature()
		}
	}
	return 0
}

// shares are the evaluations of each machine, or of each device of a Both, or else of each method where a walk is by several. The walks must be
// at a barrier.
func (r *run) shares() (list []multiwalk.Share) {
	if r.doers != nil {
		for _, s := range r.res.Nodes {
			list = append(list, multiwalk.Share{Name: s.Node, Evaluations: s.Evaluations})
		}
		return list
	}
	for _, s := range r.sides() {
		list = append(list, multiwalk.Share{Name: s.Device, Evaluations: s.Evaluations()})
	}
	if list != nil {
		return list
	}
	for _, w := range r.walks {
		if by, ok := As[Author](w); ok {
			list = added(list, by.Shares())
		}
	}
	return list
}

// added adds shares up by their names.
func added(list, more []multiwalk.Share) []multiwalk.Share {
	for _, s := range more {
		at := slices.IndexFunc(list, func(o multiwalk.Share) bool { return o.Name == s.Name })
		if at < 0 {
			list = append(list, s)
		} else {
			list[at].Evaluations += s.Evaluations
		}
	}
	return list
}

// foundAt is when the incumbent was found, or 0 if there is none.
func foundAt(r *multiwalk.Result) time.Duration {
	if len(r.History) == 0 {
		return 0
	}
	return r.History[len(r.History)-1].Elapsed
}
