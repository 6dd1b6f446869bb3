package multiwalk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// run is a call of Minimize in progress. It belongs to a goroutine of its own; only watched is shared with the
// goroutine of Minimize. Walks see only their slices.
type run struct {
	watched
	p         Problem
	m         Method
	s         Settings
	stops     stops
	clock     clock
	pacing    pacing
	search    Search
	walks     []Walk
	ended     []bool
	slices    []Slice
	counters  []Counters // of each walk, after the last round
	shared    *signals
	abandoned chan struct{} // closed when the run must end even if walks go on
	pool      *pool
	res       *Result
	bestUnits int64 // units done when the incumbent was found
	lastTick  time.Time
	notes     chan string // messages of the method that wait for the next barrier
	reserve   *reserve
	keeper    *keeper             // nil: no checkpoints
	archive   *checkpoint.Archive // of the run that is resumed, as far as it is not read yet
	planned   int                 // walks that the method was told of
	cut       bool                // the last round ended inside
	both      *both               // nil but on a Both
	rules     rules               // what a solution must meet
	endless   bool                // the caller's context never ends
	observer  observer
	feasible  Solution // what Result.Feasible points to a copy of
}

func newRun(p Problem, m Method, s Settings) *run {
	return &run{
		p: p, m: m, s: s, stops: collect(s.Stop),
		shared: newSignals(), abandoned: make(chan struct{}),
		notes: make(chan string, maxNotes), reserve: new(reserve), keeper: newKeeper(s.Checkpoint),
		pacing: pacing{coming: s.Pace, told: s.Pace != nil, resumed: s.Resume != nil},
		res:    &Result{Seed: s.Seed, Walk: -1, Status: Failed, Ran: m, Pace: []Pace{}},
	}
}

// loop runs rounds until something ends the run, and sets the status.
func (r *run) loop(ctx context.Context) (err error) {
	r.pool = newPool(r.res.Workers)
	defer r.pool.close()
	r.observe(Event{Kind: EventStart})
	defer func() {
		r.catchUp()
		err = errors.Join(err, r.close())
	}() // also closes what a prepare that failed has made
	err = r.prepare(ctx)
	r.takeNotes()
	if err != nil {
		return err
	}
	if r.res.Best != nil {
		r.observe(Event{Kind: EventIncumbent})
	}
	if r.s.Resume != nil && !r.res.Partial { // it may be over before its next round
		r.pace()
	}
	for {
		r.publish()
		status := r.met(ctx)
		if err := r.keep(status != ""); err != nil {
			return err
		}
		if status != "" {
			r.res.Status = status
			r.resolve()
			return r.takeRandom()
		}
		if err := r.round(); err != nil {
			return err
		}
	}
}

// prepare makes the search and its walks, unless the time is up before they are ready.
func (r *run) prepare(ctx context.Context) error {
	if err := r.takeUp(); err != nil {
		return err
	}
	if r.s.Start != nil && r.archive == nil {
		if err := r.take(r.s.Start, nil, -1, Point{Walk: -1}); err != nil || r.res.Partial {
			return err
		}
	}
	m := &made{walks: slices.Clone(r.walks)}
	finished, err := r.makeSearch(ctx, m)
	if finished && err == nil {
		finished, err = r.makeWalks(m)
	}
	if !finished {
		r.pool.afterwards(func() { closeAll(m.walks, m.search) })
		r.res.Partial = true
		return nil
	}
	if err != nil {
		closed := closeAll(m.walks, m.search)
		if errors.Is(err, ErrAborted) && ctx.Err() != nil {
			r.res.Partial = true
			return closed
		}
		return errors.Join(err, closed)
	}
	r.search, r.walks = m.search, m.walks
	switch c, ok := As[WalkCounter](m.search); {
	case r.both != nil:
		r.res.Walks = r.bothSearch().Walks(len(r.walks) - r.both.cores)
	case ok:
		r.res.Walks = c.Walks()
	}
	take := r.takeFirst
	if r.archive != nil {
		take = r.takeWalks
	}
	if err := take(); err != nil || r.res.Partial {
		return err
	}
	r.res.Partial = ctx.Err() != nil // a replay would prepare in full
	return nil
}

// made is what prepare makes. If the run leaves its workers behind, they still write it.
type made struct {
	search Search
	walks  []Walk
}

// makeSearch prepares the method, on a Both once for each side. finished is false if the run was over before.
func (r *run) makeSearch(ctx context.Context, m *made) (finished bool, err error) {
	plans, sides := []Plan{r.plan(ctx)}, new(bothSearch)
	if r.both != nil {
		plans, m.search = r.both.plans(plans[0], r.s), sides
	}
	var refused [2]error
	without := r.s.Start == nil && r.res.Best == nil // found here: a run that leaves the call below behind goes on
	finished, err = r.pool.do(len(plans), func(i int) {
		if refused[i] = Place(r.p, r.m, plans[i].Device); refused[i] != nil {
			return
		}
		if without && i == 0 {
			if refused[i] = r.reserve.first(r.rules, r.s.Seed); refused[i] != nil {
				return
			}
		}
		s, err := r.m.Prepare(r.p, plans[i])
		if refused[i] = err; r.both == nil {
			m.search = s
		}
		if err == nil { // else s may be a nil of the method's type
			sides.of[i] = s
		}
	}, r.abandoned)
	r.takeNotes()
	if !finished || err != nil {
		return finished, err
	}
	if err := cmp.Or(refused[:]...); err != nil {
		return true, err
	}
	r.limit(sides.of[0])
	if r.both != nil {
		m.search = sides.join(r.both.cores)
	}
	m.walks = slices.Clone(r.walks)
	return r.load(m.search)
}

