package walk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// run is a call of Minimize in progress. It belongs to a goroutine of its own; only watched is shared with the
// goroutine of Minimize. Walks see only their slices.
type run struct {
	watched
	p         multiwalk.Problem
	m         Method
	s         multiwalk.Settings
	stops     stops
	clock     clock
	pacing    pacing
	search    Search
	walks     []Walk
	ended     []bool
	units     int // of the search in a whole round
	slices    []Slice
	counters  []multiwalk.Counters // of each walk, after the last round
	shared    *signals
	abandoned chan struct{} // closed when the run must end even if walks go on
	pool      *pool
	res       *multiwalk.Result
	bestUnits int64 // units done when the incumbent was found
	evaluated int64 // evaluations at the last round that made some on machines
	idle      int64 // rounds since then
	lastTick  time.Time
	notes     chan string // messages of the method that wait for the next barrier
	reserve   *reserve
	keeper    *keeper             // nil: no checkpoints
	archive   *checkpoint.Archive // of the run that is resumed, as far as it is not read yet; nil where one begins anew
	was       tally               // of the run that is resumed
	planned   int                 // walks that the method was told of
	cut       bool                // the last round ended inside
	closing   bool                // the rounds from now on do not count: see closes
	void      int64               // rounds that do not count, though incumbents are of them
	both      *both               // nil but on a Both
	rules     rules               // what a solution must meet
	endless   bool                // the caller's context never ends
	observer  observer
	given     Plan               // what the method was prepared with
	doers     *doers             // nil but on a Remote
	crew      Crew               // nil but on a Remote
	ahead     *ahead             // nil but on a Remote
	asks      bool               // a walk has asked for progress
	urgent    context.Context    // ends when walks must stop at once
	feasible  multiwalk.Solution // what multiwalk.Result.Feasible points to a copy of
}

func newRun(p multiwalk.Problem, m Method, s multiwalk.Settings) *run {
	return &run{
		p: p, m: m, s: s, stops: collect(s.Stop),
		shared: newSignals(), abandoned: make(chan struct{}),
		notes: make(chan string, maxNotes), reserve: new(reserve), keeper: newKeeper(s.Checkpoint),
		pacing: pacing{coming: s.Pace, told: s.Pace != nil, resumed: s.Resume != nil && !s.Resume.Fresh},
		res:    &multiwalk.Result{Seed: s.Seed, Walk: -1, Status: multiwalk.Failed, Ran: m, Pace: []multiwalk.Pace{}},
	}
}

// loop runs rounds until something ends the run, and sets the status.
func (r *run) loop(ctx context.Context) (err error) {
	r.pool = newPool(r.res.Workers)
	defer r.pool.close()
	r.observe(multiwalk.Event{Kind: multiwalk.EventStart})
	defer func() {
		r.catchUp()
		err = errors.Join(err, r.close())
	}() // also closes what a prepare that failed has made
	err = r.prepare(ctx)
	r.takeNotes()
	if err != nil {
		return err
	}
	if taken := r.s.Resume == nil || !r.res.Partial; taken && r.res.Best != nil {
		r.observe(multiwalk.Event{Kind: multiwalk.EventIncumbent})
	}
	if r.archive != nil && !r.res.Partial { // it may be over before its next round
		r.units = r.search.Slice()
		r.pace()
	}
	for {
		r.publish()
		status := r.met(ctx)
		if err := r.keep(status != ""); err != nil {
			return err
		}
		if status != "" && !r.closes(status) {
			r.res.Status = status
			r.resolve()
			if err := r.takeRandom(); err != nil {
				return err
			}
			r.prove()
			return r.keepFresh()
		}
		if err := r.round(); err != nil {
			return err
		}
	}
}

// coresOf is how many cores the walks have worked on together, where some divide their work: no more than the run has. On machines the
// host's cores do not count.
func (r *run) coresOf() (cores int) {
	if r.onAccelerator() || r.both != nil {
		return 0
	}
	for _, w := range r.walks {
		if d, ok := As[Divider](w); ok {
			cores += d.Cores()
		} else {
			cores++
		}
	}
	return min(cores, Plan{Device: r.s.Device, Workers: r.s.Workers}.Cores())
}

// close closes walks and search. If the run left walks behind, it does this once they have stopped.
func (r *run) close() error {
	r.publish()
	r.enter(inClose)
	defer r.enter(atWork)
	if r.pool.left() {
		walks, search := r.walks, r.search
		_ = r.dismiss() // the run has more to tell
		r.pool.afterwards(func() { closeAll(walks, search) })
		return nil
	}
	var err error
	broke := guard(func() { err = errors.Join(r.dismiss(), closeAll(r.walks, r.search)) })
	return errors.Join(err, broke)
}

// resolve asks walks how many cores they divided, the one that found the best solution by which method, and the search which settings ran. If
// another method wraps the search and knows nothing of settings, the wrapped search answers with its own method. resolve ignores that answer.
func (r *run) resolve() {
	if r.pool.left() {
		return
	}
	r.res.Workers = max(r.res.Workers, r.coresOf())
	var w Walk
	if r.res.Walk >= 0 && r.res.Walk < len(r.walks) {
		w = r.walks[r.res.Walk]
	}
	if a, ok := As[Author](w); ok {
		r.res.Author = a.Author()
	}
	search := r.search
	if r.both != nil && search != nil {
		search = r.bothSearch().of[r.both.side(max(0, r.res.Walk))]
	}
	v, ok := As[Resolver](search)
	if !ok {
		return
	}
	if m := v.Resolved(w); m != nil && m.Name() == r.m.Name() {
		r.res.Ran = m
	}
}