// makeWalks makes the walks, if they fit the memory. finished is false if the run was over before.
func (r *run) makeWalks(m *made) (finished bool, err error) {
	failures := make([]error, len(m.walks))
	begin := func(i int) {
		if w, err := m.search.NewWalk(i); err != nil {
			failures[i] = err // w may be a nil of the method's type
		} else {
			m.walks[i] = w
		}
	}
	some, finished, broke, refused := r.room(m.search, begin)
	if finished && broke == nil && refused == nil {
		finished, broke = r.pool.do(len(m.walks)-some, func(i int) { begin(some + i) }, r.abandoned)
	}
	if !finished {
		return false, nil
	}
	return true, errors.Join(append([]error{broke, refused}, failures...)...)
}

// takeFirst makes the best solution that a walk begins with the incumbent.
func (r *run) takeFirst() error {
	for i, w := range r.walks {
		r.counters[i] = w.Counters()
		if x, c := w.Best(); x != nil && (r.res.Best == nil || c < r.res.Cost) {
			if err := r.take(x, &c, i, r.point(i, r.counters[i], r.elapsed())); err != nil || r.res.Partial {
				return err
			}
		}
	}
	return nil
}

// plan returns what the method may know of the run.
func (r *run) plan(ctx context.Context) Plan {
	rules, v := r.rules, r.reserve
	plan := Plan{Seed: r.s.Seed, Walks: len(r.walks), Start: slices.Clone(r.s.Start), Device: r.s.Device, Warn: r.note,
		Budget: r.budget(),
		Abort:  func() bool { return ctx.Err() != nil }, Found: func(x []int32) error { return v.found(rules, x) }}
	if r.s.onAccelerator() {
		plan.Walks = r.s.Walks
	}
	return plan
}

// limit leaves out walks if the search is a WalkLimiter; on a Both those of its cores.
func (r *run) limit(search Search) {
	l, ok := As[WalkLimiter](search)
	if !ok || r.s.Walks > 0 || r.s.onAccelerator() {
		return
	}
	n := max(1, min(len(r.walks), l.MostWalks()))
	if b := r.both; b != nil {
		n = len(r.walks) - b.cores + max(1, min(b.cores, l.MostWalks()))
		b.cores -= len(r.walks) - n
	}
	r.walks, r.ended, r.slices, r.counters = r.walks[:n], r.ended[:n], r.slices[:n], r.counters[:n]
	r.res.Walks, r.res.Workers = n, min(r.res.Workers, n)
}

// close closes walks and search. If the run left walks behind, it does this once they have stopped.
func (r *run) close() error {
	r.publish()
	r.enter(inClose)
	defer r.enter(atWork)
	if r.pool.left() {
		walks, search := r.walks, r.search
		r.pool.afterwards(func() { closeAll(walks, search) })
		return nil
	}
	var err error
	broke := guard(func() { err = closeAll(r.walks, r.search) })
	return errors.Join(err, broke)
}

// resolve asks the search which settings ran. The answer of a search that is wrapped by another method, which knows nothing
// of settings, is not that method.
func (r *run) resolve() {
	search := r.search
	if r.both != nil && search != nil {
		search = r.bothSearch().of[r.both.side(max(0, r.res.Walk))]
	}
	v, ok := As[Resolver](search)
	if !ok || r.pool.left() {
		return
	}
	var w Walk
	if r.res.Walk >= 0 && r.res.Walk < len(r.walks) {
		w = r.walks[r.res.Walk]
	}
	if m := v.Resolved(w); m != nil && m.Name() == r.m.Name() {
		r.res.Ran = m
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
		return fmt.Errorf("multiwalk: method %s, with solutions of length %d: %w", r.m.Name(), n, ErrNoIncumbent)
	}
	x := make([]int32, r.p.Space().Len())
	r.rules.any(NewRand(r.s.Seed, 0), x)
	err := r.take(x, nil, -1, Point{Walk: -1})
	if errors.Is(err, ErrConstraint) {
		return fmt.Errorf("multiwalk: method %s: %w: %w", r.m.Name(), ErrNoIncumbent, err)
	}
	return err
}

// met returns the reason to stop now, or "".
func (r *run) met(ctx context.Context) Status {
	switch {
	case r.stops.hasTarget && r.res.Best != nil && r.res.Cost <= r.stops.target:
		return TargetReached
	case ctx.Err() != nil:
		return r.over(ctx)
	case r.clock.near():
		return TimeLimit
	case !slices.Contains(r.ended, false):
		return MethodEnded
	case r.stops.work > 0 && r.res.Rounds >= r.stops.work:
		return WorkLimit
	case r.allSpent():
		return EvaluationLimit
	case r.stops.noImprovement > 0 && r.total().Units-r.bestUnits >= r.stops.noImprovement:
		return ImprovementLimit
	}
	return ""
}

// over returns the status of a run that its context ended: the time limit, or a cancellation.
func (r *run) over(ctx context.Context) Status {
	if context.Cause(ctx) == errTimeUp {
		return TimeLimit
	}
	return Cancelled
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

func (r *run) total() Counters {
	var sum Counters
	for _, c := range r.counters {
		sum.Add(c)
	}
	return sum
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
				r.observe(Event{Kind: EventNote, Message: msg})
			}
		default:
			return
		}
	}
}