// prove notes whether the best solution is known to be optimal.
func (r *run) prove() {
	if r.pool.left() || r.res.Best == nil {
		return
	}
	if b, ok := r.p.(multiwalk.Bounder); ok && r.res.Cost <= b.LowerBound() {
		r.res.Proven = true
	}
	if p, ok := As[Prover](r.search); ok && r.res.Status == multiwalk.MethodEnded && !r.res.Partial && p.Proves() {
		r.res.Proven = true
	}
}

// takeRandom serves a run that ends without an incumbent. Minimize promises a solution, so the run takes its reserve,
// else a random solution. If the problem is so large that even this would take long, takeRandom returns ErrNoIncumbent.
func (r *run) takeRandom() error {
	if r.res.Best != nil {
		return nil
	}
	r.res.Partial = true
	if r.takeReserve() {
		return nil
	}
	if n := r.p.Space().Len(); n > patient {
		return fmt.Errorf("multiwalk: method %s, with solutions of length %d: %w", r.m.Name(), n, multiwalk.ErrNoIncumbent)
	}
	x := make([]int32, r.p.Space().Len())
	r.rules.any(multiwalk.NewRand(r.s.Seed, 0), x)
	err := r.take(x, nil, -1, multiwalk.Point{Walk: -1})
	if errors.Is(err, multiwalk.ErrConstraint) {
		return fmt.Errorf("multiwalk: method %s: %w: %w", r.m.Name(), multiwalk.ErrNoIncumbent, err)
	}
	return err
}

// met returns the reason to stop now, or "".
func (r *run) met(ctx context.Context) multiwalk.Status {
	switch {
	case r.stops.hasTarget && r.res.Best != nil && r.res.Cost <= r.stops.target:
		return multiwalk.TargetReached
	case ctx.Err() != nil:
		return r.over(ctx)
	case r.clock.near() && !r.unfinished():
		return multiwalk.TimeLimit
	case !slices.Contains(r.ended, false):
		return multiwalk.MethodEnded
	case r.stops.work > 0 && r.res.Rounds >= r.stops.work:
		return multiwalk.WorkLimit
	case r.allSpent():
		return multiwalk.EvaluationLimit
	case r.stops.noImprovement > 0 && r.total().Units-r.bestUnits >= r.stops.noImprovement:
		return multiwalk.ImprovementLimit
	}
	return ""
}

// unfinished reports whether the run has a schedule, by which its walks go, and this is not at its end.
func (r *run) unfinished() bool {
	return len(r.pacing.stretches) > 0 && !r.pool.left() && r.behind() < closed && slices.ContainsFunc(r.slices, func(s Slice) bool { return s.asked })
}

// closes reports whether the run's time is over while its schedule is not, so that another round brings it to its end (see
// Slice.closing). On machines the last launch does, and elsewhere walks have no clock.
func (r *run) closes(status multiwalk.Status) bool {
	r.closing = status == multiwalk.TimeLimit && r.shared.over.Load() > 0 && !r.shared.abort.Load() && r.elapsed() < r.clock.limit+closeSpan &&
		!r.onAccelerator() && r.both == nil && r.crew == nil && r.unfinished()
	return r.closing
}

// over returns the status of a run that its context ended: the time limit, or a cancellation.
func (r *run) over(ctx context.Context) multiwalk.Status {
	if context.Cause(ctx) == errTimeUp {
		return multiwalk.TimeLimit
	}
	return multiwalk.Cancelled
}

// allSpent reports whether no walk may evaluate any more.
func (r *run) allSpent() bool {
	if r.both != nil && r.stops.evaluations > 0 {
		return r.total().Evaluations() >= r.stops.evaluations
	}
	for i, c := range r.counters {
		if !r.ended[i] && c.Evaluations() < r.share(i) {
			return false
		}
	}
	return true
}

// onAccelerator reports whether each walk drives a machine, such as a GPU.
func (r *run) onAccelerator() bool {
	_, ok := r.s.Device.(multiwalk.Accelerator)
	return ok
}

func (r *run) total() multiwalk.Counters { return sum(r.counters) }

func sum(list []multiwalk.Counters) multiwalk.Counters {
	var all multiwalk.Counters
	for _, c := range list {
		all.Add(c)
	}
	return all
}

func (r *run) elapsed() time.Duration { return r.clock.elapsed() }

// note is Plan.Warn. Walks call it from any goroutine, and those that the run left behind may call it after its end. So
// it only queues the message. When the queue is full, the message is dropped.
func (r *run) note(msg string) {
	select {
	case r.notes <- msg:
	default:
	}
}

// takeNotes passes the queued messages on, each of them once.
func (r *run) takeNotes() {
	for {
		select {
		case msg := <-r.notes:
			if !slices.Contains(r.res.Notes, msg) {
				r.res.Notes = append(r.res.Notes, msg)
				r.observe(multiwalk.Event{Kind: multiwalk.EventNote, Message: msg})
			}
		default:
			return
		}
	}
}
